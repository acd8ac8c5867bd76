/* SPDX-License-Identifier: MIT */
/* reduce.h - from raw samples to points: DIR/samples.csv -> DIR/results/ID.csv. A pure function of the samples. */
#ifndef CUCKOOBENCH_REDUCE_H
#define CUCKOOBENCH_REDUCE_H

#include "harness/run/samples.h"

/*
 * The points of one experiment, computed ones included. Beside each rate that has a ceiling stands a point
 * "of_ceiling": the median over the repetitions that have both, of the rate over its ceiling there, with its interval.
 */
void reduce_experiment(const struct experiment *, const struct samples *, enum scale, struct points *);
/* What results/ID.csv must hold, byte for byte, to be freed; NULL if the experiment has no points. */
char *reduce_text(const struct experiment *, const struct samples *, enum scale, size_t *length);
/* Writes the CSV of every experiment that has samples. 0, or -1 after one line on stderr. */
int reduce_run(const char *dir, enum scale);

#endif
