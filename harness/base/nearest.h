/* SPDX-License-Identifier: MIT */
/*
 * nearest.h - guesses which of the existing names an unknown one was meant to be.
 *
 *      nearest_of("rnu") --- nearest_offer("report"), ("run"), ("plan") ... ---> nearest_hint: "; did you mean 'run'?"
 *  The distance is the number of typing slips: a character too many, too few or replaced, or two neighbours exchanged
 * (the restricted Damerau-Levenshtein distance). A guess allows at most one slip in three characters.
 */
#ifndef CUCKOOBENCH_NEAREST_H
#define CUCKOOBENCH_NEAREST_H

#include <stddef.h>

struct nearest {
	const char *word;
	const char *name; /* the nearest so far that is near enough; NULL: none */
	size_t slips;     /* its distance; without a name, one more than allowed */
	char hint[80];
};

struct nearest nearest_of(const char *word);
/* Offers a name, which must outlive the guess. The first of equally near ones counts. */
void nearest_offer(struct nearest *, const char *name);
/* Returns the question for the nearest name; it lives as long as the guess. `otherwise` if no name is near enough. */
const char *nearest_hint(struct nearest *, const char *otherwise);

#endif
