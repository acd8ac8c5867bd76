/* SPDX-License-Identifier: MIT */
/*
 * vqf_block_vector.h - what vqf_place.h needs of a processor, for the instructions that a file is compiled for
 * (core/vector.h). vqf_block_portable.h says what each function does.
 *
 *      AVX2, BMI1, BMI2: a block is two vectors
 *
 *      low   | metadata | 16 bytes |      moved up:     | -  metadata | ...        a lane of 16 bytes gets one byte, or
 *      high  | 16 bytes | 16 bytes |                    | low's last lane ...      two, of the lane before it
 *
 *      AVX-512: a block is one vector, and a set of slots is a mask, as in the published code
 *
 * The published code moves bytes by a table of 64 permutations of a block, 4 KiB, which need AVX-512 VBMI. Here each
 * 16 bytes get one byte, or two, of the 16 before or behind them. That is two instructions of AVX-512 BW, and no
 * table.
 */
#ifndef CUCKOOBENCH_VQF_BLOCK_VECTOR_H
#define CUCKOOBENCH_VQF_BLOCK_VECTOR_H

#include "core/vector.h"

#include "baselines/vqf/vqf_block.h"

#if defined(ISA_X86) && (defined(VECTOR_AVX2) || defined(VECTOR_AVX512))
#include "core/hash.h"

#include <immintrin.h>

#define VQF_TARGET VECTOR_TARGET

VQF_TARGET ALWAYS_INLINE uint64_t
vqf_hash(enum hash_kind kind, const struct hash *h, uint64_t key)
{
	return hash_key_bmi2(kind, h, key);
}

VQF_TARGET ALWAYS_INLINE unsigned
vqf_ones(uint64_t v)
{
	return (unsigned)__builtin_popcountll(v);
}

VQF_TARGET ALWAYS_INLINE uint64_t
vqf_low(uint64_t v, unsigned bits)
{
	return _bzhi_u64(v, bits);
}

VQF_TARGET ALWAYS_INLINE uint64_t
vqf_deposit(uint64_t which, uint64_t v)
{
	return _pdep_u64(which, v);
}

#ifdef VECTOR_AVX2
#define VQF_VECTOR __m256i
#define VQF_MOVE "vmovdqa"

VQF_TARGET ALWAYS_INLINE __m256i
vqf_half(const uint8_t *block, unsigned half)
{
	return _mm256_load_si256((const void *)(block + 32 * half));
}

VQF_TARGET ALWAYS_INLINE uint64_t
vqf_equal(enum vqf_form form, const uint8_t *block, uint64_t remainder)
{
	const __m256i low = vqf_half(block, 0), high = vqf_half(block, 1);

	if (form == VQF_8) {
		const __m256i all = _mm256_set1_epi8((char)remainder);
		const uint32_t in_low = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, all)),
			       in_high = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, all));

		return in_low | (uint64_t)in_high << 32;
	}
	const __m256i all = _mm256_set1_epi16((short)remainder);
	/* the lanes of both, by turns: | low's first | high's first | low's second | high's second | */
	const __m256i both = _mm256_packs_epi16(_mm256_cmpeq_epi16(low, all), _mm256_cmpeq_epi16(high, all));

	return (uint32_t)_mm256_movemask_epi8(_mm256_permute4x64_epi64(both, 0xd8));
}

/* The bytes of a half that are at `from` of the block or behind it. */
VQF_TARGET ALWAYS_INLINE __m256i
vqf_behind(unsigned half, unsigned from)
{
	const __m256i number = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
	                                        20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);

	return _mm256_cmpgt_epi8(_mm256_add_epi8(number, _mm256_set1_epi8((char)(32 * half))),
	                         _mm256_set1_epi8((char)(from - 1)));
}

VQF_TARGET ALWAYS_INLINE void
vqf_blend(uint8_t *block, unsigned half, unsigned from, __m256i moved)
{
	_mm256_store_si256((void *)(block + 32 * half),
	                   _mm256_blendv_epi8(vqf_half(block, half), moved, vqf_behind(half, from)));
}

VQF_TARGET ALWAYS_INLINE void
vqf_open(enum vqf_form form, uint8_t *block, uint64_t lane, uint64_t remainder)
{
	const unsigned at = (unsigned)__builtin_ctzll(lane) * (form / 8);
	const __m256i low = vqf_half(block, 0), high = vqf_half(block, 1);
	const __m256i before_low = _mm256_permute2x128_si256(low, low, 0x08),
		      before_high = _mm256_permute2x128_si256(low, high, 0x21);

	if (form == VQF_8) {
		vqf_blend(block, 0, at, _mm256_alignr_epi8(low, before_low, 15));
		vqf_blend(block, 1, at, _mm256_alignr_epi8(high, before_high, 15));
		block[at] = (uint8_t)remainder;
	} else {
		vqf_blend(block, 0, at, _mm256_alignr_epi8(low, before_low, 14));
		vqf_blend(block, 1, at, _mm256_alignr_epi8(high, before_high, 14));
		memcpy(block + at, &remainder, 2);
	}
}

VQF_TARGET ALWAYS_INLINE void
vqf_close(enum vqf_form form, uint8_t *block, uint64_t lane)
{
	const unsigned at = (unsigned)__builtin_ctzll(lane) * (form / 8);
	const __m256i low = vqf_half(block, 0), high = vqf_half(block, 1);
	const __m256i behind_low = _mm256_permute2x128_si256(low, high, 0x21),
		      behind_high = _mm256_permute2x128_si256(high, high, 0x81);

	if (form == VQF_8) {
		vqf_blend(block, 0, at, _mm256_alignr_epi8(behind_low, low, 1));
		vqf_blend(block, 1, at, _mm256_alignr_epi8(behind_high, high, 1));
	} else {
		vqf_blend(block, 0, at, _mm256_alignr_epi8(behind_low, low, 2));
		vqf_blend(block, 1, at, _mm256_alignr_epi8(behind_high, high, 2));
	}
}
#else
#define VQF_VECTOR __m512i
#define VQF_MOVE "vmovdqa64"

VQF_TARGET ALWAYS_INLINE uint64_t
vqf_equal(enum vqf_form form, const uint8_t *block, uint64_t remainder)
{
	const __m512i v = _mm512_load_si512(block);

	return form == VQF_8 ? _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)remainder))
	                     : _mm512_cmpeq_epi16_mask(v, _mm512_set1_epi16((short)remainder));
}

VQF_TARGET ALWAYS_INLINE void
vqf_open(enum vqf_form form, uint8_t *block, uint64_t lane, uint64_t remainder)
{
	const __m512i v = _mm512_load_si512(block), before = _mm512_alignr_epi64(v, v, 6);
	__m512i moved;

	if (form == VQF_8) {
		moved = _mm512_mask_alignr_epi8(v, -lane, v, before, 15);
		moved = _mm512_mask_set1_epi8(moved, lane, (char)remainder);
	} else {
		moved = _mm512_mask_mov_epi16(v, (__mmask32)-lane, _mm512_alignr_epi8(v, before, 14));
		moved = _mm512_mask_set1_epi16(moved, (__mmask32)lane, (short)remainder);
	}
	_mm512_store_si512(block, moved);
}

VQF_TARGET ALWAYS_INLINE void
vqf_close(enum vqf_form form, uint8_t *block, uint64_t lane)
{
	const __m512i v = _mm512_load_si512(block), behind = _mm512_maskz_alignr_epi64(0x3f, v, v, 2);

	_mm512_store_si512(
		block, form == VQF_8 ? _mm512_mask_alignr_epi8(v, -lane, behind, v, 1)
				     : _mm512_mask_mov_epi16(v, (__mmask32)-lane, _mm512_alignr_epi8(behind, v, 2)));
}
#endif
#endif

#endif
