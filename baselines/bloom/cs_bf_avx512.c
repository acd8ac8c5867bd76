/* SPDX-License-Identifier: MIT */
/*
 * cs_bf_avx512.c - cs-BF with 8 keys hashed, tested or made ready for insertion at a time (bloom_words_vector.h).
 */
#include "core/vector_avx512.h"

#define BLOCKS_FORM BLOCK_SECTORS
#include "baselines/bloom/bloom_words_vector.h"

BLOOM_INSERT_AND_CONTAINS(cs_bf_avx512, blocks_vectors)

const struct filter_ops FILTER_OPS(cs_bf_avx512) = {
	.name = "cs-bf-avx512",
	.title = "cs-BF, AVX-512",
	.about = "cs-bf, 8 keys at a time (AVX-512)",
	.twin = "cs-bf",
	.isa = ISA_AVX512,
	.batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = WORDS_SECTORS_K}, .bits_per_item = 13, .ns = {5, 5, 0}},
	.check = words_check,
	.kind = &cs_kind,
	BLOOM_OPS(cs_bf_avx512),
};
