/* SPDX-License-Identifier: MIT */
#include "variants/cuckoo/cuckoo_chunks.h"

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

static const struct cuckoo_kind kind = {.kernels = kernels,
                                        .rest = &FILTER_KIND(vacuum_batch),
                                        .whole = &FILTER_KIND(cf_any_avx512),
                                        .limits = &cuckoo_limits_vacuum,
                                        .bucket_used = plain_bucket_used,
                                        .lanes = VECTOR_LANES,
                                        .in_a_row = 2 * VECTOR_LANES,
                                        CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(vacuum_avx512) = {
	.name = "vacuum-avx512",
	.title = "vacuum filter, AVX-512",
	.about = "vacuum-batch, look-ups and deletions of eight keys at a time with AVX-512",
	.twin = "vacuum",
	.rearranges = true,
	.isa = ISA_AVX512,
	.batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {30, 15, 20}, .part = FILTER_FIELD},
	.kind = &kind,
	CUCKOO_OPS,
};
