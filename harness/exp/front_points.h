/* SPDX-License-Identifier: MIT */
/*
 * front_points.h - points of the Pareto front, bits a key against nanoseconds a key (front.h), from the rounds of
 * program_field: for each rate of the largest number of keys that has filters of that rate.
 *
 *      2^-7.5  2^-8  2^-8.5       2^-11.5  2^-12  2^-12.5       half a bit either way is at a rate; what is between two
 *       |--------------|    cf:f12    |---------------|         rates is compared with nothing, and named
 *
 *      samples        rounds      cf:f11   n      bits_per_key, fpr, lookup_0, best_0, build ...
 *
 *      points added   best_0_8     "     n      bits_per_key, fpr
 *                                               over_log2  bits over log2(1 / fpr)
 *                                               ns         the median over the rounds of a process, and then over the
 *                                                          processes, with its interval
 *                                               on_front   the share of processes in which it is on the front
 *                                               processes  their number
 *                                               behind     its ns over those of the fastest that takes no more bits,
 *                                                          in the same rounds, with its interval
 *                                               behind_alike  of those that can do what it can: delete, insert
 *                                               deletes, static    what it can do
 *                drawn_best_0_8    "     bits   front      ns again, if it is there in most processes; otherwise:
 *                                               dominated
 *                apart             "     n      bits_per_key, fpr, over_log2   of a filter that is at no rate
 *
 * No two filters at a rate err equally often. So bits are compared over log2(1 / fpr), the bits that a filter of this
 * rate needs, and drawn as that many times the rate's own: what the filter would take at 2^-8.
 */
#ifndef CUCKOOBENCH_FRONT_POINTS_H
#define CUCKOOBENCH_FRONT_POINTS_H

#include "harness/analysis/run_data.h"

void front_points(const struct run_data *, const char *exp, struct points *);
/* The k of the rate 2^-k, 8, 12 or 16, that this one is within half a bit of; 0: of none. */
unsigned front_rate(double fpr);

#endif
