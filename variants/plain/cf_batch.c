/* SPDX-License-Identifier: MIT */
/*
 * cf_batch.c - CF pipelined across the keys of a call, in portable C: lookups (plain_batch.h), deletions
 * (cuckoo_ahead.h), insertions (cuckoo_interleaved.h). So it has a name of its own: cf processes one key after the
 * other, as the paper does.
 */
#include "variants/cuckoo/cuckoo_parted.h"
#include "variants/plain/plain_batch.h"

CUCKOO_KERNEL_BATCH(f8b4, batch_plain, batch_contains, 8, 4)
CUCKOO_KERNEL_BATCH(f12b4, batch_plain, batch_contains, 12, 4)
CUCKOO_KERNEL_BATCH(f16b4, batch_plain, batch_contains, 16, 4)
CUCKOO_KERNEL_BATCH(f18b4, batch_plain, batch_contains, 18, 4)
CUCKOO_KERNEL_BATCH(any, batch_plain, batch_contains, c->f, c->b)

CUCKOO_PARTED(f8b4, batch_plain, 8, 4)
CUCKOO_PARTED(f12b4, batch_plain, 12, 4)
CUCKOO_PARTED(f18b4, batch_plain, 18, 4)
CUCKOO_PARTED(f16b4, batch_plain, 16, 4)
CUCKOO_PARTED(any, batch_plain, c->f, c->b)

static const struct cuckoo_kernel kernels[] = {
	CUCKOO_KERNEL_ROW_PARTED(f12b4, 12, 4), CUCKOO_KERNEL_ROW_PARTED(f8b4, 8, 4),
	CUCKOO_KERNEL_ROW_PARTED(f16b4, 16, 4), CUCKOO_KERNEL_ROW_PARTED(f18b4, 18, 4),
	CUCKOO_KERNEL_ROW_PARTED(any, 0, 0)};

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
