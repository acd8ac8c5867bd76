/* SPDX-License-Identifier: MIT */

/*
 * ss_cf_vector.c - ss-CF with lookups of a vector of keys at a time (cuckoo_vector.h): for 9, 11, 13, 15 and 17
 * bits. Everything else is as in ss-cf-batch.
 */
#include "core/vector.h"

#include "variants/cuckoo/cuckoo_parted.h"
#include "variants/semisort/semisort_batch.h"

/*
 * Semi-sorted buckets of four fingerprints of 9, 11, 13, 15 or 17 bits, which are whole bytes: one
 * bucket in every lane of a vector (cuckoo_vector.h).
 *
 *      lane     |        key 0        |        key 1        | ...
 *      gather   | code d0 d1 d2 d3    |                     |       both buckets; xor; is a direct part zero?
 *                                                                     (semisort_batch.h)
 *      if any lane of either has one:
 *      look up  |    n0 n1 n2 n3      |                     |       the nibbles of the code of the candidate bucket
 *
 * For absent keys at f = 13, one vector of eight keys in eight has a candidate (64 direct parts of 9 bits). With
 * vectors of four keys it is one in sixteen. Otherwise nearly every vector has one. So the branch is predicted. The
 * second decoding, for lanes in which both buckets are candidates, is rarely needed.
 */

/*
 * Keys in flight at once without prefetches (core/cache.h): fewer than a vector has. A bucket that is decoded takes its
 * part of the window. Measured with a second-level cache of 1 MiB (AVX-512). With some keys present, prefetching is
 * faster by half from 6 MiB on, and five times as fast at 12 MiB. For absent keys alone it is slower by a third in
 * between.
 */
enum { SS_VECTOR_LANES = 2 };

#ifdef VECTOR_TARGET
#define VECTOR_WIDTHS(f, CALL, ...)          \
	((f) == 9    ? CALL(__VA_ARGS__, 9)  \
	 : (f) == 11 ? CALL(__VA_ARGS__, 11) \
	 : (f) == 13 ? CALL(__VA_ARGS__, 13) \
	 : (f) == 15 ? CALL(__VA_ARGS__, 15) \
	             : CALL(__VA_ARGS__, 17))

ALWAYS_INLINE unsigned
vector_bucket_bits(unsigned f)
{
	return (f - 1) * 4;
}

/* Copies v, which has fewer bits than a field, into every field. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_in_fields(vector v, unsigned f)
{
	const unsigned w = f - 4;
	const vector two = v << 12 | v << (12 + w);

	return two | two << 2 * w;
}

/* ss_zero: the lanes in which no field is zero. */
VECTOR_TARGET ALWAYS_INLINE vector_set
vector_none_zero(vector v, unsigned f)
{
	return vector_zeros(vector_and_not_and(v - vector_all(ss_ones(f)), v, vector_all(ss_tops(f))));
}

/* ss_decoded_has, inverted: the lanes that lack the fingerprint. */
VECTOR_TARGET ALWAYS_INLINE vector_set
vector_decoded_lacks(vector v, vector prefix, unsigned f)
{
	const unsigned w = f - 4;
	const uint64_t even = (15 | UINT64_C(15) << 2 * w) << 12;
	const vector n = vector_short_words(semisort_nibbles, v & vector_all(0xfff));
	const vector two = vector_pick(vector_all(0xff << 12), n << 12, n << (12 + 2 * (w - 4))); /* ss_spread */
	const vector each = vector_pick(vector_all(even), two, two << (w - 4));

	return vector_none_zero(v | ((each ^ prefix) & vector_all(ss_ones(f) * 15)), f);
}

VECTOR_TARGET ALWAYS_INLINE unsigned
vector_pair_has(const uint8_t *t, vector at1, vector at2, vector fp, unsigned f)
{
	const unsigned all = (unsigned)low_mask(VECTOR_LANES);
	const vector want = vector_in_fields(fp & vector_all(low_mask(f - 4)), f),
		     prefix = vector_in_fields(fp >> (f - 4), f);
	const vector v1 = vector_gather(t, at1) ^ want, v2 = vector_gather(t, at2) ^ want;
	const vector_set none1 = vector_none_zero(v1, f), none2 = vector_none_zero(v2, f);
	const unsigned lacks1 = vector_bits(none1), lacks2 = vector_bits(none2);
	unsigned lacks;

	if ((lacks1 & lacks2) == all)
		return 0;
	lacks = vector_bits(vector_decoded_lacks(vector_choose(none1, v2, v1), prefix, f));
	if (__builtin_expect(lacks & ~(lacks1 | lacks2), 0))
		lacks &= vector_bits(vector_decoded_lacks(v2, prefix, f));
	return lacks ^ all;
}
#endif

/* A kernel for each width: ISA names the instructions; then members of struct cuckoo_kernel. */
#define SS_VECTOR_KERNELS(ISA, ...)                                                                     \
	VECTOR_KERNEL(ISA "-f13", 13, __VA_ARGS__), VECTOR_KERNEL(ISA "-f9", 9, __VA_ARGS__),           \
		VECTOR_KERNEL(ISA "-f11", 11, __VA_ARGS__), VECTOR_KERNEL(ISA "-f15", 15, __VA_ARGS__), \
		VECTOR_KERNEL(ISA "-f17", 17, __VA_ARGS__)

#include "variants/cuckoo/cuckoo_vector.h"

#ifdef VECTOR_TARGET
VECTOR_CONTAINS(vector_contains)
#endif

static const struct cuckoo_kernel kernels[] = {SS_VECTOR_KERNELS(VECTOR_NAME, .contains = vectors_contains), {0}};

static const struct cuckoo_kind kind = {.kernels = kernels,
                                        .rest = &FILTER_KIND(ss_cf_batch),
                                        .limits = &cuckoo_limits_semisorted,
                                        .bucket_used = ss_bucket_used,
                                        .lanes = SS_VECTOR_LANES,
                                        .in_a_row = 2 * VECTOR_LANES,
                                        CUCKOO_INTERLEAVES};

const struct filter_ops VECTOR_OPS(ss_cf) = {
	.name = "ss-cf-" VECTOR_NAME,
	.title = "ss-CF, " VECTOR_CALLED,
	.about = "ss-cf-batch, look-ups of " VECTOR_KEYS " keys at a time with " VECTOR_CALLED,
	.twin = "ss-cf",
	.rearranges = true,
	.isa = VECTOR_ISA,
	.batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 13, .slots = 4}, .ns = {80, 15, 40}},
	.kind = &kind,
	.build = cuckoo_build,
	CUCKOO_OPS,
};
