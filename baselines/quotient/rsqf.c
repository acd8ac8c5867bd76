/* SPDX-License-Identifier: MIT */
/*
 * rsqf.c - RSQF, the rank-and-select quotient filter of Pandey, Bender, Johnson and Patro ("A General-Purpose Counting
 * Filter: Making Every Bit Count", SIGMOD 2017): 2.125 bits of metadata a slot, filled to 95 %.
 *
 *      64-bit hash h:   | quotient | remainder, r bits | unused |     = h * slots * 2^r, and what is below 2^64 of it
 *
 *      a block:         | offset, 8 bits | occupieds, 64 bits | runends, 64 bits | 64 remainders of r bits |
 *
 * Remainders of equal quotients are adjacent and sorted: a run. A run begins in its quotient's slot or, by linear
 * probing, further on. Runs are in the order of their quotients.
 *
 *      slot             0    1    2    3    4    5    6    7
 *      remainder        -    a    b    c    d    e    -    f         runs: 1 = {a b}, 2 = {c}, 4 = {d e}, 7 = {f}
 *      occupieds        0    1    1    0    1    0    0    1         some remainder has this slot's quotient
 *      runends          0    0    1    1    0    1    0    1         the last of its run
 *
 * The k-th occupied quotient has the k-th run. So its run ends at select(runends, rank(occupieds, quotient)). A block's
 * offset says how many of its first slots runs of earlier quotients take. So rank and select begin at the block's own
 * word, and mostly end there. Each is one or two instructions where there is BMI2 (pdep). A lookup reads its run
 * backwards from the end. The published filter keeps no order in a run; its counting version (CQF) does. Sorted runs
 * make the table of a multiset unique.
 *
 * The table is not circular. Behind the last quotient's slot there are more blocks, which runs at the end may take.
 * The published code has 10 sqrt(slots) such slots. At most 16 / (1 - max_load) are needed (rsqf_table.c says why).
 *
 * An offset of 255 or more is stored as 255. What it is then follows from the last block before whose offset is less
 * (rsqf_ranks.h).
 *
 * Invariants: offset(b) = min(255, slots from 64 b on that runs of quotients before 64 b take). Occupieds has as many
 * ones as runends. A run begins in its quotient's slot, or right behind the run before. Its remainders ascend. Slots
 * that no run takes have the remainder 0. So equal multisets of fingerprints have equal tables, bit by bit.
 */
#define OPS_AHEAD 0
#include "baselines/quotient/rsqf_ops.h"

/* (8 + 2.125) / 0.95 and (12 + 2.125) / 0.95 bits a key, and a few more blocks. */
static const struct filter_shape shapes[] = {
	{.fp_bits = 8, .bits = 11, .near = 8, .usual = true}, {.fp_bits = 12, .bits = 15, .near = 12}, {0}};

const struct filter_ops FILTER_OPS(rsqf) = {
	.name = "rsqf",
	.title = "RSQF",
	.about = "rank-and-select quotient filter, 2.125 metadata bits a slot (Pandey et al., SIGMOD 2017)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = RSQF_DEFAULT_REMAINDER},
                  .lines = {2, 2, 2, 2},
                  .ns = {200, 60, 200},
                  .part = FILTER_FIELD,
                  .shapes = shapes},
	RSQF_OPS,
	.insert = rsqf_insert,
	.contains = rsqf_contains,
	.remove = rsqf_remove,
};
