/* SPDX-License-Identifier: MIT */
/*
 * quotient_keys.h - the quotient filter's three operations on one key, over the words of slots of quotient_slots.h. The
 * idea, the picture and the invariants are at the head of qf.c, which includes this file, as qf_batch.c does.
 */
#ifndef CUCKOOBENCH_QUOTIENT_KEYS_H
#define CUCKOOBENCH_QUOTIENT_KEYS_H

#include "baselines/quotient/quotient_slots.h"

/* Bit address of the canonical slot. */
ALWAYS_INLINE size_t
qf_canonical(const struct qf_map *m, struct qf_shape s, uint64_t h)
{
	return (h >> (64 - m->q)) * qf_slot_bits(s);
}

ALWAYS_INLINE uint64_t
qf_remainder(const struct qf_map *m, struct qf_shape s, uint64_t h)
{
	return h >> (64 - m->q - s.r) & low_mask(s.r);
}

/*
 * The balance of the slot at `home`, which is used. Each lane adds is_occupied + is_continuation - 1: plus one for a
 * quotient, minus one for the beginning of a run. Lanes before the cluster are made to add 0.
 */
ALWAYS_INLINE size_t
qf_balance(const struct qf_map *m, struct qf_shape s, size_t home)
{
	size_t balance = 0, at = home + qf_slot_bits(s);

	for (;;) {
		uint64_t w = qf_load_before(m, s, &at), start = ~w & qf_shifted_lanes(s);
		uint64_t sum = (w >> s.r & s.ones) + (w >> (s.r + 2) & s.ones);

		if (start) {
			uint64_t before = (UINT64_C(1) << (62 - s.r - (unsigned)__builtin_clzll(start))) - 1;

			sum = (sum & ~before) | (s.ones & before);
			return balance + qf_last_lane(s, sum * s.ones) - s.lanes;
		}
		balance += qf_last_lane(s, sum * s.ones) - s.lanes;
	}
}

/*
 * Where the run of the shifted slot `home` begins, or is to begin. fresh = 1: is_occupied is not yet set there. The
 * balance counts this run too, so it is the number of slots without is_continuation to pass behind home. A run that is
 * to be the last of its cluster finds the slot behind the cluster: empty, or the start of the next cluster.
 */
ALWAYS_INLINE size_t
qf_run(const struct qf_map *m, struct qf_shape s, size_t home, unsigned fresh)
{
	const uint64_t guard = qf_occupied_lanes(s); /* the top bit of a lane */
	size_t at = home + qf_slot_bits(s), todo = qf_balance(m, s, home) + fresh;

	for (;;) {
		uint64_t begun = (~(qf_load(m, s, at) >> s.r) & s.ones) * s.ones, in_word = qf_last_lane(s, begun);

		if (todo <= in_word) {
			uint64_t enough = ((begun | guard) - todo * s.ones) & guard;

			return qf_wrap(m, at + (unsigned)__builtin_ctzll(enough) - (s.r + 2));
		}
		todo -= in_word;
		at += qf_width(s);
	}
}

/* Searches the run that begins at `at`, with the word `w`, for a remainder. True, and where it is; or false. */
ALWAYS_INLINE bool
qf_find(const struct qf_map *m, struct qf_shape s, size_t at, uint64_t w, uint64_t remainder, size_t *found)
{
	const uint64_t remainders = qf_remainder_lanes(s), flags = qf_continuation_lanes(s);

	w |= UINT64_C(1) << s.r;
	for (;;) {
		/* Adding 2^r - 1 to a difference carries into the bit above iff it is not zero. */
		uint64_t differ = ((w ^ remainder * s.ones) & remainders) + remainders;
		uint64_t ends = ~w & flags, equal = ~differ & flags & (ends - 1) & ~ends;

		if (equal) {
			*found = qf_wrap(m, at + (unsigned)__builtin_ctzll(equal) - s.r);
			return true;
		}
		if (ends || (qf_last_lane(s, w) & low_mask(s.r)) > remainder)
			return false;
		at += qf_width(s);
		w = qf_load(m, s, at);
	}
}

/* Where in the run that begins at `at` a remainder belongs: before the first greater one, or at the end of the run. */
ALWAYS_INLINE size_t
qf_place(const struct qf_map *m, struct qf_shape s, size_t at, uint64_t remainder)
{
	const uint64_t remainders = qf_remainder_lanes(s), flags = qf_continuation_lanes(s);
	uint64_t w = qf_load(m, s, at) | UINT64_C(1) << s.r;

	for (;;) {
		uint64_t greater = ((w & remainders) | flags) - (remainder + 1) * s.ones;
		uint64_t stop = (greater | ~w) & flags;

		if (stop)
			return qf_wrap(m, at + (unsigned)__builtin_ctzll(stop) - s.r);
		at += qf_width(s);
		w = qf_load(m, s, at);
	}
}

/* How many of the `length` bits' worth of slots from `at` on are occupied. */
ALWAYS_INLINE size_t
qf_count_occupied(const struct qf_map *m, struct qf_shape s, size_t at, size_t length)
{
	size_t count = 0;

	while (length) {
		size_t part = length < qf_width(s) ? length : qf_width(s);
		uint64_t occupied = qf_load(m, s, at) >> (s.r + 2) & s.ones & ~UINT64_C(0) >> (64 - part);

		count += qf_last_lane(s, occupied * s.ones);
		length -= part;
		at += part;
	}
	return count;
}

/* There must be an empty slot besides the one that the key takes. */
ALWAYS_INLINE void
qf_insert_one(const struct qf_map *m, struct qf_shape s, uint64_t h)
{
	const size_t home = qf_canonical(m, s, h);
	const uint64_t remainder = qf_remainder(m, s, h), raw = load64(m->data + home / 8);
	const unsigned here = raw >> (home % 8) >> s.r & 7;
	uint64_t slot = remainder;
	size_t run = home, at;

	if (!here) {
		store64(m->data + home / 8, raw | (remainder | (uint64_t)QF_OCCUPIED << s.r) << (home % 8));
		return;
	}
	if (here & QF_SHIFTED)
		run = qf_run(m, s, home, !(here & QF_OCCUPIED));
	at = here & QF_OCCUPIED ? qf_place(m, s, run, remainder) : run;
	if (at != run)
		slot |= (uint64_t)QF_CONTINUATION << s.r;
	if (at != home)
		slot |= (uint64_t)QF_SHIFTED << s.r;
	qf_open_gap(m, s, at, slot, at == run && here & QF_OCCUPIED);
	if (!(here & QF_OCCUPIED))
		qf_flip(m, home + s.r + 2);
}

/* In this function and qf_remove_one, an early test of the first remainder does what qf_find would do, but need not
 * wait for the arithmetic of qf_find. With many keys waiting for memory, more of them then fit into the processor.
 * Measurements decided where to use it. */
ALWAYS_INLINE bool
qf_contains_one(const struct qf_map *m, struct qf_shape s, uint64_t h)
{
	const size_t home = qf_canonical(m, s, h);
	const unsigned here = qf_metadata(m, s, home);
	const uint64_t remainder = qf_remainder(m, s, h);
	size_t run = home, found;
	uint64_t w;

	if (!(here & QF_OCCUPIED))
		return false;
	if (here & QF_SHIFTED)
		run = qf_run(m, s, home, 0);
	w = qf_load(m, s, run);
	if (!(here & QF_SHIFTED) && ((w ^ remainder) & low_mask(s.r)) == 0)
		return true;
	return qf_find(m, s, run, w, remainder, &found);
}

/*
 * Takes out the element at `at` of the run that begins at `run`. If nothing behind it moves, its slot becomes empty. No
 * element has an empty slot's quotient: if this slot was occupied, it was by this element, the last of its run.
 */
ALWAYS_INLINE void
qf_take(const struct qf_map *m, struct qf_shape s, size_t home, size_t run, size_t at)
{
	const unsigned behind = qf_metadata(m, s, qf_wrap(m, at + qf_slot_bits(s)));
	const bool first = at == run, last = first && !(behind & QF_CONTINUATION);

	if (behind & QF_SHIFTED) {
		/* The balance of the slot before: the quotients from home on, less this one if it disappears or its run
		 * has begun. */
		size_t before = at >= home ? at - home : at - home + m->total;

		qf_close_gap(m, s, at, qf_count_occupied(m, s, home, before) - (last || !first), first && !last);
	} else {
		uint64_t slot = low_mask(qf_slot_bits(s)) << (at % 8);

		store64(m->data + at / 8, load64(m->data + at / 8) & ~slot);
	}
	if (last && at != home)
		qf_flip(m, home + s.r + 2);
}

ALWAYS_INLINE bool
qf_remove_one(const struct qf_map *m, struct qf_shape s, uint64_t h)
{
	const size_t home = qf_canonical(m, s, h);
	const unsigned here = qf_metadata(m, s, home);
	const uint64_t remainder = qf_remainder(m, s, h);
	size_t run = home, at;
	uint64_t w;

	if (!(here & QF_OCCUPIED))
		return false;
	if (here & QF_SHIFTED)
		run = qf_run(m, s, home, 0);
	w = qf_load(m, s, run);
	at = run;
	if (((w ^ remainder) & low_mask(s.r)) != 0 && !qf_find(m, s, run, w, remainder, &at))
		return false;
	qf_take(m, s, home, run, at);
	return true;
}

#endif
