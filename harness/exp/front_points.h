/* SPDX-License-Identifier: MIT */
/*
 * front_points.h - points of the Pareto front, bits a key against nanoseconds a key (front.h), from the rounds of
 * program_field: for each rate of the largest number of keys that has filters of that rate.
 *
 *      samples        rounds    cf:f12   n      bits_per_key, fpr, lookup_0, best_0, build ...
 *
 *      points added   best_0_8     "     n      bits_per_key, fpr
 *                                               ns         the median over the rounds of a process, and then over the
 *                                                          processes, with its interval
 *                                               on_front   the share of rounds in which it is on the front
 *                                               rounds     their number
 *                                               deletes, static    what it can do
 *                drawn_best_0_8    "     bits   front      ns again, if it is there in most rounds; otherwise:
 *                                               dominated
 *
 * Those of a panel have about the same rate, 2^-8, 2^-12 or 2^-16: the nearest to the rate that was measured. Beyond
 * 2^-6 and 2^-18 there is none.
 */
#ifndef CUCKOOBENCH_FRONT_POINTS_H
#define CUCKOOBENCH_FRONT_POINTS_H

#include "harness/analysis/run_data.h"

void front_points(const struct run_data *, const char *exp, struct points *);
/* The k of the nearest rate 2^-k; 0: none is near. */
unsigned front_rate(double fpr);

#endif
