/* SPDX-License-Identifier: MIT */
/*
 * bloom_blocked.h - where blk-BF's bits are, and the loops over keys that set and read them one after the other, for
 * the filter of one thread (blk_bf.c) and that of many (bloom_atomic.c).
 *
 *      64-bit hash:  |  block (high bits)  ...     | h2, 9 bits | h1, 9 bits |      bit i of k: (h1 + i * h2) mod 512
 */
#ifndef CUCKOOBENCH_BLOOM_BLOCKED_H
#define CUCKOOBENCH_BLOOM_BLOCKED_H

#include "baselines/bloom/bloom_bits.h"

enum {
	BLK_BYTES = 64, /* a cache line */
	BLK_BITS = 512,
	BLK_BITS_LOG2 = 9
};

/* The kind of the filters that work on a vector of keys at a time. */
static const struct bloom_kind blk_kind = {.unit = BLK_BYTES, .per_byte = 8};

/*
 * The patterns of a key's bits (blk_bf.c), which blk-bf and those have that become it. Rows are numbered by (511 - h2)
 * / 2. So one mask of the hash's complement makes a row's offset, and within the row the offset of the low words.
 */
enum { BLK_PATTERNS = BLK_BITS / 2, BLK_WORDS = BLK_BITS / 64 };

struct blk_patterned {
	struct bloom bloom;
	uint64_t pattern[BLK_PATTERNS][2 * BLK_WORDS];
};

static inline void
blk_make_patterns(struct bloom *f)
{
	struct blk_patterned *p = (struct blk_patterned *)f;

	if (p->pattern[0][0]) /* bit 0 is in every pattern */
		return;
	for (unsigned row = 0; row < BLK_PATTERNS; row++)
		for (unsigned i = 0; i < f->params.hashes; i++) {
			const unsigned bit = i * (BLK_BITS - 1 - 2 * row) % BLK_BITS;

			p->pattern[row][bit / 64] |= UINT64_C(1) << bit % 64;
			p->pattern[row][bit / 64 + BLK_WORDS] |= UINT64_C(1) << bit % 64;
		}
}

/* For blk-bf, which has loops for two sets of instructions; and for those that become it, in loops of their own. */
static const struct bloom_kind blk_vector_kind = {
	.unit = BLK_BYTES, .per_byte = 8, .less = ISA_AVX2, .prepare = blk_make_patterns};
static const struct bloom_kind blk_loop_kind = {.unit = BLK_BYTES, .per_byte = 8, .prepare = blk_make_patterns};

/* The block of a key, and its bits in the block: bit i is (h1 + i * h2) % 512. The bits above the ninth of h1 and h2
 * stay in place, because they do not change a sum modulo 512. */
struct blk_place {
	uint8_t *block;
	uint64_t h1, h2;
};

/* At most 2^42 blocks: they take the 42 high bits of the hash and leave h1 and h2 alone. */
ALWAYS_INLINE uint8_t *
blk_block(bool bmi2, const struct bloom_map *map, uint64_t hash)
{
	return map->data + (bmi2 ? mul_high_bmi2(hash, map->m) : fast_range(hash, map->m)) * BLK_BYTES;
}

ALWAYS_INLINE struct blk_place
blk_locate(struct bloom_bits b, const struct bloom_map *map, uint64_t hash)
{
	uint8_t *block = blk_block(b.bmi2, map, hash);

	if (b.bmi2) /* in one register: otherwise every word's address is computed anew */
		__asm__("" : "+r"(block));
	return (struct blk_place){block, hash, hash >> BLK_BITS_LOG2 | 1};
}

/* The word of the next bit, which is bit p.h1 % 64 of it. */
ALWAYS_INLINE uint8_t *
blk_word(struct bloom_bits b, struct blk_place p)
{
	return p.block + (b.bmi2 ? field_bmi1(p.h1, b.word) : p.h1 % BLK_BITS / 64) * 8;
}

ALWAYS_INLINE void
blk_set(struct bloom_bits b, struct blk_place p, unsigned k, enum bloom_access access)
{
#pragma GCC unroll 9
	for (unsigned i = 0; i < k; i++, p.h1 += p.h2)
		bloom_set_in(b, blk_word(b, p), p.h1, access);
}

ALWAYS_INLINE void
blk_insert_keys(enum hash_kind kind, const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n,
                enum bloom_access access, struct bloom_bits b)
{
	for (size_t j = 0; j < n; j++)
		blk_set(b, blk_locate(b, &map, bloom_hash_by(b, kind, &map.hash, keys[j])), k, access);
}

ALWAYS_INLINE bool
blk_has(struct bloom_bits b, struct blk_place p, unsigned k, enum bloom_access access)
{
#pragma GCC unroll 9
	for (unsigned i = 0; i < k; i++, p.h1 += p.h2)
		if (!bloom_get_in(b, blk_word(b, p), p.h1, access))
			return false;
	return true;
}

/* The same without a branch. */
ALWAYS_INLINE bool
blk_has_all(struct blk_place p, unsigned k)
{
	bool all = true;

	for (unsigned i = 0; i < k; i++, p.h1 += p.h2)
		all &= bloom_get(p.block, p.h1 % BLK_BITS, BLOOM_ALONE);
	return all;
}

/* hit[] is cleared first: an absent key then has nothing to write. */
ALWAYS_INLINE size_t
blk_contains_keys(enum hash_kind kind, const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n,
                  uint8_t *hit, enum bloom_access access, struct bloom_bits b)
{
	size_t hits = filter_has_none(hit, n);

	for (size_t j = 0; j < n; j++)
		if (blk_has(b, blk_locate(b, &map, bloom_hash_by(b, kind, &map.hash, keys[j])), k, access)) {
			hit[j] = 1;
			hits++;
		}
	return hits;
}

/* filter_ops.check of a table of such blocks. */
static inline const char *
blk_check_blocks(const struct filter *base)
{
	const struct bloom *f = (const struct bloom *)base;
	uint64_t bits_set = 0, blocks_used = 0;

	for (size_t at = 0; at < f->table.bytes; at += BLK_BYTES) {
		unsigned in_block = 0;

		for (size_t i = 0; i < BLK_BYTES; i += 8)
			in_block += (unsigned)__builtin_popcountll(load64(f->table.data + at + i));
		if (in_block && in_block < f->params.hashes)
			return "a block has fewer bits set than one item sets";
		blocks_used += in_block > 0;
		bits_set += in_block;
	}
	if (blocks_used > f->items)
		return "more blocks are used than there are items";
	return bloom_check_bits(f, bits_set);
}

#endif
