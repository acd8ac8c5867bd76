/* SPDX-License-Identifier: MIT */
/*
 * bloom_words_vector.h - the vectors of rb-BF and cs-BF, for bloom_blocks_vector.h: hashes, blocks and masks of a
 * vector of keys at a time. One source for all instructions and both filters.
 *
 *      a lane a key      hash, product with m --> where its block begins, 32 bits of fraction      in the ring
 *      later             chooser --> word of a group, gathered; mask, a shift and a bit for each of k / groups
 *                        mask & ~word of all groups, or-ed: 0 if the key is there                  tested at once
 *
 * To gather the words of a vector of keys is faster than to make masks ahead and test them key by key: 1.4 times with
 * AVX-512 in the first-level cache, the same from memory. An insertion makes its masks in the same way, and sets them
 * one after the other, because two keys may have one word.
 *
 * The including file first defines BLOCKS_FORM and includes core/vector.h.
 */
#ifndef CUCKOOBENCH_BLOOM_WORDS_VECTOR_H
#define CUCKOOBENCH_BLOOM_WORDS_VECTOR_H

#include "baselines/bloom/bloom_blocks.h"

#ifdef VECTOR_TARGET
enum { LANES = VECTOR_LANES, TOGETHER = VECTOR_LANES };
#define BLOCKS_TARGET VECTOR_TARGET
#define BLOCKS_STEPS words_steps

struct words_steps {
	vector one, fraction; /* one: 1 in each lane; fraction: the bits of a lane that are fraction */
};

VECTOR_TARGET ALWAYS_INLINE struct words_steps
words_steps(unsigned k)
{
	(void)k;
	return (struct words_steps){vector_all(1), vector_all(low_mask(WORDS_FRACTION))};
}

/* m <= 2^32 - 1: the product of a hash and m has 96 bits. Of those the lowest 32 are not needed. */
VECTOR_TARGET ALWAYS_INLINE void
blocks_locate(const struct bloom_map *map, enum hash_kind kind, const uint64_t *keys, struct blocks_ring *ring,
              size_t at)
{
	const vector m = vector_all(map->m), h = vector_hash(kind, &map->hash, keys);
	const vector product = vector_product(h >> 32, m) + (vector_product(h, m) >> 32),
		     block = product >> 32 << words_log2_block(block_words(BLOCKS_FORM));

	memcpy(&ring->at[at], &block, sizeof block);
	memcpy(&ring->word[at], &product, sizeof product);
}

/* words_chooser of the keys at `at`. */
VECTOR_TARGET ALWAYS_INLINE vector
words_choosers(unsigned k, const struct words_steps *steps, const struct blocks_ring *ring, size_t at)
{
	vector product;

	memcpy(&product, &ring->word[at], sizeof product);
	return words_direct(block_words(BLOCKS_FORM), k) ? product << 32 : vector_mixed(product & steps->fraction);
}

/* Where the keys' words of group g begin. */
VECTOR_TARGET ALWAYS_INLINE vector
words_begin(unsigned k, const struct blocks_ring *ring, size_t at, vector chooser, unsigned g)
{
	const enum words_form form = block_words(BLOCKS_FORM);
	vector block;

	memcpy(&block, &ring->at[at], sizeof block);
	if (form == WORDS_ONE)
		return block;
	return block + vector_all((uint64_t)g << words_log2_group(form)) +
	       (chooser >> (61 - words_above(form, k, g) - words_choice(form)) &
	        vector_all(low_mask(words_choice(form)) * WORDS_BYTES));
}

VECTOR_TARGET ALWAYS_INLINE vector
words_masks(unsigned k, const struct words_steps *steps, vector chooser, unsigned g)
{
	const enum words_form form = block_words(BLOCKS_FORM);
	vector mask = vector_all(0);

#pragma GCC unroll 8
	for (unsigned i = 0; i < k / words_groups(form); i++)
		mask |= vector_turned(steps->one, chooser >> words_shift(form, k, g, i));
	return mask;
}

VECTOR_TARGET ALWAYS_INLINE size_t
blocks_has(const uint8_t *table, unsigned k, const struct words_steps *steps, const struct blocks_ring *ring, size_t at,
           uint8_t *hit)
{
	const vector chooser = words_choosers(k, steps, ring, at);
	vector missing = vector_all(0);
	unsigned found;

	for (unsigned g = 0; g < words_groups(block_words(BLOCKS_FORM)); g++)
		missing |=
			words_masks(k, steps, chooser, g) & ~vector_gather(table, words_begin(k, ring, at, chooser, g));
	found = vector_bits(vector_zeros(missing));
	vector_answer(hit, found);
	return (size_t)__builtin_popcount(found);
}

VECTOR_TARGET ALWAYS_INLINE void
blocks_set(uint8_t *table, unsigned k, const struct words_steps *steps, const struct blocks_ring *ring, size_t at)
{
	const vector chooser = words_choosers(k, steps, ring, at);
	uint64_t begin[LANES], mask[LANES];

	for (unsigned g = 0; g < words_groups(block_words(BLOCKS_FORM)); g++) {
		vector_store(begin, words_begin(k, ring, at, chooser, g));
		vector_store(mask, words_masks(k, steps, chooser, g));
		for (unsigned i = 0; i < LANES; i++)
			store64(table + begin[i], load64(table + begin[i]) | mask[i]);
	}
}
#endif

#include "baselines/bloom/bloom_blocks_vector.h"

#endif
