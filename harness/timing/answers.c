/* SPDX-License-Identifier: MIT */
/* answers.c - see answers.h. */
#include "harness/timing/answers.h"

#include <stdio.h>

enum answers
answers_look(const uint8_t *hit, size_t n, size_t returned, char why[ANSWERS_WHY])
{
	size_t yes = 0, neither = 0, at = 0;

	for (size_t i = 0; i < n; i++) {
		yes += hit[i];
		neither += hit[i] > 1;
	}
	if (neither > 0) {
		while (hit[at] <= 1)
			at++;
		snprintf(why, ANSWERS_WHY, "contains left hit[%zu] at %u, which is neither 0 nor 1", at, hit[at]);
		return ANSWERS_NEITHER;
	}
	if (yes == returned)
		return ANSWERS_RIGHT;
	snprintf(why, ANSWERS_WHY, "contains returned %zu for %zu answers that are yes", returned, yes);
	return ANSWERS_MISCOUNTED;
}
