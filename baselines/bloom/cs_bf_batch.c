/* SPDX-License-Identifier: MIT */
/*
 * cs_bf_batch.c - cs-BF with lookups and insertions that are pipelined across the keys of a call (bloom_words_batch.h).
 * It has a name of its own because cs-bf handles one key after the other.
 */
#define WORDS_FORM WORDS_SECTORS
#define BLOCKS_FORM BLOCK_SECTORS
#include "baselines/bloom/bloom_words_batch.h"

BLOOM_INSERT_AND_CONTAINS(cs_bf_batch, words_batch)

const struct filter_ops FILTER_OPS(cs_bf_batch) = {
	.name = "cs-bf-batch",
	.title = "cs-BF, batched",
	.about = "cs-bf, look-ups and insertions pipelined across the keys of a call",
	.twin = "cs-bf",
	.batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = WORDS_SECTORS_K}, .bits_per_item = 13, .ns = {10, 8, 0}},
	.check = words_check,
	.chooses = ISA_AVX2,
	.kind = &cs_kind,
	BLOOM_OPS(cs_bf_batch),
};
