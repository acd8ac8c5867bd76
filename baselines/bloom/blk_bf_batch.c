/* SPDX-License-Identifier: MIT */
/*
 * blk_bf_batch.c - blk-BF with lookups and insertions that are pipelined across the keys of a call, in portable C
 * (bloom_blocks.h has the loops). It has a name of its own because blk-bf handles one key after the other.
 */
#include "baselines/bloom/bloom.h"
#include "baselines/bloom/bloom_blocks.h"

ALWAYS_INLINE size_t
batched(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return blocks_batch(f, BLOCK_512, keys, n, hit);
}

BLOOM_INSERT_AND_CONTAINS(blk_bf_batch, batched)

const struct filter_ops FILTER_OPS(blk_bf_batch) = {
	.name = "blk-bf-batch",
	.title = "blk-BF, batched",
	.about = "blk-bf, look-ups and insertions pipelined across the keys of a call",
	.twin = "blk-bf",
	.batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = 9}, .bits_per_item = 13, .ns = {10, 8, 0}},
	.check = blk_check_blocks,
	.kind = &blk_kind,
	BLOOM_OPS(blk_bf_batch),
	.become = family_become,
};
