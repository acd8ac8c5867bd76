/* SPDX-License-Identifier: MIT */
/*
 * bloom_blocks_avx2.c - blk-bf-avx2 and sb-bf-avx2: blk-BF and sb-BF with 4 keys hashed at a time, and 8 bits of a key tested at once
 * (bloom_blocks_vector.h has the loop).
 *
 *      BLOCK_512:      8 lanes i of 32 bits     p = h1 + i * h2                    one multiply-add of pairs
 *                      word  p / 32 mod 8       of both halves of the block        two permutations, and bit 8 of p chooses
 *                      moved right by p mod 32  bit 0 is the one asked for         all lanes tested at once
 *                      the bits beyond 8 in further vectors
 *
 *      BLOCK_SPLIT:    8 lanes of 32 bits       1 << (x * salt >> 27)              the block is one register
 */
#include "baselines/bloom_blocks.h"
#include "core/hash_vector.h"

extern const struct filter_ops FILTER_OPS(blk_bf_avx2), FILTER_OPS(sb_bf_avx2);

static const struct bloom_kind blk_kind = BLK_KIND(blk_bf_avx2), sb_kind = SPLIT_KIND(sb_bf_avx2);

#if defined(ISA_X86) && !defined(FILTER_TRACED)

/* Nine bits into two registers take 70 instructions, and more time than in memory, one after the other. */
enum { LANES = 4, SETS_512 = false };
#define BLOCKS_TARGET TARGET_AVX2

/* Pairs of (1, i) for i = 0 .. k - 1, by lanes of 32 bits; beyond them (1, 0), which asks for bit 0 once more. */
struct blocks_steps {
	__m256i pairs[BLOOM_MAX_K / 8];
};

BLOCKS_TARGET ALWAYS_INLINE struct blocks_steps
blocks_steps(unsigned k)
{
	const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
	struct blocks_steps s;

	for (unsigned v = 0; v < BLOOM_MAX_K / 8; v++) {
		const __m256i i = _mm256_add_epi32(lane, _mm256_set1_epi32(8 * (int)v));
		const __m256i used = _mm256_cmpgt_epi32(_mm256_set1_epi32((int)k), i);

		s.pairs[v] = _mm256_or_si256(_mm256_and_si256(used, _mm256_slli_epi32(i, 16)), _mm256_set1_epi32(1));
	}
	return s;
}

BLOCKS_TARGET ALWAYS_INLINE void
blocks_locate(const struct bloom_map *map, enum block_form form, const uint64_t *keys, struct blocks_ring *ring, size_t at)
{
	const __m256i m = _mm256_set1_epi64x((long long)map->m), h = hash_keys_avx2(map->hash.kind == HASH_XXH3 ? HASH_XXH3 : HASH_OTHER, &map->hash, keys);
	const __m256i high = _mm256_mul_epu32(_mm256_srli_epi64(h, 32), m); /* 2^32 times the block, and a fraction */
	__m256i *to = (void *)&ring->at[at], *word = (void *)&ring->word[at];

	if (form == BLOCK_SPLIT) {
		_mm256_store_si256(to, _mm256_slli_epi64(_mm256_srli_epi64(high, 32), 5));
		_mm256_store_si256(word, h);
	} else {
		const __m256i low = _mm256_srli_epi64(_mm256_mul_epu32(h, m), 32);
		const __m256i h1 = _mm256_and_si256(h, _mm256_set1_epi64x(BLK_BITS - 1));
		const __m256i h2 = _mm256_and_si256(_mm256_slli_epi64(h, 16 - BLK_BITS_LOG2), _mm256_set1_epi64x((BLK_BITS - 1) << 16));

		_mm256_store_si256(to, _mm256_slli_epi64(_mm256_srli_epi64(_mm256_add_epi64(high, low), 32), 6));
		_mm256_store_si256(word, _mm256_or_si256(_mm256_or_si256(h1, h2), _mm256_set1_epi64x(1 << 16)));
	}
}

BLOCKS_TARGET ALWAYS_INLINE bool
has_512(const uint8_t *block, uint64_t word, unsigned k, const struct blocks_steps *steps)
{
	const __m256i low = _mm256_load_si256((const void *)block), high = _mm256_load_si256((const void *)(block + 32));
	const __m256i both = _mm256_set1_epi32((int)word);
	__m256i bits = _mm256_set1_epi32(1);

	for (unsigned v = 0; v < (k + 7) / 8; v++) {
		const __m256i p = _mm256_madd_epi16(both, steps->pairs[v]), i = _mm256_srli_epi32(p, 5);
		const __m256 of_low = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(low, i));
		const __m256 of_high = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(high, i));
		const __m256i words = _mm256_castps_si256(_mm256_blendv_ps(of_low, of_high, _mm256_castsi256_ps(_mm256_slli_epi32(p, 23))));

		bits = _mm256_and_si256(bits, _mm256_srlv_epi32(words, _mm256_and_si256(p, _mm256_set1_epi32(31))));
	}
	return _mm256_testc_si256(bits, _mm256_set1_epi32(1));
}

BLOCKS_TARGET ALWAYS_INLINE __m256i
split_bits(uint64_t word)
{
	const __m256i x = _mm256_set1_epi32((int)word), salt = _mm256_loadu_si256((const void *)split_salt);

	return _mm256_sllv_epi32(_mm256_set1_epi32(1), _mm256_srli_epi32(_mm256_mullo_epi32(x, salt), SPLIT_SHIFT));
}

BLOCKS_TARGET ALWAYS_INLINE bool
has_split(const uint8_t *block, uint64_t word)
{
	return _mm256_testc_si256(_mm256_load_si256((const void *)block), split_bits(word));
}

BLOCKS_TARGET ALWAYS_INLINE size_t
blocks_pair_has(const uint8_t *table, enum block_form form, unsigned k, const struct blocks_steps *steps, const struct blocks_ring *ring,
                size_t at, uint8_t *hit)
{
	const uint8_t *one = table + ring->at[at], *two = table + ring->at[at + 1];

	hit[0] = form == BLOCK_512 ? has_512(one, ring->word[at], k, steps) : has_split(one, ring->word[at]);
	hit[1] = form == BLOCK_512 ? has_512(two, ring->word[at + 1], k, steps) : has_split(two, ring->word[at + 1]);
	return (size_t)hit[0] + hit[1];
}

BLOCKS_TARGET ALWAYS_INLINE void
blocks_set(uint8_t *table, enum block_form form, unsigned k, const struct blocks_steps *steps, const struct blocks_ring *ring, size_t at)
{
	__m256i *words = (void *)(table + ring->at[at]);

	(void)form, (void)k, (void)steps; /* always BLOCK_SPLIT */
	_mm256_store_si256(words, _mm256_or_si256(_mm256_load_si256(words), split_bits(ring->word[at])));
}
#endif

#include "baselines/bloom_blocks_vector.h"

BLOCKS_INSERT_AND_CONTAINS(blk_bf_avx2, BLOCK_512, blocks_vectors)
BLOCKS_INSERT_AND_CONTAINS(sb_bf_avx2, BLOCK_SPLIT, blocks_vectors)
BLOOM_BIND(blk_bf_avx2, blk_kind)
BLOOM_BIND(sb_bf_avx2, sb_kind)

const struct filter_ops FILTER_OPS(blk_bf_avx2) = {.name = "blk-bf-avx2",
                                                   .title = "blk-BF, AVX2",
                                                   .about = "blk-bf, 4 keys hashed and 8 bits of a key tested at once (AVX2)",
                                                   .twin = "blk-bf",
                                                   .isa = ISA_AVX2,
                                                   .batch = BLOCKS_BATCH,
                                                   .info = bloom_info,
                                                   .check = blk_check_blocks,
                                                   .save = bloom_save,
                                                   BLOOM_OPS(blk_bf_avx2)};

const struct filter_ops FILTER_OPS(sb_bf_avx2) = {.name = "sb-bf-avx2",
                                                  .title = "sb-BF, AVX2",
                                                  .about = "sb-bf, 4 keys hashed and all bits of a key tested at once (AVX2)",
                                                  .twin = "sb-bf",
                                                  .isa = ISA_AVX2,
                                                  .batch = BLOCKS_BATCH,
                                                  .info = bloom_info,
                                                  .check = split_check,
                                                  .save = bloom_save,
                                                  BLOOM_OPS(sb_bf_avx2)};
