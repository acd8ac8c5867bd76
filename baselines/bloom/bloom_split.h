/* SPDX-License-Identifier: MIT */
/*
 * bloom_split.h - where sb-BF's bits are (sb_bf.c has the picture), and what its forms share.
 *
 *      64-bit hash:  |  32 bits: block  |  32 bits: x  |       bit of word i:  x * salt[i] mod 2^32, its 5 highest bits
 */
#ifndef CUCKOOBENCH_BLOOM_SPLIT_H
#define CUCKOOBENCH_BLOOM_SPLIT_H

#include "baselines/bloom/bloom.h"

enum {
	SPLIT_BYTES = 32, /* half a cache line, and one register of AVX2 */
	SPLIT_WORDS = 8,  /* of 32 bits, each with one bit of an item */
	SPLIT_SHIFT = 27, /* leaves the 5 highest of 32 bits */
};
#define SPLIT_MOST ((size_t)1 << 32) /* blocks: what 32 bits of hash can number */

/* Eight odd numbers, which make eight hashes of one by multiplication and shift (Dietzfelbinger et al., "A reliable
 * randomized algorithm for the closest-pair problem", Journal of Algorithms 1997). Impala chose them, and the format
 * specification of Apache Parquet ("Bloom filter", algorithm) prescribes them. */
static const uint32_t split_salt[SPLIT_WORDS] = {0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d,
                                                 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31};

struct split_place {
	uint8_t *block;
	uint32_t x;
};

ALWAYS_INLINE struct split_place
split_locate(const struct bloom_map *map, uint64_t hash)
{
	return (struct split_place){map->data + ((hash >> 32) * map->m >> 32) * SPLIT_BYTES, (uint32_t)hash};
}

/* The bits of x in words 2 * pair and 2 * pair + 1, as one word of 64. */
ALWAYS_INLINE uint64_t
split_mask(uint32_t x, unsigned pair)
{
	return UINT64_C(1) << (x * split_salt[2 * pair] >> SPLIT_SHIFT) |
	       UINT64_C(1) << (32 + (x * split_salt[2 * pair + 1] >> SPLIT_SHIFT));
}

ALWAYS_INLINE void
split_set(struct split_place p)
{
	for (unsigned i = 0; i < SPLIT_WORDS / 2; i++)
		store64(p.block + 8 * i, load64(p.block + 8 * i) | split_mask(p.x, i));
}

/* Tests all words without a branch: they are on one line, so an early end would save nothing. */
ALWAYS_INLINE bool
split_has(struct split_place p)
{
	uint64_t missing = 0;

	PROBE(p.block, SPLIT_BYTES);
	for (unsigned i = 0; i < SPLIT_WORDS / 2; i++)
		missing |= split_mask(p.x, i) & ~load64(p.block + 8 * i);
	return !missing;
}

/* One key after the other, with a copy of the map, which no store can alias. */
ALWAYS_INLINE void
split_insert_keys(enum hash_kind kind, const struct bloom_map map, const uint64_t *keys, size_t n)
{
	for (size_t j = 0; j < n; j++)
		split_set(split_locate(&map, hash_key_by(kind, &map.hash, keys[j])));
}

ALWAYS_INLINE size_t
split_contains_keys(enum hash_kind kind, const struct bloom_map map, const uint64_t *keys, size_t n, uint8_t *hit)
{
	size_t hits = 0;

	for (size_t j = 0; j < n; j++) {
		hit[j] = split_has(split_locate(&map, hash_key_by(kind, &map.hash, keys[j])));
		hits += hit[j];
	}
	return hits;
}

/* filter_ops.check: an item sets a bit in every word of its block. */
static inline const char *
split_check(const struct filter *base)
{
	const struct bloom *f = (const struct bloom *)base;
	uint64_t bits_set = 0, blocks_used = 0;

	for (size_t at = 0; at < f->table.bytes; at += SPLIT_BYTES) {
		unsigned words_used = 0;

		for (unsigned i = 0; i < SPLIT_WORDS; i++) {
			uint32_t word;

			memcpy(&word, f->table.data + at + 4 * i, sizeof word);
			words_used += word != 0;
			bits_set += (unsigned)__builtin_popcount(word);
		}
		if (words_used % SPLIT_WORDS)
			return "a block has bits set in some of its words and none in others";
		blocks_used += words_used > 0;
	}
	if (blocks_used > f->items)
		return "more blocks are used than there are items";
	return bloom_check_bits(f, bits_set);
}

static inline unsigned
split_only_k(double per_item)
{
	(void)per_item;
	return SPLIT_WORDS;
}

/* The kind of every form of sb-BF. */
static const struct bloom_kind sb_kind = {.unit = SPLIT_BYTES,
                                          .per_byte = 8,
                                          .most = SPLIT_MOST,
                                          .usual_k = SPLIT_WORDS,
                                          .most_k = SPLIT_WORDS,
                                          .step_k = SPLIT_WORDS,
                                          .bad_k = "hashes (k) must be 8: a block has eight words",
                                          .best_k = split_only_k};

#endif
