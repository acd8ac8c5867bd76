/* SPDX-License-Identifier: MIT */
/*
 * blk_bf.c - blk-BF, the blocked Bloom filter (Putze, Sanders, Singler, "Cache-, hash- and space-efficient Bloom
 * filters", WEA 2007) as the cuckoo filter paper measures it (Fan et al., CoNEXT 2014, section 7): 64-byte blocks, k =
 * 9, 13.00 bits an item, double hashing inside the block.
 *
 *      64-bit hash:  |  block (high bits)  ...     | h2, 9 bits | h1, 9 bits |
 *
 *      block:        | 512 bits | 512 bits | 512 bits | ...        each on one cache line: 64-byte aligned
 *                          ^
 *                          bits h1 + i * h2 mod 512, i = 0 .. k-1, h2 made odd
 *
 * All k bits lie on one line, so a lookup misses the cache at most once. It still ends at the first 0 bit, by which the
 * paper explains the shape of its figure 5. With a table of 192 MiB this was about 1.4 times as fast for negative
 * queries as a test of all k bits without a branch. With the table in cache it is the other way round.
 *
 * An odd h2 is invertible mod 512, so an item's k <= 32 bits are distinct. An even h2 would revisit bits early and
 * raise the rate from 0.435 % to 0.556 % at 13 bits and k = 9. (Both are simulations of single blocks with a Poisson
 * number of items; the paper measured 0.43 %.) k independent positions would give 0.28 %. The rest is the price of
 * double hashing in so small a range, where items often share most of their bits. This filter pays it as the paper did.
 *
 * A key takes some 20 instructions for hash and loop, and 5 for each bit with BMI1 and BMI2 (bloom_keys.h). Of those 5,
 * 3 or 4 write an integer register. From memory that is what counts: each key needs one line, and a core has registers
 * for a limited number of keys at a time. With 9 instructions a bit, 5 or 6 of which write a register, building was
 * 1.28 times as slow and lookups of present keys 1.26 times (Zen 5, 192 MiB).
 *
 * Invariants: a block has no bit set, or at least k; at most k bits, and one block, an item.
 */
#include "baselines/bloom/bloom.h"
#include "baselines/bloom/bloom_keys.h"

static const struct bloom_kind blk_bf_kind = {.unit = BLK_BYTES, .per_byte = 8};

BLOOM_ALONE_INSERT_AND_CONTAINS(blk_bf, true)

/* The paper's 13 bits with k = 9, and the best k of other sizes up to that. Larger sizes also have the k with an
 * instance of its own, because there more bits in a block soon add little. */
static const struct filter_shape shapes[] = {
	{.bits = 8, .hashes = 6},   {.bits = 13, .hashes = 9, .near = 8, .usual = true},
	{.bits = 16, .hashes = 9},  {.bits = 20, .hashes = 9},
	{.bits = 20, .hashes = 14}, {0}};

const struct filter_ops FILTER_OPS(blk_bf) = {
	.name = "blk-bf",
	.title = "blk-BF",
	.about = "Bloom filter in 64-byte blocks (Putze et al., WEA 2007)",
	.facts = {.source = __FILE__,
                  .params = {.hashes = 9},
                  .bits_per_item = 13,
                  .lines = {1, 1, 1, 0},
                  .ns = {60, 60, 0},
                  .shapes = shapes},
	.check = blk_check_blocks,
	.chooses = ISA_AVX2,
	.kind = &blk_bf_kind,
	BLOOM_OPS(blk_bf),
	.become = family_become,
};
