/* SPDX-License-Identifier: MIT */
/*
 * semisort_set.h - a bucket of up to four different fingerprints of four bits as one number (footnote 4 of section
 * 5.2).
 *
 * Without deletion no bucket holds a fingerprint twice (cuckoo_nodelete.h). A bucket is then a set of at most four of
 * the N = 2^f - 1 fingerprints, and not a multiset of four of 2^f values, 0 for empty ones among them:
 *
 *      f    multisets   bits     sets   bits     saved a bucket, of an entry
 *      3         330      9        99      7     2 bits, 0.5
 *      4        3876     12      1941     11     1 bit, 0.25: "a further fraction of a bit"
 *      5       52360     16     36457     16     0 (0.52 bits of entropy)
 *      8                 28               28     0 (0.07)
 *
 * So the footnote's saving is whole bits for f <= 4 only, and a filter with f = 3 never refuses a key
 * (cuckoo_limits.c). It does not carry over to longer fingerprints by way of prefixes either: two different
 * fingerprints may have the same one, so the prefixes remain a multiset.
 *
 * The numbering: sets by size, those of a size in the combinatorial number system. s1 < ... < sk have rank
 *
 *      C(N, 0) + ... + C(N, k - 1)  +  C(s1 - 1, 1) + ... + C(sk - 1, k)
 */
#ifndef CUCKOOBENCH_SEMISORT_SET_H
#define CUCKOOBENCH_SEMISORT_SET_H

#include "core/bits.h"

enum { SET_MOST_F = 4 };

/* C(n, k), for n <= 15, k <= 4. */
static const uint16_t set_choose[16][5] = {
	{1, 0, 0, 0, 0},       {1, 1, 0, 0, 0},       {1, 2, 1, 0, 0},        {1, 3, 3, 1, 0},
	{1, 4, 6, 4, 1},       {1, 5, 10, 10, 5},     {1, 6, 15, 20, 15},     {1, 7, 21, 35, 35},
	{1, 8, 28, 56, 70},    {1, 9, 36, 84, 126},   {1, 10, 45, 120, 210},  {1, 11, 55, 165, 330},
	{1, 12, 66, 220, 495}, {1, 13, 78, 286, 715}, {1, 14, 91, 364, 1001}, {1, 15, 105, 455, 1365},
};

/* Bits of a bucket. */
ALWAYS_INLINE unsigned
set_bits(unsigned f)
{
	return 4 * f - 5;
}

/* How many sets there are of fewer than k. set_before(5, f): of all sizes. */
ALWAYS_INLINE unsigned
set_before(unsigned k, unsigned f)
{
	unsigned before = 0;

	for (unsigned i = 0; i < k; i++)
		before += set_choose[(1u << f) - 1][i];
	return before;
}

/* The fingerprints of a set, ascending, behind the empty entries. Returns their number. */
ALWAYS_INLINE unsigned
set_decode(unsigned code, uint32_t fp[4], unsigned f)
{
	unsigned k = 4, rank, s = 1u << f;

	while (code < set_before(k, f))
		k--;
	rank = code - set_before(k, f);
	for (unsigned i = k; i > 0; i--) {
		do
			s--;
		while (set_choose[s - 1][i] > rank);
		rank -= set_choose[s - 1][i];
		fp[4 - 1 - (k - i)] = s;
	}
	for (unsigned e = 0; e < 4 - k; e++)
		fp[e] = 0;
	return k;
}

/* Of four fingerprints, empty ones first, the others ascending. */
ALWAYS_INLINE unsigned
set_encode(const uint32_t fp[4], unsigned f)
{
	unsigned k = 0, rank = 0;

	for (unsigned e = 0; e < 4; e++)
		if (fp[e])
			rank += set_choose[fp[e] - 1][++k];
	return set_before(k, f) + rank;
}

ALWAYS_INLINE unsigned
set_load(const uint8_t *t, size_t i, unsigned f)
{
	const size_t bit = i * set_bits(f);

	return (unsigned)(load64(t + bit / 8) >> bit % 8 & low_mask(set_bits(f)));
}

ALWAYS_INLINE void
set_store(uint8_t *t, size_t i, unsigned code, unsigned f)
{
	const size_t bit = i * set_bits(f);

	store64(t + bit / 8, (load64(t + bit / 8) & ~(low_mask(set_bits(f)) << bit % 8)) | (uint64_t)code << bit % 8);
}

/* Replaces entry e of a set by another fingerprint, or 0, and sorts. */
ALWAYS_INLINE void
set_change(uint8_t *t, size_t i, uint32_t fp[4], unsigned e, uint32_t by, unsigned f)
{
	fp[e] = by;
	for (unsigned pass = 0; pass < 3; pass++)
		for (unsigned j = 0; j < 3; j++)
			if (fp[j] > fp[j + 1]) {
				const uint32_t more = fp[j];

				fp[j] = fp[j + 1];
				fp[j + 1] = more;
			}
	set_store(t, i, set_encode(fp, f), f);
}

/* The entry of a fingerprint; 4: none. 0 finds an empty entry. */
ALWAYS_INLINE unsigned
set_find(const uint32_t fp[4], uint32_t sought)
{
	for (unsigned e = 0; e < 4; e++)
		if (fp[e] == sought)
			return e;
	return 4;
}

#endif
