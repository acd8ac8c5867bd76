/* SPDX-License-Identifier: MIT */
/* turns.h - the values of several lines turn by turn: in which processes and rounds they were measured. */
#ifndef CUCKOOBENCH_TURNS_H
#define CUCKOOBENCH_TURNS_H

#include "harness/analysis/reduce.h"
#include "harness/analysis/run_data.h"

/* The turns of one series, in their order. */
struct turns {
	size_t n;
	uint64_t *at;
};

/* Nanoseconds an operation, of a sample of operations in nanoseconds. */
double turns_ns(const struct sample *);
/* The caller frees turns.at. */
struct turns turns_of(struct samples_at);
/* Returns the values in these turns, NaN where there is none. The caller frees them. */
double *turns_read(const struct turns *, struct samples_at, double (*of)(const struct sample *));
/* The same of what is measured once a process: each turn has the value of its process. */
double *turns_read_once(const struct turns *, struct samples_at, double (*of)(const struct sample *));

/* What a point is called. */
struct turns_place {
	const char *panel, *series, *metric, *unit;
	double x;
};

/* Adds the median of the finite values of these turns as a point, if they are more than `fewest`. Returns it, until
 * another is added; NULL: there is none. */
struct point *turns_add(struct points *, const struct turns_place *, const struct turns *, const double *value,
                        size_t fewest);
/* Adds the ratio of one series to another, taken in the turns of the first; nothing if they have none in common. */
void turns_add_ratios(struct points *, const struct turns_place *, struct samples_at, struct samples_at over);

#endif
