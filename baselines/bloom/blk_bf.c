/* SPDX-License-Identifier: MIT */
/*
 * blk_bf.c - blk-BF, the blocked Bloom filter (Putze, Sanders, Singler, "Cache-, hash- and space-efficient Bloom
 * filters", WEA 2007) as the cuckoo filter paper measures it (Fan et al., CoNEXT 2014, section 7): 64-byte blocks, k =
 * 9, 13.00 bits an item, double hashing inside the block.
 *
 *      64-bit hash:  |  block (high bits)  ...     | h2, 9 bits | h1, 9 bits |
 *
 *      block:        | 512 bits | 512 bits | 512 bits | ...        each on one cache line: 64-byte aligned
 *                          ^
 *                          bits h1 + i * h2 mod 512, i = 0 .. k-1, h2 made odd
 *
 * All k bits lie on one line, so a lookup misses the cache at most once, and an early end saves no miss. So all bits of
 * a key are tested at once, by AVX-512 or AVX2 (bloom_simd.h, bloom_blocked_avx512.h, bloom_blocked_avx2.h), without a
 * branch, as CF does it: docs/methodology.md has the rule. The paper's lookups end at the first 0 bit, by which it
 * explains the shape of its figure 5. That is blk-bf-exit's loop (blk_bf_exit.c), and blk-bf's where a processor has
 * neither.
 *
 * An odd h2 is invertible mod 512, so an item's k <= 32 bits are distinct. An even h2 would revisit bits early and
 * raise the rate from 0.435 % to 0.556 % at 13 bits and k = 9. (Both are simulations of single blocks with a Poisson
 * number of items; the paper measured 0.43 %.) k independent positions would give 0.28 %. The rest is the price of
 * double hashing in so small a range, where items often share most of their bits. This filter pays it as the paper did.
 *
 * The bits of a key are a pattern that h2 alone decides, rotated left by h1. An insertion takes the pattern from a
 * table of all 256 patterns (h2 is odd), which create makes. Each pattern is there twice in a row, so a load from
 * another word rotates it by whole words. Then each word is put together from two:
 *
 *      pattern of h2:    | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 |   words of 64 bits
 *      h1 / 64 = 5:                  | low  ..                     |          8 words, shifted right by 64 - h1 % 64
 *                                        | high  ..                    |      8 words, shifted left by h1 % 64
 *
 *      Instructions a key (gcc 12; XXH3, which takes 13)    AVX2   AVX-512
 *      lookup, k = 9                                         49       28      AVX2: 8 of 49 for the ninth bit alone
 *      insertion, any k                                      42       33
 *
 * In a cache the loops wait for their instructions. A public filter with such blocks sets 8 bits, each in a word of its
 * own. Compared with that filter's lookup, this one takes 0.7 times as long with AVX-512 and 1.2 times with AVX2
 * (Emerald Rapids, 512 KiB). Bits set one after the other take 3 times as long as a pattern.
 *
 * Invariants: a block has no bit set, or at least k; at most k bits, and one block, an item.
 */
#include "baselines/bloom/bloom_blocked_avx2.h"
#include "baselines/bloom/bloom_blocked_avx512.h"
#include "baselines/bloom/bloom_keys.h"
#include "baselines/bloom/bloom_simd.h"

#ifdef ISA_X86
/* The low words of a key's pattern; the high ones begin one word later. In the hash, bits 6 to 8 are h1 / 64 and bits
 * 10 to 17 are h2 / 2. */
TARGET_AVX2 ALWAYS_INLINE const uint8_t *
low_words(const struct bloom *f, uint64_t hash)
{
	const uint64_t rows = (BLK_PATTERNS - 1) * sizeof((const struct blk_patterned *)f)->pattern[0],
		       words = (BLK_WORDS - 1) * sizeof(uint64_t);

	return (const uint8_t *)((const struct blk_patterned *)f)->pattern +
	       _andn_u64(shift_bmi2(hash, 3), rows | words);
}

TARGET_AVX2 ALWAYS_INLINE bool
has_avx2(const struct bloom_map *map, unsigned k, const struct steps_avx2 *steps, uint64_t hash)
{
	const uint64_t word = hash % BLK_BITS | (hash >> BLK_BITS_LOG2 | 1) % BLK_BITS << 16;

	return blk_has_avx2(blk_block(true, map, hash), word, k, steps);
}

TARGET_AVX2 ALWAYS_INLINE void
set_avx2(const struct bloom *f, const struct bloom_map *map, const struct steps_avx2 *steps, uint64_t hash)
{
	__m256i *block = (void *)blk_block(true, map, hash);
	const uint8_t *low = low_words(f, hash);
	const __m256i up = _mm256_and_si256(_mm256_set1_epi64x((long long)hash), _mm256_set1_epi64x(63));
	const __m256i down = _mm256_sub_epi64(_mm256_set1_epi64x(64), up);

	(void)steps;
	for (int i = 0; i < 2; i++) {
		const __m256i from_low = _mm256_srlv_epi64(_mm256_loadu_si256((const void *)(low + 32 * i)), down);
		const __m256i from_high = _mm256_sllv_epi64(_mm256_loadu_si256((const void *)(low + 8 + 32 * i)), up);

		_mm256_store_si256(block + i,
		                   _mm256_or_si256(_mm256_load_si256(block + i), _mm256_or_si256(from_low, from_high)));
	}
}

/* h1 and h2 are the first 9 bits of the word's lower and upper half. The bits above them do not change a sum modulo
 * 512. */
TARGET_AVX512 ALWAYS_INLINE bool
has_avx512(const struct bloom_map *map, unsigned k, const struct steps_avx512 *steps, uint64_t hash)
{
	const uint32_t word = (uint32_t)_pdep_u64(hash, (BLK_BITS - 1) | (BLK_BITS - 1) << 16) | 1 << 16;

	return blk_has_avx512(blk_block(true, map, hash), word, k, steps);
}

TARGET_AVX512 ALWAYS_INLINE void
set_avx512(const struct bloom *f, const struct bloom_map *map, const struct steps_avx512 *steps, uint64_t hash)
{
	uint8_t *block = blk_block(true, map, hash);
	const uint8_t *low = low_words(f, hash);
	const __m512i up = _mm512_and_si512(_mm512_set1_epi64((long long)hash), _mm512_set1_epi64(63));
	const __m512i from_low =
		_mm512_srlv_epi64(_mm512_loadu_si512(low), _mm512_sub_epi64(_mm512_set1_epi64(64), up));
	const __m512i from_high = _mm512_sllv_epi64(_mm512_loadu_si512(low + 8), up);

	(void)steps;
	/* the or of three */
	_mm512_store_si512(block, _mm512_ternarylogic_epi64(_mm512_load_si512(block), from_low, from_high, 0xfe));
}

SIMD_LOOP(avx2, TARGET_AVX2, steps_avx2)
SIMD_LOOP(avx512, TARGET_AVX512, steps_avx512)

/* One instance for each kind of hash, by constants. */
TARGET_AVX2 ALWAYS_INLINE size_t
kinds_avx2(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return hit ? HASH_BY_KIND(&f->map.hash, loop_avx2, f, k, keys, n, hit)
	           : HASH_BY_KIND(&f->map.hash, loop_avx2, f, k, keys, n, NULL);
}

TARGET_AVX512 ALWAYS_INLINE size_t
kinds_avx512(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return hit ? HASH_BY_KIND(&f->map.hash, loop_avx512, f, k, keys, n, hit)
	           : HASH_BY_KIND(&f->map.hash, loop_avx512, f, k, keys, n, NULL);
}

TARGET_AVX2 static size_t
keys_avx2(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return bloom_is_k9(f) ? kinds_avx2(f, BLOOM_K, keys, n, hit) : kinds_avx2(f, f->params.hashes, keys, n, hit);
}

TARGET_AVX512 static size_t
keys_avx512(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return bloom_is_k9(f) ? kinds_avx512(f, BLOOM_K, keys, n, hit)
	                      : kinds_avx512(f, f->params.hashes, keys, n, hit);
}
#endif

/* Looks up, or with hit == NULL inserts, n keys. */
static inline size_t
blk_bf_keys(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
#ifdef ISA_X86
	if (f->uses)
		return f->uses == ISA_AVX512 ? keys_avx512(f, keys, n, hit) : keys_avx2(f, keys, n, hit);
#endif
	if (hit)
		return bloom_contains_alone(f, true, keys, n, hit);
	bloom_insert_alone(f, true, keys, n);
	return n;
}

BLOOM_INSERT_AND_CONTAINS(blk_bf, blk_bf_keys)

/* The paper's 13 bits with k = 9, and the best k of other sizes up to that. Larger sizes also have the k with an
 * instance of its own, because there more bits in a block soon add little. */
static const struct filter_shape shapes[] = {
	{.bits = 8, .hashes = 6},   {.bits = 13, .hashes = 9, .near = 8, .usual = true},
	{.bits = 16, .hashes = 9},  {.bits = 20, .hashes = 9},
	{.bits = 20, .hashes = 14}, {0}};

const struct filter_ops FILTER_OPS(blk_bf) = {
	.name = "blk-bf",
	.title = "blk-BF",
	.about = "Bloom filter in 64-byte blocks (Putze et al., WEA 2007)",
	.facts = {.source = __FILE__,
                  .params = {.hashes = 9},
                  .bits_per_item = 13,
                  .lines = {1, 1, 1, 0},
                  .ns = {60, 25, 0},
                  .shapes = shapes},
	.check = blk_check_blocks,
	.chooses = ISA_AVX512,
	.kind = &blk_vector_kind,
	.size = sizeof(struct blk_patterned),
	BLOOM_OPS(blk_bf),
	.become = family_become,
};
