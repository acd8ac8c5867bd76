/* SPDX-License-Identifier: MIT */
/*
 * cf_any_batch.c - cf-any pipelined across the keys of a call, in portable C, as cf-batch is: lookups (plain_batch.h),
 * deletions (cuckoo_ahead.h), insertions (cuckoo_interleaved.h).
 */
#include "variants/cuckoo/cuckoo_reflection.h"

#include "variants/plain/plain_batch.h"

#define KERNEL(id, F, B) CUCKOO_KERNEL_BATCH(id, batch_plain, batch_contains, F, B)
CUCKOO_KERNELS(PLAIN_WIDTHS_ANY, KERNEL, CUCKOO_KERNEL_ROW, c->b)

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
