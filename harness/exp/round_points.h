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
 * Ratios are taken within rounds. Their intervals have a level of 95 %.
 */
#ifndef CUCKOOBENCH_ROUND_POINTS_H
#define CUCKOOBENCH_ROUND_POINTS_H

#include "harness/analysis/run_data.h"

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
/* Finds where the line through rate[i] at 2^i, i < n, first reaches `wanted`. Returns 2^0 if it starts above, NaN if it
 * never reaches it. */
double flight_reaches(const double *rate, size_t n, double wanted);

#endif
