/* SPDX-License-Identifier: MIT */
/*
 * ribbon_rows.h - the row of a key in a system of linear equations over bits, and what a solution gives for it.
 *
 *      row      start s, coefficients c: w = 64 bits, the first of which is 1
 *
 *               0 ....... s                 s + 63 ....... slots
 *               0 0 0 0 0 1 0 1 1 ... 0 1 1 0 0 0 0 0 0 0 0
 *
 *      solution r bits a slot, 64 slots a block; in a block one word for each of the r columns
 *
 *               | column 0 | column 1 | ... | column r - 1 |      slots 0 to 63
 *               | column 0 | column 1 | ... | column r - 1 |      slots 64 to 127
 *
 *      product  of column j:  parity of (left block's word j & c << s % 64) xor (right block's word j & the rest of c)
 *
 * Dillinger and Walzer, "Ribbon filter: practically smaller than Bloom and Xor" (arXiv 2103.02515, 2021), with what
 * they call interleaved column-major storage. Both blocks are neighbours: with r = 8 they are two lines in a row.
 *
 * A row starts in any block except the last, so that there always is a right block.
 */
#ifndef CUCKOOBENCH_RIBBON_ROWS_H
#define CUCKOOBENCH_RIBBON_ROWS_H

#include "core/bits.h"
#include "core/hash.h"
#include "core/isa.h"
#include "core/probe.h"

#ifdef ISA_X86
#include <immintrin.h>
#endif

enum { RIBBON_W = 64 /* bits of a row, and slots of a block: a word */, RIBBON_MOST_R = 32 };

/* Where a key's row is, in a solution with so many starts; and its coefficients. The start is the high bits of a hash.
 * The coefficients are the low ones of a product, as in the authors' programs; its factor is 2^64 / golden ratio. */
ALWAYS_INLINE uint64_t
ribbon_start(uint64_t h, uint64_t starts)
{
	return mul_high(h, starts);
}

ALWAYS_INLINE uint64_t
ribbon_row(uint64_t h)
{
	return (h * UINT64_C(0x9e3779b97f4a7c15)) | 1;
}

/* The words of both blocks that a row meets, and what it asks of them. */
struct ribbon_place {
	const uint64_t *left;
	uint64_t low, high;
};

ALWAYS_INLINE struct ribbon_place
ribbon_place(const uint64_t *words, uint64_t start, uint64_t row, unsigned r)
{
	const unsigned shift = start % RIBBON_W;

	/* two shifts, because one by 64 is undefined */
	return (struct ribbon_place){words + start / RIBBON_W * r, row << shift, row >> 1 >> (RIBBON_W - 1 - shift)};
}

/* Is the product of the row and the solution this, in all r columns? */
ALWAYS_INLINE bool
ribbon_gives(struct ribbon_place p, uint64_t wanted, unsigned r)
{
	uint64_t wrong = 0;

	PROBE(p.left, (size_t)2 * r * sizeof *p.left);
	for (unsigned j = 0; j < r; j++) {
		const uint64_t met = (p.left[j] & p.low) ^ (p.left[r + j] & p.high);

		wrong |= (unsigned)__builtin_parityll(met) ^ (wanted >> j);
	}
	return !(wrong & 1);
}

#ifdef ISA_X86
/* The parity of each lane, in its lowest bit: of nibbles by a table, of their eight bytes by a sum. */
TARGET_AVX512 ALWAYS_INLINE __m512i
ribbon_parities(__m512i v)
{
	const __m512i nibbles = _mm512_set1_epi8(15),
		      odd = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0));

	v = _mm512_ternarylogic_epi64(v, _mm512_srli_epi64(v, 4), nibbles, 0x28); /* (v ^ v >> 4) & nibbles */
	return _mm512_sad_epu8(_mm512_shuffle_epi8(odd, v), _mm512_setzero_si512());
}

/* As ribbon_gives, of eight columns at once. */
TARGET_AVX512 ALWAYS_INLINE bool
ribbon_gives_avx512(struct ribbon_place p, uint64_t wanted, unsigned r)
{
	const __m512i low = _mm512_set1_epi64((long long)p.low), high = _mm512_set1_epi64((long long)p.high);
	unsigned wrong = 0;

	for (unsigned j = 0; j < r; j += 8) {
		const __mmask8 columns = r - j >= 8 ? 0xff : (__mmask8)low_mask(r - j);
		const __m512i left = _mm512_maskz_loadu_epi64(columns, p.left + j),
			      right = _mm512_maskz_loadu_epi64(columns, p.left + r + j);
		/* left & low ^ right & high */
		const __m512i met = _mm512_ternarylogic_epi64(_mm512_and_si512(left, low), right, high, 0x78);
		const __mmask8 odd = _mm512_test_epi64_mask(ribbon_parities(met), _mm512_set1_epi64(1));

		wrong |= odd ^ (unsigned)(wanted >> j & columns);
	}
	return !wrong;
}
#endif

#endif
