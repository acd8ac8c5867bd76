/* SPDX-License-Identifier: MIT */
/*
 * points.h - the reduced data: one CSV a figure, in DIR/results/ID.csv, with the columns
 *
 *      panel,series,x,metric,unit,n,median,lo,hi,mean,min,max
 *
 * RFC 4180 without quoting (names hold no comma), `.` as decimal point, NaN for what is not known.
 */
#ifndef CUCKOOBENCH_POINTS_H
#define CUCKOOBENCH_POINTS_H

#include "harness/plan/experiment.h"

#include <stdio.h>

void points_free(struct points *);
/* By panel, series, metric and x: a line is drawn in this order. */
void points_sort(struct points *);
/* Writes the CSV. 0, or -1 with errno. */
int points_write(const struct points *, FILE *);
/* Reads a CSV written by points_write. 0; or -1 with a one-line reason naming path and line in why[200]. */
int points_read(const char *path, struct points *, char why[200]);

#endif
