/* SPDX-License-Identifier: MIT */
/*
 * packed.h - an array of f-bit entries without a wasted bit, read several at a time.
 *
 *   bit 0                                        f = 12, b = 4: one group is one bucket, 48 bits
 *   | e0 | e1 | e2 | e3 | e4 | e5 | e6 | e7 | ...
 *   |     group 0       |     group 1       |
 *
 * A bucket is b consecutive entries. It is cut into groups of g entries: the largest power of two that one unaligned
 * 64-bit load can cover. A group of width w = g*f begins at a multiple of w bits. Its bit offset inside its first byte
 * is at most 8 - gcd(w, 8). So one load suffices if w + 8 - gcd(w, 8) <= 64. With f <= 32, g = 1 always fits (32 + 7 <
 * 64).
 *
 * Every comparison is then bit-parallel over the group: xor with the wanted value in every field, and test for a zero
 * field. Entry value 0 means empty.
 */
#ifndef CUCKOOBENCH_PACKED_H
#define CUCKOOBENCH_PACKED_H

#include "core/bits.h"

/* Entries per group for f-bit entries in buckets of b. */
ALWAYS_INLINE unsigned
packed_group(unsigned f, unsigned b)
{
	for (unsigned g = b; g > 1; g /= 2) {
		unsigned w = g * f, unit = w & -w;

		if (w + 8 - (unit > 8 ? 8 : unit) <= 64)
			return g;
	}
	return 1;
}

/* 1 in the lowest bit of each of g fields of f bits. */
ALWAYS_INLINE uint64_t
packed_ones(unsigned f, unsigned g)
{
	uint64_t ones = 0;

	for (unsigned i = 0; i < g; i++)
		ones |= UINT64_C(1) << (i * f);
	return ones;
}

/*
 * Non-zero iff one of the fields is zero; the lowest set bit is the top bit of the lowest zero field. (v - ones)
 * borrows into a field only from a zero field below it. So the lowest indication is exact; higher ones may be false.
 * Bits above the g fields do not matter, because borrows travel upwards only.
 */
ALWAYS_INLINE uint64_t
packed_zero_field(uint64_t v, uint64_t ones, unsigned f)
{
	return (v - ones) & ~v & (ones << (f - 1));
}

/* The fields of group `i` in the low bits; the bits above them are undefined. */
ALWAYS_INLINE uint64_t
packed_load(const uint8_t *table, size_t i, unsigned width)
{
	const size_t bit = i * width;

	/* This helps a compiler that otherwise computes the shift by a bit offset of 0: two instructions a load with
	 * clang 14. */
	if (__builtin_constant_p(width) && width % 8 == 0)
		return load64(table + i * (width / 8));
	return load64(table + bit / 8) >> (bit % 8);
}

/*
 * Overwrites entry e of group `i`, of f bits. It writes the same word that packed_load reads, so that no line is
 * touched for the entry alone: 8 bytes from the entry's own first byte could reach into the next line.
 */
ALWAYS_INLINE void
packed_store(uint8_t *table, size_t i, unsigned width, unsigned e, unsigned f, uint64_t value)
{
	size_t bit = i * width;
	uint8_t *at = table + bit / 8;
	unsigned shift = (unsigned)(bit % 8) + e * f;

	store64(at, (load64(at) & ~(low_mask(f) << shift)) | value << shift);
}

ALWAYS_INLINE uint32_t
packed_entry(const uint8_t *table, size_t i, unsigned f)
{
	return (uint32_t)(packed_load(table, i, f) & low_mask(f));
}

#endif
