/* SPDX-License-Identifier: MIT */
/*
 * sb_bf.c - sb-BF, the split-block Bloom filter: a block of 256 bits is eight words of 32, and an item sets one bit in
 * each.
 *
 *      64-bit hash:  |  32 bits: block  |  32 bits: x  |
 *                              |               |
 *                              v               +--- times 8 odd numbers, the 5 highest bits of each product
 *      block:        | 32 bits | 32 bits | 32 bits | 32 bits | 32 bits | 32 bits | 32 bits | 32 bits |
 *                          ^       ^        ^            ^     ^            ^           ^     ^
 *
 * It comes from Putze, Sanders and Singler ("Cache-, hash- and space-efficient Bloom filters", WEA 2007), who block the
 * filter and generate its bits by vector instructions. Apache Impala made a block of eight words in a register. Apache
 * Parquet's format specification prescribes that form ("Bloom filter": block and bits are as here). The cuckoo filter
 * paper does not have this filter; it is here because databases use it today. With --hash xxh64 and seed 0 the table is
 * Parquet's for a column of 64-bit integers, byte for byte.
 *
 * A lookup reads half of one line and tests all words alike: eight products, shifts and tests without a branch, which
 * suit vectors (sb-bf-simd, sb-bf-avx2, sb-bf-avx512). Here C code tests two words at a time. The price is accuracy: a
 * block's n items leave a bit of a word 0 with probability (31/32)^n. So with Poisson n the rate is the mean of (1 -
 * (31/32)^n)^8, which is 0.369 % at 13 bits an item. The same 13 bits anywhere would give 0.194 %.
 *
 * Invariants: a block has no bit set, or one in each of its words; at most 8 bits, and one block, an item.
 */
#include "baselines/bloom/bloom_split.h"

ALWAYS_INLINE void
sb_bf_insert_all(const struct bloom *f, const uint64_t *keys, size_t n)
{
	HASH_BY_KIND(&f->map.hash, split_insert_keys, f->map, keys, n);
}

ALWAYS_INLINE size_t
sb_bf_contains_all(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return HASH_BY_KIND(&f->map.hash, split_contains_keys, f->map, keys, n, hit);
}

SPLIT_INSERT_AND_CONTAINS(sb_bf)

static const struct filter_shape shapes[] = {
	{.bits = 8}, {.bits = 13, .near = 8, .usual = true}, {.bits = 16}, {.bits = 20, .near = 12}, {0}};

const struct filter_ops FILTER_OPS(sb_bf) = {
	.name = "sb-bf",
	.title = "sb-BF",
	.about = "split-block Bloom filter, 8 words of 32 bits (Putze et al., WEA 2007; Parquet)",
	.facts = {.source = __FILE__,
                  .params = {.hashes = 8},
                  .bits_per_item = 13,
                  .lines = {1, 1, 1, 0},
                  .ns = {60, 30, 0},
                  .part = FILTER_LATER,
                  .shapes = shapes},
	.check = split_check,
	.kind = &sb_kind,
	BLOOM_OPS(sb_bf),
};
