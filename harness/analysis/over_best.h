/* SPDX-License-Identifier: MIT */
/*
 * over_best.h - from the rounds of lookups of one table, each lookup's rate over that of the best: is any slower
 * than a simpler one?
 *
 *      samples        cf12_p0   cf, cf-batch ...   KiB   lookup
 *      points added      "              "               "    over_best    the median over the rounds
 *
 * The best of a place is the one with the greatest median there, which is then 1. The greatest of each round would be
 * above all of them where several are equal: whoever was lucky in that round. Those that want millions of keys a call,
 * and controls, are compared, but are not the best: nobody would choose them for keys that come one after the other.
 */
#ifndef CUCKOOBENCH_OVER_BEST_H
#define CUCKOOBENCH_OVER_BEST_H

#include "harness/run/samples.h"

/* Adds them to the points of the experiment called `exp`. */
void over_best(const char *exp, const struct samples *, struct points *);

#endif
