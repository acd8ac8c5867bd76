/* SPDX-License-Identifier: MIT */
/* fuse4_vector.c - fuse4 with lookups of a vector of keys at a time (peeled_vector.h). Its table is fuse4's. */
#include "core/vector.h"

#include "baselines/peeled/peeled_vector.h"

#define PEELED_LOOK_UP peeled_vectors
#define PEELED_GRAPH PEEL_FUSE4
PEELED_CONTAINS(vectors, PEELED_TARGET)

static const struct peeled_kind kind = {.graph = PEEL_FUSE4};

const struct filter_ops VECTOR_OPS(fuse4) = {
	.name = "fuse4-" VECTOR_NAME,
	.title = "fuse4, " VECTOR_CALLED,
	.about = "fuse4, " VECTOR_KEYS " keys looked up at once (" VECTOR_CALLED ")",
	.twin = "fuse4",
	.isa = VECTOR_ISA,
	.batch = PEELED_BATCH,
	.facts = {.source = __FILE__, .params = {.fp_bits = PEELED_R}, .bits_per_item = 8.65, .ns = {120, 15, 0}},
	.kind = &kind,
	.contains = vectors_contains,
	PEELED_OPS,
};
