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

/* The distinct names along an axis, each by the first of the points that have it. */
struct pivot_axis {
	enum table_axis kind; /* TABLE_NONE: panels */
	const struct point **at;
	size_t count;
};

enum pivot_which { PIVOT_PANEL, PIVOT_REST, PIVOT_ROW, PIVOT_COLUMN, PIVOT_AXES };

struct pivot {
	const struct experiment *experiment;
	const struct published *printed;
	const char *keys;     /* the user's own, if the experiment uses some (manifest_keys_of); else "" */
	struct points points; /* without those of panels that only figures show; owns the names */
	struct pivot_axis axis[PIVOT_AXES];
};

/* One cell, or several with PIVOT_ANY: the index on each axis. */
struct pivot_place {
	size_t at[PIVOT_AXES];
};
#define PIVOT_ANY ((size_t)-1)
#define PIVOT_ALL ((struct pivot_place){{PIVOT_ANY, PIVOT_ANY, PIVOT_ANY, PIVOT_ANY}})

/* The experiment must have axes. Series come in the order of the registry, metrics as they are printed, if it has no
 * order of its own. */
void pivot_make(struct pivot *, const struct experiment *, const struct points *, const struct published *,
                const char *keys);
void pivot_free(struct pivot *);

/* The point there, or the first one with PIVOT_ANY; NULL if there is none. */
const struct point *pivot_point(const struct pivot *, struct pivot_place);
/* Goes on to the next place along the axis that has points: to the first one from PIVOT_ANY, where it ends with false.
 * All rows of a table have the same columns. */
bool pivot_next(const struct pivot *, struct pivot_place *, enum pivot_which);
/* The next value that the paper prints for that cell; begin with NULL. */
const struct published_value *pivot_printed(const struct pivot *, struct pivot_place,
                                            const struct published_value *after);

/* "ss-CF", "fpr (%)" or "0.25": the name along an axis. */
const char *pivot_label(char text[FORMAT_TEXT], const struct pivot *, struct pivot_place, enum pivot_which);
/* The kind of names of the rows: "filter", "series", "measure", "x". */
const char *pivot_kind(const struct pivot *);
/* "(a) lookup (Mops/s)"; "" if there is only one table. */
const char *pivot_caption(char text[FORMAT_TEXT], const struct pivot *, struct pivot_place table);

#endif
