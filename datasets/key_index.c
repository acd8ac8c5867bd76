/* SPDX-License-Identifier: MIT */
/* key_index.c - see key_index.h. */
#include "datasets/key_index.h"

#include <stdlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static size_t
slots_for(size_t n)
{
	size_t slots = 4;

	while (slots < 2 * n)
		slots *= 2;
	return slots;
}

bool
key_index_init(struct key_index *index, size_t n)
{
	const size_t slots = slots_for(n);

	*index = (struct key_index){calloc(slots, sizeof *index->slots), slots - 1};
	return index->slots != NULL;
}

void
key_index_free(struct key_index *index)
{
	free(index->slots);
	*index = (struct key_index){NULL, 0};
}

size_t
key_index_bytes(size_t n)
{
	return slots_for(n) * sizeof(size_t);
}

size_t *
key_index_slot(const struct key_index *index, const uint64_t *keys, uint64_t key)
{
	size_t at = XXH3_64bits(&key, sizeof key) & index->mask;

	while (index->slots[at] && keys[index->slots[at] - 1] != key)
		at = (at + 1) & index->mask;
	return &index->slots[at];
}
