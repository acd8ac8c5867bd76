/* SPDX-License-Identifier: MIT */
/*
 * bloom_blocks_vector.h - the loop over keys of blk-BF, sb-BF, rb-BF and cs-BF with vector instructions. This is one
 * source for every kind of block and set of instructions. The including file first defines a vector
 * of keys, the bits of a key and their test.
 *
 *      keys    . . . . . . . . . . . . . . . . . . . . . . . . .       a ring: where their blocks begin, and the words
 *              tested  |        prefetched       |  hashed  |          that their bits follow from
 *                   i - LANES - AHEAD         i - LANES      i
 *
 * The prefetches alternate with the tests. A core has room for a limited number of requests; requests in a row wait
 * for each other, and nothing is tested meanwhile (alternating makes blk-BF from memory 1.2 times as fast). Where a
 * whole vector of keys is tested together, half of its prefetches come before the test. From a third-level cache that
 * makes rb-BF 1.04 times as fast; for two keys it is no better. The second-level cache is prefetched from in the same
 * way: that was 1.3 times as fast there as to test every vector of keys as soon as it is hashed. All bits of a key are
 * tested at once, in registers.
 *
 * The including file has its work from BLOCKS_VECTORS. It includes core/vector.h first. Where that has the instructions
 * (VECTOR_TARGET), the file defines BLOCKS_STEPS, the name of a struct and of the function that makes it; and these:
 *
 *      enum { TOGETHER }                                       keys of a test
 *      struct BLOCKS_STEPS BLOCKS_STEPS(k)                     constants for the k bits of a key
 *      blocks_locate(form, map, kind, keys, ring, at)          puts a vector of keys into the ring
 *      blocks_has(form, table, k, steps, ring, at, hit)        tests TOGETHER keys; returns how many are there
 *      blocks_set(form, table, k, steps, ring, at)             sets the bits of as many
 */
#ifndef CUCKOOBENCH_BLOOM_BLOCKS_VECTOR_H
#define CUCKOOBENCH_BLOOM_BLOCKS_VECTOR_H

#include "baselines/bloom/bloom_blocks.h"

#ifdef VECTOR_TARGET
VECTOR_TARGET ALWAYS_INLINE size_t
blocks_some(enum block_form form, uint8_t *table, unsigned k, const struct BLOCKS_STEPS *steps,
            const struct blocks_ring *ring, size_t at, uint8_t *hit)
{
	if (hit)
		return blocks_has(form, table, k, steps, ring, at, hit);
	blocks_set(form, table, k, steps, ring, at);
	return 0;
}

/* n is a multiple of VECTOR_LANES. hit == NULL: inserts them. */
VECTOR_TARGET ALWAYS_INLINE size_t
blocks_loop(enum hash_kind kind, enum block_form form, const struct bloom_map map, bool second, unsigned k,
            const uint64_t *keys, size_t n, uint8_t *hit)
{
	const size_t first = n < VECTOR_LANES + BLOCKS_AHEAD ? n : VECTOR_LANES + BLOCKS_AHEAD;
	const size_t before = TOGETHER > 2 ? TOGETHER / 2 : 0;
	const struct BLOCKS_STEPS steps = BLOCKS_STEPS(k);
	struct blocks_ring ring;
	size_t hits = 0, i = 0;

	for (; i < first; i += VECTOR_LANES) {
		blocks_locate(form, &map, kind, keys + i, &ring, i);
		for (size_t j = 0; j < VECTOR_LANES && i; j++)
			cache_ask(map.data + ring.at[i - VECTOR_LANES + j], second);
	}
	for (; i < n; i += VECTOR_LANES) {
		const size_t now = (i - VECTOR_LANES) % BLOCKS_RING,
			     then = (i - VECTOR_LANES - BLOCKS_AHEAD) % BLOCKS_RING;

		blocks_locate(form, &map, kind, keys + i, &ring, i % BLOCKS_RING);
		/* Not unrolled: gcc would group the tests and group the prefetches, a quarter slower for AVX-512's
		 * blk-BF. */
#pragma GCC unroll 1
		for (size_t j = 0; j < VECTOR_LANES; j += TOGETHER) {
			for (size_t a = 0; a < before; a++)
				cache_ask(map.data + ring.at[now + j + a], second);
			hits += blocks_some(form, map.data, k, &steps, &ring, then + j,
			                    hit ? hit + i - VECTOR_LANES - BLOCKS_AHEAD + j : NULL);
			for (size_t a = before; a < TOGETHER; a++)
				cache_ask(map.data + ring.at[now + j + a], second);
		}
	}
	for (i = n - VECTOR_LANES; n && i < n; i++)
		cache_ask(map.data + ring.at[i % BLOCKS_RING], second);
	for (i = n - first; i < n; i += TOGETHER)
		hits += blocks_some(form, map.data, k, &steps, &ring, i % BLOCKS_RING, hit ? hit + i : NULL);
	return hits;
}

/* One instance for each kind of hash, by constants. */
VECTOR_TARGET ALWAYS_INLINE size_t
blocks_vectors_by(enum block_form form, const struct bloom *f, bool second, unsigned k, const uint64_t *keys, size_t n,
                  uint8_t *hit)
{
	return hit ? HASH_BY_KIND(&f->map.hash, blocks_loop, form, f->map, second, k, keys, n, hit)
	           : HASH_BY_KIND(&f->map.hash, blocks_loop, form, f->map, second, k, keys, n, NULL);
}

VECTOR_TARGET ALWAYS_INLINE size_t
blocks_to(enum block_form form, const struct bloom *f, bool second, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define EACH(k) blocks_vectors_by(form, f, second, k, keys, n, hit)
	return BLOCK_INSTANCES(f, form, EACH);
#undef EACH
}

/* id_vectors(f, keys, n, hit): whole vectors of keys as above, if block numbers have 32 bits; the rest in C. hit ==
 * NULL: inserts them. */
#define BLOCKS_VECTORS(id, FORM)                                                                                    \
	VECTOR_TARGET static size_t id##_whole(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit) \
	{                                                                                                           \
		return f->map.second ? blocks_to(FORM, f, true, keys, n, hit)                                       \
		                     : blocks_to(FORM, f, false, keys, n, hit);                                     \
	}                                                                                                           \
	ALWAYS_INLINE size_t id##_vectors(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)      \
	{                                                                                                           \
		const size_t whole = f->map.m >> 32 ? 0 : n / VECTOR_LANES * VECTOR_LANES,                          \
			     hits = id##_whole(f, keys, whole, hit);                                                \
                                                                                                                    \
		return hits + blocks_batch(f, FORM, keys + whole, n - whole, hit ? hit + whole : NULL);             \
	}
#else
#define BLOCKS_VECTORS(id, FORM)                                                                               \
	ALWAYS_INLINE size_t id##_vectors(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit) \
	{                                                                                                      \
		return blocks_batch(f, FORM, keys, n, hit);                                                    \
	}
#endif

#endif
