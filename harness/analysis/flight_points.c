/* SPDX-License-Identifier: MIT */
/* flight_points.c - see flight_points.h. */
#include "harness/analysis/flight_points.h"

#include "harness/analysis/reduce.h"
#include "harness/timing/flight.h"

#include <math.h>
#include <string.h>

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
