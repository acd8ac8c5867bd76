/* SPDX-License-Identifier: MIT */
/* pivot.c - see pivot.h. */
#include "harness/report/pivot.h"

#include "harness/analysis/reduce.h"
#include "harness/base/memory.h"
#include "harness/filters/series.h"
#include "harness/stats/stats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *
pivot_array(size_t n, size_t size)
{
	void *array = calloc(n + 1, size);

	memory_needed(array);
	return array;
}

static void
pivot_collect_x(struct pivot_axis *axis, const struct points *points)
{
	size_t n = 0;

	axis->x = pivot_array(points->count, sizeof *axis->x);
	for (size_t i = 0; i < points->count; i++)
		axis->x[i] = points->at[i].x;
	stats_sort(axis->x, points->count);
	for (size_t i = 0; i < points->count; i++)
		if (n == 0 || axis->x[i] > axis->x[n - 1])
			axis->x[n++] = axis->x[i];
	axis->count = n;
}

/* Moves the share of a ceiling to follow its rate. */
static void
pivot_place_share(struct pivot_axis *axis, const struct pivot *p)
{
	const struct point *share = format_share_of_ceiling(&p->points), *rate = NULL;
	size_t from, to;

	for (size_t i = 0; share && !rate && i < p->points.count; i++)
		if (format_has_ceiling(p->experiment, &p->points.at[i]))
			rate = &p->points.at[i];
	if (!rate)
		return;
	from = format_index(axis->name, axis->count, share->metric);
	to = format_index(axis->name, axis->count, rate->metric);
	to += from > to;
	if (from > to)
		memmove(axis->name + to + 1, axis->name + to, (from - to) * sizeof *axis->name);
	else
		memmove(axis->name + from, axis->name + from + 1, (to - from) * sizeof *axis->name);
	axis->name[to] = share->metric;
}

/* Collects the metrics: first those that the paper prints, in its order. */
static void
pivot_collect_metrics(struct pivot_axis *axis, const struct pivot *p)
{
	const struct published_value *v = NULL;

	axis->name = pivot_array(p->points.count, sizeof *axis->name);
	while ((v = published_of(p->printed, p->experiment->id, v)))
		for (size_t i = 0; i < p->points.count; i++)
			if (strcmp(p->points.at[i].metric, v->metric) == 0)
				format_add_name(axis->name, &axis->count, p->points.at[i].metric);
	for (size_t i = 0; i < p->points.count; i++)
		format_add_name(axis->name, &axis->count, p->points.at[i].metric);
	pivot_place_share(axis, p);
}

static void
pivot_collect(struct pivot_axis *axis, enum table_axis kind, const struct pivot *p)
{
	*axis = (struct pivot_axis){.kind = kind};
	if (kind == TABLE_X)
		pivot_collect_x(axis, &p->points);
	else if (kind == TABLE_METRIC)
		pivot_collect_metrics(axis, p);
	else
		axis->name = points_series(&p->points, &axis->count);
}

/* The index of a point on the axis. */
static size_t
pivot_where(const struct pivot_axis *axis, const struct point *point)
{
	size_t i = 0;

	if (axis->kind != TABLE_X)
		return format_index(axis->name, axis->count,
		                    axis->kind == TABLE_SERIES ? point->series : point->metric);
	while (i < axis->count && axis->x[i] != point->x)
		i++;
	return i;
}

static const struct point **
pivot_slot(const struct pivot *p, struct pivot_place at)
{
	return &p->at[((at.panel * p->rest.count + at.rest) * p->rows.count + at.row) * p->columns.count + at.column];
}

/* Keeps the points that a table shows. It omits ceilings, which C1 shows, and distributions, which only a figure can
 * show. */
static void
pivot_keep(struct points *kept, const struct points *points)
{
	kept->at = pivot_array(points->count, sizeof *kept->at);
	for (size_t i = 0; i < points->count; i++)
		if (strcmp(points->at[i].panel, "ceiling") != 0 && strcmp(points->at[i].panel, "ecdf") != 0)
			kept->at[kept->count++] = points->at[i];
}

void
pivot_make(struct pivot *p, const struct experiment *e, const struct points *all, const struct published *printed,
           const char *keys)
{
	const struct points *points = &p->points;

	*p = (struct pivot){.experiment = e, .printed = printed, .keys = e->keys == KEYS_OWN ? keys : ""};
	pivot_keep(&p->points, all);
	p->panel = pivot_array(points->count, sizeof *p->panel);
	for (size_t i = 0; i < points->count; i++)
		format_add_name(p->panel, &p->panels, points->at[i].panel);
	pivot_collect(&p->rows, e->rows, p);
	pivot_collect(&p->columns, e->columns, p);
	/* The three kinds are consecutive numbers, so their sum minus the other two is the third. */
	pivot_collect(&p->rest, TABLE_SERIES + TABLE_METRIC + TABLE_X - e->rows - e->columns, p);
	p->at = pivot_array(p->panels * p->rest.count * p->rows.count * p->columns.count, sizeof *p->at);
	for (size_t i = 0; i < points->count; i++) {
		const struct point *point = &points->at[i];
		struct pivot_place at = {format_index(p->panel, p->panels, point->panel), pivot_where(&p->rest, point),
		                         pivot_where(&p->rows, point), pivot_where(&p->columns, point)};

		if (at.rest < p->rest.count && at.row < p->rows.count && at.column < p->columns.count)
			*pivot_slot(p, at) = point;
	}
}

static void
pivot_free_axis(struct pivot_axis *axis)
{
	free(axis->name);
	free(axis->x);
}

void
pivot_free(struct pivot *p)
{
	pivot_free_axis(&p->rows);
	pivot_free_axis(&p->columns);
	pivot_free_axis(&p->rest);
	free(p->panel);
	free(p->points.at);
	free(p->at);
	*p = (struct pivot){0};
}

const struct point *
pivot_point(const struct pivot *p, struct pivot_place at)
{
	size_t row = at.row == PIVOT_ANY ? 0 : at.row, last_row = at.row == PIVOT_ANY ? p->rows.count : at.row + 1;
	size_t last_column = at.column == PIVOT_ANY ? p->columns.count : at.column + 1;

	for (; row < last_row; row++)
		for (size_t column = at.column == PIVOT_ANY ? 0 : at.column; column < last_column; column++) {
			struct pivot_place one = {at.panel, at.rest, row, column};

			if (*pivot_slot(p, one))
				return *pivot_slot(p, one);
		}
	return NULL;
}

static const struct pivot_axis *
pivot_axis_of(const struct pivot *p, struct pivot_place at, enum table_axis kind, size_t *i)
{
	*i = p->rows.kind == kind ? at.row : p->columns.kind == kind ? at.column : at.rest;
	return p->rows.kind == kind ? &p->rows : p->columns.kind == kind ? &p->columns : &p->rest;
}

const struct published_value *
pivot_printed(const struct pivot *p, struct pivot_place at, const struct published_value *after)
{
	size_t s, x, m;
	const struct pivot_axis *series = pivot_axis_of(p, at, TABLE_SERIES, &s);
	const struct pivot_axis *metric = pivot_axis_of(p, at, TABLE_METRIC, &m);
	const struct pivot_axis *xs = pivot_axis_of(p, at, TABLE_X, &x);

	return published_next(p->printed, p->experiment->id, p->panel[at.panel], series->name[s], xs->x[x],
	                      metric->name[m], after);
}

const char *
pivot_label(char text[FORMAT_TEXT], const struct pivot *p, const struct pivot_axis *axis, size_t i)
{
	struct unit u = {0};

	if (axis->kind == TABLE_X) {
		snprintf(text, FORMAT_TEXT, "%.6g", axis->x[i]);
	} else if (axis->kind == TABLE_SERIES) {
		snprintf(text, FORMAT_TEXT, "%s", series_title(axis->name[i]));
	} else {
		for (size_t j = 0; j < p->points.count && !u.name; j++)
			if (strcmp(p->points.at[j].metric, axis->name[i]) == 0)
				u = format_unit(p->points.at[j].unit);
		format_metric(text, axis->name[i], &u);
	}
	return text;
}

const char *
pivot_kind(const struct experiment *e, const struct pivot_axis *axis)
{
	if (axis->kind == TABLE_X)
		return e->x ? e->x : "x";
	if (axis->kind == TABLE_METRIC)
		return "measure";
	for (size_t i = 0; i < axis->count; i++)
		if (!filter_find(axis->name[i]))
			return "series";
	return "filter";
}

const char *
pivot_caption(char text[FORMAT_TEXT], const struct pivot *p, size_t panel, size_t rest)
{
	char label[FORMAT_TEXT], name[FORMAT_TEXT] = "";

	if (p->rest.kind != TABLE_X || p->rest.count > 1)
		snprintf(name, sizeof name, p->rest.kind == TABLE_X ? "x = %.150s" : "%s",
		         pivot_label(label, p, &p->rest, rest));
	return format_in_panel(text, p->panel[panel], name);
}
