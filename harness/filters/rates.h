/* SPDX-License-Identifier: MIT */
/*
 * rates.h - how often a filter of n random keys finds one that is not in, by the theory of its family.
 *
 *   cuckoo    x hits iff its fingerprint and its pair of buckets are those of a stored key. Fingerprint v has weight
 *             w(v) = 2^-f, and 2 * 2^-f for v = 1, which also replaces 0; a pair has weight 2/m. So
 *             rate = sum over v of w(v) * (1 - (1 - 2 w(v) / m)^n). It does not depend on b.
 *   quotient, x hits iff its p-bit fingerprint is that of a stored key, p = q + r, and log2(B) + r for d-left with B
 *   d-left    buckets a subtable: rate = 1 - (1 - 2^-p)^n.
 *             rank-indexed hashing with M bundles has p = log2(256 M) + f.
 *   prefix    The bin and the pair are a fingerprint: p = log2(6400 m). The spare adds its own rate, as a cuckoo
 *             filter, for the share of lookups that ask it. With a Poisson number x > 25 of keys in a bin, 25 of which
 *             are kept, x - 25 keys and a share of (x - 25) / (x + 1) of other keys go to the spare.
 *   vector    as these, with the bits of a tag and of one of m / 2 pairs of blocks: p = log2(80 m / 2) + 8 for
 *   quotient  remainders of 8 bits, log2(36 m / 2) + 16 for those of 16.
 *   Bloom     k bits of m are 1 with probability s = 1 - (1 - 1/m)^(kn): rate = s^k, and the same with counters.
 *   split     n items of a block set a bit of each of its 8 words, and leave any one 0 with probability (31/32)^n: the
 *             mean of (1 - (31/32)^n)^8 over Poisson's law of n.
 *   words     rb-BF and cs-BF: the formulas in the heads of rb_bf.c and cs_bf.c (rates_words.c).
 *   blocked   blk-BF (rates_blocked.c), where the bits of a block come from double hashing.
 *   static    2^-r, by their construction; in gcs for the different values, and a few per cent more in ribbon.
 *
 * Tests hold every rate against counted ones (tests/property/test_accuracy.c).
 */
#ifndef CUCKOOBENCH_RATES_H
#define CUCKOOBENCH_RATES_H

#include "core/filter.h"

/* The mean over tables, and the variance from table to table. expected < 0: there is no theory. */
struct rate {
	double expected, variance;
};

/* Of a filter with n random keys. The parameters are settled (filter_size), and `bytes` is the size of its table. A
 * growing filter's pairs are those of its first table, however far it has grown. */
struct rate rates_theory(const struct filter_ops *, const struct filter_params *settled, size_t bytes, double n);

/* Of rb-BF (a word of 64 bits a block) and cs-BF (eight, `sectors`), with n items in so many blocks. */
struct rate rates_words(bool sectors, unsigned k, double blocks, double n);
/* Of blk-BF. Its variance is not known: 0. */
struct rate rates_blocked(unsigned k, double blocks, double n);

#endif
