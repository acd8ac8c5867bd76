/* SPDX-License-Identifier: MIT */
/*
 * key_index.h - finds the position of an equal key in an array: a table of positions with linear probing.
 *
 *      slots   0 | 3 | 0 | 1 | 2 | 0 | 0 | 0        position + 1; 0: none. A power of two, at most half of them used
 *
 * The keys stay in their array. Their XXH3 only chooses where the probing begins, so the test for equality is exact.
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
/* The slot of the key that is equal to this one. If there is none, the slot for its position + 1, which holds 0. `keys`
 * is the array of the positions. */
size_t *key_index_slot(const struct key_index *, const uint64_t *keys, uint64_t key);

#endif
