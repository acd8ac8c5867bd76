/* SPDX-License-Identifier: MIT */
/* over_best.c - see over_best.h. */
#include "harness/analysis/over_best.h"

#include "harness/analysis/reduce.h"
#include "harness/timing/contestant.h"

#include <string.h>

static const char metric[] = "lookup";

static bool
is_look_up(const struct point *p)
{
	return strcmp(p->metric, metric) == 0 && filter_find(p->series);
}

static bool
may_be_best(const struct filter_ops *ops)
{
	return !contestant_is_bulk(ops) && !(ops->caps & FILTER_CONTROL);
}

static bool
same_place(const struct point *p, const struct point *q)
{
	return p->x == q->x && strcmp(p->panel, q->panel) == 0;
}

/* Index of the best point at the place of p, among the first `count` points; `count` if there is none. */
static size_t
best_at(const struct points *points, size_t count, const struct point *p)
{
	size_t best = count;

	for (size_t i = 0; i < count; i++) {
		const struct point *q = &points->at[i];

		if (is_look_up(q) && same_place(p, q) && may_be_best(filter_find(q->series)) &&
		    (best == count || q->median > points->at[best].median))
			best = i;
	}
	return best;
}

void
over_best(const struct run_data *d, const char *exp, struct points *points)
{
	const size_t count = points->count; /* the original count, because points_add moves and adds points */

	for (size_t i = 0; i < count; i++) {
		const struct point p = points->at[i];
		double value[ROUNDS_MOST], of[ROUNDS_MOST];
		size_t best;

		if (!is_look_up(&p) || (best = best_at(points, count, &p)) == count)
			continue;
		rounds_read(d, exp, p.panel, p.series, metric, p.x, value);
		rounds_read(d, exp, p.panel, points->at[best].series, metric, p.x, of);
		for (size_t round = 0; round < ROUNDS_MOST; round++)
			value[round] /= of[round];
		rounds_add(points, p.panel, p.series, p.x, "over_best", "ratio", value);
	}
}
