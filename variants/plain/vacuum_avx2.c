/* SPDX-License-Identifier: MIT */
#include "variants/cuckoo/cuckoo_chunks.h"

#include "core/vector_avx2.h"

#include "variants/plain/plain_vector_any.h"

#include "variants/cuckoo/cuckoo_vector.h"

#ifdef VECTOR_TARGET
VECTOR_CONTAINS(vector_contains)
#endif

static const struct cuckoo_kernel kernels[] = {PLAIN_VECTOR_KERNELS_ANY("avx2", .contains = vectors_contains), {0}};

static const struct cuckoo_kind kind = {.kernels = kernels,
                                        .rest = &FILTER_KIND(vacuum_batch),
                                        .whole = &FILTER_KIND(cf_any_avx2),
                                        .limits = &cuckoo_limits_vacuum,
                                        .bucket_used = plain_bucket_used,
                                        .lanes = VECTOR_LANES,
                                        .in_a_row = 2 * VECTOR_LANES,
                                        CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(vacuum_avx2) = {
	.name = "vacuum-avx2",
	.title = "vacuum filter, AVX2",
	.about = "vacuum-batch, look-ups of four keys at a time with AVX2",
	.twin = "vacuum",
	.rearranges = true,
	.isa = ISA_AVX2,
	.batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {30, 15, 20}, .part = FILTER_FIELD},
	.kind = &kind,
	CUCKOO_OPS,
};
