/* SPDX-License-Identifier: MIT */
/*
 * rsqf_scan.h - the remainders of one run of a rank-and-select quotient filter, backwards from its end, as published; a
 * word of remainders at a time.
 *
 *      block b:  ... | s t | u v w |             runends of b: the run of u .. ends at w, and begins behind the end
 *                            ^start ^end         before, t; not before the slot of its quotient
 *      block c:  | x y z | ...                   if there is no such end in block c, the run began in the block before
 */
#ifndef CUCKOOBENCH_RSQF_SCAN_H
#define CUCKOOBENCH_RSQF_SCAN_H

#include "baselines/quotient/rsqf_table.h"

/* Remainders of a word that begins with any of them: 64 bits less the bits of its first byte that may come before. */
ALWAYS_INLINE unsigned
rsqf_lanes(unsigned r)
{
	const unsigned unit = r % 8 ? r & -r : 8;

	return (64 - (8 - unit)) / r;
}

/* A one for each lane. */
ALWAYS_INLINE uint64_t
rsqf_lane_ones(unsigned r)
{
	uint64_t ones = 0;

	for (unsigned i = 0; i < rsqf_lanes(r); i++)
		ones |= UINT64_C(1) << i * r;
	return ones;
}

/* A part of a run that lies in one block: slots low .. high. */
struct rsqf_part {
	const uint8_t *row;
	unsigned low, high;
	bool open; /* no run ends before `high` here, where the quotient is not: it may begin in the block before */
};

/* The part of a run that ends at `end`: of the whole run, or of what lies in blocks below. */
ALWAYS_INLINE struct rsqf_part
rsqf_part_to(const struct rsqf_map *m, struct rsqf_shape s, size_t quotient, size_t end)
{
	const size_t b = end / RSQF_SLOTS;
	const unsigned high = end % RSQF_SLOTS;
	const bool home = b == quotient / RSQF_SLOTS;
	/* a one at each slot where a run may begin: behind each end below `high`, and at the quotient's own slot */
	const uint64_t ends = (rsqf_runends(m, s, b) & low_mask(high)) << 1;
	const uint64_t begins = home ? ends | UINT64_C(1) << quotient % RSQF_SLOTS : ends;

	return (struct rsqf_part){rsqf_block(m, s, b) + RSQF_REMAINDERS, 63u - (unsigned)__builtin_clzll(begins | 1),
	                          high, !begins};
}

/* Goes to the part in the block before, if there is one. */
ALWAYS_INLINE bool
rsqf_part_before(const struct rsqf_map *m, struct rsqf_shape s, const struct rsqf_part *p, size_t *end)
{
	if (__builtin_expect(!p->open, 1) || rsqf_runends(m, s, *end / RSQF_SLOTS - 1) >> (RSQF_SLOTS - 1))
		return false;
	*end -= p->high + 1;
	return true;
}

/* Lanes of a word from slot i of a row on. */
ALWAYS_INLINE uint64_t
rsqf_lanes_at(struct rsqf_shape s, const uint8_t *row, unsigned i)
{
	if (s.probed)
		PROBE(row + i * s.r / 8, 8);
	return load64(row + i * s.r / 8) >> i * s.r % 8;
}

/* Is the key's remainder in the run that ends at `end`? If so, *at is the slot of one, and *p the part with it. */
ALWAYS_INLINE bool
rsqf_find(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_key key, size_t end, size_t *at,
          struct rsqf_part *p)
{
	const unsigned lanes = rsqf_lanes(s.r);
	const uint64_t ones = rsqf_lane_ones(s.r), tops = ones << (s.r - 1), rest = tops - ones;

	do {
		*p = rsqf_part_to(m, s, key.quotient, end);
		for (unsigned i = p->low; i <= p->high; i += lanes) {
			const uint64_t differ = rsqf_lanes_at(s, p->row, i) ^ key.remainder * ones;
			/* the top bit of a lane is 0 iff the lane is 0 */
			const uint64_t equal = ~(((differ & rest) + rest) | differ) & tops;
			const uint64_t inside = equal & low_mask((p->high + 1 - i) * s.r);

			if (inside) {
				*at = end - p->high + i + (unsigned)__builtin_ctzll(inside) / s.r;
				return true;
			}
		}
	} while (rsqf_part_before(m, s, p, &end));
	return false;
}

/* Where the key's remainder belongs in its run, which ends at `end`: behind all that are not greater. */
ALWAYS_INLINE size_t
rsqf_place(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_key key, size_t end)
{
	struct rsqf_part p;

	do {
		p = rsqf_part_to(m, s, key.quotient, end);
		for (unsigned i = p.high + 1; i-- > p.low;)
			if (rsqf_get(p.row, s.r, i) <= key.remainder)
				return end - p.high + i + 1;
	} while (rsqf_part_before(m, s, &p, &end));
	return end - p.high + p.low;
}

/* The first slot of the run that ends at `end`. */
ALWAYS_INLINE size_t
rsqf_run_start(const struct rsqf_map *m, struct rsqf_shape s, size_t quotient, size_t end)
{
	struct rsqf_part p;

	do
		p = rsqf_part_to(m, s, quotient, end);
	while (rsqf_part_before(m, s, &p, &end));
	return end - p.high + p.low;
}

/* Has the key's run, which ends at `end`, no other slot? */
ALWAYS_INLINE bool
rsqf_is_alone(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_key key, size_t end)
{
	return end == key.quotient || rsqf_runends(m, s, (end - 1) / RSQF_SLOTS) >> (end - 1) % RSQF_SLOTS & 1;
}

#endif
