/* SPDX-License-Identifier: MIT */
/*
 * rb_bf_avx512.c - rb-BF with 8 keys hashed, tested or made ready for insertion at a time (bloom_words_vector.h).
 */
#include "core/vector_avx512.h"

#define BLOCKS_FORM BLOCK_WORD
#include "baselines/bloom/bloom_words_vector.h"

BLOOM_INSERT_AND_CONTAINS(rb_bf_avx512, blocks_vectors)

const struct filter_ops FILTER_OPS(rb_bf_avx512) = {
	.name = "rb-bf-avx512",
	.title = "rb-BF, AVX-512",
	.about = "rb-bf, 8 keys at a time (AVX-512)",
	.twin = "rb-bf",
	.isa = ISA_AVX512,
	.batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = WORDS_ONE_K}, .bits_per_item = 13, .ns = {5, 5, 0}},
	.check = words_check,
	.kind = &rb_kind,
	BLOOM_OPS(rb_bf_avx512),
};
