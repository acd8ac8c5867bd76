/* SPDX-License-Identifier: MIT */
/* turns.c - see turns.h. */
#include "harness/exp/turns.h"

#include "harness/base/memory.h"
#include "harness/stats/stats.h"

#include <math.h>
#include <stdlib.h>

struct turns
turns_of(struct samples_at there)
{
	struct turns t = {there.count, memory_new(there.count, sizeof *t.at)};

	for (size_t i = 0; i < there.count; i++)
		t.at[i] = sample_turn(there.at[i]);
	return t;
}

double
turns_ns(const struct sample *s)
{
	return (double)s->den / (double)s->num;
}

/* What of a turn tells two values apart: all of it, or the process alone, above the round (turn_of). */
enum { BY_ROUND = 0, BY_PROCESS = TURN_ROUND_BITS };

static double *
read_by(unsigned shift, const struct turns *t, struct samples_at there, double (*of)(const struct sample *))
{
	double *value = memory_new(t->n, sizeof *value);

	for (size_t i = 0, k = 0; i < t->n; i++) {
		const uint64_t now = t->at[i] >> shift;

		while (k < there.count && sample_turn(there.at[k]) >> shift < now)
			k++;
		value[i] = k < there.count && sample_turn(there.at[k]) >> shift == now ? of(there.at[k]) : NAN;
	}
	return value;
}

double *
turns_read(const struct turns *t, struct samples_at there, double (*of)(const struct sample *))
{
	return read_by(BY_ROUND, t, there, of);
}

double *
turns_read_once(const struct turns *t, struct samples_at there, double (*of)(const struct sample *))
{
	return read_by(BY_PROCESS, t, there, of);
}

struct point *
turns_add(struct points *points, const struct turns_place *p, const struct turns *t, const double *value, size_t fewest)
{
	double *there = memory_new(t->n, sizeof *there);
	uint64_t *turn = memory_new(t->n, sizeof *turn);
	struct point *added = NULL;
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		if (isfinite(value[i])) {
			turn[n] = t->at[i];
			there[n++] = value[i];
		}
	if (n > fewest)
		added = points_add_summary(points, p->panel, p->series, p->x, p->metric, p->unit, there, turn, n, true);
	free(there);
	free(turn);
	return added;
}

void
turns_add_ratios(struct points *points, const struct turns_place *place, struct samples_at there,
                 struct samples_at over)
{
	const struct turns t = turns_of(there);
	double *value = turns_read(&t, there, sample_value), *of = turns_read(&t, over, sample_value);

	for (size_t k = 0; k < t.n; k++)
		value[k] /= of[k];
	turns_add(points, place, &t, value, 0);
	free(t.at);
	free(value);
	free(of);
}
