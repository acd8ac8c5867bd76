/* SPDX-License-Identifier: MIT */
/*
 * vacuum_batch.c - the vacuum filter pipelined across the keys of a call, in portable C, as cf-batch is: lookups
 * (plain_batch.h), deletions (cuckoo_ahead.h), insertions (cuckoo_interleaved.h). A small table, without chunks, is
 * cf-any-batch's.
 */
#include "variants/cuckoo/cuckoo_chunks.h"

#include "variants/plain/plain_batch.h"

#define KERNEL(id, F, B) CUCKOO_KERNEL_BATCH(id, batch_plain, batch_contains, F, B)
CUCKOO_KERNELS(PLAIN_WIDTHS_ANY, KERNEL, CUCKOO_KERNEL_ROW, c->b)

const struct cuckoo_kind FILTER_KIND(vacuum_batch) = {.kernels = kernels,
                                                      .whole = &FILTER_KIND(cf_any_batch),
                                                      .limits = &cuckoo_limits_vacuum,
                                                      .bucket_used = plain_bucket_used,
                                                      CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(vacuum_batch) = {
	.name = "vacuum-batch",
	.title = "vacuum filter, batched",
	.about = "vacuum, pipelined across the keys of a call: insertions interleaved, the rest prefetched",
	.twin = "vacuum",
	.rearranges = true,
	.batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {60, 25, 20}, .part = FILTER_FIELD},
	.kind = &FILTER_KIND(vacuum_batch),
	CUCKOO_OPS,
};
