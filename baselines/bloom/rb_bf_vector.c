/* SPDX-License-Identifier: MIT */
/* rb_bf_vector.c - rb-BF with a vector of keys hashed, tested or made ready at a time (bloom_words_vector.h). */
#include "core/vector.h"

#define BLOCKS_FORM BLOCK_WORD
#include "baselines/bloom/bloom_words_vector.h"

BLOOM_INSERT_AND_CONTAINS(vectors, blocks_vectors)

const struct filter_ops VECTOR_OPS(rb_bf) = {
	.name = "rb-bf-" VECTOR_NAME,
	.title = "rb-BF, " VECTOR_CALLED,
	.about = "rb-bf, " VECTOR_KEYS " keys at a time (" VECTOR_CALLED ")",
	.twin = "rb-bf",
	.isa = VECTOR_ISA,
	.batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = WORDS_ONE_K}, .bits_per_item = 13, .ns = {5, 5, 0}},
	.check = words_check,
	.kind = &rb_kind,
	BLOOM_OPS(vectors),
};
