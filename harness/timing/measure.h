/* SPDX-License-Identifier: MIT */
/*
 * measure.h - how long a filter takes for many single operations.
 *  Keys go in batches of MEASURE_BATCH, through one indirect call each. That measures no slower than inlined code. A
 * filter that wants larger batches (filter_ops.batch) gets them, up to MEASURE_MOST in lookups. Each function returns
 * nanoseconds, at least 1.
 */
#ifndef CUCKOOBENCH_MEASURE_H
#define CUCKOOBENCH_MEASURE_H

#include "core/filter.h"
#include "core/hash.h"
#include "harness/base/clock.h"
#include "harness/base/failure.h"
#include "harness/stats/slice.h"
#include "harness/timing/ceiling.h"

enum { MEASURE_BATCH = 256, MEASURE_MOST = 4096 };

/* Returns the tick of the clock: the smallest difference seen between two readings, in nanoseconds; at least 1. */
uint64_t measure_resolution_ns(void);
/*
 * Why nothing can be timed by a clock of this tick: NULL, or a text in `why`. A slice lasts 1000 ticks at least. Plans
 * expect 5 ms of it. From 100 us on it would take twenty times as long, and quick scale hours. A processor's counter
 * ticks every 1 to 1000 ns, an HPET in a virtual machine every few microseconds. Slower is only a kernel's own count
 * of its interrupts (jiffies): 1, 4 or 10 ms.
 */
enum { MEASURE_COARSEST_NS = 100000, MEASURE_WHY = 120 };
const char *measure_refuses(uint64_t tick_ns, char why[MEASURE_WHY]);
/* The same of this machine's clock, as a failure: STATUS_UNFIT. */
int measure_ready(struct failure *);
/* Returns the least duration of a timed slice: 1000 ticks, and 5 ms, so that neither the clock nor a single interrupt
 * shows in the result. */
uint64_t measure_least_ns(void);

/* Returns the bytes that the calling thread has allocated inside the timed slices of this file, since it started. Only
 * a growing filter may allocate there. */
uint64_t measure_allocated(void);

/* Makes a filter of n keys (core/build.h). The time is of all seeds that were tried, memory included. *out is NULL if
 * there is no filter, and *why says why. */
uint64_t measure_build(const struct filter_ops *, const struct filter_params *, const uint64_t *keys, size_t n,
                       struct filter **out, unsigned *seeds, const char **why);
/* Inserts until all keys are in or one is refused. *accepted is the number that went in. */
uint64_t measure_insert(struct filter *, const uint64_t *keys, size_t n, size_t *accepted);
/* *hits is the number of keys reported present. */
uint64_t measure_contains(const struct filter *, const uint64_t *keys, size_t n, size_t *hits);
/* Looks up all keys in one call, for a filter that looks up millions at a time. hit has n places. */
uint64_t measure_contains_at_once(const struct filter *, const uint64_t *keys, size_t n, uint8_t *hit, size_t *hits);
/* *found is the number of keys removed. */
uint64_t measure_remove(struct filter *, const uint64_t *keys, size_t n, size_t *found);

/* Times one call of any function. *result is what the call returns. */
uint64_t measure_call(size_t (*call)(void *state), void *state, size_t *result);

/* The machine itself, without a filter. */

/* Times n multiply-adds that each wait for the last one's result. */
uint64_t measure_adds(size_t n);
/* Times n loads along a ring of 64-byte lines, from line `from` on. Each line begins with the 32-bit number of the
 * next. */
uint64_t measure_ring(const void *ring, size_t from, size_t n);
/* Times the hash of every key, without anything else. */
uint64_t measure_hash(const struct hash *, const uint64_t *keys, size_t n);

/* Makes passes over the next keys of the memory until they have taken least_ns. */
struct slice measure_ceiling(struct ceiling_memory *, enum ceiling, enum ceiling_style, uint64_t least_ns);
/* Times every available style for least_ns each. Returns the slice of the fastest, with which values of the same round
 * are compared, and its style unless `fastest` is NULL. */
struct slice measure_ceiling_best(struct ceiling_memory *, enum ceiling, uint64_t least_ns,
                                  enum ceiling_style *fastest);

#endif
