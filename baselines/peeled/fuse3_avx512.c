/* SPDX-License-Identifier: MIT */
/* fuse3_avx512.c - fuse3 with lookups of 8 keys at a time by AVX-512 (peeled_vector.h). Its table is fuse3's. */
#include "core/vector_avx512.h"

#include "baselines/peeled/peeled_vector.h"

#define PEELED_LOOK_UP peeled_vectors
#define PEELED_GRAPH PEEL_FUSE3
PEELED_CONTAINS(fuse3_avx512, PEELED_TARGET)

static const struct peeled_kind fuse3_avx512_kind = {.graph = PEEL_FUSE3};

const struct filter_ops FILTER_OPS(fuse3_avx512) = {
	.name = "fuse3-avx512",
	.title = "fuse3, AVX-512",
	.about = "fuse3, 8 keys looked up at once (AVX-512)",
	.twin = "fuse3",
	.isa = ISA_AVX512,
	.batch = PEELED_BATCH,
	.facts = {.source = __FILE__, .params = {.fp_bits = PEELED_R}, .bits_per_item = 9.05, .ns = {120, 12, 0}},
	.kind = &fuse3_avx512_kind,
	.contains = fuse3_avx512_contains,
	PEELED_OPS,
};
