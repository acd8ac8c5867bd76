/* SPDX-License-Identifier: MIT */
/* peeled_batch.c - xor, fuse3 and fuse4 with lookups pipelined across the keys of a call, in portable C
 * (peeled_batch.h). Their tables are those of the filters that look up one key after the other. */
#include "baselines/peeled/peeled_batch.h"

#define PEELED_BATCHED(NAME, BITS)                                                                                 \
	.name = NAME "-batch", .title = NAME ", batched",                                                          \
	.about = NAME ", look-ups pipelined across the keys of a call", .twin = NAME, .batch = PEELED_BATCH,       \
	.facts = {.source = __FILE__, .params = {.fp_bits = PEELED_R}, .bits_per_item = BITS, .ns = {120, 20, 0}}, \
	PEELED_OPS

PEELED_CONTAINS(xor_batch, , peeled_batch, PEEL_XOR)
static const struct peeled_kind xor_batch_kind = {.graph = PEEL_XOR};
const struct filter_ops FILTER_OPS(xor_batch) = {PEELED_BATCHED("xor", 9.85), .kind = &xor_batch_kind,
                                                 .contains = xor_batch_contains};

PEELED_CONTAINS(fuse3_batch, , peeled_batch, PEEL_FUSE3)
static const struct peeled_kind fuse3_batch_kind = {.graph = PEEL_FUSE3};
const struct filter_ops FILTER_OPS(fuse3_batch) = {PEELED_BATCHED("fuse3", 9.05), .kind = &fuse3_batch_kind,
                                                   .contains = fuse3_batch_contains};

PEELED_CONTAINS(fuse4_batch, , peeled_batch, PEEL_FUSE4)
static const struct peeled_kind fuse4_batch_kind = {.graph = PEEL_FUSE4};
const struct filter_ops FILTER_OPS(fuse4_batch) = {PEELED_BATCHED("fuse4", 8.65), .kind = &fuse4_batch_kind,
                                                   .contains = fuse4_batch_contains};
