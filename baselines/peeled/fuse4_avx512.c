/* SPDX-License-Identifier: MIT */
/* fuse4_avx512.c - fuse4 with lookups of 8 keys at a time by AVX-512 (peeled_vector.h). Its table is fuse4's. */
#include "core/vector_avx512.h"

#include "baselines/peeled/peeled_vector.h"

#define PEELED_LOOK_UP peeled_vectors
#define PEELED_GRAPH PEEL_FUSE4
PEELED_CONTAINS(fuse4_avx512, PEELED_TARGET)

static const struct peeled_kind fuse4_avx512_kind = {.graph = PEEL_FUSE4};

const struct filter_ops FILTER_OPS(fuse4_avx512) = {
	.name = "fuse4-avx512",
	.title = "fuse4, AVX-512",
	.about = "fuse4, 8 keys looked up at once (AVX-512)",
	.twin = "fuse4",
	.isa = ISA_AVX512,
	.batch = PEELED_BATCH,
	.facts = {.source = __FILE__, .params = {.fp_bits = PEELED_R}, .bits_per_item = 8.65, .ns = {120, 12, 0}},
	.kind = &fuse4_avx512_kind,
	.contains = fuse4_avx512_contains,
	PEELED_OPS,
};
