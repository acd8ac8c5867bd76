/* SPDX-License-Identifier: MIT */
/*
 * bf.c - BF, the standard Bloom filter (Bloom, CACM 1970) as the cuckoo filter paper measures it (Fan et al., CoNEXT
 * 2014, section 7): k = 9 and 13.00 bits an item, double hashing, a lookup that ends at the first 0 bit.
 *
 *      m bits, m any multiple of 8:    | 0 1 0 0 1 0 1 1 | 1 0 1 0 0 ...            | 0 0 0 ...
 *      position_i of bloom.h  ----------------^                 ^ bytes 0 .. m/8 - 1  ^ padding
 *
 * n items leave a bit 0 with probability e^(-k n / m), so the rate is (1 - e^(-k n / m))^k: 0.194 % at 13 bits, k = 9.
 * At that load a bit is set with probability 1/2. A negative lookup reads 2 bits on average and a positive one reads
 * all k, each on a cache line of its own (Table 2).
 *
 * The algorithm ends a lookup at the first 0 bit, which gives figures 5 and 6 their shape. So the k reads are not
 * merged into one test without branches. From memory that test was slower for negative queries, because it fetches all
 * k lines, and slower for positive ones too. Nor are the first three reads merged. In a third-level cache, absent keys
 * then take 0.7 times as long, but a query set with half of its keys present takes 1.14 times as long (12 MiB, Emerald
 * Rapids). An insertion has no branch.
 *
 * A key takes some 20 instructions for hash and loop, and 6 for each bit read with BMI2 (bloom_keys.h). The loop waits
 * for memory. For absent keys it also waits for the jump that ends a lookup: the processor predicts that jump every
 * second time, and after a wrong prediction it begins again from the hash on. From memory, as many lines are in flight
 * as a core has room for instructions and their registers. So the cost of the hash matters, most of all in a cache.
 * Lookup rate relative to a public filter whose mixer takes fewer instructions (Emerald Rapids):
 *
 *                          absent, 192 MiB    absent, 256 KiB    present, 256 KiB
 *      XXH3                      0.95               1.00               0.83
 *      multiply-shift            1.06               1.12               1.11
 *
 * Invariants: no bit is set beyond m; at most k bits an item are set, and at least 1 if there is any item.
 */
#include "baselines/bloom/bloom.h"
#include "baselines/bloom/bloom_keys.h"

static const struct bloom_kind bf_kind = {.unit = 1, .per_byte = 8};

BLOOM_ALONE_INSERT_AND_CONTAINS(bf, false)

/* The paper's 13 bits, k = 9, and the best k of other sizes. */
static const struct filter_shape shapes[] = {{.bits = 8, .hashes = 6},
                                             {.bits = 13, .hashes = 9, .usual = true},
                                             {.bits = 16, .hashes = 11},
                                             {.bits = 20, .hashes = 14},
                                             {.bits = 12, .hashes = 8, .near = 8, .field = true},
                                             {.bits = 17, .hashes = 12, .near = 12, .field = true},
                                             {.bits = 23, .hashes = 16, .near = 16, .field = true},
                                             {0}};

const struct filter_ops FILTER_OPS(bf) = {
	.name = "bf",
	.title = "BF",
	.about = "standard Bloom filter, double hashing (Bloom, CACM 1970)",
	.facts = {.source = __FILE__,
                  .params = {.hashes = 9},
                  .bits_per_item = 13,
                  .lines = {2, 9, 9, 0},
                  .stops = true,
                  .ns = {150, 90, 0},
                  .shapes = shapes},
	.check = bloom_check_table,
	.chooses = ISA_AVX2,
	.kind = &bf_kind,
	BLOOM_OPS(bf),
	.become = family_become,
};
