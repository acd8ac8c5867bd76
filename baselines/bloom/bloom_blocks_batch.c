/* SPDX-License-Identifier: MIT */
/*
 * bloom_blocks_batch.c - blk-BF and sb-BF with lookups and insertions that are pipelined across the keys of a call, in
 * portable C (bloom_blocks.h has the loops). They have names of their own because blk-bf and sb-bf handle one key after
 * the other.
 */
#include "baselines/bloom/bloom_blocks.h"

#define BLOCKS_BATCHED(ID, NAME, K)                                                              \
	.name = ID "-batch", .title = NAME ", batched",                                          \
	.about = ID ", look-ups and insertions pipelined across the keys of a call", .twin = ID, \
	.batch = BLOCKS_BATCH,                                                                   \
	.facts = {.source = __FILE__, .params = {.hashes = K}, .bits_per_item = 13, .ns = {10, 8, 0}}

ALWAYS_INLINE size_t
blk_batched(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return blocks_batch(f, BLOCK_512, keys, n, hit);
}

BLOOM_INSERT_AND_CONTAINS(blk_bf_batch, blk_batched)
const struct filter_ops FILTER_OPS(blk_bf_batch) = {
	BLOCKS_BATCHED("blk-bf", "blk-BF", 9), .check = blk_check_blocks, .kind = &blk_loop_kind,
	.size = sizeof(struct blk_patterned),  BLOOM_OPS(blk_bf_batch),   .become = family_become};

ALWAYS_INLINE size_t
sb_batched(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return blocks_batch(f, BLOCK_SPLIT, keys, n, hit);
}

BLOOM_INSERT_AND_CONTAINS(sb_bf_batch, sb_batched)
const struct filter_ops FILTER_OPS(sb_bf_batch) = {BLOCKS_BATCHED("sb-bf", "sb-BF", 8), .check = split_check,
                                                   .kind = &sb_kind, BLOOM_OPS(sb_bf_batch)};
