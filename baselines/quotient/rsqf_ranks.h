/* SPDX-License-Identifier: MIT */
/*
 * rsqf_ranks.h - where runs of a rank-and-select quotient filter end, and which slots are empty: by rank and select on
 * occupieds and runends, a block's word at a time.
 *
 *      run of quotient 64 b + i:   the j-th run that ends at or behind slot 64 b + offset(b)
 *                                  j = ones of b's occupieds up to i
 *
 *      offset(b) = number of slots from 64 b on that runs of quotients before 64 b take
 */
#ifndef CUCKOOBENCH_RSQF_RANKS_H
#define CUCKOOBENCH_RSQF_RANKS_H

#include "baselines/quotient/rsqf_table.h"

/* A pass over the ends of runs. */
struct rsqf_pass {
	size_t block;     /* where it is */
	uint64_t runends; /* of the block, without the ends that the pass is behind */
};

/* A pass over the ends of all runs of quotients from 64 * block on. */
ALWAYS_INLINE struct rsqf_pass
rsqf_pass_from(const struct rsqf_map *m, struct rsqf_shape s, size_t block, size_t offset)
{
	const size_t at = block + offset / RSQF_SLOTS;

	return (struct rsqf_pass){at, rsqf_runends(m, s, at) & ~UINT64_C(0) << offset % RSQF_SLOTS};
}

/* The slot of the end number k, counted from 0, at most 63. The pass stays in that block. */
ALWAYS_INLINE size_t
rsqf_pass_to(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_pass *p, unsigned k)
{
	if (s.bmi2) {
		uint64_t end = rsqf_deposit(UINT64_C(1) << k, p->runends);

		while (__builtin_expect(!end, 0)) {
			k -= rsqf_ones(p->runends);
			p->runends = rsqf_runends(m, s, ++p->block);
			end = rsqf_deposit(UINT64_C(1) << k, p->runends);
		}
		return p->block * RSQF_SLOTS + (unsigned)__builtin_ctzll(end);
	}
	for (unsigned ones; (ones = rsqf_ones(p->runends)) <= k; k -= ones)
		p->runends = rsqf_runends(m, s, ++p->block);
	return p->block * RSQF_SLOTS + rsqf_select_portable(p->runends, k);
}

/*
 * Offsets of 255 or more, which their byte does not hold, are found from the next lower block whose byte does. One pass
 * over the runs between yields the offsets of all blocks up to `last`. Those from `first` on are written, if there are
 * any. Returns that of `last`.
 */
static __attribute__((noinline, unused)) size_t
rsqf_far_offset(const struct rsqf_map map, struct rsqf_shape s, size_t first, size_t last)
{
	size_t block = first < last ? first : last, offset;
	struct rsqf_pass p;

	do
		block--; /* block 0 has an offset of 0 */
	while (*rsqf_block(&map, s, block) == RSQF_FAR);
	if (s.probed)
		PROBE(rsqf_block(&map, s, block), RSQF_REMAINDERS);
	offset = *rsqf_block(&map, s, block);
	p = rsqf_pass_from(&map, s, block, offset);
	while (block < last) {
		const unsigned runs = rsqf_ones(rsqf_occupieds(rsqf_block(&map, s, block)));

		block++;
		if (runs) {
			const size_t end = rsqf_pass_to(&map, s, &p, runs - 1);

			p.runends &= ~UINT64_C(1) << end % RSQF_SLOTS;
			offset = end < block * RSQF_SLOTS ? 0 : end + 1 - block * RSQF_SLOTS;
		} else {
			offset = offset < RSQF_SLOTS ? 0 : offset - RSQF_SLOTS;
		}
		if (block >= first)
			*rsqf_block(&map, s, block) = (uint8_t)(offset < RSQF_FAR ? offset : RSQF_FAR);
	}
	return offset;
}

ALWAYS_INLINE size_t
rsqf_offset(const struct rsqf_map *m, struct rsqf_shape s, size_t block)
{
	const size_t offset = *rsqf_block(m, s, block);

	return __builtin_expect(offset == RSQF_FAR, 0) ? rsqf_far_offset(*m, s, SIZE_MAX, block) : offset;
}

/*
 * How many runs of quotients before the end `to` wait for a place at slot 64 b + i; or less than that, but at least one
 * if there is any. Each run takes at least one slot, so as many slots from here on are not empty, and no cluster begins
 * there. `to`: i + 1 to look for an empty slot, i to look for the beginning of a cluster, or an empty slot.
 */
ALWAYS_INLINE size_t
rsqf_waiting(const struct rsqf_map *m, struct rsqf_shape s, size_t slot, unsigned to)
{
	const uint8_t *block = rsqf_block(m, s, slot / RSQF_SLOTS);
	const unsigned i = slot % RSQF_SLOTS, offset = *block;
	const unsigned begun = rsqf_ones(rsqf_occupieds(block) & low_mask(to));

	if (offset > i)
		return offset - i + begun;
	return begun - rsqf_ones((load64(block + RSQF_RUNENDS) & low_mask(i)) >> offset);
}

/* The first empty slot from `slot` on; m->end if there is none. */
ALWAYS_INLINE size_t
rsqf_next_empty(const struct rsqf_map *m, struct rsqf_shape s, size_t slot)
{
	while (slot < m->end) {
		const size_t waiting = rsqf_waiting(m, s, slot, slot % RSQF_SLOTS + 1);

		if (!waiting)
			break;
		slot += waiting;
	}
	return slot;
}

/* The first slot from `slot` on that is empty, or begins a cluster; m->end if there is none. */
ALWAYS_INLINE size_t
rsqf_next_cluster(const struct rsqf_map *m, struct rsqf_shape s, size_t slot)
{
	while (slot < m->end) {
		const size_t waiting = rsqf_waiting(m, s, slot, slot % RSQF_SLOTS);

		if (!waiting)
			break;
		slot += waiting;
	}
	return slot;
}

#endif
