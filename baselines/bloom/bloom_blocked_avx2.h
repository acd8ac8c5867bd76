/* SPDX-License-Identifier: MIT */
/*
 * bloom_blocked_avx2.h - the bits of one key of blk-BF, tested at once with AVX2, for loops over many keys at a time
 * (blk_bf_vector.c) and over one after the other (blk_bf.c).
 *
 *      8 lanes i of 32 bits          p = h1 + i * h2                one multiply-add of pairs
 *      word p / 32 mod 8             of both halves of the block    two permutations; bit 8 of p chooses
 *      shifted right by p mod 32     bit 0 is the one to test       all lanes tested at once
 *
 * Further vectors hold the bits beyond 8. A single bit that is left over (k = 9) is tested by itself.
 */
#ifndef CUCKOOBENCH_BLOOM_BLOCKED_AVX2_H
#define CUCKOOBENCH_BLOOM_BLOCKED_AVX2_H

#include "baselines/bloom/bloom_blocked.h"

#ifdef ISA_X86
#include <immintrin.h>

/* Pairs of (1, i) for i = 0 .. k - 1, in lanes of 32 bits. The lanes beyond k hold (1, 0), which tests bit 0 again. */
struct steps_avx2 {
	__m256i pairs[BLOOM_MAX_K / 8];
};

TARGET_AVX2 ALWAYS_INLINE struct steps_avx2
steps_avx2(unsigned k)
{
	const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
	struct steps_avx2 s;

	for (unsigned v = 0; v < BLOOM_MAX_K / 8; v++) {
		const __m256i i = _mm256_add_epi32(lane, _mm256_set1_epi32(8 * (int)v));
		const __m256i used = _mm256_cmpgt_epi32(_mm256_set1_epi32((int)k), i);

		s.pairs[v] = _mm256_or_si256(_mm256_and_si256(used, _mm256_slli_epi32(i, 16)), _mm256_set1_epi32(1));
	}
	return s;
}

TARGET_AVX2 ALWAYS_INLINE bool
blk_has_avx2(const uint8_t *block, uint64_t word, unsigned k, const struct steps_avx2 *steps)
{
	const __m256i low = _mm256_load_si256((const void *)block),
		      high = _mm256_load_si256((const void *)(block + 32));
	const __m256i both = _mm256_set1_epi32((int)word);
	const bool one_left = k % 8 == 1;
	const uint64_t last = (word + (word >> 16) * (k - 1)) % BLK_BITS;
	__m256i bits = _mm256_set1_epi32(-1);

	for (unsigned v = 0; v < (one_left ? k / 8 : (k + 7) / 8); v++) {
		const __m256i p = _mm256_madd_epi16(both, steps->pairs[v]), i = _mm256_srli_epi32(p, 5);
		const __m256 of_low = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(low, i));
		const __m256 of_high = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(high, i));
		const __m256i words = _mm256_castps_si256(
			_mm256_blendv_ps(of_low, of_high, _mm256_castsi256_ps(_mm256_slli_epi32(p, 23))));

		bits = _mm256_and_si256(bits, _mm256_srlv_epi32(words, _mm256_and_si256(p, _mm256_set1_epi32(31))));
	}
	return _mm256_testc_si256(bits, _mm256_set1_epi32(1)) & (!one_left || bloom_get(block, last, BLOOM_ALONE));
}
#endif

#endif
