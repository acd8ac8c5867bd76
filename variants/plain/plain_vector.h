/* SPDX-License-Identifier: MIT */
/*
 * plain_vector.h - plain buckets of four fingerprints of 8, 11, 12, 15 or 16 bits, one in every lane of a vector
 * (cuckoo_vector.h).
 *
 *      lane    |     key 0     |     key 1     | ...
 *      want    | fp fp fp fp   |               |
 *      gather  | e0 e1 e2 e3   |               |      xor; is a field zero (packed.h)?
 */
#ifndef CUCKOOBENCH_PLAIN_VECTOR_H
#define CUCKOOBENCH_PLAIN_VECTOR_H

#include "variants/plain/plain_batch.h"

#ifdef VECTOR_TARGET
/* Filters that are compared at a rate (PLAIN_VECTOR_RATES) also have 11 and 15 bits. Such buckets begin in the middle
 * of bytes: a vector has the buckets of even numbers and of odd ones, so each lane is shifted by its own number of bits
 * (vector_buckets). */
#ifdef PLAIN_VECTOR_RATES
#define VECTOR_WIDTHS(f, CALL, ...)          \
	((f) == 8    ? CALL(__VA_ARGS__, 8)  \
	 : (f) == 11 ? CALL(__VA_ARGS__, 11) \
	 : (f) == 12 ? CALL(__VA_ARGS__, 12) \
	 : (f) == 15 ? CALL(__VA_ARGS__, 15) \
	             : CALL(__VA_ARGS__, 16))
#else
#define VECTOR_WIDTHS(f, CALL, ...) \
	((f) == 8 ? CALL(__VA_ARGS__, 8) : (f) == 12 ? CALL(__VA_ARGS__, 12) : CALL(__VA_ARGS__, 16))
#endif

ALWAYS_INLINE unsigned
vector_bucket_bits(unsigned f)
{
	return f * 4;
}

/* Copies each fingerprint into every field. The bits above the fields do not matter. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_want(vector fp, unsigned f)
{
	const vector two = fp | fp << f;

	return f == 12 ? vector_repeat(two, 3) : f % 8 == 0 ? vector_repeat(fp, f / 8) : two | two << 2 * f;
}

/* The buckets at these places (vector_at): an odd f counts bits, not bytes. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_buckets(const uint8_t *t, vector at, unsigned f)
{
	return f % 2 ? vector_gather(t, at >> 3) >> (at & vector_all(7)) : vector_gather(t, at);
}

/* Which buckets hold the wanted fingerprint: non-zero. packed_zero_field. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_has(const uint8_t *t, vector at, vector want, unsigned f)
{
	const uint64_t ones = packed_ones(f, 4);
	const vector v = vector_buckets(t, at, f) ^ want;

	return vector_and_not_and(v - vector_all(ones), v, vector_all(ones << (f - 1)));
}

VECTOR_TARGET ALWAYS_INLINE unsigned
vector_pair_has(const uint8_t *t, vector at1, vector at2, vector fp, unsigned f)
{
	const vector want = vector_want(fp, f);

	return vector_bits(vector_zeros(vector_has(t, at1, want, f) | vector_has(t, at2, want, f))) ^
	       (unsigned)low_mask(VECTOR_LANES);
}
#endif

/* A kernel for each width: ISA names the instructions; then members of struct cuckoo_kernel. */
#define PLAIN_VECTOR_KERNELS(ISA, ...)                                                            \
	VECTOR_KERNEL(ISA "-f12b4", 12, __VA_ARGS__), VECTOR_KERNEL(ISA "-f8b4", 8, __VA_ARGS__), \
		VECTOR_KERNEL(ISA "-f16b4", 16, __VA_ARGS__)
#define PLAIN_VECTOR_KERNELS_RATES(ISA, ...)                                                  \
	PLAIN_VECTOR_KERNELS(ISA, __VA_ARGS__), VECTOR_KERNEL(ISA "-f11b4", 11, __VA_ARGS__), \
		VECTOR_KERNEL(ISA "-f15b4", 15, __VA_ARGS__)

#endif
