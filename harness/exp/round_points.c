/* SPDX-License-Identifier: MIT */
/* round_points.c - see round_points.h. */
#include "harness/exp/round_points.h"

#include "harness/analysis/reduce.h"
#include "harness/base/memory.h"
#include "harness/exp/turns.h"
#include "harness/filters/series.h"
#include "harness/stats/stats.h"
#include "harness/timing/contestant.h"
#include "harness/timing/flight.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct filter_ops *
series_filter(const char *series)
{
	char name[NAME_MAX_SERIES];

	snprintf(name, sizeof name, "%.*s", (int)strcspn(series, ":"), series);
	return series_now(name);
}

/* --- over the best ---------------------------------------------------------------------------------------- */

static const char look_up[] = "lookup";

static bool
is_look_up(const struct point *p)
{
	return strcmp(p->metric, look_up) == 0 && series_now(p->series);
}

/* Index of the best point at the place of p, among the first `count` points; `count` if there is none. */
static size_t
best_at(const struct points *points, size_t count, const struct point *p)
{
	size_t best = count;

	for (size_t i = 0; i < count; i++) {
		const struct point *q = &points->at[i];
		const struct filter_ops *ops = is_look_up(q) ? series_now(q->series) : NULL;

		if (ops && !contestant_is_bulk(ops) && !(ops->caps & FILTER_CONTROL) && q->x == p->x &&
		    strcmp(q->panel, p->panel) == 0 && (best == count || q->median > points->at[best].median))
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
		const struct turns_place place = {p.panel, p.series, "over_best", "ratio", p.x};
		size_t best;

		if (!is_look_up(&p) || (best = best_at(points, count, &p)) == count)
			continue;
		turns_add_ratios(points, &place, run_data_at(d, exp, p.panel, p.series, look_up, p.x),
		                 run_data_at(d, exp, p.panel, points->at[best].series, look_up, p.x));
	}
}

/* --- over another panel ------------------------------------------------------------------------------------- */

void
over_panel(const struct run_data *d, const char *exp, struct points *points, const struct panels *which)
{
	const size_t count = points->count;

	for (size_t i = 0; i < count; i++) {
		const struct point p = points->at[i];
		const struct turns_place place = {p.panel, p.series, which->called, "ratio", p.x};

		if (strcmp(p.panel, which->panel) != 0 || strcmp(p.metric, which->metric) != 0)
			continue;
		turns_add_ratios(points, &place, run_data_at(d, exp, p.panel, p.series, p.metric, p.x),
		                 run_data_at(d, exp, which->under, p.series, p.metric, p.x));
	}
}

/* --- in flight -------------------------------------------------------------------------------------------- */

#define ENOUGH 0.9

double
flight_reaches(const double *rate, size_t n, double wanted)
{
	if (rate[0] >= wanted)
		return 1;
	for (size_t i = 1; i < n; i++)
		if (rate[i] >= wanted)
			return exp2((double)(i - 1) + log2(wanted / rate[i - 1]) / log2(rate[i] / rate[i - 1]));
	return NAN;
}

/* The number in flight that matches its own loop; NaN if the loop is slower than one in flight, or faster than any
 * number. */
static double
own_reaches(const double *rate, double own)
{
	return own < rate[0] ? NAN : flight_reaches(rate, FLIGHT_WIDTHS, own);
}

/* Adds the points of a series from its rates in these turns. Where something is reached, adds it only if it is reached
 * in most turns. Otherwise the median would cover only the luckiest ones. */
static void
add_curve(const char *panel, const char *series, const struct turns *t, double *const rates[FLIGHT_WIDTHS], double *own,
          struct points *points)
{
	struct turns_place at = {.panel = panel, .series = series, .unit = "in flight"};
	double *enough = memory_new(t->n, sizeof *enough);

	for (size_t k = 0; k < t->n; k++) {
		double rate[FLIGHT_WIDTHS], greatest = NAN;

		for (size_t i = 0; i < FLIGHT_WIDTHS; i++) {
			rate[i] = rates[i][k];
			greatest = fmax(greatest, rate[i]); /* fmax of a number and NaN is the number */
		}
		enough[k] = flight_reaches(rate, FLIGHT_WIDTHS, ENOUGH * greatest);
		own[k] = own_reaches(rate, own[k]);
	}
	at.metric = "enough";
	turns_add(points, &at, t, enough, t->n / 2);
	at.metric = "own_in_flight";
	turns_add(points, &at, t, own, t->n / 2);
	free(enough);
	at.metric = "speed_up", at.unit = "ratio";
	for (size_t i = FLIGHT_WIDTHS; i-- > 0;) { /* the first last: the others are divided by it */
		for (size_t k = 0; k < t->n; k++)
			rates[i][k] /= rates[0][k];
		at.x = exp2((double)i);
		turns_add(points, &at, t, rates[i], 0);
	}
}

void
flight_points(const struct run_data *d, const char *exp, struct points *points)
{
	const size_t count = points->count;

	for (size_t k = 0; k < count; k++) {
		const struct point p = points->at[k]; /* a copy, because points_add moves the array */
		double *rates[FLIGHT_WIDTHS], *own;
		struct turns t;

		if (p.x != 1 || strcmp(p.metric, look_up) != 0)
			continue;
		t = turns_of(run_data_at(d, exp, p.panel, p.series, look_up, 1));
		for (size_t i = 0; i < FLIGHT_WIDTHS; i++)
			rates[i] = turns_read(&t, run_data_at(d, exp, p.panel, p.series, look_up, exp2((double)i)),
			                      sample_value);
		own = turns_read(&t, run_data_at(d, exp, p.panel, p.series, "own", 0), sample_value);
		add_curve(p.panel, p.series, &t, rates, own, points);
		for (size_t i = 0; i < FLIGHT_WIDTHS; i++)
			free(rates[i]);
		free(own);
		free(t.at);
	}
}
