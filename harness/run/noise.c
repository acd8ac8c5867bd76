/* SPDX-License-Identifier: MIT */
/* noise.c - see noise.h. */
#include "harness/run/noise.h"

#include "harness/base/memory.h"

#include <stdlib.h>
#include <string.h>

/*
 * A latency that is off by 10 % moves lookups by 6 %, as much as the quotients of two filters spread anyway. On an
 * idle, shared virtual machine one reading in ten is off by more; their quartiles are within 4 %.
 */
static const double most_apart = 0.10;

/* By repetition, then by latency. */
static int
compare_latencies(const void *a, const void *b)
{
	const struct attempt *p = *(struct attempt *const *)a, *q = *(struct attempt *const *)b;
	const uint64_t x = p->disturbance.read_ps, y = q->disturbance.read_ps;

	return p->rep != q->rep ? (p->rep > q->rep) - (p->rep < q->rep) : (x > y) - (x < y);
}

void
noise_compare(struct store *s)
{
	struct attempt **at = memory_new(s->count, sizeof(struct attempt *));
	size_t n = 0;

	for (size_t i = 0; i < s->count; i++)
		if (s->at[i].disturbance.known)
			at[n++] = &s->at[i];
	qsort(at, n, sizeof(struct attempt *), compare_latencies);
	for (size_t first = 0, end; first < n; first = end) {
		double median;

		for (end = first; end < n && at[end]->rep == at[first]->rep;)
			end++;
		median = ((double)at[(first + end - 1) / 2]->disturbance.read_ps +
		          (double)at[(first + end) / 2]->disturbance.read_ps) /
		         2;
		for (size_t i = first; i < end && median > 0; i++)
			if (at[i]->disturbance.change) /* an earlier version compared it with something else */
				at[i]->latency_apart = (double)at[i]->disturbance.read_ps / median - 1;
	}
	free(at);
}

static bool
is_apart(const struct attempt *a)
{
	return a->latency_apart > most_apart || a->latency_apart < -most_apart;
}

const char *
noise_text(const struct attempt *a, char text[NOISE_TEXT])
{
	snprintf(text, NOISE_TEXT, "%s", a->noise);
	if (is_apart(a))
		snprintf(text + strlen(text), NOISE_TEXT - strlen(text), "%smemory latency %+.0f %% beside others",
		         *text ? "; " : "", 100 * a->latency_apart);
	return text;
}

bool
noise_any(const struct attempt *a)
{
	return *a->noise || is_apart(a);
}
