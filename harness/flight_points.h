/* SPDX-License-Identifier: MIT */
/*
 * flight_points.h - from the rounds of program_flight: what more keys in flight gain, and from how many on they gain no more.
 *
 *      samples        192MiB   cf, ceiling-2, ...   1, 2, 4 ... 128   lookup          and own, at 0: the filter's own loop
 *
 *      points added      "            "                    "          speed_up        over one in flight
 *                        "            "                    0          enough          keys in flight from which on it has 90 % of its greatest rate
 *                        "            "                    0          own_in_flight   keys in flight with which it has its own loop's rate
 *
 *      rate  |          .----- greatest                 Both are read off the line through the points, on logarithmic axes,
 *            |     - - /- - - - 90 %                    of each round by itself; told is the median with its interval.
 *            |      .' |
 *            |   .'    '-- enough
 *            '------------- in flight
 */
#ifndef CUCKOOBENCH_FLIGHT_POINTS_H
#define CUCKOOBENCH_FLIGHT_POINTS_H

#include "harness/samples.h"

/* Adds them to the points of the experiment called `exp`. */
void flight_points(const char *exp, const struct samples *, struct points *);
/* Where a line through rate[i] at 2^i, i < n, first comes to `wanted`: 2^0 if it begins above, NaN if it never does. */
double flight_reaches(const double *rate, size_t n, double wanted);

#endif
