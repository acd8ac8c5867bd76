/* SPDX-License-Identifier: MIT */
/*
 * pivot.h - the points of an experiment in the layout of its printed table.
 *
 * A point has four names: panel, series, x, metric. The experiment states which of the last three makes the rows and
 * which the columns. Every panel, and every value of the third, the *rest*, is a table of its own.
 *
 *      T3: rows metric, columns series          cf    ss-cf   bf ...
 *          rest x = 0: one table         items  .       .     .
 *                                        fpr    .       .     .
 */
#ifndef CUCKOOBENCH_PIVOT_H
#define CUCKOOBENCH_PIVOT_H

#include "harness/report/format.h"

struct pivot_axis {
	enum table_axis kind;
	const char **name; /* for series or metric */
	double *x;
	size_t count;
};

struct pivot {
	const struct experiment *experiment;
	const struct published *printed;
	const char *keys;     /* the user's own, if the experiment uses some (manifest_keys_of); else "" */
	struct points points; /* without those of the panels "ceiling" and "ecdf"; owns the names */
	struct pivot_axis rows, columns, rest;
	const char **panel;
	size_t panels;
	const struct point **at; /* [panel][rest][row][column] */
};

/* One cell, or several with PIVOT_ANY. */
struct pivot_place {
	size_t panel, rest, row, column;
};
#define PIVOT_ANY ((size_t)-1)

/* The experiment must have axes. Series come in the order of points_series, metrics as they are printed. */
void pivot_make(struct pivot *, const struct experiment *, const struct points *, const struct published *,
                const char *keys);
void pivot_free(struct pivot *);

/* The point there, or the first one with PIVOT_ANY; NULL if there is none. */
const struct point *pivot_point(const struct pivot *, struct pivot_place);
/* The next value that the paper prints for that cell; begin with NULL. */
const struct published_value *pivot_printed(const struct pivot *, struct pivot_place,
                                            const struct published_value *after);

/* "ss-CF", "fpr (%)" or "0.25" */
const char *pivot_label(char text[FORMAT_TEXT], const struct pivot *, const struct pivot_axis *, size_t i);
/* The kind of names along an axis: "filter", "series", "measure", "x". */
const char *pivot_kind(const struct experiment *, const struct pivot_axis *);
/* "(a) lookup (Mops/s)"; "" if there is only one table. */
const char *pivot_caption(char text[FORMAT_TEXT], const struct pivot *, size_t panel, size_t rest);

#endif
