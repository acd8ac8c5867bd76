/* SPDX-License-Identifier: MIT */
/*
 * key_index.h - where in an array an equal key stands: a table of positions, probed one slot after the other.
 *
 *      slots   0 | 3 | 0 | 1 | 2 | 0 | 0 | 0        position + 1; 0: none. A power of two, at most half of them taken
 *  The keys stay where they are: XXH3 of them only chooses where the probing begins, so what is equal is decided
 * exactly.
 */
#ifndef CUCKOOBENCH_KEY_INDEX_H
#define CUCKOOBENCH_KEY_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct key_index {
	size_t *slots, mask;
};

/* For n keys. False: memory is short. */
bool key_index_init(struct key_index *, size_t n);
void key_index_free(struct key_index *);
/* Bytes that an index of n keys takes. */
size_t key_index_bytes(size_t n);
/* The slot of the key equal to this one; or, with 0 in it, the one that is for its position + 1. `keys`: what the
 * positions are of. */
size_t *key_index_slot(const struct key_index *, const uint64_t *keys, uint64_t key);

#endif
