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
 *                      6 copies:   5 4 5         3, written 4
 *                      7 copies:   5 0 6 5       4, written 6, which is greater than x
 *                      9 copies:   5 2 1 5       10 in base 6
 *
 * Digits are written without 0 and without x. So x ends its counter, and two zeros end the one of 0. A run's remainders
 * ascend. So a lesser number behind x begins a counter, and a 0 goes before digits that begin with a greater one. The 0
 * of another counter is not followed by a second one. So the first 0 behind a remainder 0 tells whether there is a
 * counter. Three copies of x > 0 have no digits, as in the authors' code.
 *
 * A counter has no more slots than copies, and each further copy takes at most one slot more. r is at least 2: with
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

/*
 * Counts one copy more or less by the last digit alone, as mostly suffices. False: the counter in slots at .. last has
 * no digits; or more of them change; or a 0 before them comes or goes; or no copy beyond the third would be left.
 */
ALWAYS_INLINE bool
cqf_tick(const struct rsqf_map *m, struct rsqf_shape s, size_t at, size_t last, bool more)
{
	const uint64_t x = rsqf_remainder(m, s, at);
	const size_t place = last - 1 - !x;
	uint64_t digit, next;

	if (last - at < (x ? 2 : 3))
		return false;
	digit = rsqf_remainder(m, s, place);
	next = more ? digit + 1 : digit - 1;
	next = (x && next == x ? next + next - digit : next) & low_mask(s.r);
	if (!digit || !next)
		return false;
	/* the only digit: behind a 0 if it is greater than x */
	if (x && (place == at + 1 || !rsqf_remainder(m, s, place - 1)) &&
	    ((digit < x) != (next < x) || (!more && next <= (next < x ? 1 : x + 1))))
		return false;
	rsqf_set(rsqf_block(m, s, place / RSQF_SLOTS) + RSQF_REMAINDERS, s.r, place % RSQF_SLOTS, next);
	return true;
}

/* --- a run -------------------------------------------------------------------------------------------------------- */

/* A one at the top of each lane where a is less than b; tops has the top bits of all lanes. */
ALWAYS_INLINE uint64_t
cqf_less(uint64_t a, uint64_t b, uint64_t tops)
{
	const uint64_t no_borrow = (a | tops) - (b & ~tops);

	return ((~a & b) | (~(a ^ b) & ~no_borrow)) & tops;
}

/* The first counter of the run that ends at `end` whose remainder is not less than the key's; behind the run if there
 * is none. */
ALWAYS_INLINE size_t
cqf_seek(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_key key, size_t end)
{
	size_t at = rsqf_run_start(m, s, key.quotient, end);

	while (at <= end && rsqf_remainder(m, s, at) < key.remainder)
		at = cqf_last(m, s, at, end) + 1;
	return at;
}

/*
 * Slot *at, in part p of the run that ends at `end`, has the key's remainder. Is that one a remainder, and no digit? If
 * it is a digit, *at becomes the slot of the remainder, if there is one.
 *
 * Mostly a run is short, and nothing in it up to that slot is less than what is before. So no counter has begun there:
 * only one of 0 has digits that ascend.
 */
ALWAYS_INLINE bool
cqf_confirm(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_key key, size_t end, size_t *at,
            const struct rsqf_part *p)
{
	const unsigned before = *at % RSQF_SLOTS - p->low; /* slots of the run, if it begins in this block */

	if (!p->open && before < rsqf_lanes(s.r)) {
		const uint64_t w = rsqf_lanes_at(s, p->row, p->low), tops = rsqf_lane_ones(s.r) << (s.r - 1);
		const uint64_t descents = cqf_less(w >> s.r, w, tops) & low_mask(before * s.r);

		if (!descents && (w & low_mask(s.r) || !before))
			return true;
	}
	*at = cqf_seek(m, s, key, end);
	return *at <= end && rsqf_remainder(m, s, *at) == key.remainder;
}

#endif
