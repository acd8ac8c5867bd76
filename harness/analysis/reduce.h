/* SPDX-License-Identifier: MIT */
/* reduce.h - reduces raw samples to points: DIR/samples.csv -> DIR/results/ID.csv. A pure function of the samples. */
#ifndef CUCKOOBENCH_REDUCE_H
#define CUCKOOBENCH_REDUCE_H

#include "harness/analysis/run_data.h"

/*
 * Computes the points of one experiment, computed ones included. Each rate that has a ceiling gets a second point,
 * "of_ceiling". It is the median, with its interval, of rate / ceiling over the repetitions that have both.
 */
void reduce_experiment(const struct run_data *, const struct experiment *, struct points *);
/* Returns the exact bytes that results/ID.csv must contain, which the caller frees; NULL if the experiment has no
 * points. */
char *reduce_text(const struct run_data *, const struct experiment *, size_t *length);
/* Writes the CSV of every experiment that has samples. */
int reduce_run(const struct run_data *, struct failure *);

/* More rounds than any scale has; further rounds are ignored. */
enum { ROUNDS_MOST = 256 };
/* Fills value[round] for points that compare values measured in one round, NaN where there is none. Returns the number
 * of rounds that have a value. */
size_t rounds_read(const struct run_data *, const char *exp, const char *panel, const char *series, const char *metric,
                   double x, double value[ROUNDS_MOST]);
/* Adds the median of the finite values as a point; adds nothing if there are none. */
void rounds_add(struct points *, const char *panel, const char *series, double x, const char *metric, const char *unit,
                const double value[ROUNDS_MOST]);

#endif
