/* SPDX-License-Identifier: MIT */
/*
 * striped_semisort.h - the semi-sorted bucket (semisort_bucket.h) under the protocol of striped.h.
 *
 *      word        |   0   |   1   |   2   |       f = 13: 48 bits a bucket, in two words; up to five words at f = 32
 *                  | bucket 0  | bucket 1  |
 *
 * Entries are sorted, and one code holds four of their bits. So an insertion may change every bit of its bucket. If the
 * bucket is one word (f = 9), that is one atomic store, and all is as with plain buckets. With several words a reader
 * may take some from before a change and some from after it. Such a mixture may lack a fingerprint that is in both.
 * Therefore:
 *   - A change of several words sets the stripe's "rewriting" first, and clears it with a bump last. A reader that
 *     takes any new word (acquire) sees the mark, or what came after it, when it checks again. A reader that began in
 *     between sees the mark itself. Neither believes a negative answer. The mark itself may be relaxed, because the
 *     words after it are released. The end is a release, so that a reader that begins with it sees every word.
 *   - A change of one word of several bumps before it, even if it only adds. Otherwise two such changes, of different
 *     words, would mix as well. Suppose a reader takes the second change's word (acquire) and not the first's. Then it
 *     has seen the second's bump since it began: had it begun after that bump, it would have seen the first change.
 */
#ifndef CUCKOOBENCH_STRIPED_SEMISORT_H
#define CUCKOOBENCH_STRIPED_SEMISORT_H

#include "variants/semisort/semisort_bucket.h"
#include "variants/striped/striped.h"

ALWAYS_INLINE uint128
striped_ss_load(const struct striped *c, struct striped_variant v, size_t i, unsigned f)
{
	const unsigned w = 4 * f - 4;
	const size_t bit = striped_bit(v, i, w);
	const unsigned shift = bit % 32;
	uint128 bucket;

	if (ss_narrow(f))
		return striped_bits(c, bit, w);
	bucket = striped_word(c, bit / 32) >> shift;
	for (unsigned k = 1; 32 * k < shift + w; k++)
		bucket |= (uint128)striped_word(c, bit / 32 + k) << (32 * k - shift);
	return bucket;
}

/* Word k of `bits`, once they are shifted to where the bucket begins in its first word. */
ALWAYS_INLINE uint32_t
striped_ss_part(uint128 bits, unsigned shift, unsigned k)
{
	if (k == 0)
		return (uint32_t)(bits << shift);
	return 32 * k - shift < 128 ? (uint32_t)(bits >> (32 * k - shift)) : 0;
}

ALWAYS_INLINE void
striped_ss_store(struct striped *c, struct striped_variant v, size_t i, uint128 old, uint128 bucket, bool bump,
                 unsigned f)
{
	const unsigned w = 4 * f - 4, most = (31 + w + 31) / 32;
	const size_t bit = striped_bit(v, i, w), stripe = striped_stripe(c, v, i, w);
	const unsigned shift = bit % 32;
	const uint128 mask = ((uint128)1 << w) - 1, differ = (old ^ bucket) & mask;
	shared32 *lock = stripe_word(c, v, stripe);
	const uint32_t before = (uint32_t)SHARED_LOAD(lock, memory_order_relaxed);
	unsigned changed = 0;

	for (unsigned k = 0; k < most; k++)
		changed += striped_ss_part(differ, shift, k) != 0;
	if (changed > 1 && !MUTANT(MUTANT_NO_REWRITING))
		SHARED_STORE(lock, before | REWRITING, memory_order_relaxed);
	else if (bump || (shift + w > 32 && !MUTANT(MUTANT_REWRITE_NO_BUMP)))
		stripe_bump(c, v, stripe);
	for (unsigned k = 0; k < most; k++)
		if (striped_ss_part(differ, shift, k))
			striped_put(c, bit / 32 + k, striped_ss_part(mask, shift, k),
			            striped_ss_part(bucket, shift, k));
	if (changed > 1 && !MUTANT(MUTANT_NO_REWRITING))
		SHARED_STORE(lock, before + BUMP,
		             MUTANT(MUTANT_REWRITTEN_RELAXED) ? memory_order_relaxed : memory_order_release);
}

ALWAYS_INLINE bool
striped_ss_has(const struct striped *c, struct striped_variant v, size_t i1, size_t i2, uint32_t fp, unsigned f,
               unsigned b)
{
	const unsigned w = striped_width(v, f, b);
	const size_t bit1 = striped_bit(v, i1, w), bit2 = striped_bit(v, i2, w);

	(void)bit1, (void)bit2;
	PROBE(c->table.data + bit1 / 8, (bit1 % 8 + w + 7) / 8);
	PROBE(c->table.data + bit2 / 8, (bit2 % 8 + w + 7) / 8);
	return ss_either_has(striped_ss_load(c, v, i1, f), striped_ss_load(c, v, i2, f), fp, f);
}

/* Does bucket i seem to hold fp, or with fp = 0 an empty entry? Judges by the bits of fp that are not in the code. */
ALWAYS_INLINE bool
striped_ss_seems(const struct striped *c, struct striped_variant v, size_t i, uint32_t fp, unsigned f)
{
	const uint128 bucket = striped_ss_load(c, v, i, f);

	return fp ? ss_candidates(bucket, (uint32_t)(fp & low_mask(f - 4)), f) != 0 : ss_has_room(bucket, f);
}

ALWAYS_INLINE void
striped_ss_entries(const struct striped *c, struct striped_variant v, size_t i, uint32_t fp[], unsigned f, unsigned b)
{
	(void)b;
	ss_decode(striped_ss_load(c, v, i, f), fp, f);
}

/* Replaces an entry that is empty, or that holds fp. */
ALWAYS_INLINE bool
striped_ss_replace(struct striped *c, struct striped_variant v, size_t i, uint32_t fp, uint32_t by, bool bump,
                   unsigned f, unsigned b)
{
	const uint128 bucket = striped_ss_load(c, v, i, f);
	unsigned e;

	(void)b;
	if (fp == 0) {
		if (!ss_has_room(bucket, f))
			return false;
		striped_ss_store(c, v, i, bucket, ss_with(bucket, by, f), bump, f);
		return true;
	}
	if (!ss_candidates(bucket, (uint32_t)(fp & low_mask(f - 4)), f))
		return false;
	e = ss_find(bucket, fp, f);
	if (e == 4)
		return false;
	striped_ss_store(c, v, i, bucket, by ? ss_exchanged(bucket, e, by, f) : ss_without(bucket, e, f), bump, f);
	return true;
}

/* The used entries of bucket i, or -1: the code is not valid, or the entries are not in order. */
static inline int
striped_ss_used(const struct striped *c, struct striped_variant v, size_t i, uint32_t fp[8])
{
	uint128 bucket = striped_ss_load(c, v, i, c->f);
	int used = 0;

	if (((unsigned)bucket & 0xfff) >= SEMISORT_CODES)
		return -1;
	ss_decode(bucket, fp, c->f);
	for (unsigned e = 0; e < 4; e++) {
		if (e && fp[e - 1] > fp[e])
			return -1;
		used += fp[e] != 0;
	}
	return used;
}

#endif
