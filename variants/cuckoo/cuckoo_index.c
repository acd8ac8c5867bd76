/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_index.c - the chunk lengths of vacuum filters (Wang, Zhou, Shi, Qian, PVLDB 13(2), 2019, Algorithms 1 to 4).
 *
 *      N = r α b m keys  -->  c = m / L chunks, of b L entries each
 *
 *      the fullest has about   N / c + 1.5 sqrt(2 N / c ln c)   keys, and must have less than 0.97 b L
 *
 * With b = 4 and the load α = 0.95, r = 1 leaves two per cent of a chunk for chance. So L[0] is about 2700 ln c: 8192
 * buckets of 10^5, 32768 of 2^25. The others leave more. L[1] is 128 or 256, L[2] 32 and L[3] 8 buckets, which the
 * paper doubles, lest chains get long.
 */
#include "variants/cuckoo/cuckoo_index.h"

#include <math.h>

static const double load = 0.95, capacity = 0.97;

/* Fewer keys than this are not divided into chunks: a chunk that is long enough would be most of the table. */
static const double few_keys = 1 << 18;

static bool
is_small(size_t m, unsigned b)
{
	return load * b * (double)m < few_keys;
}

/* May chunks have `length` buckets, if a share of all keys has to go into them? */
static bool
is_long_enough(size_t m, unsigned b, size_t length, double share)
{
	const double chunks = (double)m / (double)length, keys = share * load * b * (double)length;

	return keys + 1.5 * sqrt(2 * keys * log(chunks)) < capacity * b * (double)length;
}

static size_t
length_for(size_t m, unsigned b, double share)
{
	size_t length = 1;

	while (length * 2 <= m && !is_long_enough(m, b, length, share))
		length *= 2;
	return length;
}

void
cuckoo_chunks(size_t m, unsigned b, uint8_t shift[CUCKOO_LENGTHS])
{
	for (unsigned i = 0; i < CUCKOO_LENGTHS; i++) {
		const unsigned doubled = i == CUCKOO_LENGTHS - 1,
			       log = log2_floor(length_for(m, b, 1 - (double)i / CUCKOO_LENGTHS)) + doubled;

		shift[i] = is_small(m, b) ? 0 : (uint8_t)(32 - log);
	}
}

size_t
cuckoo_chunks_down(size_t m, unsigned b)
{
	size_t small = (size_t)(few_keys / (load * b)), whole;

	if (is_small(m, b))
		return m;
	while (!is_small(small, b))
		small--;
	/* fewer buckets do not need longer chunks */
	whole = m - m % length_for(m, b, 1);
	return whole > small ? whole : small;
}

size_t
cuckoo_chunks_up(size_t m, unsigned b)
{
	while (!is_small(m, b)) {
		const size_t length = length_for(m, b, 1), over = m % length;

		if (!over)
			break;
		m += length - over; /* which may need longer chunks */
	}
	return m;
}
