/* SPDX-License-Identifier: MIT */
/*
 * rb_bf_avx2.c - rb-BF with 4 keys hashed, tested or made ready for insertion at a time (bloom_words_vector.h).
 */
#include "core/vector_avx2.h"

#define BLOCKS_FORM BLOCK_WORD
#include "baselines/bloom/bloom_words_vector.h"

BLOOM_INSERT_AND_CONTAINS(rb_bf_avx2, blocks_vectors)

const struct filter_ops FILTER_OPS(rb_bf_avx2) = {
	.name = "rb-bf-avx2",
	.title = "rb-BF, AVX2",
	.about = "rb-bf, 4 keys at a time (AVX2)",
	.twin = "rb-bf",
	.isa = ISA_AVX2,
	.batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = WORDS_ONE_K}, .bits_per_item = 13, .ns = {5, 5, 0}},
	.check = words_check,
	.kind = &rb_kind,
	BLOOM_OPS(rb_bf_avx2),
};
