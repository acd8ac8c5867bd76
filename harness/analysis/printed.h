/* SPDX-License-Identifier: MIT */
/*
 * printed.h - the numbers printed in the papers: datasets/paper/printed.csv, with the columns
 *
 *      exp,panel,series,x,metric,unit,value,source
 *
 * Where the sources disagree, each has a row of its own.
 */
#ifndef CUCKOOBENCH_PRINTED_H
#define CUCKOOBENCH_PRINTED_H

#include "harness/base/csv.h"

struct printed_value {
	const char *exp, *panel, *series, *metric, *unit, *text, *source; /* text: the value with its printed digits */
	double x, value;
};

struct printed {
	struct csv csv; /* owns the strings */
	struct printed_value *at;
	size_t count;
};

/* 0; or -1 with a one-line reason in why[200], and no values. */
int printed_read(struct printed *, char why[200]);
void printed_free(struct printed *);

/* The first value of an experiment behind `after`, NULL at the end; begin with NULL. */
const struct printed_value *printed_of(const struct printed *, const char *exp, const struct printed_value *after);
/* The same, of one number: as many values as sources print it. */
const struct printed_value *printed_next(const struct printed *, const char *exp, const char *panel, const char *series,
                                         double x, const char *metric, const struct printed_value *after);

#endif
