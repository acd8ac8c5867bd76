/* SPDX-License-Identifier: MIT */
/* fuse3_avx2.c - fuse3 with lookups of 4 keys at a time by AVX2 (peeled_vector.h). Its table is fuse3's. */
#include "core/vector_avx2.h"

#include "baselines/peeled/peeled_vector.h"

#define PEELED_LOOK_UP peeled_vectors
#define PEELED_GRAPH PEEL_FUSE3
PEELED_CONTAINS(fuse3_avx2, PEELED_TARGET)

static const struct peeled_kind fuse3_avx2_kind = {.graph = PEEL_FUSE3};

const struct filter_ops FILTER_OPS(fuse3_avx2) = {
	.name = "fuse3-avx2",
	.title = "fuse3, AVX2",
	.about = "fuse3, 4 keys looked up at once (AVX2)",
	.twin = "fuse3",
	.isa = ISA_AVX2,
	.batch = PEELED_BATCH,
	.facts = {.source = __FILE__, .params = {.fp_bits = PEELED_R}, .bits_per_item = 9.05, .ns = {120, 15, 0}},
	.kind = &fuse3_avx2_kind,
	.contains = fuse3_avx2_contains,
	PEELED_OPS,
};
