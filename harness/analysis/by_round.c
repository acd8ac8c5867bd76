/* SPDX-License-Identifier: MIT */
/* by_round.c - see by_round.h. */
#include "harness/analysis/by_round.h"

#include "harness/analysis/points.h"
#include "harness/base/memory.h"
#include "harness/stats/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int
compare_places(const struct sample *s, const char *panel, const char *series, const char *metric, double x)
{
	int c;

	if ((c = strcmp(s->panel, panel)) || (c = strcmp(s->series, series)) || (c = strcmp(s->metric, metric)))
		return c;
	return (s->x > x) - (s->x < x);
}

static int
by_round_compare_samples(const void *a, const void *b)
{
	const struct sample *p = *(const struct sample *const *)a, *q = *(const struct sample *const *)b;

	return compare_places(p, q->panel, q->series, q->metric, q->x);
}

void
by_round_make(struct by_round *b, const char *exp, const struct samples *all)
{
	*b = (struct by_round){.at = malloc((all->count + 1) * sizeof(const struct sample *))};
	memory_needed(b->at);
	for (size_t i = 0; i < all->count; i++)
		if (!all->at[i].superseded && strcmp(all->at[i].exp, exp) == 0)
			b->at[b->count++] = &all->at[i];
	qsort(b->at, b->count, sizeof *b->at, by_round_compare_samples);
}

void
by_round_free(struct by_round *b)
{
	free(b->at);
	*b = (struct by_round){.at = NULL};
}

size_t
by_round_read(const struct by_round *b, const char *panel, const char *series, const char *metric, double x,
              double value[BY_ROUND_MOST])
{
	size_t from = 0, to = b->count, rounds = 0;

	for (size_t i = 0; i < BY_ROUND_MOST; i++)
		value[i] = NAN;
	while (from < to) {
		const size_t middle = from + (to - from) / 2;

		if (compare_places(b->at[middle], panel, series, metric, x) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	for (; to < b->count && compare_places(b->at[to], panel, series, metric, x) == 0; to++)
		if (b->at[to]->rep < BY_ROUND_MOST) {
			value[b->at[to]->rep] = sample_value(b->at[to]);
			rounds++;
		}
	return rounds;
}

void
by_round_add(struct points *points, const char *panel, const char *series, double x, const char *metric,
             const char *unit, const double value[BY_ROUND_MOST])
{
	double there[BY_ROUND_MOST];
	struct summary sum;
	struct point *p;
	size_t n = 0;

	for (size_t i = 0; i < BY_ROUND_MOST; i++)
		if (isfinite(value[i]))
			there[n++] = value[i];
	if (n == 0)
		return;
	sum = summarise(there, n);
	p = points_add(points, panel, series, x, metric, unit, sum.median);
	p->n = (unsigned)n;
	p->lo = sum.lo, p->hi = sum.hi, p->mean = sum.mean, p->min = sum.min, p->max = sum.max;
	p->variance = sum.variance;
}
