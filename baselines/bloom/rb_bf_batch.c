/* SPDX-License-Identifier: MIT */
/*
 * rb_bf_batch.c - rb-BF with lookups and insertions that are pipelined across the keys of a call (bloom_words_batch.h).
 * It has a name of its own because rb-bf handles one key after the other.
 */
#define WORDS_FORM WORDS_ONE
#define BLOCKS_FORM BLOCK_WORD
#include "baselines/bloom/bloom_words_batch.h"

BLOOM_INSERT_AND_CONTAINS(rb_bf_batch, words_batch)

const struct filter_ops FILTER_OPS(rb_bf_batch) = {
	.name = "rb-bf-batch",
	.title = "rb-BF, batched",
	.about = "rb-bf, look-ups and insertions pipelined across the keys of a call",
	.twin = "rb-bf",
	.batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = WORDS_ONE_K}, .bits_per_item = 13, .ns = {10, 8, 0}},
	.check = words_check,
	.chooses = ISA_AVX2,
	.kind = &rb_kind,
	BLOOM_OPS(rb_bf_batch),
};
