/* SPDX-License-Identifier: MIT */
/*
 * cqf_counters.h - the counters in the runs of a counting quotient filter: where one ends, what it counts, and how a
 * count is written (Pandey et al., SIGMOD 2017, section 4.2).
 *
 *      copies of x     1     2      3        4 and more
 *      x > 0           x     x x    x 0 x    x D x, or x 0 D x       D = digits of copies - 3, in base 2^r - 2
 *      x = 0           0     0 0    0 0 0    0 D 0 0                 D = digits of copies - 4, in base 2^r - 1
 *
 *      r = 3, x = 5:   digits 0 .. 5 are written 1 2 3 4 6 7
 *                      5 1 ... there is none: 3 copies are 5 0 5       6 copies: 5 4 5       (copies - 3 = 3)
 *                      7 copies: 5 0 6 5       (4 is written 6, not less than x)
 *                      9 copies: 5 2 1 5       (10 in base 6)
 *
 * Digits are written without 0 and without x. So x ends its counter, and two zeros end the one of 0. A run's remainders
 * ascend. So a smaller one behind x begins a counter, and a 0 goes before digits that begin with a greater one. The 0
 * of another counter is never followed by a second one; so behind a remainder 0, the first 0 tells whether there is a
 * counter.
 *
 * A counter has no more slots than copies, and each further copy takes at most one slot more. r is 2 at least: with
 * r = 1 there are no digits.
 */
#ifndef CUCKOOBENCH_CQF_COUNTERS_H
#define CUCKOOBENCH_CQF_COUNTERS_H

#include "baselines/quotient/rsqf_scan.h"

/* The slots of the longest counter: 64 digits in base 2 (r = 2), a 0 before them, and x twice. */
enum { CQF_MOST_SLOTS = 67 };

/* The last slot of the counter that begins at `at`, in a run that ends at `end`. Never behind `end`, whatever is in the
 * slots. */
ALWAYS_INLINE size_t
cqf_last(const struct rsqf_map *m, struct rsqf_shape s, size_t at, size_t end)
{
	const uint64_t x = rsqf_remainder(m, s, at);
	size_t last = at + 1;
	uint64_t next;

	if (at == end)
		return at;
	next = rsqf_remainder(m, s, last);
	if (x) {
		if (next >= x)
			return next == x ? last : at;
		while (last < end && rsqf_remainder(m, s, last) != x)
			last++;
		return last;
	}
	if (!next)
		return last < end && !rsqf_remainder(m, s, last + 1) ? last + 1 : last;
	while (last < end && rsqf_remainder(m, s, last))
		last++;
	return last < end && !rsqf_remainder(m, s, last) && !rsqf_remainder(m, s, last + 1) ? last + 1 : at;
}

ALWAYS_INLINE uint64_t
cqf_base(unsigned r, uint64_t x)
{
	return low_mask(r) - (x > 0);
}

/* How many copies the counter in slots at .. last stands for. */
ALWAYS_INLINE uint64_t
cqf_copies(const struct rsqf_map *m, struct rsqf_shape s, size_t at, size_t last)
{
	const uint64_t x = rsqf_remainder(m, s, at), base = cqf_base(s.r, x);
	uint64_t value = 0;

	if (last - at < (x ? 2 : 3))
		return last - at + 1;
	for (size_t i = at + 1; i < last - !x; i++) {
		const uint64_t written = rsqf_remainder(m, s, i);

		if (written)
			value = value * base + written - 1 - (x && written > x);
	}
	return value + (x ? 3 : 4);
}

/* A counter as it is written: its n slots are the last ones. */
struct cqf_code {
	unsigned n;
	uint32_t slot[CQF_MOST_SLOTS];
};

ALWAYS_INLINE void
cqf_code_put(struct cqf_code *c, uint64_t slot)
{
	c->slot[CQF_MOST_SLOTS - ++c->n] = (uint32_t)slot;
}

/* From the last slot to the first. 0 copies take none. */
ALWAYS_INLINE void
cqf_encode(struct cqf_code *c, unsigned r, uint64_t x, uint64_t copies)
{
	const uint64_t base = cqf_base(r, x);
	uint64_t written = 0;

	c->n = 0;
	if (copies < (x ? 3 : 4)) {
		while (c->n < copies)
			cqf_code_put(c, x);
		return;
	}
	cqf_code_put(c, x);
	if (!x)
		cqf_code_put(c, x);
	for (uint64_t value = copies - (x ? 3 : 4), more = value || !x; more; more = value > 0) {
		written = value % base + 1;
		written += x && written >= x;
		cqf_code_put(c, written);
		value /= base;
	}
	if (x && (!written || written > x))
		cqf_code_put(c, 0);
	cqf_code_put(c, x);
}

ALWAYS_INLINE void
cqf_write(const struct rsqf_map *m, struct rsqf_shape s, size_t at, const struct cqf_code *c)
{
	for (unsigned i = CQF_MOST_SLOTS - c->n; i < CQF_MOST_SLOTS; i++, at++)
		rsqf_set(rsqf_block(m, s, at / RSQF_SLOTS) + RSQF_REMAINDERS, s.r, at % RSQF_SLOTS, c->slot[i]);
}

/* The first counter of the run that ends at `end` whose remainder is not less than x. Behind the run if there is
 * none. */
ALWAYS_INLINE size_t
cqf_seek(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_key key, size_t end)
{
	size_t at = rsqf_run_start(m, s, key.quotient, end);

	while (at <= end && rsqf_remainder(m, s, at) < key.remainder)
		at = cqf_last(m, s, at, end) + 1;
	return at;
}

#endif
