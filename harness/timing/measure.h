/* SPDX-License-Identifier: MIT */
/*
 * measure.h - how long a filter takes for many single operations.
 *  Keys go in batches of MEASURE_BATCH through one indirect call each, which measures no slower than inlined code; or
 * in larger ones, up to MEASURE_MOST in lookups, to a filter that asks for them (filter_ops.batch). Each function
 * returns nanoseconds, at least 1.
 */
#ifndef CUCKOOBENCH_MEASURE_H
#define CUCKOOBENCH_MEASURE_H

#include "core/filter.h"
#include "core/hash.h"
#include "harness/base/clock.h"
#include "harness/timing/ceiling.h"

enum { MEASURE_BATCH = 256, MEASURE_MOST = 4096 };

/* Its tick: the least difference that two readings have shown, in nanoseconds; at least 1. */
uint64_t measure_resolution_ns(void);
/* The least a timed slice should take: 1000 ticks, and 5 ms, so that neither the clock nor one interrupt can be
 * seen. */
uint64_t measure_least_ns(void);

/* Bytes that the calling thread was given inside the timed slices of this file, ever. Only those of a growing filter
 * may be. */
uint64_t measure_allocated(void);

/* Inserts until all are in or one is refused; *accepted says how many went in. */
uint64_t measure_insert(struct filter *, const uint64_t *keys, size_t n, size_t *accepted);
/* *hits: how many were reported present. */
uint64_t measure_contains(const struct filter *, const uint64_t *keys, size_t n, size_t *hits);
/* All of them in one call, for a filter that looks up millions at a time; hit has n places. */
uint64_t measure_contains_at_once(const struct filter *, const uint64_t *keys, size_t n, uint8_t *hit, size_t *hits);
/* *found: how many were removed. */
uint64_t measure_remove(struct filter *, const uint64_t *keys, size_t n, size_t *found);

/* One call of anything; *result is what it returns. */
uint64_t measure_call(size_t (*call)(void *state), void *state, size_t *result);

/* The machine itself, without a filter. */

/* n multiply-adds that each wait for the last one's result. */
uint64_t measure_adds(size_t n);
/* n loads from line `from` along a ring of 64-byte lines, each of which begins with the 32-bit number of the next. */
uint64_t measure_ring(const void *ring, size_t from, size_t n);
/* The hash of every key, alone. */
uint64_t measure_hash(const struct hash *, const uint64_t *keys, size_t n);

/* The ceilings of ceiling.h. */
struct ceiling_slice {
	enum ceiling_style style;
	uint64_t ops, ns;
};
/* Passes over the ground's next keys, until they have taken so long. */
struct ceiling_slice measure_ceiling(struct ceiling_memory *, enum ceiling, enum ceiling_style, uint64_t least_ns);
/* The fastest of the styles there are, each given so long: what to compare with that is measured in the same round. */
struct ceiling_slice measure_ceiling_best(struct ceiling_memory *, enum ceiling, uint64_t least_ns);

#endif
