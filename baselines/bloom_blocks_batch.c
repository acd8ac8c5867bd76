/* SPDX-License-Identifier: MIT */
/*
 * bloom_blocks_batch.c - blk-bf-batch and sb-bf-batch: blk-BF and sb-BF with look-ups and insertions that are pipelined across the keys of a
 * call, in portable C (bloom_blocks.h has the loops). So names of their own: blk-bf and sb-bf do one key after the other.
 */
#include "baselines/bloom_blocks.h"

BLOCKS_INSERT_AND_CONTAINS(blk_bf_batch, BLOCK_512, blocks_batch)
BLOCKS_INSERT_AND_CONTAINS(sb_bf_batch, BLOCK_SPLIT, blocks_batch)

const struct filter_ops FILTER_OPS(blk_bf_batch) = {
	.name = "blk-bf-batch", .title = "blk-BF, batched",
	.about = "blk-bf, look-ups and insertions pipelined across the keys of a call",
	.twin = "blk-bf", .batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = 9}, .bits_per_item = 13, .ns = {10, 8, 0}},
	.info = bloom_info, .check = blk_check_blocks, .save = bloom_save,
	.kind = &blk_kind,
	BLOOM_OPS(blk_bf_batch),
};

const struct filter_ops FILTER_OPS(sb_bf_batch) = {
	.name = "sb-bf-batch", .title = "sb-BF, batched",
	.about = "sb-bf, look-ups and insertions pipelined across the keys of a call",
	.twin = "sb-bf", .batch = BLOCKS_BATCH,
	.facts = {.source = __FILE__, .params = {.hashes = 8}, .bits_per_item = 13, .ns = {10, 8, 0}},
	.info = bloom_info, .check = split_check, .save = bloom_save,
	.kind = &sb_kind,
	BLOOM_OPS(sb_bf_batch),
};
