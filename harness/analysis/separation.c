/* SPDX-License-Identifier: MIT */
/* separation.c - see separation.h. */
#include "harness/analysis/separation.h"

#include "harness/analysis/reduce.h"
#include "harness/analysis/run_data.h"
#include "harness/base/memory.h"
#include "harness/filters/series.h"
#include "harness/stats/power.h"
#include "harness/stats/stats.h"
#include "harness/stats/student.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A rate of a filter that repetitions measured. */
static bool
is_rate(const struct point *p)
{
	return p->n >= STUDENT_LEAST && strcmp(p->unit, "Mops/s") == 0 && series_now(p->series);
}

struct rate {
	const struct point *of;
	struct samples_at samples;
};

/* Finds the rates of an experiment, and returns their number; the caller frees them. */
static size_t
rates_of(const struct run_data *d, const struct experiment *e, struct rate **rates)
{
	const struct points *points = run_data_points(d, e);
	size_t n = 0;

	*rates = memory_new(points->count, sizeof **rates);
	for (size_t i = 0; e->timed && i < points->count; i++) {
		const struct point *p = &points->at[i];

		if (is_rate(p))
			(*rates)[n++] = (struct rate){p, run_data_at(d, e->id, p->panel, p->series, p->metric, p->x)};
	}
	return n;
}

/* Are they rates of two filters at one place? */
static bool
are_beside(const struct point *p, const struct point *q)
{
	return p->x == q->x && strcmp(p->panel, q->panel) == 0 && strcmp(p->metric, q->metric) == 0 &&
	       strcmp(p->series, q->series) != 0;
}

/* The spread of the quotients of two rates; false if they have too few repetitions in common. */
static bool
spread_of_pair(struct samples_at a, struct samples_at b, struct separation *s, double *spread)
{
	double *of_a = memory_new(2 * a.count, sizeof *of_a), *of_b = of_a + a.count;
	uint64_t *turn = memory_new(a.count, sizeof *turn);
	const size_t pairs = samples_pairs(a, b, of_a, of_b, turn);
	size_t n;
	bool enough;

	for (size_t i = 0; i < pairs; i++)
		of_a[i] /= of_b[i];
	n = per_process(of_a, turn, pairs);
	enough = n >= STUDENT_LEAST;
	if (enough) {
		*spread = spread_of_logs(of_a, n);
		s->repetitions = n > s->repetitions ? n : s->repetitions;
		s->rounds |= turn_process(turn[0]) == turn_process(turn[pairs - 1]);
	}
	free(of_a);
	free(turn);
	return enough && *spread > 0;
}

struct separation
separation_of(const struct run_data *d, const struct experiment *e)
{
	struct separation s = {.least = INFINITY};
	struct rate *rate;
	const size_t rates = rates_of(d, e, &rate);
	double *spreads = NULL, spread;

	for (size_t i = 0; i < rates; i++)
		for (size_t k = i + 1; k < rates; k++)
			if (are_beside(rate[i].of, rate[k].of) &&
			    spread_of_pair(rate[i].samples, rate[k].samples, &s, &spread)) {
				spreads = memory_grown(spreads, s.pairs, sizeof *spreads);
				spreads[s.pairs++] = spread;
			}
	if (s.pairs > 0) {
		stats_sort(spreads, s.pairs);
		s.spread = stats_median(spreads, s.pairs);
		s.least = expm1(power_difference(s.repetitions, s.spread, STATS_LEVEL, !s.rounds));
	}
	free(spreads);
	free(rate);
	return s;
}

const char *
separation_text(const struct separation *s, char text[SEPARATION_TEXT])
{
	if (isinf(s->least))
		strcpy(text, "none, however large");
	else
		snprintf(text, SEPARATION_TEXT, s->least < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * s->least);
	snprintf(text + strlen(text), SEPARATION_TEXT - strlen(text), " (%zu %s, whose quotients spread by %.1f %%)",
	         s->repetitions, s->rounds ? "rounds of one process" : "repetitions", 100 * s->spread);
	return text;
}
