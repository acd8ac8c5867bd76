/* SPDX-License-Identifier: MIT */
/*
 * plain_codec.h - the plain bucket: b fingerprints of f bits side by side (packed.h), compared bit-parallel.
 * Shared by the cuckoo filters that differ in where a fingerprint goes, not in how a bucket is written.
 */
#ifndef CUCKOOBENCH_PLAIN_CODEC_H
#define CUCKOOBENCH_PLAIN_CODEC_H

#include "variants/cuckoo.h"
#include "variants/packed.h"

ALWAYS_INLINE bool
plain_pair_has(const uint8_t *t, size_t i1, size_t i2, uint32_t fp, unsigned f, unsigned b)
{
	const unsigned g = packed_group(f, b), groups = b / g, width = f * g;
	const uint64_t ones = packed_ones(f, g), want = fp * ones;
	uint64_t found = 0;

	PROBE(t + i1 * b * f / 8, (i1 * b * f % 8 + b * f + 7) / 8);
	PROBE(t + i2 * b * f / 8, (i2 * b * f % 8 + b * f + 7) / 8);
	for (unsigned j = 0; j < groups; j++) {
		uint64_t v1 = packed_load(t, i1 * groups + j, width);
		uint64_t v2 = packed_load(t, i2 * groups + j, width);

		found |= packed_zero_field(v1 ^ want, ones, f) | packed_zero_field(v2 ^ want, ones, f);
	}
	return found != 0;
}

/* Overwrites one entry that holds fp with `by`. */
ALWAYS_INLINE bool
plain_replace(uint8_t *t, size_t i, uint32_t fp, uint32_t by, unsigned f, unsigned b)
{
	const unsigned g = packed_group(f, b), groups = b / g, width = f * g;
	const uint64_t ones = packed_ones(f, g), want = fp * ones;

	for (unsigned j = 0; j < groups; j++) {
		uint64_t zero = packed_zero_field(packed_load(t, i * groups + j, width) ^ want, ones, f);

		if (zero) {
			packed_store(t, i * b + j * g + (unsigned)__builtin_ctzll(zero) / f, f, by);
			return true;
		}
	}
	return false;
}

ALWAYS_INLINE bool
plain_put(uint8_t *t, size_t i, uint32_t fp, unsigned f, unsigned b)
{
	return plain_replace(t, i, 0, fp, f, b);
}

ALWAYS_INLINE uint32_t
plain_swap(uint8_t *t, size_t i, unsigned e, uint32_t fp, unsigned f, unsigned b)
{
	uint32_t old = packed_entry(t, i * b + e, f);

	packed_store(t, i * b + e, f, fp);
	return old;
}

/* Used entries of a bucket; every bit pattern is a valid bucket. */
static inline int
plain_bucket_used(const uint8_t *t, size_t i, unsigned f, unsigned b)
{
	int used = 0;

	for (unsigned e = 0; e < b; e++)
		used += packed_entry(t, i * b + e, f) != 0;
	return used;
}

#endif
