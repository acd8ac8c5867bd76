/* SPDX-License-Identifier: MIT */
/*
 * cf_avx512.c - CF with lookups and deletions of eight keys at a time, with AVX-512 (cuckoo_vector.h,
 * plain_vector_remove.h): for 8, 12 and 16 bits in buckets of 4. Everything else is as in cf-batch.
 */
#include "core/vector_avx512.h"

#include "variants/cuckoo/cuckoo_parted.h"
#include "variants/plain/plain_vector.h"

#include "variants/cuckoo/cuckoo_vector.h"
#include "variants/plain/plain_vector_remove.h"

#ifdef VECTOR_TARGET
VECTOR_REMOVE
VECTOR_CONTAINS(vector_contains)
#endif

static const struct cuckoo_kernel kernels[] = {
	PLAIN_VECTOR_KERNELS("avx512", .contains = vectors_contains, .remove = vectors_remove), {0}};

static const struct cuckoo_kind kind = {.kernels = kernels,
                                        .rest = &FILTER_KIND(cf_batch),
                                        .limits = &cuckoo_limits_plain,
                                        .bucket_used = plain_bucket_used,
                                        .lanes = VECTOR_LANES,
                                        .in_a_row = 2 * VECTOR_LANES,
                                        CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(cf_avx512) = {
	.name = "cf-avx512",
	.title = "CF, AVX-512",
	.about = "cf-batch, look-ups and deletions of eight keys at a time with AVX-512",
	.twin = "cf",
	.rearranges = true,
	.isa = ISA_AVX512,
	.batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {30, 15, 20}},
	.kind = &kind,
	.build = cuckoo_build,
	CUCKOO_OPS,
};
