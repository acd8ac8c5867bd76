/* SPDX-License-Identifier: MIT */
/* xor_batch.c - xor with lookups pipelined across the keys of a call, in portable C (peeled_batch.h). Its table is
 * xor's. */
#include "baselines/peeled/peeled_batch.h"

#define PEELED_LOOK_UP peeled_batch
#define PEELED_GRAPH PEEL_XOR
PEELED_CONTAINS(xor_batch, )

static const struct peeled_kind xor_batch_kind = {.graph = PEEL_XOR};

const struct filter_ops FILTER_OPS(xor_batch) = {
	.name = "xor-batch",
	.title = "xor, batched",
	.about = "xor, look-ups pipelined across the keys of a call",
	.twin = "xor",
	.batch = PEELED_BATCH,
	.facts = {.source = __FILE__, .params = {.fp_bits = PEELED_R}, .bits_per_item = 9.85, .ns = {120, 20, 0}},
	.kind = &xor_batch_kind,
	.contains = xor_batch_contains,
	PEELED_OPS,
};
