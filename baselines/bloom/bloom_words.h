/* SPDX-License-Identifier: MIT */
/*
 * bloom_words.h - where the bits of rb-BF and cs-BF are (rb_bf.c and cs_bf.c have the pictures). Both have a
 * key's bits in words of 64 bits, a word for each group.
 *
 *      hash * m     =  |  block of m, high half  |          fraction f, low half             |       128 bits
 *
 *      chooser         |  f, where its 32 highest bits suffice; else those times an odd number, mod 2^64  |
 *
 *      from the top    | word of the group | 6 bits | 6 bits | ... |  and the same for the next group
 *                      '-- 0 or 2 bits        '-- numbers of bits in the word
 *
 * The fraction is what the hash has left once the block is known. m <= 2^32 blocks leave 32 of its bits as random as
 * the hash's. rb-BF needs 6 k of them, so 30 for k = 5. For a larger k, and for cs-BF, a product spreads the 32 bits
 * over 64, as Lang et al. hash a key again where it has no bits left. Two keys of a block agree in all 32 with
 * probability 2^-32, which no rate here comes near to.
 */
#ifndef CUCKOOBENCH_BLOOM_WORDS_H
#define CUCKOOBENCH_BLOOM_WORDS_H

#include "baselines/bloom/bloom.h"

enum words_form {
	WORDS_ONE,     /* rb-BF: a block is a word */
	WORDS_SECTORS, /* cs-BF: a block is a line, of two groups of four words */
};

enum {
	WORDS_NUMBER = 6,    /* bits that number those of a word */
	WORDS_FRACTION = 32, /* bits of the fraction that are used */
	WORDS_BYTES = 8,
	WORDS_LINE = 64,
	WORDS_ONE_K = 5,           /* at 13 bits an item, 0.81 %; k = 6 would be 0.80 %, and needs the product */
	WORDS_SECTORS_K = 8,       /* at 13 bits an item, 0.37 %; k = 6 would be 0.39 % */
	WORDS_ONE_NEAR_K = 6,      /* at 16 bits an item, near 2^-8 */
	WORDS_SECTORS_NEAR_K = 10, /* at 22 bits an item, near 2^-12 */
	WORDS_MOST_K = 10,         /* 60 bits of the chooser; with the words of two groups 64 */
};

/* Constants of a form, as all that follows takes a form that is a constant. */
ALWAYS_INLINE unsigned
words_groups(enum words_form form)
{
	return form == WORDS_ONE ? 1 : 2;
}

ALWAYS_INLINE unsigned
words_usual_k(enum words_form form)
{
	return form == WORDS_ONE ? (unsigned)WORDS_ONE_K : (unsigned)WORDS_SECTORS_K;
}

ALWAYS_INLINE unsigned
words_near_k(enum words_form form)
{
	return form == WORDS_ONE ? (unsigned)WORDS_ONE_NEAR_K : (unsigned)WORDS_SECTORS_NEAR_K;
}

/* Calls for a filter's k; two have instances of their own. Without, lookups take 1.1 to 1.2 times
 * as long, with AVX-512 1.2 to 1.35 times (a Xeon, 200 KB). */
#define WORDS_INSTANCES(f, CALL)                                                            \
	((f)->params.hashes == words_usual_k(WORDS_FORM)  ? CALL(words_usual_k(WORDS_FORM)) \
	 : (f)->params.hashes == words_near_k(WORDS_FORM) ? CALL(words_near_k(WORDS_FORM))  \
	                                                  : CALL((f)->params.hashes))

/* Bits that choose the word of a group. */
ALWAYS_INLINE unsigned
words_choice(enum words_form form)
{
	return form == WORDS_ONE ? 0 : 2;
}

/* log2 of the bytes of a block, of a group. */
ALWAYS_INLINE unsigned
words_log2_block(enum words_form form)
{
	return form == WORDS_ONE ? 3 : 6;
}

ALWAYS_INLINE unsigned
words_log2_group(enum words_form form)
{
	return form == WORDS_ONE ? 3 : 5;
}

/* How many bits of the chooser are above group g's. */
ALWAYS_INLINE unsigned
words_above(enum words_form form, unsigned k, unsigned g)
{
	return g * (words_choice(form) + WORDS_NUMBER * (k / words_groups(form)));
}

/* How many are below the number of bit i of group g. */
ALWAYS_INLINE unsigned
words_shift(enum words_form form, unsigned k, unsigned g, unsigned i)
{
	return 64 - words_above(form, k, g) - words_choice(form) - WORDS_NUMBER * (i + 1);
}

/* Do a key's bits follow from the fraction itself? */
ALWAYS_INLINE bool
words_direct(enum words_form form, unsigned k)
{
	return words_above(form, k, words_groups(form)) <= WORDS_FRACTION;
}

struct words_place {
	uint8_t *block;
	uint64_t fraction;
};

ALWAYS_INLINE struct words_place
words_locate(const struct bloom_map *map, enum words_form form, uint64_t hash)
{
	const uint128 product = (uint128)hash * map->m;

	return (struct words_place){map->data + ((uint64_t)(product >> 64) << words_log2_block(form)),
	                            (uint64_t)product};
}

ALWAYS_INLINE uint64_t
words_chooser(enum words_form form, unsigned k, uint64_t fraction)
{
	return words_direct(form, k) ? fraction : (fraction >> (64 - WORDS_FRACTION)) * HASH_MIX;
}

/* The word of group g. */
ALWAYS_INLINE uint8_t *
words_word(enum words_form form, unsigned k, uint8_t *block, uint64_t chooser, unsigned g)
{
	if (form == WORDS_ONE)
		return block;
	return block + (g << words_log2_group(form)) +
	       (chooser << words_above(form, k, g) >> (64 - words_choice(form))) * WORDS_BYTES;
}

/* A key's bits in that word: k / groups of them, of which some may be the same. */
ALWAYS_INLINE uint64_t
words_mask(enum words_form form, unsigned k, uint64_t chooser, unsigned g)
{
	uint64_t mask = 0;

#pragma GCC unroll 8
	for (unsigned i = 0; i < k / words_groups(form); i++)
		mask |= UINT64_C(1) << (chooser >> words_shift(form, k, g, i)) % 64;
	return mask;
}

ALWAYS_INLINE void
words_set(enum words_form form, unsigned k, struct words_place p)
{
	const uint64_t chooser = words_chooser(form, k, p.fraction);

	for (unsigned g = 0; g < words_groups(form); g++) {
		uint8_t *word = words_word(form, k, p.block, chooser, g);

		store64(word, load64(word) | words_mask(form, k, chooser, g));
	}
}

/* Tests all bits without a branch: they are on one line, so an early end would save nothing. */
ALWAYS_INLINE bool
words_has(enum words_form form, unsigned k, struct words_place p)
{
	const uint64_t chooser = words_chooser(form, k, p.fraction);
	uint64_t missing = 0;

	for (unsigned g = 0; g < words_groups(form); g++) {
		const uint8_t *word = words_word(form, k, p.block, chooser, g);

		PROBE(word, WORDS_BYTES);
		missing |= words_mask(form, k, chooser, g) & ~load64(word);
	}
	return !missing;
}

/* The k with the lowest rate for so many bits an item, by the formulas in the heads of rb_bf.c and cs_bf.c: within a
 * twentieth of the lowest rate from 6 bits on. */
static inline unsigned
words_one_best(double per_item)
{
	const double k = 2.5 + per_item / 4;

	return k > WORDS_MOST_K ? WORDS_MOST_K : (unsigned)k;
}

static inline unsigned
words_sectors_best(double per_item)
{
	const double half = 1.55 + 0.2 * per_item;

	return half > WORDS_MOST_K / 2 ? WORDS_MOST_K : 2 * (unsigned)half;
}

/* The kinds of all forms of rb-BF and of cs-BF. */
static const struct bloom_kind rb_kind = {.unit = WORDS_BYTES,
                                          .per_byte = 8,
                                          .most = (size_t)1 << 32,
                                          .usual_k = WORDS_ONE_K,
                                          .near_k = WORDS_ONE_NEAR_K,
                                          .most_k = WORDS_MOST_K,
                                          .bad_k = "hashes (k) must be 1 to 10: 64 bits of hash number bits of a word",
                                          .best_k = words_one_best};
static const struct bloom_kind cs_kind = {.unit = WORDS_LINE,
                                          .per_byte = 8,
                                          .most = (size_t)1 << 32,
                                          .usual_k = WORDS_SECTORS_K,
                                          .near_k = WORDS_SECTORS_NEAR_K,
                                          .most_k = WORDS_MOST_K,
                                          .step_k = 2,
                                          .bad_k = "hashes (k) must be 2, 4, 6, 8 or 10: half of them in each group",
                                          .best_k = words_sectors_best};

/* filter_ops.check: an item sets a bit in each group of its block. */
static inline const char *
words_check(const struct filter *base)
{
	const struct bloom *f = (const struct bloom *)base;
	const size_t group = f->kind->unit == WORDS_BYTES ? WORDS_BYTES : WORDS_LINE / 2;
	uint64_t bits_set = 0, blocks_used = 0;

	for (size_t at = 0; at < f->table.bytes; at += f->kind->unit) {
		size_t groups_used = 0;

		for (size_t g = 0; g < f->kind->unit; g += group) {
			uint64_t in_group = 0;

			for (size_t i = 0; i < group; i += WORDS_BYTES)
				in_group += (unsigned)__builtin_popcountll(load64(f->table.data + at + g + i));
			groups_used += in_group > 0;
			bits_set += in_group;
		}
		if (groups_used && groups_used * group != f->kind->unit)
			return "a block has bits set in one group and none in the other";
		blocks_used += groups_used > 0;
	}
	if (blocks_used > f->items)
		return "more blocks are used than there are items";
	return bloom_check_bits(f, bits_set);
}

#endif
