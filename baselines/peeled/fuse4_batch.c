/* SPDX-License-Identifier: MIT */
/* fuse4_batch.c - fuse4 with lookups pipelined across the keys of a call, in portable C (peeled_batch.h). Its table is
 * fuse4's. */
#include "baselines/peeled/peeled_batch.h"

#define PEELED_LOOK_UP peeled_batch
#define PEELED_GRAPH PEEL_FUSE4
PEELED_CONTAINS(fuse4_batch, )

static const struct peeled_kind fuse4_batch_kind = {.graph = PEEL_FUSE4};

const struct filter_ops FILTER_OPS(fuse4_batch) = {
	.name = "fuse4-batch",
	.title = "fuse4, batched",
	.about = "fuse4, look-ups pipelined across the keys of a call",
	.twin = "fuse4",
	.batch = PEELED_BATCH,
	.facts = {.source = __FILE__, .params = {.fp_bits = PEELED_R}, .bits_per_item = 8.65, .ns = {120, 20, 0}},
	.kind = &fuse4_batch_kind,
	.contains = fuse4_batch_contains,
	PEELED_OPS,
};
