/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_index.h - the index policies of cuckoo filters: how a hash becomes the first bucket of m, and a fingerprint
 * the way from either of its buckets to the other.
 *
 *      policy       m                first bucket    other bucket                       that is its own for
 *      -----------+----------------+---------------+----------------------------------+-----------------------------
 *      xor          2^x              h mod m         i xor hash(f) mod m                a fingerprint in m
 *      reflection   any              h m / 2^32      s(f) - i mod m                     no bucket if m is even, one
 *                                                                                       bucket a fingerprint if odd
 *      chunks       multiples of L0  h m / 2^32      i xor (hash(f) L[f mod 4] / 2^32)  none: 0 is replaced by 1
 *
 *      reflection   0 |-----i-------------|-------------alt-----| m        about the point s / 2, where m = 0
 *      chunks       0 |   L0   |   L0   | i alt  |   L0   |   L0   | m     both in one chunk of a power of two
 *
 * A file that includes cuckoo_reflection.h or cuckoo_chunks.h first has that policy; else it has xor (cuckoo.h). Every
 * policy is an involution: alt(alt(i)) = i. So an eviction needs the bucket and the fingerprint only.
 *
 * Reflection: s - (s - i) = i for any m. An alternate of its own, 2 i = s mod m, has no second bucket. With an odd m
 * every s has exactly one, and no policy can do better: an odd number of buckets has no pairing. With an even m only an
 * even s has any, two. So s is odd there (Lang et al., PVLDB 2019; fastfilter). The other bucket of an odd one is then
 * even, and the reverse.
 *
 * hash(f) is a product, s must be more. Two reflections move a key by s(f) - s(g). If s is linear, that is s(f - g).
 * Then k evictions reach no more than k 2^f buckets, and chains meet each other. With f = 4 tables of 2^18 buckets
 * refused a key at 78 % load, with f = 6 at 94.4 %, with f = 8 at 95.8 %. A shift and an xor make it 94.0, 95.9 and
 * 96.1 %, as with xor.
 *
 * Chunks are the vacuum filter's (Wang, Zhou, Shi, Qian, PVLDB 13(2), 2019): cuckoo_chunks below.
 */
#ifndef CUCKOOBENCH_CUCKOO_INDEX_H
#define CUCKOOBENCH_CUCKOO_INDEX_H

#include "core/bits.h"

enum cuckoo_index { CUCKOO_XOR, CUCKOO_REFLECTION, CUCKOO_CHUNKS };

/* Two bits of the fingerprint choose the length of its chunks. */
enum { CUCKOO_LENGTHS = 4 };

/* `last` is m - 1: m may be 2^32. */

/* 32 bits of a hash, spread evenly over m buckets: a multiplication instead of a division. */
ALWAYS_INLINE uint64_t
cuckoo_spread(uint32_t hash, uint32_t last)
{
	return hash * ((uint64_t)last + 1) >> 32;
}

ALWAYS_INLINE size_t
cuckoo_reflect(size_t i, uint32_t fp_hash, uint32_t last)
{
	/* not a linear function of f; at most m - 1, and that is odd if m is even */
	const uint64_t s = cuckoo_spread(fp_hash ^ fp_hash << 16, last) | (last & 1);

	return s >= i ? s - i : s + last + 1 - i;
}

/* The chunk has 2^(32 - shift) buckets, at least two. */
ALWAYS_INLINE size_t
cuckoo_within_chunk(size_t i, uint32_t fp_hash, unsigned shift)
{
	const uint32_t step = fp_hash >> shift;

	return i ^ (step + (step == 0));
}

/*
 * The four chunk lengths of a vacuum filter with m buckets of b: L[i] = 2^(32 - shift[i]), for fingerprints that are i
 * mod 4. All shifts 0: the table is so small that the filter reflects (the paper's Algorithm 4).
 *
 * A chunk is a bin, and a key a ball. The lengths are the least powers of two with which no chunk gets more keys than
 * it takes. That is so even if one quarter of the fingerprints after the other is fixed: L[i] has to bear the share
 * 1 - i/4 of all keys. L[0] is the longest, and m is a multiple of it.
 */
void cuckoo_chunks(size_t m, unsigned b, uint8_t shift[CUCKOO_LENGTHS]);
/* The next number of buckets that a vacuum filter can have: the largest up to m; the smallest from m on. */
size_t cuckoo_chunks_down(size_t m, unsigned b);
size_t cuckoo_chunks_up(size_t m, unsigned b);

#endif
