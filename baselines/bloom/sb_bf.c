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
 * suit vectors. With AVX2 all of a key's are tested or set at once, in 28 or 29 instructions a key (gcc 12; XXH3 takes
 * 13 of them). AVX-512's registers save one, and are no faster from a third-level cache. C code tests two words at a
 * time. The price is accuracy: a block's n items leave a bit of a word 0 with probability (31/32)^n. So with Poisson n
 * the rate is the mean of (1 - (31/32)^n)^8, which is 0.369 % at 13 bits an item. The same 13 bits anywhere would give
 * 0.194 %.
 *
 * Invariants: a block has no bit set, or one in each of its words; at most 8 bits, and one block, an item.
 */
#include "baselines/bloom/bloom_simd.h"
#include "baselines/bloom/bloom_split_avx2.h"

#ifdef ISA_X86
TARGET_AVX2 ALWAYS_INLINE bool
has_avx2(const struct bloom_map *map, unsigned k, const struct salt_avx2 *salt, uint64_t hash)
{
	(void)k;
	return split_has_avx2(split_locate(map, hash).block, hash, salt);
}

TARGET_AVX2 ALWAYS_INLINE void
set_avx2(const struct bloom *f, const struct bloom_map *map, const struct salt_avx2 *salt, uint64_t hash)
{
	(void)f;
	split_set_avx2(split_locate(map, hash).block, hash, salt);
}

SIMD_LOOP(avx2, TARGET_AVX2, salt_avx2)

TARGET_AVX2 static size_t
sb_bf_avx2(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return hit ? HASH_BY_KIND(&f->map.hash, loop_avx2, f, SPLIT_WORDS, keys, n, hit)
	           : HASH_BY_KIND(&f->map.hash, loop_avx2, f, SPLIT_WORDS, keys, n, NULL);
}
#endif

/* Looks up, or with hit == NULL inserts, n keys. */
static inline size_t
sb_bf_keys(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
#ifdef ISA_X86
	if (f->uses)
		return sb_bf_avx2(f, keys, n, hit);
#endif
	if (hit)
		return HASH_BY_KIND(&f->map.hash, split_contains_keys, f->map, keys, n, hit);
	HASH_BY_KIND(&f->map.hash, split_insert_keys, f->map, keys, n);
	return n;
}

BLOOM_INSERT_AND_CONTAINS(sb_bf, sb_bf_keys)

static const struct filter_shape shapes[] = {
	{.bits = 8}, {.bits = 13, .near = 8, .usual = true}, {.bits = 16}, {.bits = 20}, {.bits = 22, .near = 12}, {0}};

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
	.chooses = ISA_AVX2,
	.kind = &sb_kind,
	BLOOM_OPS(sb_bf),
};
