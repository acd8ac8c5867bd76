/* SPDX-License-Identifier: MIT */
/*
 * published.h - the numbers printed in the papers: datasets/paper/printed.csv, with the columns
 *
 *      exp,panel,series,x,metric,unit,value,source
 *
 * If the sources disagree, each has a row of its own. Fields have no quotes; only a source may contain commas.
 */
#ifndef CUCKOOBENCH_PUBLISHED_H
#define CUCKOOBENCH_PUBLISHED_H

#include "harness/base/failure.h"

#include <stddef.h>

struct run_data;

struct published_value {
	const char *exp, *panel, *series, *metric, *unit, *text, *source; /* text: the value with its printed digits */
	double x, value;
};

struct published {
	char *lines; /* owns the strings */
	struct published_value *at;
	size_t count;
};

/* Reads the file. On failure there are no values. */
int published_read(struct published *, struct failure *);
void published_free(struct published *);

/* Returns the first value of an experiment after `after`, NULL at the end; start with NULL. */
const struct published_value *published_of(const struct published *, const char *exp,
                                           const struct published_value *after);
/* The same for one quantity, which several sources may print. */
const struct published_value *published_next(const struct published *, const char *exp, const char *panel,
                                             const char *series, double x, const char *metric,
                                             const struct published_value *after);

/*
 * Two different values that the sources print for one quantity (datasets/paper/printed.csv), and the value measured
 * here. `nearer` names the printed value that it is nearer to. A range's end is compared only with the same end of
 * another range. Not included are bounds, and the authors' rerun of 2016: a measurement, no statement of the sources.
 */
struct disagreement {
	const struct published_value *first, *second; /* of one quantity */
	double measured;                              /* NaN if it was not measured */
	int nearer;                                   /* 1: first, 2: second, 0: neither or not measured */
};
/* Allocates *out, which the caller frees before the run's data. */
int disagreements_make(struct disagreement **out, size_t *count, struct run_data *, struct failure *);

#endif
