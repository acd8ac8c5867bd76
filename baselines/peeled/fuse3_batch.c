/* SPDX-License-Identifier: MIT */
/* fuse3_batch.c - fuse3 with lookups pipelined across the keys of a call, in portable C (peeled_batch.h). Its table is
 * fuse3's. */
#include "baselines/peeled/peeled_batch.h"

#define PEELED_LOOK_UP peeled_batch
#define PEELED_GRAPH PEEL_FUSE3
PEELED_CONTAINS(fuse3_batch, )

static const struct peeled_kind fuse3_batch_kind = {.graph = PEEL_FUSE3};

const struct filter_ops FILTER_OPS(fuse3_batch) = {
	.name = "fuse3-batch",
	.title = "fuse3, batched",
	.about = "fuse3, look-ups pipelined across the keys of a call",
	.twin = "fuse3",
	.batch = PEELED_BATCH,
	.facts = {.source = __FILE__, .params = {.fp_bits = PEELED_R}, .bits_per_item = 9.05, .ns = {120, 20, 0}},
	.kind = &fuse3_batch_kind,
	.contains = fuse3_batch_contains,
	PEELED_OPS,
};
