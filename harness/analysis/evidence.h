/* SPDX-License-Identifier: MIT */
/*
 * evidence.h - the samples of a run, as the predicate of a claim queries them.
 *
 *      evidence   the samples, sorted; one for all claims of a run
 *      judge      one claim's use of them: values a repetition, ratios run by run, pooled counts, what is missing
 */
#ifndef CUCKOOBENCH_EVIDENCE_H
#define CUCKOOBENCH_EVIDENCE_H

#include "harness/analysis/judge_values.h"
#include "harness/run/samples.h"

/* The samples of a run, sorted for lookup. Points are reduced when they are first requested. */
struct evidence *evidence_make(const struct samples *, enum scale); /* NULL: out of memory */
void evidence_free(struct evidence *);
/* The reduced point, or NULL. */
const struct point *evidence_point(struct evidence *, const char *exp, const char *panel, const char *series, double x,
                                   const char *metric);

enum scale judge_scale_of(const struct judge *);
/* Are there samples? A query does not mark anything as missing. */
bool judge_has(struct judge *, const char *exp, const char *panel, const char *series, double x, const char *metric);
/* The value of every repetition, from its last attempt. Absent data are marked as missing. */
struct runs judge_runs(struct judge *, const char *exp, const char *panel, const char *series, double x,
                       const char *metric);
/* Applies of(values, count, context) to each repetition that all inputs have; omits results that are not finite. */
struct runs judge_combine(struct judge *, const struct runs *in, size_t count,
                          double (*of)(const double *v, size_t count, const void *context), const void *context);
/* For judge_combine: the mean of the inputs. */
double judge_mean_of(const double *v, size_t count, const void *context);
struct runs judge_ratio(struct judge *, struct runs a, struct runs b);
/* The point that reduce_experiment computes, or NULL. Used for notes and for computed points. */
const struct point *judge_point(struct judge *, const char *exp, const char *panel, const char *series, double x,
                                const char *metric);
/* Returns the next x > after at which the line was measured; NaN at the end. */
double judge_next_x(struct judge *, const char *exp, const char *panel, const char *series, const char *metric,
                    double after);
/* The printed name of a series: "CF", "ss-CF". */
const char *judge_name(const char *series);
/* A proportion, pooled over the repetitions, with Wilson's interval. The interval is wider if the repetitions differ by
 * more than chance. */
struct value judge_rate(struct judge *, const char *exp, const char *panel, const char *series, double x,
                        const char *metric);
/* Sums the counts of all repetitions. Returns false, and marks the data as missing, if there are none. */
bool judge_counts(struct judge *, const char *exp, const char *panel, const char *series, double x, const char *metric,
                  uint64_t *num, uint64_t *den);

#endif
