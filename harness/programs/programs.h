/* SPDX-License-Identifier: MIT */
/*
 * programs.h - what cells can do. Experiments share them, so that one fill of a filter serves several.
 *
 *   life     fills a filter step by step, timing inserts and lookups at each occupancy, then lookups by share of
 *            positive queries when full, then deletes until empty                       T3 F5 F6 F7 F8 L4 C2
 *   fill     fills from a counter until an insert is refused, then measures the false positive rate
 *                                                                                      F2 F3 F4 L2 G6
 *   misses   cache misses of a lookup by the processor's counters, where there are any     T1
 *   trace    the line-counting twin: lines and references of a lookup                  T1 T2
 *   ground   the hash alone and the ceilings of random reads and updates     C1 T3 F5 F6 F7 F8 L4
 *   groups   items that share both buckets, against equation (3)                        E3
 *   example  cuckoo hashing on eight buckets, entry by entry                            F1
 *   presence   looks up every inserted key at several occupancies                       G1
 *   deletions  answers after deletes, against a fresh filter of the surviving keys      G2
 *   strays     deletes keys that were never inserted                                    G3
 *   copies     inserts one key until it is refused                                      G4
 *   matches    counts the entries that match a key                                      G5
 *   lines      counts the lines of a filter's sources                                   S1
 *   nodes      latency and bandwidth of each node's memory from each node's cores       X3
 *   placement  lookups from all cores on tables placed by each policy; where pages are X3
 *   scaling    builds, looks up and churns with 1, 2, ... threads beside the ceiling of as many    X1 X2 X4
 *   latency    fills a filter timing single insertions, then single lookups alone, beside a writer, and at arrivals that
 *              wait for nothing                                                         X5
 *   check      lookups with and without the version check, alone and beside a writer   X7
 *   kernels    every lookup there is for one table, in turn, beside the ceilings of its memory     H1
 *   pages      the same on a table on pages of 4 KiB and one on larger ones                            H2
 *   alignment  tables whose buckets fit lines, and keys whose buckets do or do not                  H2
 *   growth     readers beside a writer that makes the filter grow; false positives and lookups at each size   X6
 *   keys     fills a filter with keys of any set until one is refused, and counts false positives, beside one with uniform keys   K1
 *   keys_timed   the same filter's insertions and lookups, round after round                        K1
 *   map      every candidate for so many keys by its fastest lookup, in turn, and its false positives    H4
 *   flight   lookups with so many keys in flight, in turn, beside as many reads of lines; the filters' own loops    H5
 *   count    millions of keys a call: cf-bulk's answers, and how many keys are present alone        H5
 */
#ifndef CUCKOOBENCH_PROGRAMS_H
#define CUCKOOBENCH_PROGRAMS_H

#include "harness/plan/experiment.h"

extern const struct program program_life, program_fill, program_trace, program_misses, program_groups, program_ground,
	program_example, program_presence, program_deletions, program_strays, program_copies, program_matches,
	program_lines, program_scaling, program_nodes, program_placement, program_latency, program_check,
	program_growth, program_kernels, program_pages, program_alignment, program_policies, program_map, program_keys,
	program_keys_timed, program_flight, program_count;

/* Occupancies between empty and full at which a life is measured. */
enum { LIFE_STEPS = 20 };
/* The x of life's samples taken when the filter was full, wherever that was in each repetition. */
#define LIFE_FULL (-1.0)

/* What latency measures: insertions up to these occupancies, arrivals at these shares of the capacity, both in per
 * cent; and the percentiles told, which are the x of its samples. 100: the greatest. */
enum { LATENCY_OCCUPANCIES = 4, LATENCY_LOADS = 3, LATENCY_QUANTILES = 10 };
extern const unsigned latency_occupancy[LATENCY_OCCUPANCIES], latency_loads[LATENCY_LOADS];
extern const double latency_quantiles[LATENCY_QUANTILES];
/* A window of it lasts as long as the cell's queries would at this pace. */
enum { LATENCY_NS_PER_QUERY = 100 };

/* What growth measures: percentiles of a lookup's wait; slots of time before the last growth's begin and after it, and
 * how long one is where the first table has so many entries: of the order of a tenth of a doubling's time. Lookups for
 * a rate of false positives. */
enum { GROWTH_QUANTILES = 5, GROWTH_BEFORE = 10, GROWTH_AFTER = 40, GROWTH_QUERIES = 1 << 18 };
extern const double growth_quantiles[GROWTH_QUANTILES];
uint64_t growth_slot_ns(size_t slots);

/* Bits a key that a candidate may take. */
#define MAP_BITS_PER_KEY 20.0

/* Inserts keys `done`, done + 1, ... of the cell's key stream until `target` are in or one is refused; returns how many
 * are. */
size_t program_fill_filter(struct run *, struct filter *, size_t done, size_t target);
/* Of `before` keys that such a filter took, `now` were taken when they were offered in the same order again: is that as
 * it should be? All of them, but for filters with many insertions in flight, which meet in other ways where calls are
 * split otherwise: those may refuse 2 % sooner. */
bool program_fits_again(const struct filter *, size_t before, size_t now);
/* Counts positives among keys first, first + 1, ... (n of them) of the cell's key stream. */
uint64_t program_count_hits(struct run *, const struct filter *, uint64_t first, size_t n);
/* Counts positives among n keys never inserted. */
uint64_t program_false_positives(struct run *, const struct filter *, size_t n);
/* Fails the cell if one of the keys 0..n-1 is reported absent: run after every fill, outside the clock. */
void program_verify_present(struct run *, const struct filter *, size_t n);
/* The same of these keys, of which the first is the cell's key `first`. */
void program_verify_keys(struct run *, const struct filter *, const uint64_t *keys, size_t n, size_t first);
/* How many of the keys 0..n-1 are reported absent, for programs whose result that is. */
uint64_t program_count_missed(struct run *, const struct filter *, size_t n);
/* Items at occupancy 1: the entries of a table, or the cell's target for filters without any; or fails the cell. */
size_t program_capacity(struct run *, const struct cell *, const struct filter *);

/* What it takes to fill a table, and to go through rounds of every lookup that there is for it, with so many sets of
 * questions. */
void program_rounds_estimate(const struct cell *, unsigned questions, struct cell_estimate *);

/* May this process bind memory to nodes? False where it may not and there is but one; where there are more, that fails
 * the cell. */
bool program_may_bind(struct run *);
/* A window of so many nanoseconds after a tenth of that to warm up, in which every thread did something: a longer one
 * if not. */
void program_window(struct run *, struct workers *, const struct worker_job *, uint64_t ns, struct workers_window *);
/* How many memory nodes the machine has, as far as is known; at least 1. */
size_t program_memory_nodes(void);

/* Does this machine let a process count its cache misses? */
bool program_misses_available(void);
/* Would the filter be created with these parameters? False of a plug-in, which is not asked in the process that
 * plans. */
bool program_accepts(const struct filter_ops *, const struct filter_params *);

/* The files that make up a filter, from the root of the tree, without core/. NULL; or the file that cannot be read,
 * with errno. */
enum { PROGRAM_SOURCES = 48, PROGRAM_SOURCE = 64 };
struct program_sources {
	size_t n;
	char file[PROGRAM_SOURCES][PROGRAM_SOURCE];
	size_t lines[PROGRAM_SOURCES]; /* program_count_lines */
};
const char *program_sources(const struct filter_ops *, struct program_sources *);
bool program_is_source(const struct program_sources *, const char *file);
/* Lines of a C source that hold anything but blanks and comments. */
size_t program_count_lines(const char *text);

#endif
