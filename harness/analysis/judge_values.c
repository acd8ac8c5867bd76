/* SPDX-License-Identifier: MIT */
/*
 * judge_values.c - the data of a run as predicates see them (judge.h), the values that they compute, with their
 * intervals, and memory for both and for texts.
 *
 * Only samples that count are seen. Runs are combined repetition by repetition.
 */
#include "harness/analysis/judge_parts.h"

#include "harness/analysis/reduce.h"
#include "harness/base/memory.h"
#include "harness/stats/stats.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- memory and text -------------------------------------------------------------------------------------- */

/* Allocates n values and n repetition numbers, which the judge owns. */
static struct runs
judge_room(struct judge *j, size_t n, double **value, unsigned **rep)
{
	struct judge_block *block = malloc(sizeof *block + n * (sizeof **value + sizeof **rep));

	memory_needed(block);
	block->next = j->blocks;
	j->blocks = block;
	*value = block->value;
	*rep = (unsigned *)(void *)(block->value + n);
	return (struct runs){n, *value, *rep};
}

const char *
judge_text(struct judge *j, const char *format, ...)
{
	enum { ROOM = 200 };
	unsigned *rep;
	double *value;
	va_list arguments;
	char *text;

	judge_room(j, ROOM / sizeof *value, &value, &rep);
	text = (char *)value;
	va_start(arguments, format);
	vsnprintf(text, ROOM, format, arguments);
	va_end(arguments);
	return text;
}

void
judge_append(char *to, size_t room, const char *separator, const char *text)
{
	size_t used = strlen(to), more = strlen(text) + (used ? strlen(separator) : 0);

	if (used + more < room)
		sprintf(to + used, "%s%s", used ? separator : "", text);
}

/* --- the data --------------------------------------------------------------------------------------------- */

enum scale
judge_scale_of(const struct judge *j)
{
	return j->run->scale;
}

bool
judge_has(struct judge *j, const char *exp, const char *panel, const char *series, double x, const char *metric)
{
	return run_data_at(j->run, exp, panel, series, metric, x).count > 0;
}

/* Finds the samples of one point; marks it as missing if there are none. */
static struct samples_at
judge_samples(struct judge *j, const char *exp, const char *panel, const char *series, double x, const char *metric)
{
	const struct samples_at there = run_data_at(j->run, exp, panel, series, metric, x);
	const char *text;

	if (there.count > 0)
		return there;
	text = judge_text(j, "%s%s%s %s %s at x=%g", exp, *panel ? "." : "", panel, series, metric, x);
	if (!strstr(j->missing, text) && j->missed++ < MISSING)
		judge_append(j->missing, sizeof j->missing, ", ", text);
	return there;
}

struct runs
judge_runs(struct judge *j, const char *exp, const char *panel, const char *series, double x, const char *metric)
{
	const struct samples_at there = judge_samples(j, exp, panel, series, x, metric);
	unsigned *rep;
	double *value;
	struct runs runs = judge_room(j, there.count, &value, &rep);

	for (size_t i = 0; i < there.count; i++) {
		value[i] = sample_value(there.at[i]);
		rep[i] = there.at[i]->rep;
	}
	return runs;
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

const struct point *
judge_point(struct judge *j, const char *exp, const char *panel, const char *series, double x, const char *metric)
{
	return points_find(run_data_points(j->run, experiment_find(exp)), panel, series, x, metric);
}

double
judge_next_x(struct judge *j, const char *exp, const char *panel, const char *series, const char *metric, double after)
{
	const struct samples_at line = run_data_line(j->run, exp, panel, series, metric);

	for (size_t i = 0; i < line.count; i++)
		if (line.at[i]->x > after && !same_x(line.at[i]->x, after) && sample_counts(line.at[i]))
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

const char *
judge_name(const char *series)
{
	const struct filter_ops *ops = filter_find(series);

	return ops ? ops->title : series;
}

/* --- run by run ------------------------------------------------------------------------------------------- */

struct runs
judge_combine(struct judge *j, const struct runs *in, size_t count, double (*of)(const double *, size_t, const void *),
              const void *context)
{
	enum { MOST = 64 };
	size_t n = 0, next[MOST] = {0};
	unsigned *rep;
	double *value, v[MOST];
	struct runs out = judge_room(j, count ? in[0].n : 0, &value, &rep);

	for (size_t i = 0; count > 0 && count <= MOST && i < in[0].n; i++) {
		bool everywhere = i == 0 || in[0].rep[i] != in[0].rep[i - 1];

		v[0] = in[0].value[i];
		for (size_t k = 1; k < count && everywhere; k++) {
			while (next[k] < in[k].n && in[k].rep[next[k]] < in[0].rep[i])
				next[k]++;
			everywhere = next[k] < in[k].n && in[k].rep[next[k]] == in[0].rep[i];
			if (everywhere)
				v[k] = in[k].value[next[k]];
		}
		if (!everywhere)
			continue;
		value[n] = of(v, count, context);
		rep[n] = in[0].rep[i];
		n += isfinite(value[n]) != 0;
	}
	out.n = n;
	return out;
}

static double
of_pair(const double *v, size_t count, const void *context)
{
	double (*const *of)(double, double) = context;

	return count == 2 ? (*of)(v[0], v[1]) : NAN;
}

struct runs
judge_pairs(struct judge *j, struct runs a, struct runs b, double (*of)(double a, double b))
{
	return judge_combine(j, (const struct runs[]){a, b}, 2, of_pair, &of);
}

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
	return judge_pairs(j, a, b, difference_of);
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

static const struct value absent = {.middle = NAN, .lo = NAN, .hi = NAN, .p = NAN, .unit = ""};

/* The median of quotients: the paired comparison of stats.h, with 1 as the other side of each block. */
static struct value
median_of_ratios(const struct judge *j, const double *v, size_t n)
{
	struct value out = {.n = n, .unit = "x", .parts = 1};
	double *ones = malloc(n * sizeof *ones);
	struct paired p;

	memory_needed(ones);
	for (size_t i = 0; i < n; i++)
		ones[i] = 1;
	p = paired_log_ratio(v, ones, n, j->level);
	free(ones);
	out.middle = p.ratio, out.lo = p.lo, out.hi = p.hi, out.p = p.p;
	return out;
}

struct value
judge_median(struct judge *j, struct runs runs, const char *unit)
{
	struct value out = {.lo = NAN, .hi = NAN, .p = NAN, .n = runs.n, .unit = unit, .parts = 1};
	size_t n = runs.n, lo, hi;
	double *v;
	unsigned *rep;

	if (n == 0)
		return absent;
	if (strcmp(unit, "x") == 0)
		return median_of_ratios(j, runs.value, n);
	judge_room(j, n, &v, &rep);
	memcpy(v, runs.value, n * sizeof *v);
	stats_sort(v, n);
	out.middle = stats_median(v, n);
	if (median_ranks(n, j->level, &lo, &hi)) {
		out.lo = v[lo - 1];
		out.hi = v[hi - 1];
	}
	return out;
}

struct value
judge_rate(struct judge *j, const char *exp, const char *panel, const char *series, double x, const char *metric)
{
	enum { MOST = 1000 };
	const struct samples_at there = judge_samples(j, exp, panel, series, x, metric);
	const size_t n = there.count < MOST ? there.count : MOST;
	struct value out = {.p = NAN, .n = n, .unit = "%", .pooled = true, .parts = 1};
	uint64_t num[MOST], den[MOST];
	double hits = 0, of = 0;

	if (n == 0)
		return absent;
	for (size_t i = 0; i < n; i++) {
		hits += (double)(num[i] = there.at[i]->num);
		of += (double)(den[i] = there.at[i]->den);
	}
	out.middle = hits / of;
	wilson_pooled(num, den, n, j->level, &out.lo, &out.hi);
	return out;
}

struct value
judge_exact(double value, const char *unit)
{
	return (struct value){.middle = value, .lo = value, .hi = value, .n = 1, .p = NAN, .unit = unit, .exact = true};
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
		return absent;
	a.n = fewer_runs(&a, &b);
	a.middle -= b.middle;
	a.lo -= b.hi;
	a.hi -= b.lo;
	a.p = NAN;
	a.exact = a.exact && b.exact;
	a.parts += b.parts;
	return a;
}

struct value
judge_quotient(struct value a, struct value b)
{
	if (a.n == 0 || b.n == 0 || !(b.lo > 0))
		return absent;
	a.n = fewer_runs(&a, &b);
	a.middle /= b.middle;
	a.lo /= b.hi;
	a.hi /= b.lo;
	a.p = NAN;
	a.exact = a.exact && b.exact;
	a.parts += b.parts;
	a.unit = "x";
	return a;
}
