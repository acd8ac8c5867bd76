/* SPDX-License-Identifier: MIT */
/*
 * blk_bf_vector.c - blk-BF with a vector of keys hashed at a time, and the bits of a key tested at once: 8 of them with
 * AVX2, all with AVX-512 (bloom_blocks_vector.h has the loop, bloom_blocked_avx2.h and bloom_blocked_avx512.h the test
 * of one key). With AVX2 an insertion sets its bits one after the other: to set nine in two registers takes 70
 * instructions, and more time.
 */
#include "core/vector.h"

#include "baselines/bloom/bloom_blocks.h"

#ifdef VECTOR_AVX512
#include "baselines/bloom/bloom_blocked_avx512.h"
#define TESTED "all bits"
#else
#include "baselines/bloom/bloom_blocked_avx2.h"
#define TESTED "8 bits"
#endif

#ifdef VECTOR_TARGET
enum { TOGETHER = 2 };
#define BLOCKS_STEPS VECTOR_NAMED(steps)

VECTOR_TARGET ALWAYS_INLINE void
blocks_locate(enum block_form form, const struct bloom_map *map, enum hash_kind kind, const uint64_t *keys,
              struct blocks_ring *ring, size_t at)
{
	const vector m = vector_all(map->m), h = vector_hash(kind, &map->hash, keys);
	const vector high = vector_product(h >> 32, m); /* 2^32 times the block, and a fraction */
	const vector low = vector_product(h, m) >> 32;
	const vector h1 = h & vector_all(BLK_BITS - 1),
		     h2 = h << (16 - BLK_BITS_LOG2) & vector_all((BLK_BITS - 1) << 16);
	const vector block = (high + low) >> 32 << 6, word = h1 | h2 | vector_all(1 << 16);

	(void)form;
	memcpy(&ring->at[at], &block, sizeof block);
	memcpy(&ring->word[at], &word, sizeof word);
}

VECTOR_TARGET ALWAYS_INLINE size_t
blocks_has(enum block_form form, const uint8_t *table, unsigned k, const struct BLOCKS_STEPS *steps,
           const struct blocks_ring *ring, size_t at, uint8_t *hit)
{
	(void)form;
	for (size_t i = 0; i < TOGETHER; i++)
		hit[i] = VECTOR_NAMED(blk_has)(table + ring->at[at + i], (uint32_t)ring->word[at + i], k, steps);
	return (size_t)hit[0] + hit[1];
}

VECTOR_TARGET ALWAYS_INLINE void
blocks_set(enum block_form form, uint8_t *table, unsigned k, const struct BLOCKS_STEPS *steps,
           const struct blocks_ring *ring, size_t at)
{
	(void)form;
	for (size_t i = at; i < at + TOGETHER; i++) {
		uint8_t *block = table + ring->at[i];
#ifdef VECTOR_AVX512
		_mm512_store_si512(block, _mm512_or_si512(_mm512_load_si512(block),
		                                          blk_bits_avx512((uint32_t)ring->word[i], k, steps)));
#else
		(void)steps;
		blk_set(bloom_bits_known, (struct blk_place){block, ring->word[i], ring->word[i] >> 16}, k,
		        BLOOM_ALONE);
#endif
	}
}
#endif

#include "baselines/bloom/bloom_blocks_vector.h"

BLOCKS_VECTORS(blk_bf, BLOCK_512)
BLOOM_INSERT_AND_CONTAINS(blk_bf, blk_bf_vectors)

const struct filter_ops VECTOR_OPS(blk_bf) = {
	.name = "blk-bf-" VECTOR_NAME,
	.title = "blk-BF, " VECTOR_CALLED,
	.about = "blk-bf, " VECTOR_KEYS " keys hashed and " TESTED " of a key tested at once (" VECTOR_CALLED ")",
	.twin = "blk-bf",
	.isa = VECTOR_ISA,
	.batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = 9}, .bits_per_item = 13, .ns = {8, 5, 0}},
	.check = blk_check_blocks,
	.kind = &blk_kind,
	BLOOM_OPS(blk_bf),
};
