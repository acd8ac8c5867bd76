/* SPDX-License-Identifier: MIT */
/*
 * overhead_map.h - from the rounds of program_map to the map of Lang et al.: over n and t_w, which filter costs least
 * (overhead.h).
 *
 *      samples        p0     cf-avx512:f12   n   lookup, fpr              panels p0, p50: the share of present keys
 *
 *      points added   map_p0    "            n   from       the t_w from which it costs least, its min, to that where another does, its max
 *                                                margin     the next best filter's overhead over its own half-way between (as a ratio)
 *                     best_p0   "            t_w n=61440    its overhead where it costs least
 *                     gain_p0   n=61440      t_w bloom_over_cuckoo   the least overhead of a Bloom filter over that of a cuckoo filter
 *
 * Ratios are of rounds, with their interval, 95 %.
 */
#ifndef CUCKOOBENCH_OVERHEAD_MAP_H
#define CUCKOOBENCH_OVERHEAD_MAP_H

#include "harness/run/samples.h"

/* The map's t_w: a key's worth of arithmetic to a second's work. */
#define OVERHEAD_MAP_LEAST 1.0
#define OVERHEAD_MAP_MOST 1e9

/* Adds them to the points of the experiment called `exp`. */
void overhead_map(const char *exp, const struct samples *, struct points *);

#endif
