/* SPDX-License-Identifier: MIT */
/*
 * store_points.h - what a filter in front of a store costs, beside what Lang et al. predict: its lookup t_l, and the
 * store's work t_w for each absent key that it lets through and for each present one. Everything is computed round by
 * round, then as per_process.
 *
 *      samples        p0, p50         cf:f12   n   lookup       of the filter alone: t_l
 *                                                  in_front     of the store behind it
 *                                                  let_through  absent keys that it let through in that slice, e
 *                     p0, p50, p100   store    n   lookup       of the store alone; t_w of absent keys is p0's, of
 *                                                               present ones p100's
 *
 *      points added   p0, p50, p100   store    n   t_w             ns
 *                     p0, p50         cf:f12   n   t_l, measured   ns
 *                                                  predicted       t_l + p t_w(present) + (1 - p) e t_w(absent), ns
 *                                                  over_predicted  measured over predicted
 *                                                  gain            the store alone over measured, at the same p
 *                     p0               "       n   t_w_behind      (measured - t_l) / e, ns: what a false positive
 *                                                                  takes behind this filter, if that can be told
 *                     p0, p50          "       n   regret          where the prediction is least of all: measured over
 *                                                                  the least measured
 *
 * A filter that was measured in a process of its own had a store of its own there, "store:NAME" for "NAME:own". It is
 * not one of those from which the best is chosen.
 */
#ifndef CUCKOOBENCH_STORE_POINTS_H
#define CUCKOOBENCH_STORE_POINTS_H

#include "harness/analysis/run_data.h"

/* What a lookup takes by prediction, of a filter that takes t_l and lets this share of absent keys through. */
static inline double
store_predicted(double t_l, double let_through, double present, double t_w_present, double t_w_absent)
{
	return t_l + present * t_w_present + (1 - present) * let_through * t_w_absent;
}

/* Adds the points to those of the experiment `exp`. */
void store_points(const struct run_data *, const char *exp, struct points *);

#endif
