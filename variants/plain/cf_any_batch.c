/* SPDX-License-Identifier: MIT */
/*
 * cf_any_batch.c - cf-any pipelined across the keys of a call, in portable C, as cf-batch is: lookups (plain_batch.h),
 * deletions (cuckoo_ahead.h), insertions (cuckoo_interleaved.h).
 */
#include "variants/cuckoo/cuckoo_reflection.h"

#include "variants/plain/plain_batch.h"

CUCKOO_KERNEL_BATCH(f8b4, batch_plain, batch_contains, 8, 4)
CUCKOO_KERNEL_BATCH(f11b4, batch_plain, batch_contains, 11, 4)
CUCKOO_KERNEL_BATCH(f12b4, batch_plain, batch_contains, 12, 4)
CUCKOO_KERNEL_BATCH(f15b4, batch_plain, batch_contains, 15, 4)
CUCKOO_KERNEL_BATCH(f16b4, batch_plain, batch_contains, 16, 4)
CUCKOO_KERNEL_BATCH(any, batch_plain, batch_contains, c->f, c->b)

static const struct cuckoo_kernel kernels[] = {CUCKOO_KERNEL_ROW(f12b4, 12, 4), CUCKOO_KERNEL_ROW(f11b4, 11, 4),
                                               CUCKOO_KERNEL_ROW(f15b4, 15, 4), CUCKOO_KERNEL_ROW(f8b4, 8, 4),
                                               CUCKOO_KERNEL_ROW(f16b4, 16, 4), CUCKOO_KERNEL_ROW(any, 0, 0)};

const struct cuckoo_kind FILTER_KIND(cf_any_batch) = {
	.kernels = kernels, .limits = &cuckoo_limits_any, .bucket_used = plain_bucket_used, CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(cf_any_batch) = {
	.name = "cf-any-batch",
	.title = "CF, any size, batched",
	.about = "cf-any, pipelined across the keys of a call: insertions interleaved, the rest prefetched",
	.twin = "cf-any",
	.rearranges = true,
	.batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {60, 25, 20}, .part = FILTER_FIELD},
	.kind = &FILTER_KIND(cf_any_batch),
	CUCKOO_OPS,
};
