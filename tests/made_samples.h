/* SPDX-License-Identifier: MIT */
/*
 * made_samples.h - samples that no machine measured: a value, a little noise, any number of repetitions. A test can
 * twist one place of them.
 *
 *      put(w, experiment, panel, series, x, metric, value) --> one sample a repetition
 */
#ifndef CUCKOOBENCH_TESTS_MADE_SAMPLES_H
#define CUCKOOBENCH_TESTS_MADE_SAMPLES_H

#include "tests/test.h"

#include "harness/base/memory.h"
#include "harness/run/samples.h"

#include <math.h>

/* A change to the made-up world: values there become value * times + plus. */
struct twist {
	const char *id, *exp, *panel, *series;
	double x; /* NAN: every one */
	const char *metric;
	double times, plus;
};

struct world {
	struct samples samples;
	const struct twist *twist;
	unsigned reps;
	double noise; /* half width, on a logarithmic scale, of the factor that speeds are multiplied by */
	uint64_t random;
};

static bool
is(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

static void
put(struct world *w, const char *exp, const char *panel, const char *series, double x, const char *metric,
    const char *unit, double value, double den, double noise)
{
	const struct twist *t = w->twist;

	if (t && is(t->exp, exp) && is(t->panel, panel) && is(t->series, series) && is(t->metric, metric) &&
	    (isnan(t->x) || t->x == x))
		value = value * t->times + t->plus;
	for (unsigned rep = 0; rep < w->reps; rep++) {
		double u = 2 * (double)(rng_next(&w->random) >> 11) / 9007199254740992.0 - 1;
		struct sample s = {.rep = rep, .x = x};

		w->samples.at = memory_grown(w->samples.at, w->samples.count, sizeof *w->samples.at);
		snprintf(s.exp, sizeof s.exp, "%s", exp);
		snprintf(s.panel, sizeof s.panel, "%s", panel);
		snprintf(s.series, sizeof s.series, "%s", series);
		snprintf(s.metric, sizeof s.metric, "%s", metric);
		snprintf(s.unit, sizeof s.unit, "%s", unit);
		s.den = (uint64_t)den;
		/* a machine that runs up to four times as fast in some repetitions: pairing cancels that */
		if (is(unit, "Mops/s"))
			s.num = (uint64_t)llround(value * exp2(u * noise + rep * 7 % 10 / 5.0) * den / 1e3);
		else
			s.num = (uint64_t)llround(value * exp2(u * noise) * den);
		w->samples.at[w->samples.count++] = s;
	}
}

static void
speed(struct world *w, const char *exp, const char *panel, const char *series, double x, const char *metric,
      double rate)
{
	put(w, exp, panel, series, x, metric, "Mops/s", rate, 1e9, w->noise);
}

static void
count(struct world *w, const char *exp, const char *panel, const char *series, double x, const char *metric,
      double rate, double of)
{
	put(w, exp, panel, series, x, metric, "rate", rate, of, 0);
}

#endif
