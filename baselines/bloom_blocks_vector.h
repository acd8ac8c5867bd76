/* SPDX-License-Identifier: MIT */
/*
 * bloom_blocks_vector.h - the loop over keys of blk-BF and sb-BF with vector instructions: one source, included by a file for each
 * instruction set, which says first what a vector of keys, the bits of a key and the test of them are there.
 *
 *      keys    . . . . . . . . . . . . . . . . . . . . . . . . .       a ring of where their blocks begin and of what tells their bits
 *              tested  |         asked for        |  hashed  |
 *                   i - LANES - AHEAD         i - LANES      i
 *
 * Blocks are asked for in between the tests: a core has room for so many requests, and where they come in a row they wait for each other
 * and nothing is tested meanwhile (blk-BF from memory: 1.2 times as fast so). The second-level cache is asked in the same way: that was 1.3
 * times as fast there as to test every vector of keys as soon as it is hashed. All bits of a key are tested at once, in registers.
 *
 * The including file defines, where there are these instructions, BLOCKS_TARGET, the attribute of functions that use them, BLOCKS_STEPS, the name
 * of a struct and of the function that makes it, and such functions:
 *
 *      enum { LANES, SETS_512 }                                      keys of a vector, even; can blocks_set set the bits of BLOCK_512
 *      struct BLOCKS_STEPS BLOCKS_STEPS(k)                           constants for the k bits of a key
 *      blocks_locate(map, form, kind, keys, ring, at)                 puts a vector of keys into the ring
 *      blocks_pair_has(table, form, k, steps, ring, at, hit)           tests two keys; how many are there
 *      blocks_set(table, form, k, steps, ring, at)                   sets the bits of one
 */
#ifndef CUCKOOBENCH_BLOOM_BLOCKS_VECTOR_H
#define CUCKOOBENCH_BLOOM_BLOCKS_VECTOR_H

#include "baselines/bloom_blocks.h"

#ifdef BLOCKS_TARGET
BLOCKS_TARGET ALWAYS_INLINE size_t
blocks_pair(uint8_t *table, enum block_form form, unsigned k, const struct BLOCKS_STEPS *steps, const struct blocks_ring *ring, size_t at,
            uint8_t *hit)
{
	if (hit)
		return blocks_pair_has(table, form, k, steps, ring, at, hit);
	blocks_set(table, form, k, steps, ring, at);
	blocks_set(table, form, k, steps, ring, at + 1);
	return 0;
}

/* n is a multiple of LANES. hit == NULL: inserts them. */
BLOCKS_TARGET ALWAYS_INLINE size_t
blocks_loop(const struct bloom_map map, enum block_form form, enum hash_kind kind, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const size_t first = n < LANES + BLOCKS_AHEAD ? n : LANES + BLOCKS_AHEAD;
	const struct BLOCKS_STEPS steps = BLOCKS_STEPS(k);
	struct blocks_ring ring;
	size_t hits = 0, i = 0;

	for (; i < first; i += LANES) {
		blocks_locate(&map, form, kind, keys + i, &ring, i);
		for (size_t j = 0; j < LANES && i; j++)
			__builtin_prefetch(map.data + ring.at[i - LANES + j]);
	}
	for (; i < n; i += LANES) {
		const size_t now = (i - LANES) % BLOCKS_RING, then = (i - LANES - BLOCKS_AHEAD) % BLOCKS_RING;

		blocks_locate(&map, form, kind, keys + i, &ring, i % BLOCKS_RING);
		/* Unrolled, gcc puts tests together and requests together: a quarter slower, of AVX-512's blk-BF. */
#pragma GCC unroll 1
		for (size_t j = 0; j < LANES; j += 2) {
			hits += blocks_pair(map.data, form, k, &steps, &ring, then + j, hit ? hit + i - LANES - BLOCKS_AHEAD + j : NULL);
			__builtin_prefetch(map.data + ring.at[now + j]);
			__builtin_prefetch(map.data + ring.at[now + j + 1]);
		}
	}
	for (i = n - LANES; n && i < n; i++)
		__builtin_prefetch(map.data + ring.at[i % BLOCKS_RING]);
	for (i = n - first; i < n; i += 2)
		hits += blocks_pair(map.data, form, k, &steps, &ring, i % BLOCKS_RING, hit ? hit + i : NULL);
	return hits;
}

/* Instances by constants. */
#define BLOCKS_LOOK_UP(kind) blocks_loop(f->map, form, kind, k, keys, n, hit)
#define BLOCKS_INSERT(kind) blocks_loop(f->map, form, kind, k, keys, n, NULL)
BLOCKS_TARGET ALWAYS_INLINE size_t
blocks_kinds(const struct bloom *f, enum block_form form, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return hit ? HASH_INSTANCES(&f->map.hash, BLOCKS_LOOK_UP) : HASH_INSTANCES(&f->map.hash, BLOCKS_INSERT);
}
#undef BLOCKS_LOOK_UP
#undef BLOCKS_INSERT

#define BLOCKS_LOOP(id, form, k)                                                                                                           \
	BLOCKS_TARGET static size_t id(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)                                \
	{                                                                                                                                  \
		return blocks_kinds(f, form, k, keys, n, hit);                                                                             \
	}
BLOCKS_LOOP(blocks_k9, BLOCK_512, BLOOM_K)
BLOCKS_LOOP(blocks_any, BLOCK_512, f->params.hashes)
BLOCKS_LOOP(blocks_split, BLOCK_SPLIT, SPLIT_WORDS)
#endif

/* Whole vectors of keys as above, if block numbers have 32 bits and the bits can be set; the rest in C. hit == NULL: inserts them. */
ALWAYS_INLINE size_t
blocks_vectors(const struct bloom *f, enum block_form form, const uint64_t *keys, size_t n, uint8_t *hit)
{
	size_t whole = 0, hits = 0;

#ifdef BLOCKS_TARGET
	whole = f->map.m >> 32 || (!hit && form == BLOCK_512 && !SETS_512) ? 0 : n / LANES * LANES;
	if (form == BLOCK_SPLIT)
		hits = blocks_split(f, keys, whole, hit);
	else
		hits = bloom_is_k9(f) ? blocks_k9(f, keys, whole, hit) : blocks_any(f, keys, whole, hit);
#endif
	return hits + blocks_batch(f, form, keys + whole, n - whole, hit ? hit + whole : NULL);
}

#endif
