/* SPDX-License-Identifier: MIT */
/*
 * cs_bf_avx2.c - cs-BF with 4 keys hashed, tested or made ready for insertion at a time (bloom_words_vector.h).
 */
#include "core/vector_avx2.h"

#define BLOCKS_FORM BLOCK_SECTORS
#include "baselines/bloom/bloom_words_vector.h"

BLOOM_INSERT_AND_CONTAINS(cs_bf_avx2, blocks_vectors)

const struct filter_ops FILTER_OPS(cs_bf_avx2) = {
	.name = "cs-bf-avx2",
	.title = "cs-BF, AVX2",
	.about = "cs-bf, 4 keys at a time (AVX2)",
	.twin = "cs-bf",
	.isa = ISA_AVX2,
	.batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = WORDS_SECTORS_K}, .bits_per_item = 13, .ns = {5, 5, 0}},
	.check = words_check,
	.kind = &cs_kind,
	BLOOM_OPS(cs_bf_avx2),
};
