/* SPDX-License-Identifier: MIT */

/*
 * semisort_fields.h - a semi-sorted bucket of one word, 9 <= f <= 17, changed in place: no fingerprint is unpacked and
 * nothing is sorted.
 *
 *      direct   |    0    |  d0  |  d1  |  d2  |  d3  |     the bucket without its code
 *      prefix   |    0    |  n0  |  n1  |  n2  |  n3  |     the nibbles of the code, one a field: the same shifts,
 *                                                          under the same masks, move an entry in both
 *
 *      d2 out:        d0 and d1 move up a field, and field 0 becomes empty           | 0  | d0 | d1 | d3 |
 *      d in:          field 0 was empty; what is less than d moves down a field      | d0 | d1 | d  | d3 |
 *
 * The entries were in order and stay in order. One comparison of all fields at once counts those that are less. Two
 * table lookups rebuild the code from the nibbles. Nothing here is a branch, because the position of an entry cannot be
 * predicted.
 */
#ifndef CUCKOOBENCH_SEMISORT_FIELDS_H
#define CUCKOOBENCH_SEMISORT_FIELDS_H

#include "core/bits.h"
#include <stdint.h>

/*
 * A sorted 4-tuple of 4-bit values as one of 3876 numbers (paper, section 5.2).
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

struct ss_fields {
	uint64_t direct, prefix;
};

/* A nibble has a bit to spare in its field, and the bucket is one word. */
ALWAYS_INLINE bool
ss_has_fields(unsigned f)
{
	return f >= 9 && f <= 17;
}

/* The lowest bit of every direct part, in a bucket of one word. */
ALWAYS_INLINE uint64_t
ss_ones(unsigned f)
{
	const unsigned w = f - 4;

	return (UINT64_C(1) | UINT64_C(1) << w | UINT64_C(1) << 2 * w | UINT64_C(1) << 3 * w) << 12;
}

/* The highest bit of every direct part. */
ALWAYS_INLINE uint64_t
ss_tops(unsigned f)
{
	return ss_ones(f) << (f - 5);
}

/* Non-zero iff one of the direct parts of v is zero; the lowest set bit is the top of the lowest such part.
 * packed_zero_field, in place: nothing borrows from the code. */
ALWAYS_INLINE uint64_t
ss_zero(uint64_t v, unsigned f)
{
	return (v - ss_ones(f)) & ~v & ss_tops(f);
}

/* Spreads the nibbles, one to a field, in two steps: first the upper two, then the upper one of each two. */
ALWAYS_INLINE uint64_t
ss_spread(uint64_t nibbles, unsigned f)
{
	const unsigned w = f - 4;
	const uint64_t even = (UINT64_C(15) | UINT64_C(15) << 2 * w) << 12;
	const uint64_t two = (nibbles & 0xff) << 12 | (nibbles & 0xff00) << (12 + 2 * (w - 4));

	return (two & even) | (two << (w - 4) & even << w);
}

/* Copies a fingerprint into every field. */
ALWAYS_INLINE struct ss_fields
ss_everywhere(uint32_t fp, unsigned f)
{
	return (struct ss_fields){(fp & low_mask(f - 4)) * ss_ones(f), (fp >> (f - 4)) * ss_ones(f)};
}

/* v is a bucket of one word with its direct parts xor-ed with the key's. prefix is the key's, in every field. Non-zero:
 * the fingerprint is there. */
ALWAYS_INLINE uint64_t
ss_decoded_has(uint64_t v, uint64_t prefix, unsigned f)
{
	return ss_zero(v | (ss_spread(semisort_nibbles[v & 0xfff], f) ^ prefix), f);
}

/* The bits above the bucket stay there. */
ALWAYS_INLINE struct ss_fields
ss_split(uint64_t bucket, unsigned f)
{
	return (struct ss_fields){bucket & ~UINT64_C(0xfff), ss_spread(semisort_nibbles[bucket & 0xfff], f)};
}

/* semisort_encode of nibbles in fields of their own. */
ALWAYS_INLINE uint64_t
ss_joined(struct ss_fields x, unsigned f)
{
	const unsigned w = f - 4;
	const uint64_t low = x.prefix >> 12, high = low >> 2 * w;

	return x.direct | (uint64_t)(semisort_low[(low & 15) | (low >> (w - 4) & 0xf0)] +
	                             semisort_high[(high & 15) | (high >> (w - 4) & 0xf0)]);
}

/* The bits of a bucket up to the top of entry e. */
ALWAYS_INLINE uint64_t
ss_up_to(unsigned e, unsigned f)
{
	return (UINT64_C(2) << (11 + (e + 1) * (f - 4))) - 1;
}

/* Takes entry e out: entry 0 of the result is empty. */
ALWAYS_INLINE struct ss_fields
ss_taken(struct ss_fields x, unsigned e, unsigned f)
{
	const unsigned w = f - 4;
	const uint64_t up_to = ss_up_to(e, f);

	x.direct = (x.direct & ~up_to) | (x.direct << w & up_to);
	x.prefix = (x.prefix & ~up_to) | (x.prefix << w & up_to);
	return x;
}

/*
 * The same for a whole bucket whose nibbles are known, so that they need not be spread. up_to: all bits up to the top
 * of entry e. For deletions: as many of them are in flight as the processor has room for their instructions.
 */
ALWAYS_INLINE uint64_t
ss_shortened(uint64_t bucket, unsigned nibbles, unsigned e, uint64_t up_to, unsigned f)
{
	const uint64_t direct = bucket & ~UINT64_C(0xfff);
	const unsigned nibbles_up_to = (16u << 4 * e) - 1;

	return (direct ^ ((direct ^ direct << (f - 4)) & up_to)) |
	       semisort_encode(nibbles ^ ((nibbles ^ nibbles << 4) & nibbles_up_to));
}

/* Which entries are less, as the tops of their fields: a borrow stays in a field whose top is set. The top bits of
 * direct parts are compared separately. */
ALWAYS_INLINE uint64_t
ss_less(struct ss_fields x, struct ss_fields fp, unsigned f)
{
	const uint64_t tops = ss_tops(f), differ = x.direct ^ fp.direct;
	const uint64_t rest = (x.direct | tops) - (fp.direct & ~tops); /* top: the other bits are not less */
	const uint64_t less = ((differ & fp.direct) | ~(differ | rest)) & tops;

	return ~((x.prefix | tops) - fp.prefix - (less >> (f - 5))) & tops;
}

/* Puts fp, given in every field, in place of entry 0, which is empty. */
ALWAYS_INLINE struct ss_fields
ss_given(struct ss_fields x, struct ss_fields fp, unsigned f)
{
	const unsigned w = f - 4;
	const uint64_t less = ss_less(x, fp, f);                  /* at least entry 0 */
	const uint64_t up_to = less | (less - (less >> (w - 1))); /* whole fields */
	const uint64_t but_one = up_to >> w;

	x.direct = (x.direct & ~up_to) | (x.direct >> w & but_one) | (fp.direct & up_to & ~but_one);
	x.prefix = (x.prefix & ~up_to) | (x.prefix >> w & but_one) | (fp.prefix & up_to & ~but_one);
	return x;
}

#endif
