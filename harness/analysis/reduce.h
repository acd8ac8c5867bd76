/* SPDX-License-Identifier: MIT */
/* reduce.h - reduces raw samples to points: DIR/record.csv -> DIR/results/ID.csv. A pure function of the samples. */
#ifndef CUCKOOBENCH_REDUCE_H
#define CUCKOOBENCH_REDUCE_H

#include "harness/run/samples.h"

/*
 * Computes the points of one experiment, computed ones included. Each rate that has a ceiling gets a second point,
 * "of_ceiling". It is the median, with its interval, of rate / ceiling over the repetitions that have both.
 */
void reduce_experiment(const struct experiment *, const struct samples *, enum scale, struct points *);
/* Returns the exact bytes that results/ID.csv must contain, which the caller frees; NULL if the experiment has no
 * points. */
char *reduce_text(const struct experiment *, const struct samples *, enum scale, size_t *length);
/* Writes the CSV of every experiment that has samples. */
int reduce_run(const char *dir, const struct samples *, enum scale, struct failure *);

#endif
