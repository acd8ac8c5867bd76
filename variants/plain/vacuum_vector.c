/* SPDX-License-Identifier: MIT */
#include "variants/cuckoo/cuckoo_chunks.h"

#include "core/vector.h"

#define PLAIN_VECTOR_RATES
#include "variants/plain/plain_vector.h"

#include "variants/cuckoo/cuckoo_vector.h"
#include "variants/plain/plain_vector_remove.h"

#ifdef VECTOR_TARGET
VECTOR_CONTAINS(vector_contains)
#endif

static const struct cuckoo_kernel kernels[] = {PLAIN_VECTOR_KERNELS_RATES(VECTOR_NAME, VECTOR_WORK), {0}};

static const struct cuckoo_kind kind = {.kernels = kernels,
                                        .rest = &FILTER_KIND(vacuum_batch),
                                        .whole = &VECTOR_KIND(cf_any),
                                        .limits = &cuckoo_limits_vacuum,
                                        .bucket_used = plain_bucket_used,
                                        .lanes = VECTOR_LANES,
                                        .in_a_row = 2 * VECTOR_LANES,
                                        CUCKOO_INTERLEAVES};

const struct filter_ops VECTOR_OPS(vacuum) = {
	.name = "vacuum-" VECTOR_NAME,
	.title = "vacuum filter, " VECTOR_CALLED,
	.about = "vacuum-batch, " VECTOR_DOES " of " VECTOR_KEYS " keys at a time with " VECTOR_CALLED,
	.twin = "vacuum",
	.rearranges = true,
	.isa = VECTOR_ISA,
	.batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {30, 15, 20}, .part = FILTER_FIELD},
	.kind = &kind,
	CUCKOO_OPS,
};
