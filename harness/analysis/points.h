/* SPDX-License-Identifier: MIT */
/*
 * points.h - the reduced data: one CSV per figure, in DIR/results/ID.csv, with the columns
 *
 *      panel,series,x,metric,unit,n,median,lo,hi,mean,min,max
 *
 * The format is RFC 4180 without quoting, because names contain no comma. The decimal point is `.`; an unknown value is
 * NaN.
 */
#ifndef CUCKOOBENCH_POINTS_H
#define CUCKOOBENCH_POINTS_H

#include "harness/base/failure.h"
#include "harness/plan/experiment.h"

#include <stdio.h>

void points_free(struct points *);
/* Are two x the same but for their last digits? */
bool same_x(double a, double b);
/* Adds a point that summarises n >= 1 values, and sorts them. */
struct point *points_add_summary(struct points *, const char *panel, const char *series, double x, const char *metric,
                                 const char *unit, double *values, size_t n);
/* Sorts by panel, series, metric and x: a line is drawn in this order. */
void points_sort(struct points *);
/* Rounds all numbers to the digits that the CSV has. */
void points_round(struct points *);
/* Writes the CSV. Returns 0, or -1 with errno. */
int points_write(const struct points *, FILE *);
/* Reads a CSV written by points_write. A failure names path and line. */
int points_read(const char *path, struct points *, struct failure *);

#endif
