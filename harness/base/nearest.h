/* SPDX-License-Identifier: MIT */
/*
 * nearest.h - which of the names that there are was meant by one that there is not.
 *
 *      nearest_of("rnu") --- nearest_offer("report"), ("run"), ("plan") ... ---> nearest_hint: "; did you mean 'run'?"
 *  Near is what few slips of the hand separate: a character too many, too few, another, or two that changed places (the
 * restricted Damerau-Levenshtein distance). One slip in three characters is as far as a guess goes.
 */
#ifndef CUCKOOBENCH_NEAREST_H
#define CUCKOOBENCH_NEAREST_H

#include <stddef.h>

enum { NEAREST_HINT = 80 };

struct nearest {
	const char *word;
	const char *name; /* the nearest so far that is near enough; NULL: none */
	size_t slips;     /* that separate it; without a name, one more than are allowed */
};

struct nearest nearest_of(const char *word);
/* The name must outlive the guess. The first of equally near ones counts. */
void nearest_offer(struct nearest *, const char *name);
/* The question, or what to say where there is none to ask; in text, or otherwise itself. */
const char *nearest_hint(const struct nearest *, const char *otherwise, char text[NEAREST_HINT]);

#endif
