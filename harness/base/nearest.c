/* SPDX-License-Identifier: MIT */
/* nearest.c - see nearest.h. */
#include "harness/base/nearest.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 32, CHARACTERS_A_SLIP = 3 };

static size_t
nearest_least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/*
 * Computes the table of distances row by row. at[j] is the distance of the first i characters of `from` from the first
 * j of `to`. An exchange of neighbours refers to the row two before.
 */
static size_t
nearest_distance(const char *from, size_t m, const char *to, size_t n)
{
	size_t rows[3][LONGEST + 1], *before = rows[0], *above = rows[1], *at = rows[2], *spare;

	for (size_t j = 0; j <= n; j++)
		above[j] = before[j] = j;
	for (size_t i = 1; i <= m; i++) {
		at[0] = i;
		for (size_t j = 1; j <= n; j++) {
			at[j] = nearest_least(nearest_least(above[j], at[j - 1]) + 1,
			                      above[j - 1] + (from[i - 1] != to[j - 1]));
			if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
				at[j] = nearest_least(at[j], before[j - 2] + 1);
		}
		spare = before, before = above, above = at, at = spare;
	}
	return above[n];
}

struct nearest
nearest_of(const char *word)
{
	return (struct nearest){.word = word, .slips = strlen(word) / CHARACTERS_A_SLIP + 1};
}

void
nearest_offer(struct nearest *guess, const char *name)
{
	const size_t m = strlen(guess->word), n = strlen(name);
	size_t slips;

	if (m > LONGEST || n > LONGEST)
		return;
	slips = nearest_distance(guess->word, m, name, n);
	if (slips < guess->slips) {
		guess->name = name;
		guess->slips = slips;
	}
}

const char *
nearest_hint(struct nearest *guess, const char *otherwise)
{
	if (!guess->name)
		return otherwise;
	snprintf(guess->hint, sizeof guess->hint, "; did you mean '%s'?", guess->name);
	return guess->hint;
}
