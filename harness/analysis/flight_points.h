/* SPDX-License-Identifier: MIT */
/*
 * flight_points.h - from the rounds of program_flight: what more keys in flight gain, and from how many on they gain
 * no more.
 *
 *      samples        192MiB   cf, ceiling-2 ...   1, 2 ... 128   lookup
 *                                                  0              own             the filter's own loop
 *      points added                                1, 2 ... 128   speed_up        over one in flight
 *                                                  0              enough          with so many it has 90 % of its most
 *                                                  0              own_in_flight   with so many, its own loop's rate
 *
 *      rate  |          .----- greatest        Both are read off the line through the points, on
 *            |     - - /- - - - 90 %           logarithmic axes, of each round by itself; told is
 *            |      .' |                       the median with its interval.
 *            |   .'    '-- enough
 *            '------------- in flight
 */
#ifndef CUCKOOBENCH_FLIGHT_POINTS_H
#define CUCKOOBENCH_FLIGHT_POINTS_H

#include "harness/run/samples.h"

/* Adds them to the points of the experiment called `exp`. */
void flight_points(const char *exp, const struct samples *, struct points *);
/* Where a line through rate[i] at 2^i, i < n, first comes to `wanted`: 2^0 if it begins above, NaN if it never does. */
double flight_reaches(const double *rate, size_t n, double wanted);

#endif
