/* SPDX-License-Identifier: MIT */
/*
 * blk_bf_exit.c - a control for blk-BF's loops: a lookup ends at the first 0 bit, as the paper's did, by which it
 * explains the shape of its figure 5 (Fan et al., CoNEXT 2014, section 7.2); and bits are set and tested one after the
 * other.
 *
 *      | bit | bit | bit: 0, absent                                              blk-bf: | all k bits |
 *
 * A key takes some 20 instructions for hash and loop, and 5 for each bit with BMI1 and BMI2 (bloom_keys.h). Of those 5,
 * 3 or 4 write an integer register. From memory that is what counts: each key needs one line, and a core has registers
 * for a limited number of keys at a time. With 9 instructions a bit, 5 or 6 of which write a register, building was
 * 1.28 times as slow and lookups of present keys 1.26 times (Zen 5, 192 MiB). With a table of 192 MiB the early end was
 * about 1.4 times as fast for negative queries as a test of all k bits one after the other without a branch. With the
 * table in cache it is the other way round.
 *
 * Its table is blk-bf's.
 */
#include "baselines/bloom/bloom_keys.h"

BLOOM_ALONE_INSERT_AND_CONTAINS(blk_bf_exit, true)

const struct filter_ops FILTER_OPS(blk_bf_exit) = {
	.name = "blk-bf-exit",
	.title = "blk-BF, exiting",
	.about = "blk-bf with look-ups that end at the first 0 bit, one bit after the other",
	.twin = "blk-bf",
	.caps = FILTER_CONTROL,
	.facts = {.source = __FILE__,
                  .params = {.hashes = 9},
                  .bits_per_item = 13,
                  .ns = {60, 60, 0},
                  .part = FILTER_DESCRIBED},
	.check = blk_check_blocks,
	.chooses = ISA_AVX2,
	.kind = &blk_loop_kind,
	.size = sizeof(struct blk_patterned),
	BLOOM_OPS(blk_bf_exit),
	.become = family_become,
};
