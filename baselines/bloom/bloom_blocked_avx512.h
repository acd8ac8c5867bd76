/* SPDX-License-Identifier: MIT */
/*
 * bloom_blocked_avx512.h - the bits of one key of blk-BF, tested or set at once with AVX-512, for loops over many keys
 * at a time (blk_bf_vector.c) and over one after the other (blk_bf.c).
 *
 *      lanes i of 32 bits       p = h1 + i * h2                     one multiply-add of pairs
 *      word  p / 32 mod 16      of the block, in one register       one permutation
 *      rotated right by p       bit 0 is the one to test            all lanes tested at once
 */
#ifndef CUCKOOBENCH_BLOOM_BLOCKED_AVX512_H
#define CUCKOOBENCH_BLOOM_BLOCKED_AVX512_H

#include "baselines/bloom/bloom_blocked.h"

#ifdef ISA_X86
#include <immintrin.h>

/* Pairs of (1, i) for i = 0 .. k - 1, in lanes of 32 bits. The lanes beyond k hold (1, 0), which tests bit 0 again. */
struct steps_avx512 {
	__m512i pairs[BLOOM_MAX_K / 16];
};

TARGET_AVX512 ALWAYS_INLINE struct steps_avx512
steps_avx512(unsigned k)
{
	const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	struct steps_avx512 s;

	for (unsigned v = 0; v < BLOOM_MAX_K / 16; v++) {
		const __m512i i = _mm512_add_epi32(lane, _mm512_set1_epi32(16 * (int)v));
		const __mmask16 used = _mm512_cmplt_epi32_mask(i, _mm512_set1_epi32((int)k));

		s.pairs[v] = _mm512_or_si512(_mm512_maskz_slli_epi32(used, i, 16), _mm512_set1_epi32(1));
	}
	return s;
}

TARGET_AVX512 ALWAYS_INLINE bool
blk_has_avx512(const uint8_t *block, uint32_t word, unsigned k, const struct steps_avx512 *steps)
{
	const __m512i bits = _mm512_load_si512(block), both = _mm512_set1_epi32((int)word);
	__mmask16 missing = 0;

	for (unsigned v = 0; v < (k + 15) / 16; v++) {
		const __m512i p = _mm512_madd_epi16(both, steps->pairs[v]);
		const __m512i words = _mm512_permutexvar_epi32(_mm512_srli_epi32(p, 5), bits);

		missing |= _mm512_testn_epi32_mask(_mm512_rorv_epi32(words, p), _mm512_set1_epi32(1));
	}
	return !missing;
}

/*
 * Each bit in the lane of its word, all in one register for one store. Words and bits go through memory: a load from
 * there broadcasts one lane to all lanes. So a bit takes a comparison and a masked or.
 */
TARGET_AVX512 ALWAYS_INLINE __m512i
blk_bits_avx512(uint32_t word, unsigned k, const struct steps_avx512 *steps)
{
	const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	__m512i bits = _mm512_setzero_si512();

	for (unsigned v = 0; v < (k + 15) / 16; v++) {
		const __m512i p = _mm512_madd_epi16(_mm512_set1_epi32((int)word), steps->pairs[v]);
		struct {
			_Alignas(64) int word[16];
			int bit[16];
		} of;

		_mm512_store_si512(of.word, _mm512_and_si512(_mm512_srli_epi32(p, 5), _mm512_set1_epi32(15)));
		_mm512_store_si512(of.bit, _mm512_rolv_epi32(_mm512_set1_epi32(1), p));
		__asm__("" : "+m"(of));
		for (unsigned i = 0; i < 16 && 16 * v + i < k; i++) {
			const __mmask16 here = _mm512_cmpeq_epi32_mask(lane, _mm512_set1_epi32(of.word[i]));

			bits = _mm512_mask_or_epi32(bits, here, bits, _mm512_set1_epi32(of.bit[i]));
		}
	}
	return bits;
}
#endif

#endif
