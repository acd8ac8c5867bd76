/* SPDX-License-Identifier: MIT */
/*
 * flight_points.h - from the rounds of program_flight: how much more keys in flight gain, and beyond which number they
 * gain nothing.
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
 */
#ifndef CUCKOOBENCH_FLIGHT_POINTS_H
#define CUCKOOBENCH_FLIGHT_POINTS_H

#include "harness/analysis/run_data.h"

/* Adds these points to those of the experiment `exp`. */
void flight_points(const struct run_data *, const char *exp, struct points *);
/* Finds where the line through rate[i] at 2^i, i < n, first reaches `wanted`. Returns 2^0 if it starts above, NaN if it
 * never reaches it. */
double flight_reaches(const double *rate, size_t n, double wanted);

#endif
