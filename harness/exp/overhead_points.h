/* SPDX-License-Identifier: MIT */
/*
 * overhead_points.h - which filter costs least, from the rounds of program_map: the map of Lang et al. over n and t_w
 * (overhead.h), and what becomes of it if the build counts or memory is short.
 *
 *      samples        p0     cf-avx512:f12   n   lookup, fpr         panels p0, p50: the share of present keys
 *                                                bits_per_key, build (in p0, once a process)
 *
 *      points added   map_p0    "            n   from      the t_w at which it starts to cost least, its min, and that
 *                                                          at which another filter takes over, its max
 *                                                margin    the next best filter's overhead over its own, at the
 *                                                          geometric mean of min and max
 *                     best_p0   "            t_w n=61440   its overhead, where it costs least
 *                     gain_p0   n=61440      t_w bloom_over_cuckoo   the least overhead of a Bloom filter over that of
 *                                                                    a cuckoo filter
 *
 * These are of filters that insert. Where some were timed that are built once (FILTER_STATIC), they have a map with
 * those that insert, and a comparison with them:
 *
 *      points added   map_all_p0  as map_p0, of all
 *                     gain_p0   n=61440      t_w inserting_over_static  the least overhead of one that inserts over
 *                                                                       that of one that is built once
 *
 * Where the builds were timed, the least and the greatest n of the run have two maps more, of all filters for absent
 * keys. A table that serves few lookups is not worth a long build. So each lookup pays its share, with q lookups for
 * each key:
 *
 *      rho = t_build / q + t_l + fpr t_w          t_build: of one key, in the process of t_l
 *
 *      points added   map_served_n=61440  as map_p0, x: q
 *                     map_budget_n=61440  as map_p0, x: bits a key; of the filters that take no more
 *
 * t_build / q only moves a line upwards, and a budget only takes lines away: it is the same envelope. rho is Lang et
 * al.'s, its first term this suite's own.
 *
 * Ratios are taken within rounds. Their intervals have a level of 95 %.
 */
#ifndef CUCKOOBENCH_OVERHEAD_POINTS_H
#define CUCKOOBENCH_OVERHEAD_POINTS_H

#include "harness/analysis/run_data.h"

/* The map's range of t_w in ns: from the arithmetic for one key to the work of one second. */
#define OVERHEAD_MAP_LEAST 1.0
#define OVERHEAD_MAP_MOST 1e9

/* Adds the points to those of the experiment `exp`. */
void overhead_map(const struct run_data *, const char *exp, struct points *);

#endif
