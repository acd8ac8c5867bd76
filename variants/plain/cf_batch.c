/* SPDX-License-Identifier: MIT */
/*
 * cf_batch.c - CF pipelined across the keys of a call, in portable C: lookups (plain_batch.h), deletions
 * (cuckoo_ahead.h), insertions (cuckoo_interleaved.h). So it has a name of its own: cf processes one key after the
 * other, as the paper does.
 */
#include "variants/cuckoo/cuckoo_parted.h"
#include "variants/plain/plain_batch.h"

#define KERNEL(id, F, B)                                           \
	CUCKOO_KERNEL_BATCH(id, batch_plain, batch_contains, F, B) \
	CUCKOO_PARTED(id, batch_plain, F, B)
CUCKOO_KERNELS(PLAIN_WIDTHS_CF, KERNEL, CUCKOO_KERNEL_ROW_PARTED, c->b)

const struct cuckoo_kind FILTER_KIND(cf_batch) = {
	.kernels = kernels, .limits = &cuckoo_limits_plain, .bucket_used = plain_bucket_used, CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(cf_batch) = {
	.name = "cf-batch",
	.title = "CF, batched",
	.about = "cf, pipelined across the keys of a call: insertions interleaved, the rest prefetched",
	.twin = "cf",
	.rearranges = true,
	.batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {60, 25, 20}},
	.kind = &FILTER_KIND(cf_batch),
	.build = cuckoo_build,
	CUCKOO_OPS,
};
