/* SPDX-License-Identifier: MIT */
/*
 * sb_bf_batch.c - sb-BF with lookups and insertions that are pipelined across the keys of a call, in portable C
 * (bloom_blocks.h has the loops). It has a name of its own because sb-bf handles one key after the other.
 */
#include "baselines/bloom/bloom_blocks.h"

ALWAYS_INLINE size_t
batched(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return blocks_batch(f, BLOCK_SPLIT, keys, n, hit);
}

BLOOM_INSERT_AND_CONTAINS(sb_bf_batch, batched)

const struct filter_ops FILTER_OPS(sb_bf_batch) = {
	.name = "sb-bf-batch",
	.title = "sb-BF, batched",
	.about = "sb-bf, look-ups and insertions pipelined across the keys of a call",
	.twin = "sb-bf",
	.batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = 8}, .bits_per_item = 13, .ns = {10, 8, 0}},
	.check = split_check,
	.kind = &sb_kind,
	BLOOM_OPS(sb_bf_batch),
};
