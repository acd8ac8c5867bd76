/* SPDX-License-Identifier: MIT */
/* xor_avx2.c - xor with lookups of 4 keys at a time by AVX2 (peeled_vector.h). Its table is xor's. */
#include "core/vector_avx2.h"

#include "baselines/peeled/peeled_vector.h"

#define PEELED_LOOK_UP peeled_vectors
#define PEELED_GRAPH PEEL_XOR
PEELED_CONTAINS(xor_avx2, PEELED_TARGET)

static const struct peeled_kind xor_avx2_kind = {.graph = PEEL_XOR};

const struct filter_ops FILTER_OPS(xor_avx2) = {
	.name = "xor-avx2",
	.title = "xor, AVX2",
	.about = "xor, 4 keys looked up at once (AVX2)",
	.twin = "xor",
	.isa = ISA_AVX2,
	.batch = PEELED_BATCH,
	.facts = {.source = __FILE__, .params = {.fp_bits = PEELED_R}, .bits_per_item = 9.85, .ns = {120, 15, 0}},
	.kind = &xor_avx2_kind,
	.contains = xor_avx2_contains,
	PEELED_OPS,
};
