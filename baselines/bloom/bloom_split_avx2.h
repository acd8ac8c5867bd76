/* SPDX-License-Identifier: MIT */
/*
 * bloom_split_avx2.h - the bits of one key of sb-BF, tested or set at once with AVX2, for loops over many keys at a
 * time (sb_bf_vector.c) and over one after the other (sb_bf.c).
 *
 *      8 lanes of 32 bits       1 << (x * salt >> 27)              the block is one register
 */
#ifndef CUCKOOBENCH_BLOOM_SPLIT_AVX2_H
#define CUCKOOBENCH_BLOOM_SPLIT_AVX2_H

#include "baselines/bloom/bloom_split.h"

#ifdef ISA_X86
#include <immintrin.h>

struct salt_avx2 {
	__m256i salt;
};

TARGET_AVX2 ALWAYS_INLINE struct salt_avx2
salt_avx2(unsigned k)
{
	(void)k; /* always SPLIT_WORDS */
	return (struct salt_avx2){_mm256_loadu_si256((const void *)split_salt)};
}

TARGET_AVX2 ALWAYS_INLINE __m256i
split_bits_avx2(uint64_t word, const struct salt_avx2 *salt)
{
	const __m256i x = _mm256_set1_epi32((int)word);

	return _mm256_sllv_epi32(_mm256_set1_epi32(1),
	                         _mm256_srli_epi32(_mm256_mullo_epi32(x, salt->salt), SPLIT_SHIFT));
}

TARGET_AVX2 ALWAYS_INLINE void
split_set_avx2(uint8_t *block, uint64_t word, const struct salt_avx2 *salt)
{
	__m256i *words = (void *)block;

	_mm256_store_si256(words, _mm256_or_si256(_mm256_load_si256(words), split_bits_avx2(word, salt)));
}

TARGET_AVX2 ALWAYS_INLINE bool
split_has_avx2(const uint8_t *block, uint64_t word, const struct salt_avx2 *salt)
{
	return _mm256_testc_si256(_mm256_load_si256((const void *)block), split_bits_avx2(word, salt));
}
#endif

#endif
