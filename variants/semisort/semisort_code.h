/* SPDX-License-Identifier: MIT */
/*
 * semisort_code.h - a sorted 4-tuple of 4-bit values as one of 3876 numbers (paper, section 5.2).
 *
 * The order of fingerprints in a bucket carries no information. Four values of 4 bits without an order are a multiset
 * of size 4 over 16 kinds. There are C(16 + 4 - 1, 4) = C(19, 4) = 3876 of them, which is less than 2^12 = 4096. So 16
 * bits become 12, which saves one bit per fingerprint.
 *
 * The numbering is the combinatorial number system. For n0 <= n1 <= n2 <= n3, the strictly increasing n0, n1+1, n2+2,
 * n3+3 have rank
 *
 *      code = C(n0, 1) + C(n1+1, 2) + C(n2+2, 3) + C(n3+3, 4)         0 <= code < 3876
 *
 * Two tables of sums encode (1 KB), one of the lower two terms and one of the upper two. One table of 3876 nibble
 * quadruples decodes (7.6 KB). All stay in the first-level cache. (0,0,0,0) has code 0, so zeroed memory is a table of
 * empty buckets.
 */
#ifndef CUCKOOBENCH_SEMISORT_CODE_H
#define CUCKOOBENCH_SEMISORT_CODE_H

#include <stdint.h>

enum {
	SEMISORT_CODES = 3876,
	SEMISORT_SPARE = 3, /* entries after the last code, so that 8 bytes can be loaded at every code */
};

/* c + C(k, 1), for k = 0..15. */
#define SS_ROW(c)                                                                                                 \
	(c), (c) + 1, (c) + 2, (c) + 3, (c) + 4, (c) + 5, (c) + 6, (c) + 7, (c) + 8, (c) + 9, (c) + 10, (c) + 11, \
		(c) + 12, (c) + 13, (c) + 14, (c) + 15
/* c + C(k+2, 3), likewise. */
#define SS_TETRAHEDRA(c)                                                                                          \
	(c), (c) + 1, (c) + 4, (c) + 10, (c) + 20, (c) + 35, (c) + 56, (c) + 84, (c) + 120, (c) + 165, (c) + 220, \
		(c) + 286, (c) + 364, (c) + 455, (c) + 560, (c) + 680

/* C(n0, 1) + C(n1+1, 2) at n0 | n1 << 4: rows begin with the triangular numbers. */
static const uint16_t semisort_low[256] = {
	SS_ROW(0),  SS_ROW(1),  SS_ROW(3),  SS_ROW(6),  SS_ROW(10), SS_ROW(15), SS_ROW(21),  SS_ROW(28),
	SS_ROW(36), SS_ROW(45), SS_ROW(55), SS_ROW(66), SS_ROW(78), SS_ROW(91), SS_ROW(105), SS_ROW(120),
};

/* C(n2+2, 3) + C(n3+3, 4) at n2 | n3 << 4. */
static const uint16_t semisort_high[256] = {
	SS_TETRAHEDRA(0),    SS_TETRAHEDRA(1),    SS_TETRAHEDRA(5),    SS_TETRAHEDRA(15),
	SS_TETRAHEDRA(35),   SS_TETRAHEDRA(70),   SS_TETRAHEDRA(126),  SS_TETRAHEDRA(210),
	SS_TETRAHEDRA(330),  SS_TETRAHEDRA(495),  SS_TETRAHEDRA(715),  SS_TETRAHEDRA(1001),
	SS_TETRAHEDRA(1365), SS_TETRAHEDRA(1820), SS_TETRAHEDRA(2380), SS_TETRAHEDRA(3060),
};

/* nibbles = n0 | n1 << 4 | n2 << 8 | n3 << 12 with n0 <= n1 <= n2 <= n3. Less than SEMISORT_CODES. */
static inline unsigned
semisort_encode(unsigned nibbles)
{
	return (unsigned)semisort_low[nibbles & 0xff] + semisort_high[nibbles >> 8 & 0xff];
}

/*
 * The decode table, spelled out by the preprocessor. The order of the ranks is: for every n3, every n2 <= n3, every n1
 * <= n2, every n0 <= n1. SSk_n(p) lists the quadruples whose digit k runs from 0 to n, above the prefix p.
 */
#define SS0_0(p) (p) + 0
#define SS0_1(p) SS0_0(p), (p) + 1
#define SS0_2(p) SS0_1(p), (p) + 2
#define SS0_3(p) SS0_2(p), (p) + 3
#define SS0_4(p) SS0_3(p), (p) + 4
#define SS0_5(p) SS0_4(p), (p) + 5
#define SS0_6(p) SS0_5(p), (p) + 6
#define SS0_7(p) SS0_6(p), (p) + 7
#define SS0_8(p) SS0_7(p), (p) + 8
#define SS0_9(p) SS0_8(p), (p) + 9
#define SS0_10(p) SS0_9(p), (p) + 10
#define SS0_11(p) SS0_10(p), (p) + 11
#define SS0_12(p) SS0_11(p), (p) + 12
#define SS0_13(p) SS0_12(p), (p) + 13
#define SS0_14(p) SS0_13(p), (p) + 14
#define SS0_15(p) SS0_14(p), (p) + 15
#define SS1_0(p) SS0_0((p) + 0x0)
#define SS1_1(p) SS1_0(p), SS0_1((p) + 0x10)
#define SS1_2(p) SS1_1(p), SS0_2((p) + 0x20)
#define SS1_3(p) SS1_2(p), SS0_3((p) + 0x30)
#define SS1_4(p) SS1_3(p), SS0_4((p) + 0x40)
#define SS1_5(p) SS1_4(p), SS0_5((p) + 0x50)
#define SS1_6(p) SS1_5(p), SS0_6((p) + 0x60)
#define SS1_7(p) SS1_6(p), SS0_7((p) + 0x70)
#define SS1_8(p) SS1_7(p), SS0_8((p) + 0x80)
#define SS1_9(p) SS1_8(p), SS0_9((p) + 0x90)
#define SS1_10(p) SS1_9(p), SS0_10((p) + 0xa0)
#define SS1_11(p) SS1_10(p), SS0_11((p) + 0xb0)
#define SS1_12(p) SS1_11(p), SS0_12((p) + 0xc0)
#define SS1_13(p) SS1_12(p), SS0_13((p) + 0xd0)
#define SS1_14(p) SS1_13(p), SS0_14((p) + 0xe0)
#define SS1_15(p) SS1_14(p), SS0_15((p) + 0xf0)
#define SS2_0(p) SS1_0((p) + 0x0)
#define SS2_1(p) SS2_0(p), SS1_1((p) + 0x100)
#define SS2_2(p) SS2_1(p), SS1_2((p) + 0x200)
#define SS2_3(p) SS2_2(p), SS1_3((p) + 0x300)
#define SS2_4(p) SS2_3(p), SS1_4((p) + 0x400)
#define SS2_5(p) SS2_4(p), SS1_5((p) + 0x500)
#define SS2_6(p) SS2_5(p), SS1_6((p) + 0x600)
#define SS2_7(p) SS2_6(p), SS1_7((p) + 0x700)
#define SS2_8(p) SS2_7(p), SS1_8((p) + 0x800)
#define SS2_9(p) SS2_8(p), SS1_9((p) + 0x900)
#define SS2_10(p) SS2_9(p), SS1_10((p) + 0xa00)
#define SS2_11(p) SS2_10(p), SS1_11((p) + 0xb00)
#define SS2_12(p) SS2_11(p), SS1_12((p) + 0xc00)
#define SS2_13(p) SS2_12(p), SS1_13((p) + 0xd00)
#define SS2_14(p) SS2_13(p), SS1_14((p) + 0xe00)
#define SS2_15(p) SS2_14(p), SS1_15((p) + 0xf00)

/* The nibbles of a code, n0 lowest. The 220 codes from SEMISORT_CODES up are not valid: they read as 0, and the
 * filter's check reports them. */
static const uint16_t semisort_nibbles[4096 + SEMISORT_SPARE] = {
	SS2_0(0x0),     SS2_1(0x1000),  SS2_2(0x2000),  SS2_3(0x3000),  SS2_4(0x4000),  SS2_5(0x5000),
	SS2_6(0x6000),  SS2_7(0x7000),  SS2_8(0x8000),  SS2_9(0x9000),  SS2_10(0xa000), SS2_11(0xb000),
	SS2_12(0xc000), SS2_13(0xd000), SS2_14(0xe000), SS2_15(0xf000),
};

#endif
