/* SPDX-License-Identifier: MIT */
/*
 * pivot.h - the points of an experiment laid out as its printed table.
 *
 * A point has four names: panel, series, x, metric. The experiment says which of the last three makes the rows and
 * which the columns; every panel, and every value of the third, the *rest*, is a table of its own.
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
	const char **name; /* of a series or metric */
	double *x;
	size_t count;
};

struct pivot {
	const struct experiment *experiment;
	const struct published *printed;
	const char *keys;     /* the run's own, where the experiment takes some (manifest_own_keys); else "" */
	struct points points; /* without those of the panels "ceiling" and "ecdf"; own the names */
	struct pivot_axis rows, columns, rest;
	const char **panel;
	size_t panels;
	const struct point **at; /* [panel][rest][row][column] */
};

/* One cell, or with PIVOT_ANY several. */
struct pivot_place {
	size_t panel, rest, row, column;
};
#define PIVOT_ANY ((size_t)-1)

/* The experiment must have axes. Series come in the order of format_series_of, metrics as they are printed. */
void pivot_make(struct pivot *, const struct experiment *, const struct points *, const struct published *,
                const char *keys);
void pivot_free(struct pivot *);

/* The point there, or with PIVOT_ANY the first; NULL if there is none. */
const struct point *pivot_point(const struct pivot *, struct pivot_place);
/* The next value printed for that cell; begin with NULL. */
const struct published_value *pivot_printed(const struct pivot *, struct pivot_place,
                                            const struct published_value *after);

/* "ss-CF", "fpr (%)" or "0.25" */
const char *pivot_label(char text[FORMAT_TEXT], const struct pivot *, const struct pivot_axis *, size_t i);
/* What the names along an axis are: "filter", "series", "measure", "x". */
const char *pivot_kind(const struct experiment *, const struct pivot_axis *);
/* "(a) lookup (Mops/s)"; "" if there is nothing to tell this table from. */
const char *pivot_caption(char text[FORMAT_TEXT], const struct pivot *, size_t panel, size_t rest);

#endif
