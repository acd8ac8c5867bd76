/* SPDX-License-Identifier: MIT */
/*
 * cf_avx2.c - CF with lookups of four keys at a time, with AVX2 (cuckoo_vector.h): for 8, 12 and 16 bits in buckets of
 * 4. Everything else is as in cf-batch.
 */
#include "variants/cuckoo/vector_avx2.h"

#include "variants/plain/plain_vector.h"

#include "variants/cuckoo/cuckoo_vector.h"

VECTOR_CONTAINS(vector_contains, batch_contains)

CUCKOO_KERNEL_BATCH(f8b4, batch_plain, contains, 8, 4)
CUCKOO_KERNEL_BATCH(f12b4, batch_plain, contains, 12, 4)
CUCKOO_KERNEL_BATCH(f16b4, batch_plain, contains, 16, 4)
CUCKOO_KERNEL_BATCH(any, batch_plain, batch_contains, c->f, c->b)

static const struct cuckoo_kernel kernels[] = {
	CUCKOO_KERNEL_ROW_VECTORS("avx2-f12b4", f12b4, 12, 4),
	CUCKOO_KERNEL_ROW_VECTORS("avx2-f8b4", f8b4, 8, 4),
	CUCKOO_KERNEL_ROW_VECTORS("avx2-f16b4", f16b4, 16, 4),
	CUCKOO_KERNEL_ROW(any, 0, 0),
};

static const struct cuckoo_kind kind = {.kernels = kernels,
                                        .limits = &cuckoo_limits_plain,
                                        .bucket_used = plain_bucket_used,
                                        .lanes = VECTOR_LANES,
                                        .in_a_row = 2 * VECTOR_LANES,
                                        CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(cf_avx2) = {
	.name = "cf-avx2",
	.title = "CF, AVX2",
	.about = "cf-batch, look-ups of four keys at a time with AVX2",
	.twin = "cf",
	.rearranges = true,
	.isa = ISA_AVX2,
	.batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {30, 15, 20}},
	.kind = &kind,
	CUCKOO_OPS,
};
