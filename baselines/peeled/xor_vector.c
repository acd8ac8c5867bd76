/* SPDX-License-Identifier: MIT */
/* xor_vector.c - xor with lookups of a vector of keys at a time (peeled_vector.h). Its table is xor's. */
#include "core/vector.h"

#include "baselines/peeled/peeled_vector.h"

#define PEELED_LOOK_UP peeled_vectors
#define PEELED_GRAPH PEEL_XOR
PEELED_CONTAINS(vectors, PEELED_TARGET)

static const struct peeled_kind kind = {.graph = PEEL_XOR};

const struct filter_ops VECTOR_OPS(xor) = {
	.name = "xor-" VECTOR_NAME,
	.title = "xor, " VECTOR_CALLED,
	.about = "xor, " VECTOR_KEYS " keys looked up at once (" VECTOR_CALLED ")",
	.twin = "xor",
	.isa = VECTOR_ISA,
	.batch = PEELED_BATCH,
	.facts = {.source = __FILE__, .params = {.fp_bits = PEELED_R}, .bits_per_item = 9.85, .ns = {120, 15, 0}},
	.kind = &kind,
	.contains = vectors_contains,
	PEELED_OPS,
};
