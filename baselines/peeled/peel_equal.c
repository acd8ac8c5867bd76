/* SPDX-License-Identifier: MIT */
/* peel_equal.c - see peel_equal.h. */
#include "baselines/peeled/peel_equal.h"

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
