/* SPDX-License-Identifier: MIT */
/* fuse4_avx2.c - fuse4 with lookups of 4 keys at a time by AVX2 (peeled_vector.h). Its table is fuse4's. */
#include "core/vector_avx2.h"

#include "baselines/peeled/peeled_vector.h"

#define PEELED_LOOK_UP peeled_vectors
#define PEELED_GRAPH PEEL_FUSE4
PEELED_CONTAINS(fuse4_avx2, PEELED_TARGET)

static const struct peeled_kind fuse4_avx2_kind = {.graph = PEEL_FUSE4};

const struct filter_ops FILTER_OPS(fuse4_avx2) = {
	.name = "fuse4-avx2",
	.title = "fuse4, AVX2",
	.about = "fuse4, 4 keys looked up at once (AVX2)",
	.twin = "fuse4",
	.isa = ISA_AVX2,
	.batch = PEELED_BATCH,
	.facts = {.source = __FILE__, .params = {.fp_bits = PEELED_R}, .bits_per_item = 8.65, .ns = {120, 15, 0}},
	.kind = &fuse4_avx2_kind,
	.contains = fuse4_avx2_contains,
	PEELED_OPS,
};
