/* SPDX-License-Identifier: MIT */
/*
 * cqf.c - CQF, the counting quotient filter of Pandey, Bender, Johnson and Patro ("A General-Purpose Counting Filter:
 * Making Every Bit Count", SIGMOD 2017): rsqf's table, with counters in the runs, so that many copies of a key take few
 * slots.
 *
 *      keys of one run, r = 8:       2, twice    5, once    7, 1000 times    9, once    200, 3 times
 *
 *      remainders of the run:       | 2   2 |   5   |   7   4 237   7   |   9   |   200   0 200   |
 *
 * A run has its remainders in ascending order, each with its counter: one slot for one copy, two for two. From three
 * copies on, the remainder is before and behind the digits of a number. A digit that is less than the remainder before
 * it shows that there is a counter (cqf_counters.h). n copies take some log(n) / log(2^r) + 3 slots, and never more
 * than n. One copy more or less changes the number of slots by one at most. So insertion and deletion move remainders
 * as rsqf's do, or only change digits.
 *
 * A lookup first looks for the key's remainder in the slots of its run, as rsqf's does. Most absent keys end there. A
 * slot that has it may be a digit. It is none if nothing in the run up to there is less than what is before; otherwise
 * the lookup reads the run from its beginning, counter by counter.
 *
 * max_load is the share of slots in use; items may be more than slots. The number of copies of a key has no limit of
 * its own. Refused is what would take one more slot than there is, be it a key or a copy.
 *
 * Invariants: those of rsqf.c, except that a run's remainders ascend counter by counter, and each counter is written in
 * the only way that cqf_counters.h knows. So equal multisets of fingerprints have equal tables, bit by bit.
 */
#define OPS_AHEAD 0
#include "baselines/quotient/cqf_ops.h"
#include "baselines/quotient/cqf_table.h"

const struct filter_ops FILTER_OPS(cqf) = {
	.name = "cqf",
	.title = "CQF",
	.about = "counting quotient filter: rsqf with counters of copies in its runs (Pandey et al., SIGMOD 2017)",
	/* No shapes: for distinct keys, which experiments compare filters by, table and rate are rsqf's. */
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = RSQF_DEFAULT_REMAINDER},
                  .lines = {2, 2, 2, 2},
                  .ns = {200, 60, 200},
                  .part = FILTER_FIELD},
	CQF_OPS,
	.insert = cqf_insert,
	.contains = cqf_contains,
	.remove = cqf_remove,
};
