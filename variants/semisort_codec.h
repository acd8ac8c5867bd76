/* SPDX-License-Identifier: MIT */
/*
 * semisort_codec.h - the semi-sorted bucket (cuckoo_semisort.c has the picture) for cuckoo.h: where it is stored, and what the algorithms do
 * to it. Shared by the filters whose tables are ss-cf's.
 *
 * Buckets of up to 64 bits (f <= 17) are one 64-bit load; they begin at a multiple of 4 bits and 4f - 4 + 4 <= 64, or
 * at f = 17 on a byte. Wider ones take a 128-bit load (124 + 4 = 128 at f = 32). The branch on f is a constant one in the
 * specialised kernels.
 */
#ifndef CUCKOOBENCH_SEMISORT_CODEC_H
#define CUCKOOBENCH_SEMISORT_CODEC_H

#include "variants/cuckoo_bfs.h"
#include "variants/semisort_bucket.h"

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

ALWAYS_INLINE bool
ss_pair_has(const uint8_t *t, size_t i1, size_t i2, uint32_t fp, unsigned f, unsigned b)
{
	uint128 v1 = ss_load(t, i1, f), v2 = ss_load(t, i2, f);

	(void)b;
	PROBE(t + i1 * (4 * f - 4) / 8, (i1 * (4 * f - 4) % 8 + 4 * f - 4 + 7) / 8);
	PROBE(t + i2 * (4 * f - 4) / 8, (i2 * (4 * f - 4) % 8 + 4 * f - 4 + 7) / 8);
	return ss_either_has(v1, v2, fp, f);
}

ALWAYS_INLINE void
ss_encode(uint8_t *t, size_t i, uint32_t fp[4], unsigned f)
{
	ss_store(t, i, ss_bucket(fp, f), f);
}

ALWAYS_INLINE bool
ss_put(uint8_t *t, size_t i, uint32_t fp, unsigned f, unsigned b)
{
	uint128 bucket = ss_load(t, i, f);
	uint32_t entry[4];

	(void)b;
	if (!ss_has_room(bucket, f))
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

ALWAYS_INLINE bool
ss_entries(const uint8_t *t, size_t i, uint32_t entry[], unsigned f, unsigned b)
{
	const uint128 bucket = ss_load(t, i, f);

	(void)b;
	ss_decode(bucket, entry, f);
	return entry[0] == 0;
}

/* Asks for the lines that the load of a bucket will touch. */
ALWAYS_INLINE void
ss_fetch(const uint8_t *t, size_t i, unsigned f, unsigned b)
{
	const uint8_t *at = t + i * (4 * f - 4) / 8;

	(void)b;
	__builtin_prefetch(at);
	if (f != 17) /* words, and aligned */
		__builtin_prefetch(at + (ss_narrow(f) ? 7 : 15));
}

static inline int
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

#endif
