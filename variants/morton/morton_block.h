/* SPDX-License-Identifier: MIT */
/*
 * morton_block.h - the block of a Morton filter: a line of buckets whose fingerprints lie side by side, without empty
 * entries (Breslow and Jayasena, "Morton filters: faster, space-efficient cuckoo filters via biasing, compression, and
 * decoupled logical sparsity", PVLDB 11(9), 2018).
 *
 *      f = 8:   | fingerprints, 46 of 8 bits | overflow, 16 | low, 64 | high, 64 |      64 bytes, a line
 *
 *      bucket        0     1     2     3     4   ...  63         64 buckets of up to 3 fingerprints
 *      count         1     0     3     0     2                   bit i of `low` + 2 * bit i of `high`
 *      fingerprints  a           b c d       e f  ...            in the order of their buckets, then zeros
 *
 *      first of bucket i  =  ones of low below i  +  2 * ones of high below i
 *
 * The published names: FSA (fingerprint storage array), OTA (overflow tracking array), FCA (fullness counter array). An
 * empty bucket costs two bits, not three entries. So buckets may be mostly empty, and then most keys are in their first
 * one. Bit i / (buckets / 16) of the overflow says that a key of bucket i, or of one beside it, has gone to its other
 * bucket. Lookups go there only then. It is never cleared.
 *
 * Two things are laid out in another way than in the authors' program; nothing that a lookup sees depends on them. A
 * counter's bits are in two words, so that a prefix sum is two population counts without masks for odd and even bits.
 * The fingerprints come first, so that eight bytes can be read from any of them without touching the next line.
 *
 * Invariants: no count is above 3 by its two bits; their sum is at most the number of entries; bits behind the last
 * fingerprint are 0.
 */
#ifndef CUCKOOBENCH_MORTON_BLOCK_H
#define CUCKOOBENCH_MORTON_BLOCK_H

#include "variants/morton/morton_fps.h"

#include "core/probe.h"

/* The counters of a block. */
struct morton_counts {
	uint64_t low, high;
};

/* --- counters ----------------------------------------------------------------------------------------------------- */

/* Bytes of one bit of all counters. */
ALWAYS_INLINE unsigned
morton_count_bytes(struct morton_shape s)
{
	return 1u << s.buckets_log2 >> 3;
}

ALWAYS_INLINE struct morton_counts
morton_counts(const uint8_t *block, struct morton_shape s)
{
	const uint8_t *at = block + MORTON_BLOCK - 2 * morton_count_bytes(s);

	return (struct morton_counts){load_bytes(at, morton_count_bytes(s)),
	                              load_bytes(at + morton_count_bytes(s), morton_count_bytes(s))};
}

ALWAYS_INLINE void
morton_set_counts(uint8_t *block, struct morton_counts c, struct morton_shape s)
{
	uint8_t *at = block + MORTON_BLOCK - 2 * morton_count_bytes(s);

	memcpy(at, &c.low, morton_count_bytes(s));
	memcpy(at + morton_count_bytes(s), &c.high, morton_count_bytes(s));
}

/* The sum of all counters. popcnt: this function is compiled for processors with that instruction. In C, the two words
 * are added where their pairs of bits have become counts: 2 * 2 + 2 * 2 * 2 = 12 fit a nibble. */
ALWAYS_INLINE unsigned
morton_sum(struct morton_counts c, bool popcnt)
{
	const uint64_t odd = UINT64_C(0x5555555555555555), two = UINT64_C(0x3333333333333333),
		       four = UINT64_C(0x0f0f0f0f0f0f0f0f);

	if (popcnt)
		return (unsigned)__builtin_popcountll(c.low) + 2 * (unsigned)__builtin_popcountll(c.high);
	c.low -= c.low >> 1 & odd;
	c.high -= c.high >> 1 & odd;
	c.low = (c.low & two) + (c.low >> 2 & two) + 2 * ((c.high & two) + (c.high >> 2 & two));
	c.low = (c.low & four) + (c.low >> 4 & four);
	return (unsigned)(c.low * UINT64_C(0x0101010101010101) >> 56);
}

/* The counters of the buckets before i; i is at most 63. */
ALWAYS_INLINE struct morton_counts
morton_before(struct morton_counts c, unsigned i)
{
	const uint64_t mask = (UINT64_C(1) << i) - 1;

	return (struct morton_counts){c.low & mask, c.high & mask};
}

ALWAYS_INLINE unsigned
morton_count(struct morton_counts c, unsigned i)
{
	return (unsigned)((c.low >> i & 1) + 2 * (c.high >> i & 1));
}

/* The bucket's count is less than 3. */
ALWAYS_INLINE struct morton_counts
morton_more(struct morton_counts c, unsigned i)
{
	c.high ^= c.low & UINT64_C(1) << i;
	c.low ^= UINT64_C(1) << i;
	return c;
}

/* The bucket's count is above 0. */
ALWAYS_INLINE struct morton_counts
morton_less(struct morton_counts c, unsigned i)
{
	c.low ^= UINT64_C(1) << i;
	c.high ^= c.low & UINT64_C(1) << i;
	return c;
}

/* The bucket of the fingerprint at place v, which is in use: the greatest with at most v fingerprints before it. */
ALWAYS_INLINE unsigned
morton_owner(struct morton_counts c, unsigned v, struct morton_shape s, bool popcnt)
{
	unsigned i = 0;

	for (unsigned step = 1u << (s.buckets_log2 - 1); step; step /= 2)
		if (morton_sum(morton_before(c, i + step), popcnt) <= v)
			i += step;
	return i;
}

/* --- overflow ----------------------------------------------------------------------------------------------------- */

/* Has a key of bucket i perhaps gone to its other bucket? */
ALWAYS_INLINE bool
morton_overflowed(const uint8_t *block, unsigned i, struct morton_shape s)
{
	const unsigned all = (unsigned)load_bytes(block + morton_fp_bytes(s), 2);

	return all >> (i >> (s.buckets_log2 - MORTON_OVERFLOWS_LOG2)) & 1;
}

ALWAYS_INLINE void
morton_set_overflow(uint8_t *block, unsigned i, bool value, struct morton_shape s)
{
	const unsigned which = i >> (s.buckets_log2 - MORTON_OVERFLOWS_LOG2);
	uint8_t *at = block + morton_fp_bytes(s) + which / 8;

	*at = (uint8_t)((*at & ~(1u << which % 8)) | (unsigned)value << which % 8);
}

/* --- a key of bucket i -------------------------------------------------------------------------------------------- */

/* Is there room for one more? */
ALWAYS_INLINE bool
morton_has_room(struct morton_counts c, unsigned i, struct morton_shape s, bool popcnt)
{
	return morton_count(c, i) < MORTON_BUCKET && morton_sum(c, popcnt) < s.entries;
}

/* Puts a fingerprint first into a bucket, which has room. */
ALWAYS_INLINE void
morton_put(uint8_t *block, struct morton_counts c, unsigned i, uint32_t fp, struct morton_shape s, bool popcnt)
{
	morton_open(block, morton_sum(morton_before(c, i), popcnt), fp, s);
	morton_set_counts(block, morton_more(c, i), s);
}

/* Takes the fingerprint at place v, of bucket i, away. */
ALWAYS_INLINE void
morton_take(uint8_t *block, unsigned v, unsigned i, struct morton_shape s)
{
	morton_close(block, v, s);
	morton_set_counts(block, morton_less(morton_counts(block, s), i), s);
}

/* Is fp in bucket i? */
ALWAYS_INLINE bool
morton_find(const uint8_t *block, unsigned i, uint32_t fp, struct morton_shape s, bool popcnt)
{
	const struct morton_counts c = morton_counts(block, s);

	PROBE(block, MORTON_BLOCK);
	return morton_match(block, morton_sum(morton_before(c, i), popcnt), morton_count(c, i), fp, s) != 0;
}

/* Removes one fp from bucket i. False if there is none. */
ALWAYS_INLINE bool
morton_drop(uint8_t *block, unsigned i, uint32_t fp, struct morton_shape s, bool popcnt)
{
	const struct morton_counts c = morton_counts(block, s);
	const unsigned v = morton_sum(morton_before(c, i), popcnt);
	const uint64_t match = morton_match(block, v, morton_count(c, i), fp, s);

	if (!match)
		return false;
	morton_close(block, v + (unsigned)__builtin_ctzll(match) / s.f, s);
	morton_set_counts(block, morton_less(c, i), s);
	return true;
}

#endif
