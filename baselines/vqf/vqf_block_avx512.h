/* SPDX-License-Identifier: MIT */
/*
 * vqf_block_avx512.h - what vqf_block_ops.h needs of a processor, with AVX-512: a block is one vector, and a set of
 * slots is a mask, as in the published code. vqf_block_portable.h says what each function does.
 *
 * The published code moves bytes by a table of 64 permutations of a block, 4 KiB, which need AVX-512 VBMI. Here each
 * 16 bytes get one byte, or two, of the 16 before or behind them. That is two instructions of AVX-512 BW, and no
 * table.
 */
#ifndef CUCKOOBENCH_VQF_BLOCK_AVX512_H
#define CUCKOOBENCH_VQF_BLOCK_AVX512_H

#include "baselines/vqf/vqf_block.h"

#ifdef ISA_X86
#define VQF_TARGET TARGET_AVX512
#define VQF_VECTOR __m512i
#define VQF_MOVE "vmovdqa64"
#include "baselines/vqf/vqf_block_bmi2.h"

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
