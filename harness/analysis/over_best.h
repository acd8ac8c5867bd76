/* SPDX-License-Identifier: MIT */
/*
 * over_best.h - divides the rate of each lookup implementation by the best rate on the same table: is any slower than a
 * simpler one?
 *
 *      samples        cf12_p0   cf, cf-batch ...   KiB   lookup
 *      points added      "              "               "    over_best    the median over the rounds
 *
 * The best at a place is the one with the greatest median there; its own value is 1. The greatest rate of each round
 * would be higher than every implementation's own. If several are equally fast, it picks the lucky one of that round.
 * Two kinds are compared but are never the best: implementations that need millions of keys per call, and controls.
 * Nobody would choose them for keys that arrive one after another.
 */
#ifndef CUCKOOBENCH_OVER_BEST_H
#define CUCKOOBENCH_OVER_BEST_H

#include "harness/analysis/run_data.h"

/* Adds these points to those of the experiment `exp`. */
void over_best(const struct run_data *, const char *exp, struct points *);

#endif
