/* SPDX-License-Identifier: MIT */
/* judge_counts.c - what fewer predicates need (judge.h): counts, pooled rates, lines over x, values of values. */
#include "harness/analysis/judge_parts.h"

#include "harness/analysis/reduce.h"
#include "harness/base/memory.h"
#include "harness/stats/power.h"
#include "harness/stats/stats.h"
#include "harness/stats/student.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the data --------------------------------------------------------------------------------------------- */

bool
judge_has(struct judge *j, const char *exp, const char *panel, const char *series, double x, const char *metric)
{
	return run_data_at(j->run, exp, panel, series, metric, x).count > 0;
}

bool
judge_counts(struct judge *j, const char *exp, const char *panel, const char *series, double x, const char *metric,
             uint64_t *num, uint64_t *den)
{
	const struct samples_at there = judge_samples(j, exp, panel, series, x, metric);

	*num = *den = 0;
	for (size_t i = 0; i < there.count; i++) {
		*num += there.at[i]->num;
		*den += there.at[i]->den;
	}
	return there.count > 0;
}

double
judge_points_mean(struct judge *j, const char *exp, const char *series, const char *metric, double from)
{
	return points_mean(run_data_points(j->run, experiment_find(exp)), series, metric, from);
}

double
judge_next_x(struct judge *j, const char *exp, const char *panel, const char *series, const char *metric, double after)
{
	const struct samples_at line = run_data_line(j->run, exp, panel, series, metric);

	for (size_t i = 0; i < line.count; i++)
		if (line.at[i]->x > after && !same_x(line.at[i]->x, after))
			return line.at[i]->x;
	return NAN;
}

size_t
judge_line(struct judge *j, const char *exp, const char *panel, const char *series, const char *metric, double after,
           size_t fewest, struct runs runs[], double x[], size_t most)
{
	size_t n = 0;

	while (n < most && !isnan(after = judge_next_x(j, exp, panel, series, metric, after))) {
		runs[n] = judge_runs(j, exp, panel, series, after, metric);
		x[n] = after;
		n += runs[n].n >= fewest;
	}
	return n;
}

/* --- run by run ------------------------------------------------------------------------------------------- */

static double
quotient_of(double a, double b)
{
	return a > 0 && b > 0 ? a / b : NAN;
}

struct runs
judge_ratio(struct judge *j, struct runs a, struct runs b)
{
	return judge_pairs(j, a, b, quotient_of);
}

static double
difference_of(double a, double b)
{
	return a - b;
}

struct runs
judge_difference(struct judge *j, struct runs a, struct runs b)
{
	struct runs out = judge_pairs(j, a, b, difference_of);

	out.difference = true;
	return out;
}

double
judge_mean_of(const double *v, size_t count, const void *context)
{
	double sum = 0;

	(void)context;
	for (size_t i = 0; i < count; i++)
		sum += v[i];
	return sum / (double)count;
}

/* --- values ----------------------------------------------------------------------------------------------- */

struct value
judge_rate(struct judge *j, const char *exp, const char *panel, const char *series, double x, const char *metric)
{
	enum { MOST = 1000 };
	const struct samples_at there = judge_samples(j, exp, panel, series, x, metric);
	const size_t n = there.count < MOST ? there.count : MOST;
	struct value out = {.p = NAN, .n = n, .unit = "%", .pooled = true, .parts = 1};
	uint64_t num[MOST], den[MOST];

	if (n == 0)
		return judge_absent;
	for (size_t i = 0; i < n; i++) {
		num[i] = there.at[i]->num;
		den[i] = there.at[i]->den;
	}
	out.middle = wilson_pooled(num, den, n, j->level, &out.lo, &out.hi);
	(void)wilson_pooled(num, den, n, 2 * j->level, &out.low, &out.high);
	return out;
}

struct value
judge_exact(double value, const char *unit)
{
	return (struct value){.middle = value,
	                      .lo = value,
	                      .hi = value,
	                      .low = value,
	                      .high = value,
	                      .n = 1,
	                      .p = NAN,
	                      .unit = unit,
	                      .exact = true};
}

/* An exact value limits nothing. */
static size_t
fewer_runs(const struct value *a, const struct value *b)
{
	if (a->exact || b->exact)
		return a->exact ? b->n : a->n;
	return a->n < b->n ? a->n : b->n;
}

struct value
judge_minus(struct value a, struct value b)
{
	if (a.n == 0 || b.n == 0)
		return judge_absent;
	a.n = fewer_runs(&a, &b);
	a.middle -= b.middle;
	a.lo -= b.hi, a.low -= b.high;
	a.hi -= b.lo, a.high -= b.low;
	a.p = NAN;
	a.spread = b.exact ? a.spread : 0;
	a.exact = a.exact && b.exact;
	a.parts += b.parts;
	return a;
}

struct value
judge_quotient(struct value a, struct value b)
{
	if (a.n == 0 || b.n == 0 || !(b.lo > 0))
		return judge_absent;
	a.n = fewer_runs(&a, &b);
	a.middle /= b.middle;
	a.lo /= b.hi, a.low /= b.high;
	a.hi /= b.lo, a.high /= b.low;
	a.p = NAN;
	a.spread = b.exact ? a.spread : 0;
	a.exact = a.exact && b.exact;
	a.parts += b.parts;
	a.unit = "x";
	return a;
}

/* --- in addition to relations ----------------------------------------------------------------------------- */

void
judge_note(struct judge *j, const char *text)
{
	judge_append(j->notes, sizeof j->notes, "; ", text);
}

void
judge_allows(struct judge *j, const char *text)
{
	judge_append(j->allows, sizeof j->allows, "; ", text);
}

void
judge_beyond(struct judge *j, enum scale least, const char *why)
{
	j->beyond = true;
	j->least = least;
	j->why = why;
}

void
judge_beside(struct judge *j, const struct judge_lines *l, const char *this, const char *that, const double *x)
{
	char text[160];
	size_t used =
		(size_t)snprintf(text, sizeof text, "beside it, %s/%s%s", judge_name(this), judge_name(that), l->of);

	if (!judge_has(j, l->exp, l->panel, this, *x, l->metric) ||
	    !judge_has(j, l->exp, l->panel, that, *x, l->metric))
		return;
	for (const double *at = x; !isnan(*at) && used < sizeof text; at++) {
		const double middle = judge_over(j, l, this, that, *at, "x").middle;

		if (l->axis && at == x)
			used += (size_t)snprintf(text + used, sizeof text - used, " at %s=%g", l->axis, *at);
		else if (l->axis)
			used += (size_t)snprintf(text + used, sizeof text - used, ", %g", *at);
		if (used < sizeof text)
			used += (size_t)snprintf(text + used, sizeof text - used, ": %.2fx", middle);
	}
	judge_note(j, judge_text(j, "%s", text));
}

/* --- a thing and itself ----------------------------------------------------------------------------------- */

/* Returns the only value that may be given. */
static double
given(const double *v, size_t count, const void *context)
{
	const size_t *which = context;

	return *which < count ? v[*which] : NAN;
}

/* One value a process, the median of its rounds, each at the turn of its first. */
static struct runs
processes_of(struct judge *j, struct runs rounds)
{
	uint64_t *turn;
	double *value;
	struct runs out = judge_room(j, rounds.n, &value, &turn);

	out.n = 0;
	memcpy(value, rounds.value, rounds.n * sizeof *value);
	(void)per_process(value, rounds.turn, rounds.n);
	for (size_t i = 0; i < rounds.n; i++)
		if (i == 0 || turn_process(rounds.turn[i]) != turn_process(rounds.turn[i - 1]))
			turn[out.n++] = turn_of(turn_process(rounds.turn[i]), 0);
	return out;
}

/* The flips of fewer than six repetitions cannot reject. Then each quotient has Student's p, and the least of them
 * counts for as many as there are. */
static double
least_p(struct judge *j, const struct runs *quotients, size_t count)
{
	double least = 1;

	for (size_t k = 0; k < count; k++)
		least = fmin(least, (double)count * judge_median(j, quotients[k], "x").p);
	return least;
}

void
judge_alike(struct judge *j, const struct runs *quotients, size_t count, const char *label)
{
	struct value p = {.unit = "", .p = NAN, .lo = NAN, .hi = NAN, .low = NAN, .high = NAN, .parts = 1};
	struct runs *of = memory_new(count, sizeof *of);
	double *logs;
	struct flip flip;

	for (size_t k = 0; k < count; k++)
		of[k] = processes_of(j, quotients[k]);
	logs = memory_new(of[0].n * count, sizeof *logs);
	for (size_t k = 0; k < count; k++) {
		const struct runs whole = judge_combine(j, of, count, given, &k);

		p.n = whole.n;
		for (size_t i = 0; i < whole.n; i++)
			logs[i * count + k] = log(whole.value[i]);
	}
	flip = flip_test(logs, p.n, count, STATS_LEVEL);
	free(logs);
	free(of);
	p.middle = p.n < STATS_LEAST_RUNS ? least_p(j, quotients, count) : flip.p;
	p.exact = p.n >= STUDENT_LEAST;
	if (p.exact)
		p.lo = p.hi = p.low = p.high = p.middle;
	judge_more(j, p, STATS_LEVEL, label);
	if (!isnan(flip.bias))
		judge_note(j, judge_text(j, "a common bias of %.1f %% would have been seen in four runs of five",
		                         100 * expm1(flip.bias)));
}
