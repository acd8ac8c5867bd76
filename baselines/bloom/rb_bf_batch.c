/* SPDX-License-Identifier: MIT */
/*
 * rb_bf_batch.c - rb-BF with lookups and insertions that are pipelined across the keys of a call, in portable C
 * (bloom_blocks.h has the loops). It has a name of its own because rb-bf handles one key after the other.
 */
#include "baselines/bloom/bloom_blocks.h"

ALWAYS_INLINE size_t
batched(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return blocks_batch(f, BLOCK_WORD, keys, n, hit);
}

/* Defines rb_bf_batch_insert and rb_bf_batch_contains. */
BLOOM_INSERT_AND_CONTAINS(rb_bf_batch, batched)

const struct filter_ops FILTER_OPS(rb_bf_batch) = {
	.name = "rb-bf-batch",
	.title = "rb-BF, batched",
	.about = "rb-bf, look-ups and insertions pipelined across the keys of a call",
	.twin = "rb-bf",
	.batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = WORDS_ONE_K}, .bits_per_item = 13, .ns = {10, 8, 0}},
	.info = bloom_info,
	.check = words_check,
	.save = bloom_save,
	.kind = &rb_kind,
	BLOOM_OPS(rb_bf_batch),
};
