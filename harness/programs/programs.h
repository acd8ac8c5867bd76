/* SPDX-License-Identifier: MIT */
/*
 * programs.h - what cells can do (programs.def lists it), and what programs have in common. Experiments share programs,
 * so that one fill of a filter serves several.
 */
#ifndef CUCKOOBENCH_PROGRAMS_H
#define CUCKOOBENCH_PROGRAMS_H

#include "harness/run/running.h"
#include "harness/timing/query_set.h"

#define PROGRAM(name, does) extern const struct program program_##name;
#include "harness/programs/programs.def"
#undef PROGRAM

/* The parts of a life, as program_life.parts names them: insertions and what the full table is like; lookups between
 * them; false positives, and the queries of --queries; lookups by share of positive ones; deletions. */
enum {
	LIFE_FILL = 1,
	LIFE_OCCUPANCIES = 2,
	LIFE_ERRORS = 4,
	LIFE_SHARES = 8,
	LIFE_DELETIONS = 16,
	LIFE_CF_AGAIN = 32, /* a second table of cf, measured as another filter's */
	LIFE_WHOLE = 64,    /* constructions, timed from the first key to the last, but for what slices time */
	LIFE_RUNS = 128,    /* lookups in slices and in runs that are twenty times as long */
	LIFE_BF_AGAIN = 256 /* a second table of bf */
};
/* The parts of scaling: lookups, mixes and building by any number of threads; churn, and the filter's memory. A cell
 * with a number of stripes has neither: it measures half lookups, half updates. */
enum { SCALING_THREADS = 1, SCALING_CHURN = 2 };

/* Number of occupancies between empty and full at which life measures. */
enum { LIFE_STEPS = 20 };
/* The x of life's samples from a full filter, whatever occupancy it reached in that repetition. */
#define LIFE_FULL (-1.0)

/* What latency measures: insertions up to these occupancies, arrivals at these shares of the capacity, both in per
 * cent; and the percentiles that it reports, which are the x of its samples. 100 is the maximum. */
enum { LATENCY_OCCUPANCIES = 4, LATENCY_LOADS = 3, LATENCY_QUANTILES = 10 };
extern const unsigned latency_occupancy[LATENCY_OCCUPANCIES], latency_loads[LATENCY_LOADS];
extern const double latency_quantiles[LATENCY_QUANTILES];
/* A window of latency lasts as long as the cell's queries would at this pace. */
enum { LATENCY_NS_PER_QUERY = 100 };

/* What growth measures: percentiles of a lookup's wait; the numbers of time slots from before the last growth begins
 * and from then on; and queries for a false positive rate. growth_slot_ns is the length of a slot if the first table
 * has that many entries: about a tenth of the time of a doubling. */
enum { GROWTH_QUANTILES = 5, GROWTH_BEFORE = 10, GROWTH_AFTER = 40, GROWTH_QUERIES = 1 << 18 };
extern const double growth_quantiles[GROWTH_QUANTILES];
uint64_t growth_slot_ns(size_t slots);

/* Of how many numbers of keys request tells the size. */
enum { REQUEST_SHOWN = 20 };

/* The parts of field: the rates near which its filters are. */
enum { FIELD_NEAR_8 = 1, FIELD_NEAR_12 = 2, FIELD_NEAR_16 = 4 };

/* The most bits per key that a candidate may use. */
#define MAP_BITS_PER_KEY 20.0

/* Inserts keys `done`, done + 1, ... of the cell's key stream until `target` are in or one is refused. Returns how many
 * are in. */
size_t program_fill_filter(struct run *, struct filter *, size_t done, size_t target);
/* Builds the cell's static filter of keys 0..n-1 of its stream; all of them are in memory meanwhile. */
struct filter *program_build(struct run *, const struct cell *, bool traced, size_t n);
/* A filter that accepted `before` keys accepted `now` when it was offered them again in the same order. Is that
 * correct? Normally the numbers must be equal. Filters with many insertions in flight are an exception: these interact
 * differently if calls are split differently. Such a filter may refuse 2 % sooner. */
bool program_fits_again(const struct filter *, size_t before, size_t now);
/* Returns filter_told. Fails the cell if the filter counts another number of items than n. */
struct filter_info program_told(struct run *, const struct filter *, size_t n);
/* Counts positives among n keys that were never inserted. */
uint64_t program_false_positives(struct run *, const struct filter *, size_t n);
/* Fails the cell if one of the keys 0..n-1 is reported absent. Runs after every fill, outside the clock. */
void program_verify_present(struct run *, const struct filter *, size_t n);
/* The same for these keys; the first of them is the cell's key `first`. */
void program_verify_keys(struct run *, const struct filter *, const uint64_t *keys, size_t n, size_t first);
/* Counts the keys 0..n-1 that are reported absent, for programs whose result is this number. */
uint64_t program_count_missed(struct run *, const struct filter *, size_t n);
/* Items at occupancy 1: the entries of a table, or the cell's target for filters without entries. Fails the cell on
 * error. */
size_t program_capacity(struct run *, const struct cell *, const struct filter *);

/* Times passes over n keys until the slice is long enough, but at most so many: only tables inside the caches need
 * several. *hits is of all passes. Drawing queries for present keys fills the caches with keys, and drawing absent ones
 * does not. So an untimed pass comes before the first slice of a set, by measure_contains. */
enum { PROGRAM_PASSES = 8 };
struct slice program_time_lookups(const struct filter *, const uint64_t *keys, size_t n, size_t *hits);
/* Draws a set of the cell's number of queries, `percent` of them for the first `items` keys of the cell's stream. It
 * lives as long as the cell. */
struct query_set program_queries(struct run *, const struct cell *, unsigned percent, size_t items);

/* Estimates the cost of filling a table and of rounds over all lookup implementations for it, with this number of query
 * sets. */
void program_rounds_estimate(const struct cell *, unsigned questions, struct cell_estimate *);

/* May this process bind memory to nodes? Returns false if it may not and there is only one node; with more nodes, that
 * fails the cell. */
bool program_may_bind(struct run *);
/* Runs a window of `ns` nanoseconds after a tenth of that as warm-up. If some thread did nothing in it, a longer one
 * follows. */
void program_window(struct run *, struct workers *, const struct worker_job *, uint64_t ns, struct workers_window *);
/* Number of memory nodes of the machine, as far as known; at least 1. */
size_t program_memory_nodes(void);

/* May a process count its cache misses on this machine? */
bool program_misses_available(void);
/* Would the filter be created with these parameters? False for a plug-in, whose code does not run in the planning
 * process. */
bool program_accepts(const struct filter_ops *, const struct filter_params *);
/* Returns the least bytes, params->bytes or twice that and so on, that the filter can make a table of; of a plug-in's
 * filter, params->bytes. */
size_t program_least_bytes(const struct filter_ops *, const struct filter_params *);

/* The files that make up a filter, relative to the root of the tree, without core/. Returns NULL; or the file that
 * cannot be read, with errno. */
enum { PROGRAM_SOURCES = 48, PROGRAM_SOURCE = 64 };
struct program_sources {
	size_t n;
	char file[PROGRAM_SOURCES][PROGRAM_SOURCE];
	size_t lines[PROGRAM_SOURCES]; /* program_count_lines */
};
const char *program_sources(const struct filter_ops *, struct program_sources *);
bool program_is_source(const struct program_sources *, const char *file);
/* Counts the lines of a C source that contain more than blanks and comments. */
size_t program_count_lines(const char *text);

#endif
