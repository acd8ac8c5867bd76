/* SPDX-License-Identifier: MIT */
/*
 * bloom_blocks_avx512.c - blk-bf-avx512 and sb-bf-avx512: blk-BF and sb-BF with 8 keys hashed at a time, and all bits of a key tested at
 * once (bloom_blocks_vector.h has the loop).
 *
 *      BLOCK_512, one key:     lanes i of 32 bits       p = h1 + i * h2                     one multiply-add of pairs
 *                              word  p / 32 mod 16      of the block, in one register       one permutation
 *                              turned right by p        bit 0 is the one asked for          all lanes tested at once
 *
 *      BLOCK_SPLIT, two keys:  lanes of 32 bits         1 << (x * salt >> 27)               a block each in half of a register
 */
#include "baselines/bloom_blocks_avx512.h"
#include "core/hash_vector.h"

#if defined(ISA_X86) && !defined(FILTER_TRACED)

enum { LANES = 8, SETS_512 = true };
#define BLOCKS_TARGET TARGET_AVX512
#define BLOCKS_STEPS steps_avx512

BLOCKS_TARGET ALWAYS_INLINE void
blocks_locate(const struct bloom_map *map, enum block_form form, enum hash_kind kind, const uint64_t *keys, struct blocks_ring *ring,
              size_t at)
{
	const __m512i m = _mm512_set1_epi64((long long)map->m);
	const __m512i h = hash_keys_avx512(kind, &map->hash, keys);
	const __m512i high = _mm512_mul_epu32(_mm512_srli_epi64(h, 32), m); /* 2^32 times the block, and a fraction */

	if (form == BLOCK_SPLIT) {
		_mm512_store_si512(&ring->at[at], _mm512_slli_epi64(_mm512_srli_epi64(high, 32), 5));
		_mm512_store_si512(&ring->word[at], h);
	} else {
		const __m512i low = _mm512_srli_epi64(_mm512_mul_epu32(h, m), 32);
		const __m512i h1 = _mm512_and_si512(h, _mm512_set1_epi64(BLK_BITS - 1));
		const __m512i h2 = _mm512_and_si512(_mm512_slli_epi64(h, 16 - BLK_BITS_LOG2), _mm512_set1_epi64((BLK_BITS - 1) << 16));

		_mm512_store_si512(&ring->at[at], _mm512_slli_epi64(_mm512_srli_epi64(_mm512_add_epi64(high, low), 32), 6));
		_mm512_store_si512(&ring->word[at], _mm512_or_si512(_mm512_or_si512(h1, h2), _mm512_set1_epi64(1 << 16)));
	}
}

BLOCKS_TARGET ALWAYS_INLINE size_t
blocks_pair_has(const uint8_t *table, enum block_form form, unsigned k, const struct steps_avx512 *steps, const struct blocks_ring *ring,
                size_t at, uint8_t *hit)
{
	if (form == BLOCK_512) {
		hit[0] = has_512_avx512(table + ring->at[at], (uint32_t)ring->word[at], k, steps);
		hit[1] = has_512_avx512(table + ring->at[at + 1], (uint32_t)ring->word[at + 1], k, steps);
	} else {
		const __m512i salt = _mm512_broadcast_i64x4(_mm256_loadu_si256((const void *)split_salt));
		const __m512i low = _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2);
		const __m512i x = _mm512_permutexvar_epi32(low, _mm512_castsi128_si512(_mm_load_si128((const void *)&ring->word[at])));
		const __m512i bits = _mm512_sllv_epi32(_mm512_set1_epi32(1), _mm512_srli_epi32(_mm512_mullo_epi32(x, salt), SPLIT_SHIFT));
		const __m256i one = _mm256_load_si256((const void *)(table + ring->at[at]));
		const __m256i two = _mm256_load_si256((const void *)(table + ring->at[at + 1]));
		const unsigned missing = _mm512_testn_epi32_mask(_mm512_inserti64x4(_mm512_castsi256_si512(one), two, 1), bits);

		hit[0] = !(missing & 0xff);
		hit[1] = !(missing >> 8);
	}
	return (size_t)hit[0] + hit[1];
}

BLOCKS_TARGET ALWAYS_INLINE void
blocks_set(uint8_t *table, enum block_form form, unsigned k, const struct steps_avx512 *steps, const struct blocks_ring *ring, size_t at)
{
	void *block = table + ring->at[at];

	if (form == BLOCK_SPLIT) {
		const __m256i x = _mm256_set1_epi32((int)ring->word[at]), salt = _mm256_loadu_si256((const void *)split_salt);
		const __m256i bit = _mm256_srli_epi32(_mm256_mullo_epi32(x, salt), SPLIT_SHIFT);
		const __m256i bits = _mm256_sllv_epi32(_mm256_set1_epi32(1), bit);

		_mm256_store_si256(block, _mm256_or_si256(_mm256_load_si256(block), bits));
	} else {
		_mm512_store_si512(block, _mm512_or_si512(_mm512_load_si512(block), bits_512((uint32_t)ring->word[at], k, steps)));
	}
}
#endif

#include "baselines/bloom_blocks_vector.h"

BLOCKS_INSERT_AND_CONTAINS(blk_bf_avx512, BLOCK_512, blocks_vectors)
BLOCKS_INSERT_AND_CONTAINS(sb_bf_avx512, BLOCK_SPLIT, blocks_vectors)

const struct filter_ops FILTER_OPS(blk_bf_avx512) = {
	.name = "blk-bf-avx512", .title = "blk-BF, AVX-512",
	.about = "blk-bf, 8 keys hashed and all bits of a key tested at once (AVX-512)",
	.twin = "blk-bf", .isa = ISA_AVX512, .batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = 9}, .bits_per_item = 13, .ns = {8, 5, 0}},
	.info = bloom_info, .check = blk_check_blocks, .save = bloom_save,
	.kind = &blk_kind,
	BLOOM_OPS(blk_bf_avx512),
};

const struct filter_ops FILTER_OPS(sb_bf_avx512) = {
	.name = "sb-bf-avx512", .title = "sb-BF, AVX-512",
	.about = "sb-bf, 8 keys hashed and two keys' bits tested at once (AVX-512)",
	.twin = "sb-bf", .isa = ISA_AVX512, .batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = 8}, .bits_per_item = 13, .ns = {5, 5, 0}},
	.info = bloom_info, .check = split_check, .save = bloom_save,
	.kind = &sb_kind,
	BLOOM_OPS(sb_bf_avx512),
};
