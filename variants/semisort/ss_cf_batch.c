/* SPDX-License-Identifier: MIT */
/*
 * ss_cf_batch.c - ss-CF pipelined across the keys of a call, in portable C: lookups (semisort_batch.h), deletions
 * (cuckoo_ahead.h), insertions (cuckoo_interleaved.h). So it has a name of its own: ss-cf processes one key after the
 * other, as the paper does.
 */
#include "variants/cuckoo/cuckoo_parted.h"
#include "variants/semisort/semisort_batch.h"

CUCKOO_KERNEL_BATCH(f9, ss_batched, ss_batch_contains, 9, 4)
CUCKOO_KERNEL_BATCH(f11, ss_batched, ss_batch_contains, 11, 4)
CUCKOO_KERNEL_BATCH(f13, ss_batched, ss_batch_contains, 13, 4)
CUCKOO_KERNEL_BATCH(f15, ss_batched, ss_batch_contains, 15, 4)
CUCKOO_KERNEL_BATCH(f17, ss_batched, ss_batch_contains, 17, 4)
CUCKOO_KERNEL_BATCH(f19, ss_batched, ss_batch_contains, 19, 4)
CUCKOO_KERNEL_BATCH(any, ss_batched, ss_batch_contains, c->f, 4)

CUCKOO_PARTED(f9, ss_batched, 9, 4)
CUCKOO_PARTED(f11, ss_batched, 11, 4)
CUCKOO_PARTED(f13, ss_batched, 13, 4)
CUCKOO_PARTED(f15, ss_batched, 15, 4)
CUCKOO_PARTED(f17, ss_batched, 17, 4)
CUCKOO_PARTED(f19, ss_batched, 19, 4)
CUCKOO_PARTED(any, ss_batched, c->f, 4)

static const struct cuckoo_kernel kernels[] = {
	CUCKOO_KERNEL_ROW_PARTED(f13, 13, 4), CUCKOO_KERNEL_ROW_PARTED(f9, 9, 4),
	CUCKOO_KERNEL_ROW_PARTED(f11, 11, 4), CUCKOO_KERNEL_ROW_PARTED(f15, 15, 4),
	CUCKOO_KERNEL_ROW_PARTED(f17, 17, 4), CUCKOO_KERNEL_ROW_PARTED(f19, 19, 4),
	CUCKOO_KERNEL_ROW_PARTED(any, 0, 0)};

const struct cuckoo_kind FILTER_KIND(ss_cf_batch) = {
	.kernels = kernels, .limits = &cuckoo_limits_semisorted, .bucket_used = ss_bucket_used, CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(ss_cf_batch) = {
	.name = "ss-cf-batch",
	.title = "ss-CF, batched",
	.about = "ss-cf, pipelined across the keys of a call: insertions interleaved, the rest prefetched",
	.twin = "ss-cf",
	.rearranges = true,
	.batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 13, .slots = 4}, .ns = {80, 25, 40}},
	.kind = &FILTER_KIND(ss_cf_batch),
	.build = cuckoo_build,
	CUCKOO_OPS,
};
