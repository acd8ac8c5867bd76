/* SPDX-License-Identifier: MIT */
/*
 * semisort_bucket.h - a semi-sorted bucket as a number of 4f - 4 bits (ss_cf.c has the picture). Here is what it holds,
 * and how four fingerprints become a bucket. The filter decides where it is stored.
 */
#ifndef CUCKOOBENCH_SEMISORT_BUCKET_H
#define CUCKOOBENCH_SEMISORT_BUCKET_H

#include "core/bits.h"
#include "variants/semisort/semisort_fields.h"

ALWAYS_INLINE bool
ss_narrow(unsigned f)
{
	return f <= 17;
}

/* The direct part of entry e. */
ALWAYS_INLINE uint32_t
ss_direct(uint128 bucket, unsigned e, unsigned f)
{
	unsigned w = f - 4, at = 12 + e * w;
	uint64_t v = ss_narrow(f) ? (uint64_t)bucket >> at : (uint64_t)(bucket >> at);

	return (uint32_t)(v & low_mask(w));
}

/* Non-zero iff some entry's direct part is `direct`: packed_zero_field of packed.h over the bits above the code, in the
 * width that the bucket needs. The lowest set bit, divided by w, is the lowest such entry. */
ALWAYS_INLINE uint128
ss_candidates(uint128 bucket, uint32_t direct, unsigned f)
{
	unsigned w = f - 4;

	if (ss_narrow(f)) {
		uint64_t ones = UINT64_C(1) | UINT64_C(1) << w | UINT64_C(1) << 2 * w | UINT64_C(1) << 3 * w;
		uint64_t v = (uint64_t)bucket >> 12 ^ direct * ones;

		return (v - ones) & ~v & ones << (w - 1);
	} else {
		uint128 ones = 1 | (uint128)1 << w | (uint128)1 << 2 * w | (uint128)1 << 3 * w;
		uint128 v = bucket >> 12 ^ direct * ones;

		return (v - ones) & ~v & ones << (w - 1);
	}
}

ALWAYS_INLINE unsigned
ss_nibbles(uint128 bucket)
{
	return semisort_nibbles[(unsigned)bucket & 0xfff];
}

/* The entry that holds fp, or 4. Compares the prefixes of the entries whose direct part agrees. */
ALWAYS_INLINE unsigned
ss_find(uint128 bucket, uint32_t fp, unsigned f)
{
	unsigned w = f - 4, nibbles = ss_nibbles(bucket);

	for (unsigned e = 0; e < 4; e++)
		if (((nibbles >> 4 * e & 15) << w | ss_direct(bucket, e, f)) == fp)
			return e;
	return 4;
}

ALWAYS_INLINE void
ss_decode(uint128 bucket, uint32_t fp[4], unsigned f)
{
	unsigned nibbles = ss_nibbles(bucket);

	for (unsigned e = 0; e < 4; e++)
		fp[e] = (nibbles >> 4 * e & 15) << (f - 4) | ss_direct(bucket, e, f);
}

/* Orders two entries without a branch. */
ALWAYS_INLINE void
ss_order(uint32_t *a, uint32_t *b)
{
	uint32_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;

	*a = low;
	*b = high;
}

/* Packs four sorted fingerprints into a bucket. */
ALWAYS_INLINE uint128
ss_pack(const uint32_t fp[4], unsigned f)
{
	unsigned w = f - 4, nibbles = 0;
	uint128 bucket = 0;

	for (unsigned e = 0; e < 4; e++) {
		uint64_t direct = fp[e] & low_mask(w);

		nibbles |= fp[e] >> w << 4 * e;
		bucket |= ss_narrow(f) ? direct << (12 + e * w) : (uint128)direct << (12 + e * w);
	}
	return bucket | semisort_encode(nibbles);
}

/* Takes entry e out of four sorted fingerprints: those below move up, and entry 0 becomes empty. */
ALWAYS_INLINE void
ss_take(uint32_t fp[4], unsigned e)
{
	for (unsigned k = 3; k > 0; k--)
		fp[k] = k <= e ? fp[k - 1] : fp[k];
	fp[0] = 0;
}

/* Puts another fingerprint into four sorted ones whose entry 0 is empty, at its place in the order. */
ALWAYS_INLINE void
ss_give(uint32_t fp[4], uint32_t another)
{
	fp[0] = another;
	ss_order(&fp[0], &fp[1]);
	ss_order(&fp[1], &fp[2]);
	ss_order(&fp[2], &fp[3]);
}

ALWAYS_INLINE uint32_t
ss_entry(uint128 bucket, unsigned e, unsigned f)
{
	return (ss_nibbles(bucket) >> 4 * e & 15) << (f - 4) | ss_direct(bucket, e, f);
}

/* The bucket with entry e replaced by fp. */
ALWAYS_INLINE uint128
ss_exchanged(uint128 bucket, unsigned e, uint32_t fp, unsigned f)
{
	uint32_t entry[4];

	if (ss_has_fields(f))
		return ss_joined(ss_given(ss_taken(ss_split((uint64_t)bucket, f), e, f), ss_everywhere(fp, f), f), f);
	ss_decode(bucket, entry, f);
	ss_take(entry, e);
	ss_give(entry, fp);
	return ss_pack(entry, f);
}

/* The bucket with fp added; its entry 0 is empty. */
ALWAYS_INLINE uint128
ss_with(uint128 bucket, uint32_t fp, unsigned f)
{
	uint32_t entry[4];

	if (ss_has_fields(f))
		return ss_joined(ss_given(ss_split((uint64_t)bucket, f), ss_everywhere(fp, f), f), f);
	ss_decode(bucket, entry, f);
	ss_give(entry, fp);
	return ss_pack(entry, f);
}

/* The bucket without its entry e. */
ALWAYS_INLINE uint128
ss_without(uint128 bucket, unsigned e, unsigned f)
{
	uint32_t entry[4];

	if (ss_has_fields(f))
		return ss_shortened((uint64_t)bucket, ss_nibbles(bucket), e, ss_up_to(e, f), f);
	ss_decode(bucket, entry, f);
	ss_take(entry, e);
	return ss_pack(entry, f);
}

/* Empty entries sort first, so entry 0 shows whether there is one. */
ALWAYS_INLINE bool
ss_has_room(uint128 bucket, unsigned f)
{
	return ss_direct(bucket, 0, f) == 0 && (ss_nibbles(bucket) & 15) == 0;
}

/* Is fp in one of two buckets? Decodes only a bucket that has a candidate. */
ALWAYS_INLINE bool
ss_either_has(uint128 v1, uint128 v2, uint32_t fp, unsigned f)
{
	uint32_t direct = (uint32_t)(fp & low_mask(f - 4));
	bool c1 = ss_candidates(v1, direct, f) != 0, c2 = ss_candidates(v2, direct, f) != 0;

	if (!(c1 | c2))
		return false;
	if (ss_find(c1 ? v1 : v2, fp, f) < 4)
		return true;
	return c1 && c2 && ss_find(v2, fp, f) < 4; /* both have a candidate about once in 2^w lookups */
}

#endif
