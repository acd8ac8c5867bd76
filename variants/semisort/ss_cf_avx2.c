/* SPDX-License-Identifier: MIT */
/*
 * ss_cf_avx2.c - ss-CF with lookups of four keys at a time, with AVX2 (cuckoo_vector.h): for 9, 11, 13, 15 and 17
 * bits. Everything else is as in ss-cf-batch.
 */
#include "core/vector_avx2.h"

#include "variants/cuckoo/cuckoo_parted.h"
#include "variants/semisort/semisort_vector.h"

#include "variants/cuckoo/cuckoo_vector.h"

#ifdef VECTOR_TARGET
VECTOR_CONTAINS(vector_contains)
#endif

static const struct cuckoo_kernel kernels[] = {SS_VECTOR_KERNELS("avx2", .contains = vectors_contains), {0}};

static const struct cuckoo_kind kind = {.kernels = kernels,
                                        .rest = &FILTER_KIND(ss_cf_batch),
                                        .limits = &cuckoo_limits_semisorted,
                                        .bucket_used = ss_bucket_used,
                                        .lanes = SS_VECTOR_LANES,
                                        .in_a_row = 2 * VECTOR_LANES,
                                        CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(ss_cf_avx2) = {
	.name = "ss-cf-avx2",
	.title = "ss-CF, AVX2",
	.about = "ss-cf-batch, look-ups of four keys at a time with AVX2",
	.twin = "ss-cf",
	.rearranges = true,
	.isa = ISA_AVX2,
	.batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 13, .slots = 4}, .ns = {80, 15, 40}},
	.kind = &kind,
	.build = cuckoo_build,
	CUCKOO_OPS,
};
