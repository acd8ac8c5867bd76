/* SPDX-License-Identifier: MIT */
/* turns.c - see turns.h. */
#include "harness/analysis/turns.h"

#include "harness/base/memory.h"

#include <math.h>

struct turns
turns_of(struct samples_at there)
{
	struct turns t = {there.count, memory_new(there.count, sizeof *t.at)};

	for (size_t i = 0; i < there.count; i++)
		t.at[i] = sample_turn(there.at[i]);
	return t;
}

/* What of a turn tells two values apart: all of it, or the process alone, above the round (turn_of). */
enum { BY_ROUND = 0, BY_PROCESS = 32 };

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
