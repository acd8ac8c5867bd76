/* SPDX-License-Identifier: MIT */
/*
 * ss_cf_vector.c - ss-CF with lookups of a vector of keys at a time (cuckoo_vector.h): for 9, 11, 13, 15 and 17
 * bits. Everything else is as in ss-cf-batch.
 */
#include "core/vector.h"

#include "variants/cuckoo/cuckoo_parted.h"
#include "variants/semisort/semisort_vector.h"

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
