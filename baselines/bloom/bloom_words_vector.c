/* SPDX-License-Identifier: MIT */
/*
 * bloom_words_vector.c - rb-BF and cs-BF with vectors, for the loop of bloom_blocks_vector.h: hashes, blocks and masks
 * of a vector of keys at a time.
 *
 *      a lane a key      hash, product with m --> where its block begins, 32 bits of fraction      in the ring
 *      later             chooser --> word of a group, gathered; mask, a shift and a bit for each of k / groups
 *                        mask & ~word of all groups, or-ed: 0 if the key is there                  tested at once
 *
 * To gather the words of a vector of keys is faster than to make masks ahead and test them key by key: 1.4 times with
 * AVX-512 in the first-level cache, the same from memory. An insertion makes its masks in the same way, and sets them
 * one after the other, because two keys may have one word.
 */
#include "core/vector.h"

#include "baselines/bloom/bloom_blocks.h"

#ifdef VECTOR_TARGET
enum { TOGETHER = VECTOR_LANES };
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
blocks_locate(enum block_form form, const struct bloom_map *map, enum hash_kind kind, const uint64_t *keys,
              struct blocks_ring *ring, size_t at)
{
	const vector m = vector_all(map->m), h = vector_hash(kind, &map->hash, keys);
	const vector product = vector_product(h >> 32, m) + (vector_product(h, m) >> 32),
		     block = product >> 32 << words_log2_block(block_words(form));

	memcpy(&ring->at[at], &block, sizeof block);
	memcpy(&ring->word[at], &product, sizeof product);
}

/* words_chooser of the keys at `at`. */
VECTOR_TARGET ALWAYS_INLINE vector
words_choosers(enum words_form form, unsigned k, const struct words_steps *steps, const struct blocks_ring *ring,
               size_t at)
{
	vector product;

	memcpy(&product, &ring->word[at], sizeof product);
	return words_direct(form, k) ? product << 32 : vector_mixed(product & steps->fraction);
}

/* Where the keys' words of group g begin. */
VECTOR_TARGET ALWAYS_INLINE vector
words_begin(enum words_form form, unsigned k, const struct blocks_ring *ring, size_t at, vector chooser, unsigned g)
{
	vector block;

	memcpy(&block, &ring->at[at], sizeof block);
	if (form == WORDS_ONE)
		return block;
	return block + vector_all((uint64_t)g << words_log2_group(form)) +
	       (chooser >> (61 - words_above(form, k, g) - words_choice(form)) &
	        vector_all(low_mask(words_choice(form)) * WORDS_BYTES));
}

VECTOR_TARGET ALWAYS_INLINE vector
words_masks(enum words_form form, unsigned k, const struct words_steps *steps, vector chooser, unsigned g)
{
	vector mask = vector_all(0);

#pragma GCC unroll 8
	for (unsigned i = 0; i < k / words_groups(form); i++)
		mask |= vector_turned(steps->one, chooser >> words_shift(form, k, g, i));
	return mask;
}

VECTOR_TARGET ALWAYS_INLINE size_t
blocks_has(enum block_form form, const uint8_t *table, unsigned k, const struct words_steps *steps,
           const struct blocks_ring *ring, size_t at, uint8_t *hit)
{
	const vector chooser = words_choosers(block_words(form), k, steps, ring, at);
	vector missing = vector_all(0);
	unsigned found;

	for (unsigned g = 0; g < words_groups(block_words(form)); g++)
		missing |= words_masks(block_words(form), k, steps, chooser, g) &
		           ~vector_gather(table, words_begin(block_words(form), k, ring, at, chooser, g));
	found = vector_bits(vector_zeros(missing));
	vector_answer(hit, found);
	return (size_t)__builtin_popcount(found);
}

VECTOR_TARGET ALWAYS_INLINE void
blocks_set(enum block_form form, uint8_t *table, unsigned k, const struct words_steps *steps,
           const struct blocks_ring *ring, size_t at)
{
	const vector chooser = words_choosers(block_words(form), k, steps, ring, at);
	uint64_t begin[VECTOR_LANES], mask[VECTOR_LANES];

	for (unsigned g = 0; g < words_groups(block_words(form)); g++) {
		vector_store(begin, words_begin(block_words(form), k, ring, at, chooser, g));
		vector_store(mask, words_masks(block_words(form), k, steps, chooser, g));
		for (unsigned i = 0; i < VECTOR_LANES; i++)
			store64(table + begin[i], load64(table + begin[i]) | mask[i]);
	}
}
#endif

#include "baselines/bloom/bloom_blocks_vector.h"

#define WORDS_VECTORS(ID, NAME, K)                                                                         \
	.name = ID "-" VECTOR_NAME, .title = NAME ", " VECTOR_CALLED,                                      \
	.about = ID ", " VECTOR_KEYS " keys at a time (" VECTOR_CALLED ")", .twin = ID, .isa = VECTOR_ISA, \
	.batch = BLOCKS_BATCH,                                                                             \
	.facts = {.source = __FILE__, .params = {.hashes = K}, .bits_per_item = 13, .ns = {5, 5, 0}},      \
	.check = words_check

BLOCKS_VECTORS(rb_bf, BLOCK_WORD)
BLOOM_INSERT_AND_CONTAINS(rb_bf, rb_bf_vectors)
const struct filter_ops VECTOR_OPS(rb_bf) = {WORDS_VECTORS("rb-bf", "rb-BF", WORDS_ONE_K), .kind = &rb_kind,
                                             BLOOM_OPS(rb_bf)};

BLOCKS_VECTORS(cs_bf, BLOCK_SECTORS)
BLOOM_INSERT_AND_CONTAINS(cs_bf, cs_bf_vectors)
const struct filter_ops VECTOR_OPS(cs_bf) = {WORDS_VECTORS("cs-bf", "cs-BF", WORDS_SECTORS_K), .kind = &cs_kind,
                                             BLOOM_OPS(cs_bf)};
