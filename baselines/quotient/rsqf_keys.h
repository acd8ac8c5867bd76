/* SPDX-License-Identifier: MIT */
/*
 * rsqf_keys.h - the three operations of a rank-and-select quotient filter on one key, and the loops over the keys of a
 * call. The idea, the picture and the invariants are at the head of rsqf.c.
 *
 *      insertion    ... run of the key | more runs ... | empty         all from the key's place on move up by one slot
 *      deletion     ... run of the key | more runs ... | a cluster     all behind the key's place move down
 *
 * One bit of runends comes in or goes out with a remainder: the end of a run, if that is all of the run; otherwise a 0
 * just before the end, wherever in the run the remainder is.
 */
#ifndef CUCKOOBENCH_RSQF_KEYS_H
#define CUCKOOBENCH_RSQF_KEYS_H

#include "baselines/quotient/rsqf_ranks.h"
#include "baselines/quotient/rsqf_scan.h"

/* Remainders from .. to move up by one slot, and so do the bits of runends from bits .. to. */
ALWAYS_INLINE void
rsqf_open_gap(const struct rsqf_map *m, struct rsqf_shape s, size_t from, size_t to, uint64_t remainder)
{
	unsigned place = from % RSQF_SLOTS;

	for (size_t block = from / RSQF_SLOTS; block < to / RSQF_SLOTS; block++) {
		remainder = rsqf_push(rsqf_block(m, s, block) + RSQF_REMAINDERS, s.r, place, RSQF_SLOTS - 1, remainder);
		place = 0;
	}
	rsqf_push(rsqf_block(m, s, to / RSQF_SLOTS) + RSQF_REMAINDERS, s.r, place, to % RSQF_SLOTS, remainder);
}

ALWAYS_INLINE void
rsqf_open_ends(const struct rsqf_map *m, struct rsqf_shape s, size_t from, size_t to, uint64_t bit)
{
	unsigned place = from % RSQF_SLOTS;

	for (size_t block = from / RSQF_SLOTS; block < to / RSQF_SLOTS; block++) {
		bit = rsqf_push_bits(rsqf_block(m, s, block) + RSQF_RUNENDS, place, RSQF_SLOTS - 1, bit);
		place = 0;
	}
	rsqf_push_bits(rsqf_block(m, s, to / RSQF_SLOTS) + RSQF_RUNENDS, place, to % RSQF_SLOTS, bit);
}

/* What is at `from` goes. All up to `to` move down by one slot, and `to` becomes empty. */
ALWAYS_INLINE void
rsqf_close_gap(const struct rsqf_map *m, struct rsqf_shape s, size_t from, size_t to)
{
	unsigned place = from % RSQF_SLOTS;

	for (size_t block = from / RSQF_SLOTS; block < to / RSQF_SLOTS; block++) {
		rsqf_pull(rsqf_block(m, s, block) + RSQF_REMAINDERS, s.r, place, RSQF_SLOTS - 1,
		          rsqf_get(rsqf_block(m, s, block + 1) + RSQF_REMAINDERS, s.r, 0));
		place = 0;
	}
	rsqf_pull(rsqf_block(m, s, to / RSQF_SLOTS) + RSQF_REMAINDERS, s.r, place, to % RSQF_SLOTS, 0);
}

ALWAYS_INLINE void
rsqf_close_ends(const struct rsqf_map *m, struct rsqf_shape s, size_t from, size_t to)
{
	unsigned place = from % RSQF_SLOTS;

	for (size_t block = from / RSQF_SLOTS; block < to / RSQF_SLOTS; block++) {
		rsqf_pull_bits(rsqf_block(m, s, block) + RSQF_RUNENDS, place, RSQF_SLOTS - 1,
		               rsqf_runends(m, s, block + 1) & 1);
		place = 0;
	}
	rsqf_pull_bits(rsqf_block(m, s, to / RSQF_SLOTS) + RSQF_RUNENDS, place, to % RSQF_SLOTS, 0);
}

ALWAYS_INLINE void
rsqf_flip(uint8_t *word, unsigned i)
{
	store64(word, load64(word) ^ UINT64_C(1) << i);
}

/* Ones of the occupieds of quotient's block, up to it. */
ALWAYS_INLINE unsigned
rsqf_rank(size_t quotient, uint64_t occupieds)
{
	return rsqf_ones(occupieds << (RSQF_SLOTS - 1 - quotient % RSQF_SLOTS));
}

/* Where the last run of all quotients up to this one ends, which is in this slot or behind it. */
ALWAYS_INLINE size_t
rsqf_run_end(const struct rsqf_map *m, struct rsqf_shape s, size_t quotient, uint64_t occupieds)
{
	const size_t block = quotient / RSQF_SLOTS, offset = rsqf_offset(m, s, block);
	const unsigned runs = rsqf_rank(quotient, occupieds);
	struct rsqf_pass p;

	if (!runs)
		return block * RSQF_SLOTS + offset - 1;
	p = rsqf_pass_from(m, s, block, offset);
	return rsqf_pass_to(m, s, &p, runs - 1);
}

/*
 * The key's remainder comes in at slot `at`, in its run, which ends at `end`, or right behind it. Or it is a new run,
 * and the one before ends at `end`. False: no slot from there on is empty, and nothing was changed.
 */
ALWAYS_INLINE bool
rsqf_open_slot(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_key key, size_t end, size_t at)
{
	const size_t home = key.quotient / RSQF_SLOTS, empty = rsqf_next_empty(m, s, end + 1);
	uint8_t *block = rsqf_block(m, s, home);
	const uint64_t occupieds = rsqf_occupieds(block);
	const bool occupied = occupieds >> key.quotient % RSQF_SLOTS & 1;

	if (__builtin_expect(empty == m->end, 0))
		return false;
	rsqf_open_gap(m, s, at, empty, key.remainder);
	rsqf_open_ends(m, s, occupied ? end : end + 1, empty, !occupied);
	store64(block + RSQF_OCCUPIEDS, occupieds | UINT64_C(1) << key.quotient % RSQF_SLOTS);
	for (size_t b = home + 1; b <= empty / RSQF_SLOTS; b++) {
		uint8_t *offset = rsqf_block(m, s, b);

		*offset = (uint8_t)(*offset + (*offset < RSQF_FAR));
	}
	return true;
}

/* Is the slot of the key's quotient empty? If so, the key goes there, as a run of its own. */
ALWAYS_INLINE bool
rsqf_insert_at_home(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_key key)
{
	uint8_t *block = rsqf_block(m, s, key.quotient / RSQF_SLOTS);
	const unsigned i = key.quotient % RSQF_SLOTS;

	if (rsqf_waiting(m, s, key.quotient, i + 1))
		return false;
	rsqf_flip(block + RSQF_OCCUPIEDS, i);
	rsqf_flip(block + RSQF_RUNENDS, i);
	rsqf_set(block + RSQF_REMAINDERS, s.r, i, key.remainder);
	return true;
}

/* False: no slot from the key's on is empty, and nothing was changed. */
ALWAYS_INLINE bool
rsqf_insert_one(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_key key)
{
	const uint64_t occupieds = rsqf_occupieds(rsqf_block(m, s, key.quotient / RSQF_SLOTS));
	const bool occupied = occupieds >> key.quotient % RSQF_SLOTS & 1;
	size_t end;

	if (rsqf_insert_at_home(m, s, key))
		return true;
	end = rsqf_run_end(m, s, key.quotient, occupieds);
	return rsqf_open_slot(m, s, key, end, occupied ? rsqf_place(m, s, key, end) : end + 1);
}

/*
 * Whether an absent key's quotient is occupied is as random as a coin, and no processor predicts it. Beyond the caches
 * a branch is the lesser cost, because it makes many lookups shorter, and more of them wait for memory together. In a
 * cache (`near`) a lookup does all its work for either: it looks for the run of a quotient that is not occupied at the
 * end of a block, as if all bits of its runends were set.
 *
 * Is there a slot with the key's remainder in its run? If so, the run ends at *end, *at is the slot, and
 * *part the part of the run with it.
 */
ALWAYS_INLINE bool
rsqf_look(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_key key, size_t *end, size_t *at,
          struct rsqf_part *part)
{
	const size_t home = key.quotient / RSQF_SLOTS;
	const uint8_t *block = rsqf_block(m, s, home);
	const uint64_t occupieds = rsqf_occupieds(block), occupied = occupieds >> key.quotient % RSQF_SLOTS & 1;
	const unsigned run = (rsqf_rank(key.quotient, occupieds) - 1) | (unsigned)(occupied - 1);
	struct rsqf_pass p = rsqf_pass_from(m, s, home, rsqf_offset(m, s, home));

	PROBE(block, RSQF_REMAINDERS);
	if (!s.near && !occupied)
		return false;
	p.runends |= occupied - 1;
	*end = rsqf_pass_to(m, s, &p, run % RSQF_SLOTS);
	return rsqf_find(m, s, key, *end, at, part) & occupied;
}

ALWAYS_INLINE bool
rsqf_contains_one(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_key key)
{
	struct rsqf_part part;
	size_t end, at;

	return rsqf_look(m, s, key, &end, &at, &part);
}

/* Takes one from the offsets of blocks first .. last. Where one is 255 or more, only a pass can tell which. */
ALWAYS_INLINE void
rsqf_lower_offsets(const struct rsqf_map *m, struct rsqf_shape s, size_t first, size_t last)
{
	for (size_t b = first; b <= last; b++) {
		uint8_t *offset = rsqf_block(m, s, b);

		if (__builtin_expect(*offset == RSQF_FAR, 0)) {
			rsqf_far_offset(*m, s, b, last);
			return;
		}
		--*offset;
	}
}

/* What is in slot `at` of the key's run, which ends at `end`, goes. */
ALWAYS_INLINE void
rsqf_close_slot(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_key key, size_t end, size_t at)
{
	const size_t home = key.quotient / RSQF_SLOTS;
	const bool only = rsqf_is_alone(m, s, key, end);
	const size_t last = rsqf_next_cluster(m, s, end + 1) - 1;

	rsqf_close_gap(m, s, at, last);
	rsqf_close_ends(m, s, only ? end : end - 1, last);
	if (only)
		rsqf_flip(rsqf_block(m, s, home) + RSQF_OCCUPIEDS, key.quotient % RSQF_SLOTS);
	rsqf_lower_offsets(m, s, home + 1, last / RSQF_SLOTS);
}

ALWAYS_INLINE bool
rsqf_remove_one(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_key key)
{
	const uint64_t occupieds = rsqf_occupieds(rsqf_block(m, s, key.quotient / RSQF_SLOTS));
	struct rsqf_part part;
	size_t end, at;

	if (!(occupieds >> key.quotient % RSQF_SLOTS & 1))
		return false;
	end = rsqf_run_end(m, s, key.quotient, occupieds);
	if (!rsqf_find(m, s, key, end, &at, &part))
		return false;
	rsqf_close_slot(m, s, key, end, at);
	return true;
}

#endif
