/* SPDX-License-Identifier: MIT */
/* fuse3_vector.c - fuse3 with lookups of a vector of keys at a time (peeled_vector.h). Its table is fuse3's. */
#include "core/vector.h"

#include "baselines/peeled/peeled_vector.h"

#define PEELED_LOOK_UP peeled_vectors
#define PEELED_GRAPH PEEL_FUSE3
PEELED_CONTAINS(vectors, PEELED_TARGET)

static const struct peeled_kind kind = {.graph = PEEL_FUSE3};

const struct filter_ops VECTOR_OPS(fuse3) = {
	.name = "fuse3-" VECTOR_NAME,
	.title = "fuse3, " VECTOR_CALLED,
	.about = "fuse3, " VECTOR_KEYS " keys looked up at once (" VECTOR_CALLED ")",
	.twin = "fuse3",
	.isa = VECTOR_ISA,
	.batch = PEELED_BATCH,
	.facts = {.source = __FILE__, .params = {.fp_bits = PEELED_R}, .bits_per_item = 9.05, .ns = {120, 15, 0}},
	.kind = &kind,
	.contains = vectors_contains,
	PEELED_OPS,
};
