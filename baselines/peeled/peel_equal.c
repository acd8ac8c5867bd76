/* SPDX-License-Identifier: MIT */
/*
 * peel_equal.c - which of the keys that a graph could not peel are equal to an earlier one.
 *
 *      keys      | a | b | c | a | d | ... | d |     a build fails: two equal keys never peel off
 *      left      0 3 4 9                              but most others do, and need not be looked at
 *      copies        3   9                            these are left out, and the table is made again
 *
 * A seed may also fail by chance, though all keys are different. The usual reason among many keys is that two have all
 * cells in common. Then two keys are looked at, not all of them.
 *
 * The numbers of the keys seen are in a hash table of twice as many places or more, by a mixture of the key. The
 * filter's own hash would not do: it may be the reason why the build fails.
 */
#include "baselines/peeled/peel_build.h"

#include "core/rng.h"

#include <stdlib.h>

enum filter_status
peel_equal(struct peel_left *left, const uint64_t *keys, const uint32_t *values, size_t *scratch)
{
	enum filter_status status = FILTER_OK;
	size_t places = 2, copies = 0, taken;
	uint32_t *seen; /* 1 + the number of a key; 0: a free place */

	while (places < 2 * left->n)
		places *= 2;
	seen = calloc(places, sizeof *seen);
	if (!seen)
		return FILTER_ENOMEM;
	for (size_t j = 0; j < left->n && status == FILTER_OK; j++) {
		const uint32_t i = left->key[j];
		size_t at = rng_mix(keys[i]) & (places - 1);

		while (seen[at] && keys[seen[at] - 1] != keys[i])
			at = (at + 1) & (places - 1);
		if (!seen[at])
			seen[at] = i + 1;
		else if (values && values[seen[at] - 1] != values[i])
			status = FILTER_EINVAL;
		else
			left->key[copies++] = i;
	}
	free(seen);
	taken = places * sizeof *seen + left->n * sizeof *left->key;
	*scratch = taken > *scratch ? taken : *scratch;
	left->n = copies;
	return status;
}
