/* SPDX-License-Identifier: MIT */
/*
 * quotient_slots.h - the packed slots of a quotient filter, read and rewritten several at a time.
 *
 *      bit 0 of the table                                  r = 9: a slot is 12 bits, a word 5 slots (lanes)
 *      | slot 0 | slot 1 | slot 2 | slot 3 | slot 4 | slot 5 | ...                      no bit is wasted
 *      |              one word, at slot 0           |
 *               |              another, at slot 1            |
 *
 *      a slot:  | remainder, r bits | is_continuation | is_shifted | is_occupied |
 *                low                                                         high
 *
 * A word is one unaligned 64-bit load, shifted so that its first slot is lane 0. Slots of s = r + 3 bits begin at most
 * 8 - gcd(s, 8) bits into their first byte, so `lanes` of them fit if lanes * s + 8 - gcd(s, 8) <= 64. The bits above
 * the last lane are undefined. Positions are bit addresses, a multiple of s below `total`. Lanes are found by counting
 * zero bits, so no division by s is ever needed. The table is circular, and a word begun near its end continues in slot
 * 0. In a table with fewer slots than lanes it wraps around more than once.
 *
 * Lane arithmetic. Multiplying by `ones` turns lanes into their running sums: lane j becomes the sum of lanes 0 to j,
 * the last one the sum of all. A comparison of lanes adds or subtracts them with a guard bit on top of each, so that no
 * carry leaves its lane. Hence a second bound on the number of lanes, which matters only for r <= 2: sums are at most 3
 * * lanes + 1 (qf_pull_word) and must leave the top bit of a lane free.
 *
 * Invariants: bits behind the last slot are zero, and an empty slot is all zero.
 */
#ifndef CUCKOOBENCH_QUOTIENT_SLOTS_H
#define CUCKOOBENCH_QUOTIENT_SLOTS_H

#include "core/bits.h"
#include "core/hash.h"
#include "core/probe.h"

/* Parameters that the hot paths are specialised by. */
struct qf_shape {
	unsigned r, lanes;
	uint64_t ones; /* bit 0 of every lane */
	bool probed;   /* true in a lookup, whose reads are counted; false in the search for a place to change */
};

/* The largest number of lanes that both bounds allow. Known when it is compiled, if r is. */
ALWAYS_INLINE struct qf_shape
qf_shape_of(unsigned r)
{
	const unsigned bits = r + 3, unit = bits % 8 ? bits & -bits : 8, loaded = (56 + unit) / bits;
	const uint64_t summed = (low_mask(bits - 1) - 1) / 3;
	const unsigned lanes = loaded < summed ? loaded : summed ? (unsigned)summed : 1;

	return (struct qf_shape){.r = r, .lanes = lanes, .ones = low_mask(lanes * bits) / low_mask(bits)};
}

/* Calls for the shape of a table's slots, for which some remainders have a body of their own: the paper's, of 2^27
 * slots of 12 bits; and those near the rates at which filters are compared. */
#define QF_INSTANCES(shape, CALL)                  \
	((shape).r == 9    ? CALL(qf_shape_of(9))  \
	 : (shape).r == 8  ? CALL(qf_shape_of(8))  \
	 : (shape).r == 12 ? CALL(qf_shape_of(12)) \
	 : (shape).r == 16 ? CALL(qf_shape_of(16)) \
	                   : CALL(shape))

/* Where a key goes. Hot loops work on a copy, which no store to the table can alias. */
struct qf_map {
	uint8_t *data;
	size_t total; /* bits of the table */
	unsigned q;   /* log2 of the number of slots */
	struct hash hash;
};

ALWAYS_INLINE unsigned
qf_slot_bits(struct qf_shape s)
{
	return s.r + 3;
}

ALWAYS_INLINE unsigned
qf_width(struct qf_shape s)
{
	return s.lanes * qf_slot_bits(s);
}

/* The remainder, or one metadata bit, of every lane. */
ALWAYS_INLINE uint64_t
qf_remainder_lanes(struct qf_shape s)
{
	return (s.ones << s.r) - s.ones;
}

ALWAYS_INLINE uint64_t
qf_continuation_lanes(struct qf_shape s)
{
	return s.ones << s.r;
}

ALWAYS_INLINE uint64_t
qf_shifted_lanes(struct qf_shape s)
{
	return s.ones << (s.r + 1);
}

ALWAYS_INLINE uint64_t
qf_occupied_lanes(struct qf_shape s)
{
	return s.ones << (s.r + 2);
}

/* The last lane of running sums, or of a product with ones. */
ALWAYS_INLINE uint64_t
qf_last_lane(struct qf_shape s, uint64_t w)
{
	return w >> (qf_width(s) - qf_slot_bits(s)) & low_mask(qf_slot_bits(s));
}

/* One lap back for a position that ran past the end. */
ALWAYS_INLINE size_t
qf_wrap(const struct qf_map *m, size_t at)
{
	return at >= m->total ? at - m->total : at;
}

/* The state of a slot, from its three metadata bits. */
enum {
	QF_CONTINUATION = 1,
	QF_SHIFTED = 2,
	QF_OCCUPIED = 4,
};

/* The metadata of the slot at `at`, read from aligned words: two cache lines only if the three bits lie in two. */
ALWAYS_INLINE unsigned
qf_metadata(const struct qf_map *m, struct qf_shape s, size_t at)
{
	const unsigned low = (at + s.r) % 64;
	const uint8_t *from = m->data + (at + s.r) / 64 * 8;
	uint64_t bits = load64(from) >> low;

	if (s.probed)
		PROBE(from, 8);
	if (low > 61) { /* never for r = 9 */
		if (s.probed)
			PROBE(from + 8, 8);
		bits |= load64(from + 8) << (64 - low);
	}
	return bits & 7;
}

/* Flips one bit, in a single byte: a later load that lies inside one earlier store need not wait for the cache. */
ALWAYS_INLINE void
qf_flip(const struct qf_map *m, size_t bit)
{
	m->data[bit / 8] = (uint8_t)(m->data[bit / 8] ^ 1u << bit % 8);
}

/* The rare word that begins or ends past the end of the table: the bits there are zero, and slot 0 follows. */
static __attribute__((noinline, unused)) uint64_t
qf_load_round(const uint8_t *data, size_t total, unsigned width, size_t at)
{
	const uint64_t start = load64(data);
	uint64_t w;

	at = at >= total ? at - total : at;
	w = load64(data + at / 8) >> (at % 8);
	for (size_t n = total - at; n < width; n += total)
		w |= start << n;
	return w;
}

/* The word whose lane 0 is the slot at `at`, which may be up to one lap too far. */
ALWAYS_INLINE uint64_t
qf_load(const struct qf_map *m, struct qf_shape s, size_t at)
{
	if (s.probed)
		PROBE(m->data + qf_wrap(m, at) / 8, 8);
	if (__builtin_expect(at + qf_width(s) > m->total, 0))
		return qf_load_round(m->data, m->total, qf_width(s), at);
	return load64(m->data + at / 8) >> (at % 8);
}

/* The word whose last lane is the slot before `end`, which becomes the address of the word. */
ALWAYS_INLINE uint64_t
qf_load_before(const struct qf_map *m, struct qf_shape s, size_t *end)
{
	if (__builtin_expect(*end >= qf_width(s), 1)) {
		*end -= qf_width(s);
		if (s.probed)
			PROBE(m->data + *end / 8, 8);
		return load64(m->data + *end / 8) >> (*end % 8);
	}
	while (*end < qf_width(s)) /* more than once if the table is shorter than a word */
		*end += m->total;
	*end -= qf_width(s);
	return qf_load(m, s, *end);
}

/*
 * A cursor rewrites words one after the other, from low to high addresses:
 *
 *      | word being rewritten |
 *                          | next word, loaded already |
 *                          ^ bits of the byte both share: written by the first, kept in `low` for the second
 *
 * Each word is loaded before its predecessor is stored. In the other order, every load would partly overlap a store
 * that is still on its way to the cache, and would wait for it: up to a third of an insertion's time at 95 % load.
 */
struct qf_cursor {
	size_t at;
	uint64_t w, low; /* w: the lanes. low: the bits below lane 0 in its byte */
};

/* One step of a cursor: `limit` bits of the word lie before the end of the table, and `ahead` begins at `next`. */
struct qf_step {
	unsigned limit;
	size_t next;
	uint64_t ahead;
};

ALWAYS_INLINE void
qf_open(const struct qf_map *m, struct qf_cursor *c, size_t at)
{
	uint64_t raw = load64(m->data + at / 8);

	c->at = at;
	c->w = raw >> (at % 8);
	c->low = raw & low_mask(at % 8);
}

/* Does the next word begin before the end of the table? It is constant in each of the two bodies that loops have. */
ALWAYS_INLINE bool
qf_inside(const struct qf_map *m, struct qf_shape s, const struct qf_cursor *c)
{
	return __builtin_expect(c->at + qf_width(s) < m->total, 1);
}

ALWAYS_INLINE struct qf_step
qf_look_ahead(const struct qf_map *m, struct qf_shape s, const struct qf_cursor *c, bool inside)
{
	const size_t next = inside ? c->at + qf_width(s) : 0;

	return (struct qf_step){inside ? qf_width(s) : (unsigned)(m->total - c->at), next,
	                        load64(m->data + next / 8) >> (next % 8)};
}

/* Overwrites the word. `w` must hold what was loaded in every bit from the limit on. */
ALWAYS_INLINE uint64_t
qf_store(const struct qf_map *m, const struct qf_cursor *c, uint64_t w)
{
	uint64_t raw = w << (c->at % 8) | c->low;

	store64(m->data + c->at / 8, raw);
	return raw;
}

/* Overwrites the word and goes on to the next one. */
ALWAYS_INLINE void
qf_advance(const struct qf_map *m, struct qf_cursor *c, const struct qf_step *step, uint64_t w)
{
	uint64_t raw = qf_store(m, c, w);

	if (step->next == 0) { /* a tiny table's first word may share bytes with its last */
		qf_open(m, c, 0);
		return;
	}
	/* The words lie less than 8 bytes apart, or 8 when they share nothing. */
	c->low = raw >> ((step->next / 8 - c->at / 8) * 8 & 63) & low_mask(step->next % 8);
	c->at = step->next;
	c->w = step->ahead;
}

/* One word of qf_open_gap; true if it was the last. */
ALWAYS_INLINE bool
qf_push_word(const struct qf_map *m, struct qf_shape s, struct qf_cursor *c, bool inside, uint64_t *slot,
             uint64_t demoted)
{
	const unsigned bits = qf_slot_bits(s);
	const uint64_t flags = qf_continuation_lanes(s), moving = qf_remainder_lanes(s) | flags;
	const struct qf_step step = qf_look_ahead(m, s, c, inside);
	const uint64_t valid = ~UINT64_C(0) >> (64 - step.limit);
	const uint64_t empty = ~(c->w | c->w >> 1 | c->w >> 2) & flags & valid;
	const uint64_t moved = (c->w & moving) | qf_shifted_lanes(s) | demoted << s.r;
	const uint64_t w = moved << bits | *slot;

	if (empty) {
		uint64_t region = ((empty & -empty) << 3) - 1; /* to the end of the slot, also if it ends the word */

		qf_store(m, c, (w & region) | (c->w & (qf_occupied_lanes(s) | ~region)));
		return true;
	}
	*slot = moved >> (step.limit - bits) & low_mask(bits);
	qf_advance(m, c, &step, (w & valid) | (c->w & (qf_occupied_lanes(s) | ~valid)));
	return false;
}

/*
 * Puts `slot` (without is_occupied) at `at` and moves the slots from there on by one, up to the next empty slot.
 * demoted = 1: the first slot moved is no longer the head of its run.
 */
ALWAYS_INLINE void
qf_open_gap(const struct qf_map *m, struct qf_shape s, size_t at, uint64_t slot, uint64_t demoted)
{
	struct qf_cursor c;
	bool done;

	qf_open(m, &c, at);
	do {
		done = qf_inside(m, s, &c) ? qf_push_word(m, s, &c, true, &slot, demoted)
		                           : qf_push_word(m, s, &c, false, &slot, demoted);
		demoted = 0;
	} while (!done);
}

/*
 * One word of qf_close_gap; true if it was the last.
 *
 * A lane's running sum, begun at the balance of the slot before, is its own balance + its number (lane 0 is number 1).
 * A balance of lanes + 1 or more cannot fall to 0 within the word. It is cut to lanes + 1, so that sums are at most 3 *
 * lanes + 1. A continuation in an occupied slot has a balance of 1 at least, so no test for the head of a run is
 * needed.
 */
ALWAYS_INLINE bool
qf_pull_word(const struct qf_map *m, struct qf_shape s, struct qf_cursor *c, bool inside, size_t *balance,
             uint64_t promoted)
{
	const unsigned bits = qf_slot_bits(s);
	const uint64_t guard = qf_occupied_lanes(s), moving = qf_remainder_lanes(s) | qf_continuation_lanes(s);
	const uint64_t lanes = ~UINT64_C(0) >> (64 - qf_width(s)), numbers = s.ones * s.ones & lanes;
	const struct qf_step step = qf_look_ahead(m, s, c, inside);
	const uint64_t valid = ~UINT64_C(0) >> (64 - step.limit);
	const uint64_t w = ((c->w & valid) >> bits | step.ahead << (step.limit - bits)) & valid & ~(promoted << s.r);
	const uint64_t stop = ~w & qf_shifted_lanes(s) & valid;
	const uint64_t cut = *balance > s.lanes ? s.lanes + 1 : *balance;
	const uint64_t sums = ((w >> s.r & s.ones) + (c->w >> (s.r + 2) & s.ones) + cut) * s.ones;
	/* As in qf_find: the guard of a lane is set iff its balance is not 0. */
	const uint64_t home = ~(((sums & lanes) ^ numbers) + (guard - s.ones)) & c->w & guard;
	const uint64_t moved = (w & moving) | (qf_shifted_lanes(s) & ~(home >> 1));

	if (stop) {
		uint64_t last = (stop & -stop) >> (s.r + 1); /* bit 0 of the slot to be emptied */

		qf_store(m, c, (moved & (last - 1)) | (c->w & (guard | ~((last << bits) - 1))));
		return true;
	}
	*balance += (sums >> (step.limit - bits) & low_mask(bits)) - cut - (inside ? s.lanes : step.limit / bits);
	qf_advance(m, c, &step, (moved & valid) | (c->w & (guard | ~valid)));
	return false;
}

/*
 * Takes the slot at `at` out, moves the slots behind it back by one, up to the last shifted one, and empties the slot
 * that this frees. balance (see qf.c) is that of the slot before. promoted = 1: the first slot moved becomes the head
 * of its run.
 */
ALWAYS_INLINE void
qf_close_gap(const struct qf_map *m, struct qf_shape s, size_t at, size_t balance, uint64_t promoted)
{
	struct qf_cursor c;
	bool done;

	qf_open(m, &c, at);
	do {
		done = qf_inside(m, s, &c) ? qf_pull_word(m, s, &c, true, &balance, promoted)
		                           : qf_pull_word(m, s, &c, false, &balance, promoted);
		promoted = 0;
	} while (!done);
}

#endif
