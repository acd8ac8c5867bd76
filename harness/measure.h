/* SPDX-License-Identifier: MIT */
/*
 * measure.h - the only place that reads a clock: how long a filter takes for many single operations.
 *
 * Keys go in batches of MEASURE_BATCH through one indirect call each, which measures no slower than inlined
 * code. Each function returns nanoseconds, at least 1.
 */
#ifndef CUCKOOBENCH_MEASURE_H
#define CUCKOOBENCH_MEASURE_H

#include "core/filter.h"

enum { MEASURE_BATCH = 256 };

/* A monotonic clock, for durations. */
uint64_t clock_ns(void);

/* Inserts until all are in or one is refused; *accepted says how many went in. */
uint64_t measure_insert(struct filter *, const uint64_t *keys, size_t n, size_t *accepted);
/* *hits: how many were reported present. */
uint64_t measure_contains(const struct filter *, const uint64_t *keys, size_t n, size_t *hits);
/* *found: how many were removed. */
uint64_t measure_remove(struct filter *, const uint64_t *keys, size_t n, size_t *found);

#endif
