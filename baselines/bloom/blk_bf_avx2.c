/* SPDX-License-Identifier: MIT */
/*
 * blk_bf_avx2.c - blk-BF with 4 keys hashed at a time, and 8 bits of a key tested at once (bloom_blocks_vector.h has
 * the loop, bloom_blocked_avx2.h the test of one key). An insertion sets its bits one after the other: to set nine in
 * two registers takes 70 instructions, and more time.
 */
#include "baselines/bloom/bloom_blocked_avx2.h"

#include "baselines/bloom/bloom_blocks.h"
#include "core/hash_vector.h"

#define BLOCKS_FORM BLOCK_512

#ifdef ISA_X86
enum { LANES = 4, TOGETHER = 2 };
#define BLOCKS_TARGET TARGET_AVX2
#define BLOCKS_STEPS steps_avx2

BLOCKS_TARGET ALWAYS_INLINE void
blocks_locate(const struct bloom_map *map, enum hash_kind kind, const uint64_t *keys, struct blocks_ring *ring,
              size_t at)
{
	const __m256i m = _mm256_set1_epi64x((long long)map->m);
	const __m256i h = hash_keys_avx2(kind, &map->hash, keys);
	const __m256i high = _mm256_mul_epu32(_mm256_srli_epi64(h, 32), m); /* 2^32 times the block, and a fraction */
	const __m256i low = _mm256_srli_epi64(_mm256_mul_epu32(h, m), 32);
	const __m256i h1 = _mm256_and_si256(h, _mm256_set1_epi64x(BLK_BITS - 1));
	const __m256i h2 =
		_mm256_and_si256(_mm256_slli_epi64(h, 16 - BLK_BITS_LOG2), _mm256_set1_epi64x((BLK_BITS - 1) << 16));
	const __m256i block = _mm256_srli_epi64(_mm256_add_epi64(high, low), 32);

	_mm256_store_si256((void *)&ring->at[at], _mm256_slli_epi64(block, 6));
	_mm256_store_si256((void *)&ring->word[at],
	                   _mm256_or_si256(_mm256_or_si256(h1, h2), _mm256_set1_epi64x(1 << 16)));
}

BLOCKS_TARGET ALWAYS_INLINE size_t
blocks_has(const uint8_t *table, unsigned k, const struct steps_avx2 *steps, const struct blocks_ring *ring, size_t at,
           uint8_t *hit)
{
	hit[0] = blk_has_avx2(table + ring->at[at], ring->word[at], k, steps);
	hit[1] = blk_has_avx2(table + ring->at[at + 1], ring->word[at + 1], k, steps);
	return (size_t)hit[0] + hit[1];
}

BLOCKS_TARGET ALWAYS_INLINE void
blocks_set(uint8_t *table, unsigned k, const struct steps_avx2 *steps, const struct blocks_ring *ring, size_t at)
{
	(void)steps;
	for (size_t i = at; i < at + TOGETHER; i++)
		blk_set(bloom_bits_known, (struct blk_place){table + ring->at[i], ring->word[i], ring->word[i] >> 16},
		        k, BLOOM_ALONE);
}
#endif

#include "baselines/bloom/bloom_blocks_vector.h"

BLOOM_INSERT_AND_CONTAINS(blk_bf_avx2, blocks_vectors)

const struct filter_ops FILTER_OPS(blk_bf_avx2) = {
	.name = "blk-bf-avx2",
	.title = "blk-BF, AVX2",
	.about = "blk-bf, 4 keys hashed and 8 bits of a key tested at once (AVX2)",
	.twin = "blk-bf",
	.isa = ISA_AVX2,
	.batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = 9}, .bits_per_item = 13, .ns = {8, 5, 0}},
	.check = blk_check_blocks,
	.kind = &blk_kind,
	BLOOM_OPS(blk_bf_avx2),
};
