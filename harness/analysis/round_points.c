/* SPDX-License-Identifier: MIT */
/* round_points.c - see round_points.h. */
#include "harness/analysis/round_points.h"

#include "harness/analysis/reduce.h"
#include "harness/timing/contestant.h"
#include "harness/timing/flight.h"

#include <math.h>
#include <string.h>

/* More rounds than any scale has; further rounds are ignored. */
enum { ROUNDS_MOST = 256 };

/* Fills value[round], NaN where there is none. Returns the number of rounds that have a value. */
static size_t
rounds_read(const struct run_data *d, const char *exp, const char *panel, const char *series, const char *metric,
            double x, double value[ROUNDS_MOST])
{
	const struct samples_at there = run_data_at(d, exp, panel, series, metric, x);
	size_t rounds = 0;

	for (size_t i = 0; i < ROUNDS_MOST; i++)
		value[i] = NAN;
	for (size_t i = 0; i < there.count; i++)
		if (there.at[i]->rep < ROUNDS_MOST) {
			value[there.at[i]->rep] = sample_value(there.at[i]);
			rounds++;
		}
	return rounds;
}

/* Adds the median of the finite values as a point; adds nothing if there are none. */
static void
rounds_add(struct points *points, const char *panel, const char *series, double x, const char *metric, const char *unit,
           const double value[ROUNDS_MOST])
{
	double there[ROUNDS_MOST];
	size_t n = 0;

	for (size_t i = 0; i < ROUNDS_MOST; i++)
		if (isfinite(value[i]))
			there[n++] = value[i];
	if (n > 0)
		points_add_summary(points, panel, series, x, metric, unit, there, n);
}

/* --- over the best ---------------------------------------------------------------------------------------- */

static const char look_up[] = "lookup";

static bool
is_look_up(const struct point *p)
{
	return strcmp(p->metric, look_up) == 0 && filter_find(p->series);
}

/* Index of the best point at the place of p, among the first `count` points; `count` if there is none. */
static size_t
best_at(const struct points *points, size_t count, const struct point *p)
{
	size_t best = count;

	for (size_t i = 0; i < count; i++) {
		const struct point *q = &points->at[i];
		const struct filter_ops *ops = is_look_up(q) ? filter_find(q->series) : NULL;

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
		double value[ROUNDS_MOST], of[ROUNDS_MOST];
		size_t best;

		if (!is_look_up(&p) || (best = best_at(points, count, &p)) == count)
			continue;
		rounds_read(d, exp, p.panel, p.series, look_up, p.x, value);
		rounds_read(d, exp, p.panel, points->at[best].series, look_up, p.x, of);
		for (size_t round = 0; round < ROUNDS_MOST; round++)
			value[round] /= of[round];
		rounds_add(points, p.panel, p.series, p.x, "over_best", "ratio", value);
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

/* Adds the point only if most rounds have a value. Otherwise the median would cover only the luckiest rounds. */
static void
add_if_most(struct points *points, const char *panel, const char *series, const char *metric,
            const double value[ROUNDS_MOST], size_t rounds)
{
	size_t there = 0;

	for (size_t round = 0; round < ROUNDS_MOST; round++)
		if (isfinite(value[round]))
			there++;
	if (2 * there > rounds)
		rounds_add(points, panel, series, 0, metric, "in flight", value);
}

/* One series of a panel. */
struct curve {
	const char *panel, *series;
	double rate[FLIGHT_WIDTHS][ROUNDS_MOST], own[ROUNDS_MOST];
	size_t rounds;
};

static void
add_curve(const struct curve *c, struct points *points)
{
	double enough[ROUNDS_MOST], own[ROUNDS_MOST];

	for (size_t round = 0; round < ROUNDS_MOST; round++) {
		double rate[FLIGHT_WIDTHS], greatest = NAN;

		for (size_t i = 0; i < FLIGHT_WIDTHS; i++) {
			rate[i] = c->rate[i][round];
			greatest = fmax(greatest, rate[i]); /* fmax of a number and NaN is the number */
		}
		enough[round] = flight_reaches(rate, FLIGHT_WIDTHS, ENOUGH * greatest);
		own[round] = own_reaches(rate, c->own[round]);
	}
	add_if_most(points, c->panel, c->series, "enough", enough, c->rounds);
	add_if_most(points, c->panel, c->series, "own_in_flight", own, c->rounds);
	for (size_t i = 0; i < FLIGHT_WIDTHS; i++) {
		double gain[ROUNDS_MOST];

		for (size_t round = 0; round < ROUNDS_MOST; round++)
			gain[round] = c->rate[i][round] / c->rate[0][round];
		rounds_add(points, c->panel, c->series, exp2((double)i), "speed_up", "ratio", gain);
	}
}

void
flight_points(const struct run_data *d, const char *exp, struct points *points)
{
	const size_t count = points->count;

	for (size_t k = 0; k < count; k++) {
		const struct point p = points->at[k]; /* a copy, because points_add moves the array */
		struct curve c = {.panel = p.panel, .series = p.series};

		if (p.x != 1 || strcmp(p.metric, "lookup") != 0)
			continue;
		for (size_t i = 0; i < FLIGHT_WIDTHS; i++)
			rounds_read(d, exp, c.panel, c.series, "lookup", exp2((double)i), c.rate[i]);
		c.rounds = rounds_read(d, exp, c.panel, c.series, "own", 0, c.own);
		add_curve(&c, points);
	}
}
