/* SPDX-License-Identifier: MIT */
/*
 * reduce.h - reduces raw samples to points, a pure function of the samples, and writes them: one CSV per figure, in
 * DIR/results/ID.csv, with the columns
 *
 *      panel,series,x,metric,unit,n,median,lo,hi,mean,min,max
 *
 * The format is RFC 4180 without quoting, because names contain no comma. The decimal point is `.`; an unknown value is
 * NaN.
 */
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
/* Writes DIR/results/ID.csv of every experiment that has samples. */
int reduce_run(const struct run_data *, const char *dir, struct failure *);

/* --- points ----------------------------------------------------------------------------------------------- */

void points_free(struct points *);
/* Are two x the same but for their last digits? */
bool same_x(double a, double b);
/* Adds a point that summarises n >= 1 values, of these turns, by process (per_process). timed: they are from a clock,
 * so that the interval is also Student's (stats_interval). Sorts them. */
struct point *points_add_summary(struct points *, const char *panel, const char *series, double x, const char *metric,
                                 const char *unit, double *values, const uint64_t *turn, size_t n, bool timed);
/* The mean of the means of a line over its x >= from, whatever the panel; NaN if there are none. */
double points_mean(const struct points *, const char *series, const char *metric, double from);
/* The distinct series: filters in the order of the registry, then others in the order of the points. The caller frees
 * the array. */
const char **points_series(const struct points *, size_t *count);
/* Sorts by panel, series, metric and x: a line is drawn in this order. */
void points_sort(struct points *);
/* Rounds all numbers to the digits that the CSV has. */
void points_round(struct points *);
/* Writes the CSV. Returns 0, or -1 with errno. */
int points_write(const struct points *, FILE *);

/* Appends a computed value (n = 0) and returns its point. */
struct point *points_add(struct points *, const char *panel, const char *series, double x, const char *metric,
                         const char *unit, double value);
/* Returns the point, or NULL if there is none. */
struct point *points_find(struct points *, const char *panel, const char *series, double x, const char *metric);

#endif
