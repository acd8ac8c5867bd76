/* SPDX-License-Identifier: MIT */
/*
 * cqf.c - CQF, the counting quotient filter of Pandey, Bender, Johnson and Patro ("A General-Purpose Counting Filter:
 * Making Every Bit Count", SIGMOD 2017): rsqf's table, with counters in the runs, so that many copies of a key take few
 * slots.
 *
 *      five keys of one run, r = 8:      2, twice      5, once     7, 1000 times     9, once     200, 3 times
 *
 *      remainders of the run        | 2   2 |   5   |   7   4 237   7   |   9   | 200   0 200 |
 *
 * A run has its remainders in ascending order, each with its counter: one slot for one copy, two for two, and from three
 * copies on the remainder before and behind the digits of a number. A digit that is less than the remainder before it
 * shows that there is a counter (cqf_counters.h). A copy more or less changes the number of slots by one at most. So
 * insertion and deletion move the same things as rsqf's. n copies take about log(n) / (r log 2) slots and two more, and
 * never more than n.
 *
 * A lookup first looks for a slot with the key's remainder in its run, as rsqf's does. If there is one, it may be a digit:
 * then the lookup reads the run from its beginning, counter by counter.
 *
 * max_load is the share of slots in use, of items there may be more than slots. No number of copies is refused where
 * there are slots. The first copy that needs one more slot than there is, is.
 *
 * Invariants: those of rsqf.c, but remainders of a run ascend in the counters' sense. Of equal multisets of
 * fingerprints, the tables are equal, bit by bit.
 */
#include "baselines/quotient/cqf_keys.h"
#include "baselines/quotient/cqf_table.h"

static struct cqf_done
cqf_portable(const struct rsqf *f, enum rsqf_operation operation, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define OPERATE(r) cqf_operate(f, r, false, 0, operation, keys, n, hit)
	return RSQF_WIDTHS(f, OPERATE);
#undef OPERATE
}

#ifdef ISA_X86
TARGET_AVX2 static struct cqf_done
cqf_bmi2(const struct rsqf *f, enum rsqf_operation operation, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define OPERATE(r) cqf_operate(f, r, true, 0, operation, keys, n, hit)
	return RSQF_WIDTHS(f, OPERATE);
#undef OPERATE
}
#else
#define cqf_bmi2 cqf_portable
#endif

static size_t
cqf_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct rsqf *f = (struct rsqf *)base;
	const struct cqf_done done = (f->uses_bmi2 ? cqf_bmi2 : cqf_portable)(f, RSQF_INSERT, keys, n, NULL);

	f->used += done.slots;
	f->counted += done.keys - done.slots;
	return done.keys;
}

static size_t
cqf_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct rsqf *f = (const struct rsqf *)base;

	return (f->uses_bmi2 ? cqf_bmi2 : cqf_portable)(f, RSQF_CONTAINS, keys, n, hit).keys;
}

static size_t
cqf_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct rsqf *f = (struct rsqf *)base;
	const struct cqf_done done = (f->uses_bmi2 ? cqf_bmi2 : cqf_portable)(f, RSQF_REMOVE, keys, n, NULL);

	f->used -= done.slots;
	f->counted -= done.keys - done.slots;
	return done.keys;
}

const struct filter_ops FILTER_OPS(cqf) = {
	.name = "cqf",
	.title = "CQF",
	.about = "counting quotient filter: rsqf with counters of copies in its runs (Pandey et al., SIGMOD 2017)",
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET,
	.chooses = ISA_AVX2,
	/* No shapes: for distinct keys, which experiments compare filters by, table and rate are rsqf's. */
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = RSQF_DEFAULT_REMAINDER},
                  .lines = {2, 2, 2, 2},
                  .ns = {200, 60, 200},
                  .part = FILTER_FIELD},
	.create = cqf_create,
	.destroy = rsqf_destroy,
	.insert = cqf_insert,
	.contains = cqf_contains,
	.remove = cqf_remove,
	.info = rsqf_info,
	.check = cqf_check,
	.save = rsqf_save,
	.load = rsqf_load,
	.view = rsqf_view,
};
