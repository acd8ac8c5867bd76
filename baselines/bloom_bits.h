/* SPDX-License-Identifier: MIT */
/*
 * bloom_bits.h - the bits of a table, accessed by one thread or by many, and BF's loops over keys that set and read them one after the
 * other, for the filter of one thread (bloom.c) and that of many (bloom_atomic.c).
 *
 *      bit p of the table:   | word p / 64, little-endian:  bit p % 64 |       also bit p % 8 of byte p / 8
 *
 *                  BLOOM_ALONE                      BLOOM_SHARED
 *      set         load, or, store                  one atomic or
 *      get         load                             atomic load, relaxed
 *
 * Words, not bytes: a shift count needs no mask then. From memory, bytes and words were the same within the noise. The last word may
 * reach into the padding of core/mem.h.
 */
#ifndef CUCKOOBENCH_BLOOM_BITS_H
#define CUCKOOBENCH_BLOOM_BITS_H

#include "baselines/bloom.h"
#include "core/shared.h"

enum bloom_access { BLOOM_ALONE, BLOOM_SHARED };

/* Tables are 64-byte aligned; the words of a shared one are accessed as atomics only, but when nothing else runs (check, save, load). */
ALWAYS_INLINE shared64 *
bloom_shared_word(const uint8_t *data, uint64_t bit)
{
	return (shared64 *)(uintptr_t)(data + bit / 64 * 8);
}

ALWAYS_INLINE void
bloom_set(uint8_t *data, uint64_t bit, enum bloom_access access)
{
	uint8_t *word = data + bit / 64 * 8;

	if (access == BLOOM_SHARED)
		SHARED_OR(bloom_shared_word(data, bit), UINT64_C(1) << bit % 64, memory_order_relaxed);
	else
		store64(word, load64(word) | UINT64_C(1) << bit % 64);
}

ALWAYS_INLINE bool
bloom_get(const uint8_t *data, uint64_t bit, enum bloom_access access)
{
	PROBE(data + bit / 8, 1);
	if (access == BLOOM_SHARED)
		return SHARED_LOAD(bloom_shared_word(data, bit), memory_order_relaxed) >> bit % 64 & 1;
	return load64(data + bit / 64 * 8) >> bit % 64 & 1;
}

ALWAYS_INLINE void
bf_insert_keys(const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n, enum bloom_access access)
{
	for (size_t j = 0; j < n; j++) {
		struct bloom_walk w = bloom_start(hash_key(&map.hash, keys[j]));

		for (unsigned i = 0; i < k; i++)
			bloom_set(map.data, bloom_next(&w, map.m), access);
	}
}

ALWAYS_INLINE bool
bf_has(const struct bloom_map *map, unsigned k, uint64_t hash, enum bloom_access access)
{
	struct bloom_walk w = bloom_start(hash);

	for (unsigned i = 0; i < k; i++)
		if (!bloom_get(map->data, bloom_next(&w, map->m), access))
			return false;
	return true;
}

ALWAYS_INLINE size_t
bf_contains_keys(const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit, enum bloom_access access)
{
	size_t hits = 0;

	for (size_t j = 0; j < n; j++) {
		hit[j] = bf_has(&map, k, hash_key(&map.hash, keys[j]), access);
		hits += hit[j];
	}
	return hits;
}

#endif
