/* SPDX-License-Identifier: MIT */
/*
 * bloom_blocks_avx2.c - blk-bf-avx2 and sb-bf-avx2: blk-BF and sb-BF with 4 keys hashed at a time, and 8 bits of a key tested at once
 * (bloom_blocks_vector.h has the loop, bloom_blocks_avx2.h the test of one key).
 */
#include "baselines/bloom_blocks_avx2.h"
#include "core/hash_vector.h"

#if defined(ISA_X86) && !defined(FILTER_TRACED)

/* Nine bits into two registers take 70 instructions, and more time than in memory, one after the other. */
enum { LANES = 4, SETS_512 = false };
#define BLOCKS_TARGET TARGET_AVX2
#define BLOCKS_STEPS steps_avx2

BLOCKS_TARGET ALWAYS_INLINE void
blocks_locate(const struct bloom_map *map, enum block_form form, enum hash_kind kind, const uint64_t *keys, struct blocks_ring *ring,
              size_t at)
{
	const __m256i m = _mm256_set1_epi64x((long long)map->m);
	const __m256i h = hash_keys_avx2(kind, &map->hash, keys);
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

BLOCKS_TARGET ALWAYS_INLINE size_t
blocks_pair_has(const uint8_t *table, enum block_form form, unsigned k, const struct steps_avx2 *steps, const struct blocks_ring *ring,
                size_t at, uint8_t *hit)
{
	const uint8_t *one = table + ring->at[at], *two = table + ring->at[at + 1];

	hit[0] = form == BLOCK_512 ? has_512_avx2(one, ring->word[at], k, steps) : has_split_avx2(one, ring->word[at]);
	hit[1] = form == BLOCK_512 ? has_512_avx2(two, ring->word[at + 1], k, steps) : has_split_avx2(two, ring->word[at + 1]);
	return (size_t)hit[0] + hit[1];
}

BLOCKS_TARGET ALWAYS_INLINE void
blocks_set(uint8_t *table, enum block_form form, unsigned k, const struct steps_avx2 *steps, const struct blocks_ring *ring, size_t at)
{
	(void)form, (void)k, (void)steps; /* always BLOCK_SPLIT */
	set_split_avx2(table + ring->at[at], ring->word[at]);
}
#endif

#include "baselines/bloom_blocks_vector.h"

BLOCKS_INSERT_AND_CONTAINS(blk_bf_avx2, BLOCK_512, blocks_vectors)
BLOCKS_INSERT_AND_CONTAINS(sb_bf_avx2, BLOCK_SPLIT, blocks_vectors)

const struct filter_ops FILTER_OPS(blk_bf_avx2) = {
	.name = "blk-bf-avx2", .title = "blk-BF, AVX2",
	.about = "blk-bf, 4 keys hashed and 8 bits of a key tested at once (AVX2)",
	.twin = "blk-bf", .isa = ISA_AVX2, .batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = 9}, .bits_per_item = 13, .ns = {8, 5, 0}},
	.info = bloom_info, .check = blk_check_blocks, .save = bloom_save,
	.kind = &blk_kind,
	BLOOM_OPS(blk_bf_avx2),
};

const struct filter_ops FILTER_OPS(sb_bf_avx2) = {
	.name = "sb-bf-avx2", .title = "sb-BF, AVX2",
	.about = "sb-bf, 4 keys hashed and all bits of a key tested at once (AVX2)",
	.twin = "sb-bf", .isa = ISA_AVX2, .batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = 8}, .bits_per_item = 13, .ns = {5, 5, 0}},
	.info = bloom_info, .check = split_check, .save = bloom_save,
	.kind = &sb_kind,
	BLOOM_OPS(sb_bf_avx2),
};
