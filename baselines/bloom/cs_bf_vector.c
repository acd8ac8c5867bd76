/* SPDX-License-Identifier: MIT */
/* cs_bf_vector.c - cs-BF with a vector of keys hashed, tested or made ready at a time (bloom_words_vector.h). */
#include "core/vector.h"

#define BLOCKS_FORM BLOCK_SECTORS
#include "baselines/bloom/bloom_words_vector.h"

BLOOM_INSERT_AND_CONTAINS(vectors, blocks_vectors)

const struct filter_ops VECTOR_OPS(cs_bf) = {
	.name = "cs-bf-" VECTOR_NAME,
	.title = "cs-BF, " VECTOR_CALLED,
	.about = "cs-bf, " VECTOR_KEYS " keys at a time (" VECTOR_CALLED ")",
	.twin = "cs-bf",
	.isa = VECTOR_ISA,
	.batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = WORDS_SECTORS_K}, .bits_per_item = 13, .ns = {5, 5, 0}},
	.check = words_check,
	.kind = &cs_kind,
	BLOOM_OPS(vectors),
};
