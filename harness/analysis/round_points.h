/* SPDX-License-Identifier: MIT */
/*
 * round_points.h - points that compare values measured in one round, and so within a second of each other. Each is the
 * median over the rounds of a process, and then over the processes, with its interval (per_process).
 *
 * over_best divides the rate of each lookup implementation by the best rate on the same table: is any slower than a
 * simpler one?
 *
 *      samples        cf12_p0   cf, cf-batch ...   KiB   lookup
 *      points added      "              "               "    over_best
 *
 * The best at a place is the one with the greatest median there; its own value is 1. The greatest rate of each round
 * would be higher than every implementation's own. If several are equally fast, it picks the lucky one of that round.
 * Two kinds are compared but are never the best: implementations that need millions of keys per call, and controls.
 * Nobody would choose them for keys that arrive one after another.
 *
 * over_panel divides each value of one panel by that of another one, which was measured in the same round.
 *
 * flight_points finds, from the rounds of program_flight, how much more keys in flight gain, and beyond which number
 * they gain nothing.
 *
 *      samples        192MiB   cf, ceiling-2 ...   1, 2 ... 128   lookup
 *                                                  0              own             the filter's own loop
 *      points added                                1, 2 ... 128   speed_up        over one in flight
 *                                                  0              enough          number in flight for 90 % of the
 *                                                                                 greatest rate
 *                                                  0              own_in_flight   number in flight for the rate of
 *                                                                                 its own loop
 *
 *      rate  |          .----- greatest        The last two are interpolated on the line through
 *            |     - - /- - - - 90 %           the points, with logarithmic axes, separately in
 *            |      .' |                       each round. The point is the median over the rounds
 *            |   .'    '-- enough              with its interval.
 *            '------------- in flight
 *
 * overhead_map makes from the rounds of program_map the map of Lang et al.: over n and t_w, which filter costs least
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
 * These are of filters that insert. Where some were timed that are built once (FILTER_STATIC), they have a map with
 * those that insert, and a comparison with them:
 *
 *      points added   map_all_p0  as map_p0, of all
 *                     gain_p0   n=61440      t_w inserting_over_static  the least overhead of one that inserts over
 *                                                                       that of one that is built once
 *
 * Ratios are taken within rounds. Their intervals have a level of 95 %.
 */
#ifndef CUCKOOBENCH_ROUND_POINTS_H
#define CUCKOOBENCH_ROUND_POINTS_H

#include "harness/analysis/run_data.h"

/* The map's range of t_w in ns: from the arithmetic for one key to the work of one second. */
#define OVERHEAD_MAP_LEAST 1.0
#define OVERHEAD_MAP_MOST 1e9

/* Which points over_panel adds: each value of `metric` in `panel` over that in `under`, `called` so, in `panel`. */
struct panels {
	const char *panel, *under, *metric, *called;
};

/* The filter of a series "cf-avx512:f12" or "cf-avx512"; NULL: there is none. */
const struct filter_ops *series_filter(const char *series);
/* These add their points to those of the experiment `exp`. */
void over_best(const struct run_data *, const char *exp, struct points *);
void over_panel(const struct run_data *, const char *exp, struct points *, const struct panels *);
void flight_points(const struct run_data *, const char *exp, struct points *);
void overhead_map(const struct run_data *, const char *exp, struct points *);
/* Finds where the line through rate[i] at 2^i, i < n, first reaches `wanted`. Returns 2^0 if it starts above, NaN if it
 * never reaches it. */
double flight_reaches(const double *rate, size_t n, double wanted);

#endif
