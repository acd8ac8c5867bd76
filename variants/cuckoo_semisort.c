/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_semisort.c - ss-CF, the cuckoo filter with semi-sorted buckets (paper, section 5.2), for every f from 5 to 32.
 *
 *   fingerprint of f bits:   | 4 most significant: prefix | w = f - 4: direct |
 *
 *   bucket:   | code 12 | d0 w | d1 w | d2 w | d3 w |         4f - 4 bits: one bit saved per entry
 *             f = 13: 48 bits, as many as CF with f = 12; m = 2^25 is 192 MiB
 *
 * The four fingerprints are kept sorted, so their prefixes are, and go into the code (semisort_code.h); their direct parts
 * follow in the same order. Sorting by the whole fingerprint, not by its prefix alone, costs nothing more and makes
 * a bucket's bits a function of what is in it, with empty entries (0) first.
 *
 * A lookup compares the four direct parts in place, bit-parallel as CF does, and decodes the prefixes only of a bucket in
 * which one agrees: at f = 13 that spares 98.4 % of the negative lookups any decoding.
 *
 * Buckets of up to 64 bits (f <= 17) are one 64-bit load; they begin at a multiple of 4 bits and 4f - 4 + 4 <= 64, or
 * at f = 17 on a byte. Wider ones take a 128-bit load (124 + 4 = 128 at f = 32). The branch on f is a constant one in the
 * specialised kernels.
 */
#include "variants/cuckoo.h"
#include "variants/semisort_code.h"

ALWAYS_INLINE unsigned
ss_bucket_bits(unsigned f, unsigned b)
{
	return b * f - 4;
}

ALWAYS_INLINE bool
ss_narrow(unsigned f)
{
	return f <= 17;
}

/* The bits of bucket i; what lies above them is not defined. */
ALWAYS_INLINE uint128
ss_load(const uint8_t *t, size_t i, unsigned f)
{
	size_t bit = i * (4 * f - 4);

	return ss_narrow(f) ? load64(t + bit / 8) >> (bit % 8) : load128(t + bit / 8) >> (bit % 8);
}

ALWAYS_INLINE void
ss_store(uint8_t *t, size_t i, uint128 bucket, unsigned f)
{
	size_t bit = i * (4 * f - 4);
	uint8_t *at = t + bit / 8;

	if (ss_narrow(f)) {
		uint64_t mask = low_mask(4 * f - 4) << (bit % 8);

		store64(at, (load64(at) & ~mask) | (uint64_t)bucket << (bit % 8));
	} else {
		uint128 mask = (((uint128)1 << (4 * f - 4)) - 1) << (bit % 8);

		store128(at, (load128(at) & ~mask) | bucket << (bit % 8));
	}
}

/* Direct part of entry e. */
ALWAYS_INLINE uint32_t
ss_direct(uint128 bucket, unsigned e, unsigned f)
{
	unsigned w = f - 4, at = 12 + e * w;
	uint64_t v = ss_narrow(f) ? (uint64_t)bucket >> at : (uint64_t)(bucket >> at);

	return (uint32_t)(v & low_mask(w));
}

/* Non-zero iff some entry's direct part is `direct`: packed_zero_field of packed.h over the bits behind the code, in the
 * width the bucket needs. The lowest set bit, divided by w, is the lowest such entry. */
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

/* The entry that holds fp, or 4: looks at the prefixes of the entries whose direct part agrees. */
ALWAYS_INLINE unsigned
ss_find(uint128 bucket, uint32_t fp, unsigned f)
{
	unsigned w = f - 4, nibbles = ss_nibbles(bucket);

	for (unsigned e = 0; e < 4; e++)
		if (((nibbles >> 4 * e & 15) << w | ss_direct(bucket, e, f)) == fp)
			return e;
	return 4;
}

ALWAYS_INLINE bool
ss_pair_has(const uint8_t *t, size_t i1, size_t i2, uint32_t fp, unsigned f, unsigned b)
{
	uint128 v1 = ss_load(t, i1, f), v2 = ss_load(t, i2, f);
	uint32_t direct = (uint32_t)(fp & low_mask(f - 4));
	bool c1 = ss_candidates(v1, direct, f) != 0, c2 = ss_candidates(v2, direct, f) != 0;

	(void)b;
	PROBE(t + i1 * (4 * f - 4) / 8, (i1 * (4 * f - 4) % 8 + 4 * f - 4 + 7) / 8);
	PROBE(t + i2 * (4 * f - 4) / 8, (i2 * (4 * f - 4) % 8 + 4 * f - 4 + 7) / 8);
	if (!(c1 | c2))
		return false;
	if (ss_find(c1 ? v1 : v2, fp, f) < 4)
		return true;
	return c1 && c2 && ss_find(v2, fp, f) < 4; /* both agree once in some 2^w lookups */
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

/* Sorts by the network of five comparators and writes the bucket. */
ALWAYS_INLINE void
ss_encode(uint8_t *t, size_t i, uint32_t fp[4], unsigned f)
{
	unsigned w = f - 4, nibbles = 0;
	uint128 bucket = 0;

	ss_order(&fp[0], &fp[1]);
	ss_order(&fp[2], &fp[3]);
	ss_order(&fp[0], &fp[2]);
	ss_order(&fp[1], &fp[3]);
	ss_order(&fp[1], &fp[2]);
	for (unsigned e = 0; e < 4; e++) {
		uint64_t direct = fp[e] & low_mask(w);

		nibbles |= fp[e] >> w << 4 * e;
		bucket |= ss_narrow(f) ? direct << (12 + e * w) : (uint128)direct << (12 + e * w);
	}
	ss_store(t, i, bucket | semisort_encode(nibbles), f);
}

/* Empty entries sort first, so entry 0 tells whether there is one. */
ALWAYS_INLINE bool
ss_put(uint8_t *t, size_t i, uint32_t fp, unsigned f, unsigned b)
{
	uint128 bucket = ss_load(t, i, f);
	uint32_t entry[4];

	(void)b;
	if (ss_direct(bucket, 0, f) != 0 || (ss_nibbles(bucket) & 15) != 0)
		return false;
	ss_decode(bucket, entry, f);
	entry[0] = fp;
	ss_encode(t, i, entry, f);
	return true;
}

ALWAYS_INLINE bool
ss_replace(uint8_t *t, size_t i, uint32_t fp, uint32_t by, unsigned f, unsigned b)
{
	uint128 bucket = ss_load(t, i, f);
	uint32_t entry[4];
	unsigned e;

	(void)b;
	if (!ss_candidates(bucket, (uint32_t)(fp & low_mask(f - 4)), f))
		return false;
	e = ss_find(bucket, fp, f);
	if (e == 4)
		return false;
	ss_decode(bucket, entry, f);
	entry[e] = by;
	ss_encode(t, i, entry, f);
	return true;
}

ALWAYS_INLINE uint32_t
ss_swap(uint8_t *t, size_t i, unsigned e, uint32_t fp, unsigned f, unsigned b)
{
	uint32_t entry[4], old;

	(void)b;
	ss_decode(ss_load(t, i, f), entry, f);
	old = entry[e];
	entry[e] = fp;
	ss_encode(t, i, entry, f);
	return old;
}

static int
ss_bucket_used(const uint8_t *t, size_t i, unsigned f, unsigned b)
{
	uint128 bucket = ss_load(t, i, f);
	uint32_t entry[4];
	int used = 0;

	if (((unsigned)bucket & 0xfff) >= SEMISORT_CODES)
		return -1;
	ss_decode(bucket, entry, f);
	for (unsigned e = 0; e < b; e++) {
		if (e && entry[e - 1] > entry[e])
			return -1;
		used += entry[e] != 0;
	}
	return used;
}

static const struct cuckoo_codec semisorted = {
	.pair_has = ss_pair_has, .put = ss_put, .replace = ss_replace, .swap = ss_swap, .fp_hash = cuckoo_fp_hash};

CUCKOO_KERNEL(f9, semisorted, 9, 4)
CUCKOO_KERNEL(f13, semisorted, 13, 4)
CUCKOO_KERNEL(f17, semisorted, 17, 4)
CUCKOO_KERNEL(any, semisorted, c->f, 4)

static const struct cuckoo_kernel kernels[] = {
	CUCKOO_KERNEL_ROW(f13, 13, 4),
	CUCKOO_KERNEL_ROW(f9, 9, 4),
	CUCKOO_KERNEL_ROW(f17, 17, 4),
	CUCKOO_KERNEL_ROW(any, 0, 0),
};

extern const struct filter_ops FILTER_OPS(ss_cf);

static const struct cuckoo_kind kind = {.ops = &FILTER_OPS(ss_cf),
                                        .kernels = kernels,
                                        .min_f = 5,
                                        .max_f = 32,
                                        .default_f = 13,
                                        .only_b = 4,
                                        .f_range = "fp_bits (f) must be 5 to 32: four bits go into the bucket's code",
                                        .bucket_bits = ss_bucket_bits,
                                        .bucket_used = ss_bucket_used};

CUCKOO_BIND(ss_cf, kind)

const struct filter_ops FILTER_OPS(ss_cf) = {.name = "ss-cf",
                                             .title = "ss-CF",
                                             .about = "cuckoo filter, semi-sorted buckets (Fan et al., CoNEXT 2014, 5.2)",
                                             CUCKOO_OPS(ss_cf)};
