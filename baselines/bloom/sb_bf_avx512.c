/* SPDX-License-Identifier: MIT */
/*
 * sb_bf_avx512.c - sb-BF with 8 keys hashed at a time, and the bits of two keys tested at once (bloom_blocks_vector.h
 * has the loop).
 *
 *      two keys:         lanes of 32 bits         1 << (x * salt >> 27)             each half of a register is a block
 *      one key to set:   as in bloom_split_avx2.h
 */
#include "baselines/bloom/bloom_split.h"

#include "baselines/bloom/bloom_blocks.h"
#include "core/hash_vector.h"

#define BLOCKS_FORM BLOCK_SPLIT

#ifdef ISA_X86
enum { LANES = 8, TOGETHER = 2 };
#define BLOCKS_TARGET TARGET_AVX512
#define BLOCKS_STEPS salt_avx512

struct salt_avx512 {
	__m512i salt, first_and_second; /* eight times the low word of the first key, eight times that of the second */
};

BLOCKS_TARGET ALWAYS_INLINE struct salt_avx512
salt_avx512(unsigned k)
{
	(void)k; /* always SPLIT_WORDS */
	return (struct salt_avx512){_mm512_broadcast_i64x4(_mm256_loadu_si256((const void *)split_salt)),
	                            _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2)};
}

BLOCKS_TARGET ALWAYS_INLINE void
blocks_locate(const struct bloom_map *map, enum hash_kind kind, const uint64_t *keys, struct blocks_ring *ring,
              size_t at)
{
	const __m512i m = _mm512_set1_epi64((long long)map->m);
	const __m512i h = hash_keys_avx512(kind, &map->hash, keys);
	const __m512i block = _mm512_srli_epi64(_mm512_mul_epu32(_mm512_srli_epi64(h, 32), m), 32);

	_mm512_store_si512(&ring->at[at], _mm512_slli_epi64(block, 5));
	_mm512_store_si512(&ring->word[at], h);
}

BLOCKS_TARGET ALWAYS_INLINE size_t
blocks_has(const uint8_t *table, unsigned k, const struct salt_avx512 *salt, const struct blocks_ring *ring, size_t at,
           uint8_t *hit)
{
	const __m512i words = _mm512_castsi128_si512(_mm_load_si128((const void *)&ring->word[at]));
	const __m512i x = _mm512_permutexvar_epi32(salt->first_and_second, words);
	const __m512i bits = _mm512_sllv_epi32(_mm512_set1_epi32(1),
	                                       _mm512_srli_epi32(_mm512_mullo_epi32(x, salt->salt), SPLIT_SHIFT));
	const __m256i one = _mm256_load_si256((const void *)(table + ring->at[at]));
	const __m256i two = _mm256_load_si256((const void *)(table + ring->at[at + 1]));
	const unsigned missing = _mm512_testn_epi32_mask(_mm512_inserti64x4(_mm512_castsi256_si512(one), two, 1), bits);

	(void)k;
	hit[0] = !(missing & 0xff);
	hit[1] = !(missing >> 8);
	return (size_t)hit[0] + hit[1];
}

BLOCKS_TARGET ALWAYS_INLINE void
blocks_set(uint8_t *table, unsigned k, const struct salt_avx512 *salt, const struct blocks_ring *ring, size_t at)
{
	(void)k;
	for (size_t i = at; i < at + TOGETHER; i++) {
		const __m256i x = _mm256_set1_epi32((int)ring->word[i]),
			      product = _mm256_mullo_epi32(x, _mm512_castsi512_si256(salt->salt));
		const __m256i bits = _mm256_sllv_epi32(_mm256_set1_epi32(1), _mm256_srli_epi32(product, SPLIT_SHIFT));
		void *block = table + ring->at[i];

		_mm256_store_si256(block, _mm256_or_si256(_mm256_load_si256(block), bits));
	}
}
#endif

#include "baselines/bloom/bloom_blocks_vector.h"

BLOOM_INSERT_AND_CONTAINS(sb_bf_avx512, blocks_vectors)

const struct filter_ops FILTER_OPS(sb_bf_avx512) = {
	.name = "sb-bf-avx512",
	.title = "sb-BF, AVX-512",
	.about = "sb-bf, 8 keys hashed and two keys' bits tested at once (AVX-512)",
	.twin = "sb-bf",
	.isa = ISA_AVX512,
	.batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = 8}, .bits_per_item = 13, .ns = {5, 5, 0}},
	.check = split_check,
	.kind = &sb_kind,
	BLOOM_OPS(sb_bf_avx512),
};
