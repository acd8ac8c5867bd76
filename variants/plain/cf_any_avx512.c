/* SPDX-License-Identifier: MIT */
/*
 * cf_any_avx512.c - cf-any with lookups and deletions of eight keys at a time, with AVX-512 (cuckoo_vector.h,
 * cuckoo_index_vector.h): for 8, 11, 12, 15 and 16 bits in buckets of 4. Everything else is as in cf-any-batch.
 */
#include "variants/cuckoo/cuckoo_reflection.h"

#include "core/vector_avx512.h"

#include "variants/plain/plain_vector_any.h"

#include "variants/cuckoo/cuckoo_vector.h"
#include "variants/plain/plain_vector_remove.h"

#ifdef VECTOR_TARGET
VECTOR_REMOVE
VECTOR_CONTAINS(vector_contains)
#endif

static const struct cuckoo_kernel kernels[] = {
	PLAIN_VECTOR_KERNELS_ANY("avx512", .contains = vectors_contains, .remove = vectors_remove), {0}};

const struct cuckoo_kind FILTER_KIND(cf_any_avx512) = {.kernels = kernels,
                                                       .rest = &FILTER_KIND(cf_any_batch),
                                                       .limits = &cuckoo_limits_any,
                                                       .bucket_used = plain_bucket_used,
                                                       .lanes = VECTOR_LANES,
                                                       .in_a_row = 2 * VECTOR_LANES,
                                                       CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(cf_any_avx512) = {
	.name = "cf-any-avx512",
	.title = "CF, any size, AVX-512",
	.about = "cf-any-batch, look-ups and deletions of eight keys at a time with AVX-512",
	.twin = "cf-any",
	.rearranges = true,
	.isa = ISA_AVX512,
	.batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {30, 15, 20}, .part = FILTER_FIELD},
	.kind = &FILTER_KIND(cf_any_avx512),
	CUCKOO_OPS,
};
