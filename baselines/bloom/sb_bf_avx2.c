/* SPDX-License-Identifier: MIT */
/*
 * sb_bf_avx2.c - sb-BF with 4 keys hashed at a time, and all bits of a key tested or set at once (bloom_blocks_vector.h
 * has the loop, bloom_split_avx2.h what is done with one key).
 */
#include "baselines/bloom/bloom_split_avx2.h"

#include "baselines/bloom/bloom_blocks.h"
#include "core/hash_vector.h"

#define BLOCKS_FORM BLOCK_SPLIT

#ifdef ISA_X86
enum { LANES = 4, TOGETHER = 2 };
#define BLOCKS_TARGET TARGET_AVX2
#define BLOCKS_STEPS salt_avx2

BLOCKS_TARGET ALWAYS_INLINE void
blocks_locate(const struct bloom_map *map, enum hash_kind kind, const uint64_t *keys, struct blocks_ring *ring,
              size_t at)
{
	const __m256i m = _mm256_set1_epi64x((long long)map->m);
	const __m256i h = hash_keys_avx2(kind, &map->hash, keys);
	const __m256i block = _mm256_srli_epi64(_mm256_mul_epu32(_mm256_srli_epi64(h, 32), m), 32);

	_mm256_store_si256((void *)&ring->at[at], _mm256_slli_epi64(block, 5));
	_mm256_store_si256((void *)&ring->word[at], h);
}

BLOCKS_TARGET ALWAYS_INLINE size_t
blocks_has(const uint8_t *table, unsigned k, const struct salt_avx2 *salt, const struct blocks_ring *ring, size_t at,
           uint8_t *hit)
{
	(void)k;
	hit[0] = split_has_avx2(table + ring->at[at], ring->word[at], salt);
	hit[1] = split_has_avx2(table + ring->at[at + 1], ring->word[at + 1], salt);
	return (size_t)hit[0] + hit[1];
}

BLOCKS_TARGET ALWAYS_INLINE void
blocks_set(uint8_t *table, unsigned k, const struct salt_avx2 *salt, const struct blocks_ring *ring, size_t at)
{
	(void)k;
	split_set_avx2(table + ring->at[at], ring->word[at], salt);
	split_set_avx2(table + ring->at[at + 1], ring->word[at + 1], salt);
}
#endif

#include "baselines/bloom/bloom_blocks_vector.h"

BLOOM_INSERT_AND_CONTAINS(sb_bf_avx2, blocks_vectors)

const struct filter_ops FILTER_OPS(sb_bf_avx2) = {
	.name = "sb-bf-avx2",
	.title = "sb-BF, AVX2",
	.about = "sb-bf, 4 keys hashed and all bits of a key tested at once (AVX2)",
	.twin = "sb-bf",
	.isa = ISA_AVX2,
	.batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = 8}, .bits_per_item = 13, .ns = {5, 5, 0}},
	.check = split_check,
	.kind = &sb_kind,
	BLOOM_OPS(sb_bf_avx2),
};
