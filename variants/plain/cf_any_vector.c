/* SPDX-License-Identifier: MIT */
/*
 * cf_any_vector.c - cf-any with lookups of a vector of keys at a time (cuckoo_vector.h,
 * cuckoo_index_vector.h): for 8, 11, 12, 15 and 16 bits in buckets of 4. Everything else is as in cf-any-batch.
 */
#include "variants/cuckoo/cuckoo_reflection.h"

#include "core/vector.h"

#define PLAIN_VECTOR_RATES
#include "variants/plain/plain_vector.h"

#include "variants/cuckoo/cuckoo_vector.h"
#include "variants/plain/plain_vector_remove.h"

#ifdef VECTOR_TARGET
VECTOR_CONTAINS(vector_contains)
#endif

static const struct cuckoo_kernel kernels[] = {PLAIN_VECTOR_KERNELS_RATES(VECTOR_NAME, VECTOR_WORK), {0}};

const struct cuckoo_kind VECTOR_KIND(cf_any) = {.kernels = kernels,
                                                .rest = &FILTER_KIND(cf_any_batch),
                                                .limits = &cuckoo_limits_any,
                                                .bucket_used = plain_bucket_used,
                                                .lanes = VECTOR_LANES,
                                                .in_a_row = 2 * VECTOR_LANES,
                                                CUCKOO_INTERLEAVES};

const struct filter_ops VECTOR_OPS(cf_any) = {
	.name = "cf-any-" VECTOR_NAME,
	.title = "CF, any size, " VECTOR_CALLED,
	.about = "cf-any-batch, " VECTOR_DOES " of " VECTOR_KEYS " keys at a time with " VECTOR_CALLED,
	.twin = "cf-any",
	.rearranges = true,
	.isa = VECTOR_ISA,
	.batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {30, 15, 20}, .part = FILTER_FIELD},
	.kind = &VECTOR_KIND(cf_any),
	CUCKOO_OPS,
};
