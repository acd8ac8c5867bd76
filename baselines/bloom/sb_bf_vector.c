/* SPDX-License-Identifier: MIT */
/*
 * sb_bf_vector.c - sb-BF with a vector of keys hashed at a time. All bits of a key are tested at once with AVX2, those
 * of two keys with AVX-512 (bloom_blocks_vector.h has the loop, bloom_split_avx2.h what is done with one key).
 *
 *      two keys:      lanes of 32 bits         1 << (x * salt >> 27)             each half of a register is a block
 */
#include "core/vector.h"

#include "baselines/bloom/bloom_split_avx2.h"

#include "baselines/bloom/bloom_blocks.h"

#ifdef VECTOR_AVX512
#define TESTED "two keys' bits"
#else
#define TESTED "all bits of a key"
#endif

#ifdef VECTOR_TARGET
enum { TOGETHER = 2 };
#define BLOCKS_STEPS sb_steps

struct sb_steps {
	struct salt_avx2 one;
#ifdef VECTOR_AVX512
	__m512i two, first_and_second; /* eight times the low word of the first key, eight times that of the second */
#endif
};

VECTOR_TARGET ALWAYS_INLINE struct sb_steps
sb_steps(unsigned k)
{
	const struct salt_avx2 one = salt_avx2(k);

#ifdef VECTOR_AVX512
	return (struct sb_steps){one, _mm512_broadcast_i64x4(one.salt),
	                         _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2)};
#else
	return (struct sb_steps){one};
#endif
}

VECTOR_TARGET ALWAYS_INLINE void
blocks_locate(enum block_form form, const struct bloom_map *map, enum hash_kind kind, const uint64_t *keys,
              struct blocks_ring *ring, size_t at)
{
	const vector h = vector_hash(kind, &map->hash, keys);
	const vector block = vector_product(h >> 32, vector_all(map->m)) >> 32 << 5;

	(void)form;
	memcpy(&ring->at[at], &block, sizeof block);
	memcpy(&ring->word[at], &h, sizeof h);
}

VECTOR_TARGET ALWAYS_INLINE size_t
blocks_has(enum block_form form, const uint8_t *table, unsigned k, const struct sb_steps *steps,
           const struct blocks_ring *ring, size_t at, uint8_t *hit)
{
	(void)form, (void)k;
#ifdef VECTOR_AVX512
	const __m512i words = _mm512_castsi128_si512(_mm_load_si128((const void *)&ring->word[at]));
	const __m512i x = _mm512_permutexvar_epi32(steps->first_and_second, words);
	const __m512i bits = _mm512_sllv_epi32(_mm512_set1_epi32(1),
	                                       _mm512_srli_epi32(_mm512_mullo_epi32(x, steps->two), SPLIT_SHIFT));
	const __m256i one = _mm256_load_si256((const void *)(table + ring->at[at]));
	const __m256i two = _mm256_load_si256((const void *)(table + ring->at[at + 1]));
	const unsigned missing = _mm512_testn_epi32_mask(_mm512_inserti64x4(_mm512_castsi256_si512(one), two, 1), bits);

	hit[0] = !(missing & 0xff);
	hit[1] = !(missing >> 8);
#else
	hit[0] = split_has_avx2(table + ring->at[at], ring->word[at], &steps->one);
	hit[1] = split_has_avx2(table + ring->at[at + 1], ring->word[at + 1], &steps->one);
#endif
	return (size_t)hit[0] + hit[1];
}

VECTOR_TARGET ALWAYS_INLINE void
blocks_set(enum block_form form, uint8_t *table, unsigned k, const struct sb_steps *steps,
           const struct blocks_ring *ring, size_t at)
{
	(void)form, (void)k;
	split_set_avx2(table + ring->at[at], ring->word[at], &steps->one);
	split_set_avx2(table + ring->at[at + 1], ring->word[at + 1], &steps->one);
}
#endif

#include "baselines/bloom/bloom_blocks_vector.h"

BLOCKS_VECTORS(sb_bf, BLOCK_SPLIT)
BLOOM_INSERT_AND_CONTAINS(sb_bf, sb_bf_vectors)

const struct filter_ops VECTOR_OPS(sb_bf) = {
	.name = "sb-bf-" VECTOR_NAME,
	.title = "sb-BF, " VECTOR_CALLED,
	.about = "sb-bf, " VECTOR_KEYS " keys hashed and " TESTED " tested at once (" VECTOR_CALLED ")",
	.twin = "sb-bf",
	.isa = VECTOR_ISA,
	.batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = 8}, .bits_per_item = 13, .ns = {5, 5, 0}},
	.check = split_check,
	.kind = &sb_kind,
	BLOOM_OPS(sb_bf),
};
