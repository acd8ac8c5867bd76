/* SPDX-License-Identifier: MIT */
/* noise.c - see noise.h. */
#include "harness/run/noise.h"

#include "harness/base/memory.h"

#include <stdlib.h>
#include <string.h>

/*
 * A turn is off if it is beyond its median by more than a factor of 1.1: as much as the quotients of two filters
 * spread. A median bears a third of its turns; two of five, or three of eight, move it. If turns are normal with 3 %,
 * one series of five turns in ten thousand is flagged by chance; with 5 %, one in forty, and of fifteen one in ten
 * thousand (tests/referee/noise.py).
 */
static const double most_apart = 1.1, most_off = 1.0 / 3;
enum { TURNS_LEAST = 3, NAMED = 4 /* series in the text */ };

/* By series, then by where and at what x, then by value. */
static int
compare_series(const struct sample *a, const struct sample *b)
{
	const int by_name = strcmp(a->series, b->series);

	return by_name ? by_name : strcmp(a->metric, b->metric);
}

static int
compare_places(const struct sample *a, const struct sample *b)
{
	const int by_series = compare_series(a, b), by_panel = strcmp(a->panel, b->panel);

	return by_series ? by_series : by_panel ? by_panel : (a->x > b->x) - (a->x < b->x);
}

static double
rate(const struct sample *s)
{
	return (double)s->num / (double)s->den;
}

static int
compare_turns(const void *p, const void *q)
{
	const struct sample *a = *(const struct sample *const *)p, *b = *(const struct sample *const *)q;
	const int by_place = compare_places(a, b);

	return by_place ? by_place : (rate(a) > rate(b)) - (rate(a) < rate(b));
}

/* How many of n turns, in order of size, are off their median. */
static size_t
count_off(const struct sample *const *turn, size_t n)
{
	const double median = (rate(turn[(n - 1) / 2]) + rate(turn[n / 2])) / 2;
	size_t off = 0;

	for (size_t i = 0; i < n; i++)
		off += rate(turn[i]) > median * most_apart || rate(turn[i]) * most_apart < median;
	return off;
}

static void
add_text(struct noise *noise, const char *before, const char *what, const char *after)
{
	const size_t used = strlen(noise->text);

	snprintf(noise->text + used, NOISE_TEXT - used, "%s%s%s", before, what, after);
}

/* "stops +1; turns apart: cf lookup" */
static void
name_series(struct noise *noise, const struct sample *of)
{
	if (noise->apart == 0)
		add_text(noise, *noise->text ? "; " : "", "turns apart: ", of->series);
	else
		add_text(noise, ", ", of->series, "");
	add_text(noise, " ", of->metric, "");
}

/* Judges one series, which begins at the first of n turns. Returns how many of them it has. */
static size_t
judge_series(const struct sample *const *turn, size_t n, struct noise *noise)
{
	size_t end = 0, turns = 0, off = 0;

	for (size_t from = 0; end < n && compare_series(*turn, turn[end]) == 0; from = end) {
		while (end < n && compare_places(turn[from], turn[end]) == 0)
			end++;
		if (end - from < TURNS_LEAST)
			continue;
		turns += end - from;
		off += count_off(turn + from, end - from);
	}
	noise->series += turns > 0;
	if ((double)off > most_off * (double)turns) {
		if (noise->apart < NAMED)
			name_series(noise, *turn);
		noise->apart++;
	}
	return end;
}

void
noise_judge(const struct store *s, const struct attempt *a, struct noise *noise)
{
	const struct sample **turn = memory_new(a->count, sizeof(struct sample *));
	char of[64];
	size_t n = 0;

	*noise = (struct noise){.series = 0};
	add_text(noise, a->noise, "", "");
	for (size_t i = a->first; i < a->first + a->count && a->disturbance.known; i++)
		if (strcmp(s->sample[i].unit, "Mops/s") == 0)
			turn[n++] = &s->sample[i];
	qsort(turn, n, sizeof(struct sample *), compare_turns);
	for (size_t i = 0; i < n;)
		i += judge_series(turn + i, n - i, noise);
	free(turn);
	snprintf(of, sizeof of, " (%zu of %zu series)", noise->apart, noise->series);
	if (noise->apart)
		add_text(noise, noise->apart > NAMED ? ", ..." : "", of, "");
}
