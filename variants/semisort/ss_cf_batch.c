/* SPDX-License-Identifier: MIT */
/*
 * ss_cf_batch.c - ss-CF pipelined across the keys of a call, in portable C: lookups (semisort_batch.h), deletions
 * (cuckoo_ahead.h), insertions (cuckoo_interleaved.h). So it has a name of its own: ss-cf processes one key after the
 * other, as the paper does.
 */
#include "variants/cuckoo/cuckoo_parted.h"
#include "variants/semisort/semisort_batch.h"

#define KERNEL(id, F, B)                                             \
	CUCKOO_KERNEL_BATCH(id, ss_batched, ss_batch_contains, F, B) \
	CUCKOO_PARTED(id, ss_batched, F, B)
CUCKOO_KERNELS(SS_WIDTHS, KERNEL, CUCKOO_KERNEL_ROW_PARTED, 4)

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
