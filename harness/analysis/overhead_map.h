/* SPDX-License-Identifier: MIT */
/*
 * overhead_map.h - from the rounds of program_map to the map of Lang et al.: over n and t_w, which filter costs least
 * (overhead.h).
 *
 *      samples        p0     cf-avx512:f12   n   lookup, fpr         panels p0, p50: the share of present keys
 *
 *      points added   map_p0    "            n   from      the t_w at which it starts to cost least, its min, and that
 *                                                          at which another filter takes over, its max
 *                                                margin    the next best filter's overhead over its own, at the
 *                                                          geometric mean of min and max
 *                     best_p0   "            t_w n=61440   its overhead, where it costs least
 *                     gain_p0   n=61440      t_w bloom_over_cuckoo   the least overhead of a Bloom filter over that of
 *                                                                    a cuckoo filter
 *
 * Ratios are taken within rounds. Their intervals have a level of 95 %.
 */
#ifndef CUCKOOBENCH_OVERHEAD_MAP_H
#define CUCKOOBENCH_OVERHEAD_MAP_H

#include "harness/analysis/run_data.h"

/* The map's range of t_w in ns: from the arithmetic for one key to the work of one second. */
#define OVERHEAD_MAP_LEAST 1.0
#define OVERHEAD_MAP_MOST 1e9

/* Adds these points to those of the experiment `exp`. */
void overhead_map(const struct run_data *, const char *exp, struct points *);

#endif
