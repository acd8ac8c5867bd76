/* SPDX-License-Identifier: MIT */
/*
 * blk_bf_avx512.c - blk-BF with 8 keys hashed at a time, and all bits of a key tested or set at once
 * (bloom_blocks_vector.h has the loop, bloom_blocked_avx512.h what is done with one key).
 */
#include "baselines/bloom/bloom_blocked_avx512.h"

#include "baselines/bloom/bloom_blocks.h"
#include "core/hash_vector.h"

#define BLOCKS_FORM BLOCK_512

#ifdef ISA_X86
enum { LANES = 8, TOGETHER = 2 };
#define BLOCKS_TARGET TARGET_AVX512
#define BLOCKS_STEPS steps_avx512

BLOCKS_TARGET ALWAYS_INLINE void
blocks_locate(const struct bloom_map *map, enum hash_kind kind, const uint64_t *keys, struct blocks_ring *ring,
              size_t at)
{
	const __m512i m = _mm512_set1_epi64((long long)map->m);
	const __m512i h = hash_keys_avx512(kind, &map->hash, keys);
	const __m512i high = _mm512_mul_epu32(_mm512_srli_epi64(h, 32), m); /* 2^32 times the block, and a fraction */
	const __m512i low = _mm512_srli_epi64(_mm512_mul_epu32(h, m), 32);
	const __m512i h1 = _mm512_and_si512(h, _mm512_set1_epi64(BLK_BITS - 1));
	const __m512i h2 =
		_mm512_and_si512(_mm512_slli_epi64(h, 16 - BLK_BITS_LOG2), _mm512_set1_epi64((BLK_BITS - 1) << 16));
	const __m512i block = _mm512_srli_epi64(_mm512_add_epi64(high, low), 32);

	_mm512_store_si512(&ring->at[at], _mm512_slli_epi64(block, 6));
	_mm512_store_si512(&ring->word[at], _mm512_or_si512(_mm512_or_si512(h1, h2), _mm512_set1_epi64(1 << 16)));
}

BLOCKS_TARGET ALWAYS_INLINE size_t
blocks_has(const uint8_t *table, unsigned k, const struct steps_avx512 *steps, const struct blocks_ring *ring,
           size_t at, uint8_t *hit)
{
	hit[0] = blk_has_avx512(table + ring->at[at], (uint32_t)ring->word[at], k, steps);
	hit[1] = blk_has_avx512(table + ring->at[at + 1], (uint32_t)ring->word[at + 1], k, steps);
	return (size_t)hit[0] + hit[1];
}

BLOCKS_TARGET ALWAYS_INLINE void
blocks_set(uint8_t *table, unsigned k, const struct steps_avx512 *steps, const struct blocks_ring *ring, size_t at)
{
	for (size_t i = at; i < at + TOGETHER; i++) {
		void *block = table + ring->at[i];
		const __m512i bits = blk_bits_avx512((uint32_t)ring->word[i], k, steps);

		_mm512_store_si512(block, _mm512_or_si512(_mm512_load_si512(block), bits));
	}
}
#endif

#include "baselines/bloom/bloom_blocks_vector.h"

BLOOM_INSERT_AND_CONTAINS(blk_bf_avx512, blocks_vectors)

const struct filter_ops FILTER_OPS(blk_bf_avx512) = {
	.name = "blk-bf-avx512",
	.title = "blk-BF, AVX-512",
	.about = "blk-bf, 8 keys hashed and all bits of a key tested at once (AVX-512)",
	.twin = "blk-bf",
	.isa = ISA_AVX512,
	.batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = 9}, .bits_per_item = 13, .ns = {8, 5, 0}},
	.check = blk_check_blocks,
	.kind = &blk_kind,
	BLOOM_OPS(blk_bf_avx512),
};
