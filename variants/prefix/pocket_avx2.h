/* SPDX-License-Identifier: MIT */
/*
 * pocket_avx2.h - what AVX2 and BMI2 do better in a pocket dictionary (pocket.h): compare all slots at once, select
 * ones of the header (pdep), move slots.
 *
 *      put at slot 2     old       | a | b | c | d | ... | w |
 *                        moved     | 0 | a | b | c | ...     |       the same, a byte further
 *                        new       | a | b | x | c | ... | w'|       old before slot 2, moved behind it; then x, w'
 *
 * The authors' program moves them by an instruction of AVX-512, or by a table of shifts. With AVX2 two instructions
 * move a vector by a byte.
 */
#ifndef CUCKOOBENCH_POCKET_AVX2_H
#define CUCKOOBENCH_POCKET_AVX2_H

#include "variants/prefix/pocket.h"

#include "core/isa.h"

#ifdef ISA_X86
#include <immintrin.h>

/* The slots with this remainder. The bytes of the header are among them. */
TARGET_AVX2 ALWAYS_INLINE uint32_t
pocket_same_avx2(const uint8_t *bin, unsigned pair)
{
	const __m256i slots = _mm256_load_si256((const __m256i *)(const void *)bin);

	return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(slots, _mm256_set1_epi8((char)pair)));
}

/* The slots of list q. The two ones that it lies between are selected together. Of the bits between them, moved down by
 * as many ones as are before them, bit s is slot s. */
TARGET_AVX2 ALWAYS_INLINE uint64_t
pocket_list_avx2(uint64_t w, uint64_t q)
{
	const uint64_t ends = _pdep_u64(UINT64_C(3) << q, w >> (POCKET_HEADER - 1)), first = ends & -ends;

	return (ends - 3 * first) >> (q + 1); /* the second, minus twice the first */
}

/* Is the pair in the bin? Without a branch. */
TARGET_AVX2 ALWAYS_INLINE bool
pocket_has_avx2(const uint8_t *bin, uint64_t w, unsigned pair)
{
	return (pocket_list_avx2(w, pair >> 8) & pocket_same_avx2(bin, pair)) != 0;
}

/* The same, done early if no slot has the remainder. */
TARGET_AVX2 ALWAYS_INLINE bool
pocket_has_early_avx2(const uint8_t *bin, uint64_t w, unsigned pair)
{
	const uint32_t same = pocket_same_avx2(bin, pair);

	return same & (uint32_t)low_mask(POCKET_SLOTS) && pocket_list_avx2(w, pair >> 8) & same;
}

/* From its byte 32 - s on: s bytes of 0, and then ones. */
static const uint8_t pocket_behind[2 * POCKET_BYTES] = {[32] = 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
                                                        255,        255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
                                                        255,        255, 255, 255, 255, 255, 255, 255, 255, 255};

/* As pocket_put. */
TARGET_AVX2 ALWAYS_INLINE void
pocket_put_avx2(uint8_t *bin, uint64_t w, unsigned pair)
{
	const uint64_t end = _pdep_u64(UINT64_C(1) << (pair >> 8), w & ~low_mask(POCKET_HEADER));
	const size_t s = (size_t)__builtin_ctzll(end) - POCKET_HEADER - (pair >> 8);
	const __m256i old = _mm256_load_si256((const __m256i *)(const void *)bin);
	const __m256i moved = _mm256_alignr_epi8(old, _mm256_permute2x128_si256(old, old, 0x08), 15);
	const __m256i behind = _mm256_loadu_si256((const __m256i *)(const void *)(pocket_behind + POCKET_BYTES - s));
	const __m256i other = _mm256_and_si256(_mm256_xor_si256(old, moved), behind);
	const uint32_t high = (uint32_t)((w + (w & -end)) >> 32), low = (uint32_t)(w + (w & -end)) >> 8;

	_mm256_store_si256((__m256i *)(void *)bin, _mm256_xor_si256(old, other));
	bin[s] = (uint8_t)pair;
	/* w without its first byte, which is the last slot: its low half's other bytes, and one too many, then the
	 * rest */
	memcpy(bin + POCKET_WORD + 1, &low, sizeof low);
	memcpy(bin + POCKET_WORD + 4, &high, sizeof high);
}
#endif

#endif
