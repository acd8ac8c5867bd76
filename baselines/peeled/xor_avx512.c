/* SPDX-License-Identifier: MIT */
/* xor_avx512.c - xor with lookups of 8 keys at a time by AVX-512 (peeled_vector.h). Its table is xor's. */
#include "core/vector_avx512.h"

#include "baselines/peeled/peeled_vector.h"

#define PEELED_LOOK_UP peeled_vectors
#define PEELED_GRAPH PEEL_XOR
PEELED_CONTAINS(xor_avx512, PEELED_TARGET)

static const struct peeled_kind xor_avx512_kind = {.graph = PEEL_XOR};

const struct filter_ops FILTER_OPS(xor_avx512) = {
	.name = "xor-avx512",
	.title = "xor, AVX-512",
	.about = "xor, 8 keys looked up at once (AVX-512)",
	.twin = "xor",
	.isa = ISA_AVX512,
	.batch = PEELED_BATCH,
	.facts = {.source = __FILE__, .params = {.fp_bits = PEELED_R}, .bits_per_item = 9.85, .ns = {120, 12, 0}},
	.kind = &xor_avx512_kind,
	.contains = xor_avx512_contains,
	PEELED_OPS,
};
