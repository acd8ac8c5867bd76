/* SPDX-License-Identifier: MIT */
/*
 * prefix_table.h - what `prefix` and `prefix-batch` share: where a key goes, and what is done when its bin is full.
 *
 *      64-bit hash times m:     | high half: bin | low half |        times 6400:     | high half: pair | |
 *                                                                    0..6399: quotient, remainder
 *
 *      table:        | bin | bin | bin | ... | bin |        spare        |
 *                      32 bytes each (pocket.h)      a cuckoo filter with 12 bits
 *
 *      insert a pair x into a full bin whose largest is y:       x < y: x goes in, and y to the spare
 *                                                                else:  x goes to the spare
 *
 * So a bin keeps the smallest of its pairs, a prefix of them in order: the prefix invariant. Pairs in the spare are as
 * large as their bin's largest, or larger. A lookup of a larger pair asks the spare; any other asks the bin.
 *
 * The key of the spare is what is left of a key once its pair leaves the bin: the number of the bin and the pair. It is
 * hashed, with a seed of its own. The spare's functions are those of cf, on a part of this filter's table. So one table
 * is all that is allocated, probed and saved.
 */
#ifndef CUCKOOBENCH_PREFIX_TABLE_H
#define CUCKOOBENCH_PREFIX_TABLE_H

#include "variants/plain/plain_codec.h"
#include "variants/prefix/pocket.h"

enum { PREFIX_F = 12, PREFIX_B = 4 }; /* of the spare; the remainders of bins have 8 bits */

struct prefix {
	struct filter base;
	struct hash hash;
	uint8_t *bins; /* the beginning of the table */
	uint64_t m;    /* their number */
	struct mem table;
	size_t in_bins;      /* pairs; the others are spare.items */
	bool wide;           /* uses AVX2 and BMI2 */
	bool second, near;   /* as of struct cuckoo */
	bool is_view;        /* the table belongs to another filter */
	struct cuckoo spare; /* its table is the end of this filter's */
	struct filter_params params;
};

struct prefix_place {
	uint64_t bin;
	unsigned pair;
};

static const struct cuckoo_codec prefix_codec = {PLAIN_CODEC, .fp_hash = cuckoo_fp_hash};

/* The hash is a number in 0..1. Times the number of bins it has the bin before the point, and behind it another number
 * in 0..1, which 2^64 / m values make: enough for 6400 pairs. */
ALWAYS_INLINE struct prefix_place
prefix_place(uint64_t hash, uint64_t m)
{
	const uint128 product = (uint128)hash * m;

	return (struct prefix_place){(uint64_t)(product >> 64), (unsigned)mul_high((uint64_t)product, POCKET_PAIRS)};
}

/* Where the spare has a pair of a bin: bins are at most 2^32, pairs less than 2^13. */
ALWAYS_INLINE struct cuckoo_place
prefix_spare_place(enum hash_kind kind, const struct prefix *f, struct prefix_place p)
{
	return cuckoo_locate_by(kind, &f->spare, prefix_codec, p.bin << 13 | p.pair, PREFIX_F);
}

ALWAYS_INLINE bool
prefix_spare_at_has(const struct prefix *f, struct cuckoo_place p)
{
	return plain_pair_has(f->spare.table.data, p.i1, p.i2, p.fp, PREFIX_F, PREFIX_B);
}

/* Operations that both share (prefix_table.c). */
extern const struct filter_family prefix_family;
void prefix_info(const struct filter *, struct filter_info *);
const char *prefix_check(const struct filter *);

/* Inserts a pair into a full bin. False: the spare refuses, and nothing has changed, except that remainders of a list
 * may have changed places. */
bool prefix_overflow(struct prefix *, struct prefix_place);

#define PREFIX_OPS                                                                                                   \
	.caps = FILTER_FILLS | FILTER_MULTISET, .uses = USES_FP_BITS, .chooses = ISA_AVX2, .family = &prefix_family, \
	FAMILY_OPS, .view = family_view, .info = prefix_info, .check = prefix_check

#endif
