/* SPDX-License-Identifier: MIT */
/* pivot.c - see pivot.h. */
#include "harness/report/pivot.h"

#include "harness/base/memory.h"
#include "harness/filters/series.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Have both the same name on an axis of this kind? */
static bool
same_name(enum table_axis kind, const struct point *a, const struct point *b)
{
	switch (kind) {
	case TABLE_SERIES:
		return strcmp(a->series, b->series) == 0;
	case TABLE_METRIC:
		return strcmp(a->metric, b->metric) == 0;
	case TABLE_X:
		return a->x == b->x;
	default:
		return strcmp(a->panel, b->panel) == 0;
	}
}

/* The place of a word in a list. */
static double
word_rank(const char *list, const char *word)
{
	const size_t length = strlen(word);
	double rank = 0;

	for (const char *at = list; *at; at += strcspn(at, " "), at += *at == ' ', rank++)
		if (strcspn(at, " ") == length && strncmp(at, word, length) == 0)
			break;
	return rank;
}

/* Metrics: in the experiment's order; or first those that the paper prints, in its order. The share of a ceiling
 * follows its rate. */
static double
metric_rank(const struct pivot *p, const struct point *point)
{
	const struct point *share = format_share_of_ceiling(&p->points), *at = p->points.at;
	const struct published_value *v = NULL;
	size_t rank = 0;

	if (p->experiment->metrics)
		return word_rank(p->experiment->metrics, point->metric);
	if (share && same_name(TABLE_METRIC, share, point))
		for (size_t i = 0; i < p->points.count; i++)
			if (format_has_ceiling(p->experiment, &at[i]))
				return metric_rank(p, &at[i]) + 0.5;
	for (; (v = published_of(p->printed, p->experiment->id, v)); rank++)
		if (strcmp(v->metric, point->metric) == 0)
			return (double)rank;
	for (; !same_name(TABLE_METRIC, at, point); at++)
		rank++;
	return (double)rank;
}

/* The least value of the metric by which series are sorted; those without one are last. */
static double
series_rank(const struct pivot *p, const char *series)
{
	double least = INFINITY;

	for (size_t i = 0; i < p->points.count; i++) {
		const struct point *q = &p->points.at[i];

		if (strcmp(q->metric, p->experiment->sorted) == 0 && strcmp(q->series, series) == 0)
			least = fmin(least, isnan(q->median) ? q->mean : q->median);
	}
	return least;
}

/* What an axis is ordered by. Names of one rank stay in the order of the points. */
static double
name_rank(const struct pivot *p, enum table_axis kind, const struct point *point)
{
	size_t i = 0;

	if (kind == TABLE_X)
		return point->x;
	if (kind == TABLE_METRIC)
		return metric_rank(p, point);
	if (kind == TABLE_SERIES && p->experiment->sorted)
		return series_rank(p, point->series);
	while (kind == TABLE_SERIES && filter_all[i] && strcmp(filter_all[i]->name, point->series) != 0)
		i++;
	return (double)i;
}

static void
make_axis(struct pivot *p, enum pivot_which which, enum table_axis kind)
{
	struct pivot_axis *axis = &p->axis[which];

	*axis = (struct pivot_axis){kind, memory_new(p->points.count, sizeof *axis->at), 0};
	for (size_t i = 0, to; i < p->points.count; i++) {
		const struct point *point = &p->points.at[i];
		const double rank = name_rank(p, kind, point);

		for (to = 0; to < axis->count && !same_name(kind, axis->at[to], point); to++)
			;
		if (to < axis->count)
			continue;
		for (to = axis->count++; to > 0 && name_rank(p, kind, axis->at[to - 1]) > rank; to--)
			axis->at[to] = axis->at[to - 1];
		axis->at[to] = point;
	}
}

/* Ceilings are C1's, raw rounds are what others are computed from, and only a figure can show a distribution or what is
 * placed by its bits. */
static bool
is_listed(const struct point *p)
{
	return strcmp(p->panel, "ceiling") != 0 && strcmp(p->panel, "ecdf") != 0 && strcmp(p->panel, "rounds") != 0 &&
	       strncmp(p->panel, "drawn_", strlen("drawn_")) != 0;
}

void
pivot_make(struct pivot *p, const struct experiment *e, const struct points *all, const struct published *printed,
           const char *keys)
{
	*p = (struct pivot){.experiment = e, .printed = printed, .keys = e->keys == KEYS_OWN ? keys : ""};
	p->points.at = memory_new(all->count, sizeof *p->points.at);
	for (size_t i = 0; i < all->count; i++)
		if (is_listed(&all->at[i]))
			p->points.at[p->points.count++] = all->at[i];
	make_axis(p, PIVOT_PANEL, TABLE_NONE);
	/* The three kinds are consecutive numbers, so their sum minus the other two is the third. */
	make_axis(p, PIVOT_REST, TABLE_SERIES + TABLE_METRIC + TABLE_X - e->rows - e->columns);
	make_axis(p, PIVOT_ROW, e->rows);
	make_axis(p, PIVOT_COLUMN, e->columns);
}

void
pivot_free(struct pivot *p)
{
	for (int i = 0; i < PIVOT_AXES; i++)
		free(p->axis[i].at);
	free(p->points.at);
	*p = (struct pivot){0};
}

static bool
is_at(const struct pivot *p, struct pivot_place place, const struct point *point)
{
	for (int i = 0; i < PIVOT_AXES; i++)
		if (place.at[i] != PIVOT_ANY && !same_name(p->axis[i].kind, p->axis[i].at[place.at[i]], point))
			return false;
	return true;
}

const struct point *
pivot_point(const struct pivot *p, struct pivot_place place)
{
	for (size_t i = 0; i < p->points.count; i++)
		if (is_at(p, place, &p->points.at[i]))
			return &p->points.at[i];
	return NULL;
}

bool
pivot_next(const struct pivot *p, struct pivot_place *place, enum pivot_which which)
{
	while (++place->at[which] < p->axis[which].count) {
		struct pivot_place line = *place;

		if (which == PIVOT_COLUMN)
			line.at[PIVOT_ROW] = PIVOT_ANY;
		if (pivot_point(p, line))
			return true;
	}
	place->at[which] = PIVOT_ANY;
	return false;
}

const struct published_value *
pivot_printed(const struct pivot *p, struct pivot_place place, const struct published_value *after)
{
	const struct point *of[TABLE_X + 1];

	for (int i = 0; i < PIVOT_AXES; i++)
		of[p->axis[i].kind] = p->axis[i].at[place.at[i]];
	return published_next(p->printed, p->experiment->id, of[TABLE_NONE]->panel, of[TABLE_SERIES]->series,
	                      of[TABLE_X]->x, of[TABLE_METRIC]->metric, after);
}

const char *
pivot_label(char text[FORMAT_TEXT], const struct pivot *p, struct pivot_place place, enum pivot_which which)
{
	const struct pivot_axis *axis = &p->axis[which];
	const struct point *point = axis->at[place.at[which]];

	if (axis->kind == TABLE_METRIC)
		return format_metric(text, point->metric, point->unit);
	if (axis->kind == TABLE_SERIES)
		return series_title(point->series);
	return format_x(text, point->x);
}

const char *
pivot_kind(const struct pivot *p)
{
	const struct pivot_axis *rows = &p->axis[PIVOT_ROW];

	if (rows->kind == TABLE_X)
		return p->experiment->x ? p->experiment->x : "x";
	if (rows->kind == TABLE_METRIC)
		return "measure";
	for (size_t i = 0; i < rows->count; i++)
		if (!series_now(rows->at[i]->series))
			return "series";
	return "filter";
}

const char *
pivot_caption(char text[FORMAT_TEXT], const struct pivot *p, struct pivot_place table)
{
	const struct pivot_axis *rest = &p->axis[PIVOT_REST];
	char label[FORMAT_TEXT], name[FORMAT_TEXT] = "";

	if (rest->kind != TABLE_X || rest->count > 1)
		snprintf(name, sizeof name, rest->kind == TABLE_X ? "x = %.150s" : "%s",
		         pivot_label(label, p, table, PIVOT_REST));
	return format_in_panel(text, p->axis[PIVOT_PANEL].at[table.at[PIVOT_PANEL]]->panel, name);
}
