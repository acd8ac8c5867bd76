/* SPDX-License-Identifier: MIT */
/*
 * evidence.c - the data of a run as predicates see them.
 *
 * The samples that count are sorted, so that nothing depends on the order of lines. Runs are combined repetition by
 * repetition. Reduced points are computed when they are first requested.
 */
#include "harness/analysis/judge_parts.h"

#include "harness/analysis/points.h"
#include "harness/analysis/reduce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct evidence {
	const struct samples *all;
	enum scale scale;
	const struct sample **at; /* without superseded ones, sorted by compare_samples */
	size_t count;
	struct points *points; /* by experiment; at == NULL and count == 0 until requested */
	bool *reduced;
};

static int
compare_lines(const struct sample *p, const char *exp, const char *panel, const char *series, const char *metric)
{
	int c;

	if ((c = strcmp(p->exp, exp)) || (c = strcmp(p->panel, panel)) || (c = strcmp(p->series, series)))
		return c;
	return strcmp(p->metric, metric);
}

static int
evidence_compare_samples(const void *a, const void *b)
{
	const struct sample *p = *(const struct sample *const *)a, *q = *(const struct sample *const *)b;
	int c = compare_lines(p, q->exp, q->panel, q->series, q->metric);

	if (c)
		return c;
	if (p->x != q->x)
		return p->x < q->x ? -1 : 1;
	if (p->rep != q->rep)
		return p->rep < q->rep ? -1 : 1;
	if (p->num != q->num)
		return p->num < q->num ? -1 : 1;
	return (p->den > q->den) - (p->den < q->den);
}

struct evidence *
evidence_make(const struct samples *all, enum scale scale)
{
	struct evidence *e = calloc(1, sizeof *e);
	size_t experiments = 0;

	while (experiment_all[experiments])
		experiments++;
	if (!e)
		return NULL;
	*e = (struct evidence){.all = all,
	                       .scale = scale,
	                       .at = malloc((all->count + 1) * sizeof *e->at),
	                       .points = calloc(experiments + 1, sizeof *e->points),
	                       .reduced = calloc(experiments + 1, sizeof *e->reduced)};
	if (!e->at || !e->points || !e->reduced) {
		evidence_free(e);
		return NULL;
	}
	for (size_t i = 0; i < all->count; i++)
		if (!all->at[i].superseded && all->at[i].den > 0)
			e->at[e->count++] = &all->at[i];
	qsort(e->at, e->count, sizeof *e->at, evidence_compare_samples);
	return e;
}

void
evidence_free(struct evidence *e)
{
	if (!e)
		return;
	for (size_t i = 0; e->points && e->reduced && experiment_all[i]; i++)
		points_free(&e->points[i]);
	free(e->reduced);
	free(e->points);
	free(e->at);
	free(e);
}

enum scale
judge_scale_of(const struct judge *j)
{
	return j->evidence->scale;
}

/* Index of the first sample of a line, or where it would be. */
static size_t
first_of_line(const struct evidence *e, const char *exp, const char *panel, const char *series, const char *metric)
{
	size_t lo = 0, hi = e->count;

	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;

		if (compare_lines(e->at[middle], exp, panel, series, metric) < 0)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

static bool
same_x(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fabs(b);
}

/* Finds the samples of one point: how many there are, and the first of them. */
static size_t
gather(const struct evidence *e, const char *exp, const char *panel, const char *series, double x, const char *metric,
       size_t *first)
{
	size_t i = first_of_line(e, exp, panel, series, metric), n = 0;

	while (i < e->count && compare_lines(e->at[i], exp, panel, series, metric) == 0 && !same_x(e->at[i]->x, x))
		i++;
	*first = i;
	while (i + n < e->count && compare_lines(e->at[i + n], exp, panel, series, metric) == 0 &&
	       same_x(e->at[i + n]->x, x))
		n++;
	return n;
}

bool
judge_has(struct judge *j, const char *exp, const char *panel, const char *series, double x, const char *metric)
{
	size_t first;

	return gather(j->evidence, exp, panel, series, x, metric, &first) > 0;
}

static void
miss(struct judge *j, const char *exp, const char *panel, const char *series, double x, const char *metric)
{
	const char *text = judge_text(j, "%s%s%s %s %s at x=%g", exp, *panel ? "." : "", panel, series, metric, x);

	if (strstr(j->missing, text) || j->missed++ >= MISSING)
		return;
	judge_append(j->missing, sizeof j->missing, ", ", text);
}

struct runs
judge_runs(struct judge *j, const char *exp, const char *panel, const char *series, double x, const char *metric)
{
	const struct evidence *e = j->evidence;
	size_t first, n = gather(e, exp, panel, series, x, metric, &first);
	unsigned *rep;
	double *value;
	struct runs runs = judge_room(j, n, &value, &rep);

	if (n == 0)
		miss(j, exp, panel, series, x, metric);
	for (size_t i = 0; i < n; i++) {
		value[i] = sample_value(e->at[first + i]);
		rep[i] = e->at[first + i]->rep;
	}
	return runs;
}

bool
judge_counts(struct judge *j, const char *exp, const char *panel, const char *series, double x, const char *metric,
             uint64_t *num, uint64_t *den)
{
	const struct evidence *e = j->evidence;
	size_t first, n = gather(e, exp, panel, series, x, metric, &first);

	*num = *den = 0;
	if (n == 0)
		miss(j, exp, panel, series, x, metric);
	for (size_t i = first; i < first + n; i++) {
		*num += e->at[i]->num;
		*den += e->at[i]->den;
	}
	return n > 0;
}

struct value
judge_rate(struct judge *j, const char *exp, const char *panel, const char *series, double x, const char *metric)
{
	enum { MOST = 1000 };
	const struct evidence *e = j->evidence;
	size_t first, n = gather(e, exp, panel, series, x, metric, &first);
	uint64_t num[MOST], den[MOST];

	if (n == 0)
		miss(j, exp, panel, series, x, metric);
	n = n < MOST ? n : MOST;
	for (size_t i = 0; i < n; i++) {
		num[i] = e->at[first + i]->num;
		den[i] = e->at[first + i]->den;
	}
	return judge_pooled(j, num, den, n);
}

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
evidence_quotient(const double *v, size_t count, const void *context)
{
	(void)count;
	(void)context;
	return v[0] > 0 && v[1] > 0 ? v[0] / v[1] : NAN;
}

struct runs
judge_ratio(struct judge *j, struct runs a, struct runs b)
{
	const struct runs both[] = {a, b};

	return judge_combine(j, both, 2, evidence_quotient, NULL);
}

const struct point *
evidence_point(struct evidence *e, const char *exp, const char *panel, const char *series, double x, const char *metric)
{
	size_t i = experiment_index(exp);

	if (!experiment_all[i])
		return NULL;
	if (!e->reduced[i]) {
		reduce_experiment(experiment_all[i], e->all, e->scale, &e->points[i]);
		e->reduced[i] = true;
	}
	return points_find(&e->points[i], panel, series, x, metric);
}

const struct point *
judge_point(struct judge *j, const char *exp, const char *panel, const char *series, double x, const char *metric)
{
	return evidence_point(j->evidence, exp, panel, series, x, metric);
}

double
judge_next_x(struct judge *j, const char *exp, const char *panel, const char *series, const char *metric, double after)
{
	const struct evidence *e = j->evidence;

	for (size_t i = first_of_line(e, exp, panel, series, metric);
	     i < e->count && compare_lines(e->at[i], exp, panel, series, metric) == 0; i++)
		if (e->at[i]->x > after && !same_x(e->at[i]->x, after))
			return e->at[i]->x;
	return NAN;
}

const char *
judge_name(const char *series)
{
	const struct filter_ops *ops = filter_find(series);

	return ops ? ops->title : series;
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
