/* SPDX-License-Identifier: MIT */
/*
 * cqf_keys.h - the three operations of a counting quotient filter on one key, and the loops over the keys of a call.
 * The idea and the invariants are at the head of cqf.c, how a counter is written in cqf_counters.h.
 *
 *      insertion    ... | a | x 4 x | b b | ...        x has one copy more: its counter is written anew, and takes
 *                   ... | a | x 0 6 x | b b | ...      the slots that it had, or one more
 *      deletion     the other way round
 */
#ifndef CUCKOOBENCH_CQF_KEYS_H
#define CUCKOOBENCH_CQF_KEYS_H

#include "baselines/quotient/cqf_counters.h"
#include "baselines/quotient/rsqf_loops.h"

/* What an insertion or a deletion did. */
enum cqf_result {
	CQF_NOTHING, /* the key was refused, or not found */
	CQF_COUNTED, /* as many slots are in use as before */
	CQF_SLOT,    /* one more, or one less */
};

/* The key's counter is at `at`, in a run that ends at `end`. It counts one copy more or less. */
ALWAYS_INLINE enum cqf_result
cqf_recount(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_key key, size_t end, size_t at, bool more,
            bool room)
{
	const size_t last = cqf_last(m, s, at, end);
	uint64_t copies;
	struct cqf_code code;

	if (cqf_tick(m, s, at, last, more))
		return CQF_COUNTED;
	copies = cqf_copies(m, s, at, last);
	cqf_encode(&code, s.r, key.remainder, more ? copies + 1 : copies - 1);
	if (code.n > last - at + 1 && !(room && rsqf_open_slot(m, s, key, end, at)))
		return CQF_NOTHING;
	if (code.n < last - at + 1)
		rsqf_close_slot(m, s, key, end, at);
	cqf_write(m, s, at, &code);
	return code.n == last - at + 1 ? CQF_COUNTED : CQF_SLOT;
}

/* `room`: another slot may be taken. */
ALWAYS_INLINE enum cqf_result
cqf_insert_one(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_key key, bool room)
{
	const uint64_t occupieds = rsqf_occupieds(rsqf_block(m, s, key.quotient / RSQF_SLOTS));
	size_t end, at;

	if (room && rsqf_insert_at_home(m, s, key))
		return CQF_SLOT;
	end = rsqf_run_end(m, s, key.quotient, occupieds);
	at = end + 1;
	if (occupieds >> key.quotient % RSQF_SLOTS & 1) {
		at = cqf_seek(m, s, key, end);
		if (at <= end && rsqf_remainder(m, s, at) == key.remainder)
			return cqf_recount(m, s, key, end, at, true, room);
	}
	return room && rsqf_open_slot(m, s, key, end, at) ? CQF_SLOT : CQF_NOTHING;
}

/* Most absent keys have a remainder that is in no slot of their run. Otherwise the slot may hold a digit. */
ALWAYS_INLINE bool
cqf_contains_one(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_key key)
{
	struct rsqf_part part;
	size_t end, at;

	return rsqf_look(m, s, key, &end, &at, &part) && cqf_confirm(m, s, key, end, &at, &part);
}

ALWAYS_INLINE enum cqf_result
cqf_remove_one(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_key key)
{
	const uint64_t occupieds = rsqf_occupieds(rsqf_block(m, s, key.quotient / RSQF_SLOTS));
	size_t end, at;

	if (!(occupieds >> key.quotient % RSQF_SLOTS & 1))
		return CQF_NOTHING;
	end = rsqf_run_end(m, s, key.quotient, occupieds);
	at = cqf_seek(m, s, key, end);
	if (at > end || rsqf_remainder(m, s, at) != key.remainder)
		return CQF_NOTHING;
	return cqf_recount(m, s, key, end, at, false, false);
}

/* --- calls -------------------------------------------------------------------------------------------------------- */

/* How many keys were taken, found or removed, and how many slots are in use more or less. */
struct cqf_done {
	size_t keys, slots;
};

ALWAYS_INLINE struct cqf_done
cqf_insert_all(const struct rsqf_map m, struct rsqf_shape s, unsigned ahead, const uint64_t *keys, size_t n,
               size_t room)
{
	struct rsqf_queue q = {.keys = keys, .n = n};
	struct cqf_done done = {0, 0};

	for (; done.keys < n; done.keys++) {
		const struct rsqf_key key = rsqf_next(&m, s, &q, done.keys, ahead, true);
		const enum cqf_result result = cqf_insert_one(&m, s, key, done.slots < room);

		if (result == CQF_NOTHING)
			break;
		done.slots += result == CQF_SLOT;
	}
	return done;
}

ALWAYS_INLINE struct cqf_done
cqf_contains_all(const struct rsqf_map m, struct rsqf_shape s, unsigned ahead, const uint64_t *keys, size_t n,
                 uint8_t *hit)
{
	struct rsqf_queue q = {.keys = keys, .n = n};
	struct cqf_done done = {0, 0};

	s.probed = true;
	s.near = ahead > 0;
	for (size_t i = 0; i < n; i++) {
		hit[i] = cqf_contains_one(&m, s, rsqf_next(&m, s, &q, i, ahead, false));
		done.keys += hit[i];
	}
	return done;
}

ALWAYS_INLINE struct cqf_done
cqf_remove_all(const struct rsqf_map m, struct rsqf_shape s, unsigned ahead, const uint64_t *keys, size_t n)
{
	struct rsqf_queue q = {.keys = keys, .n = n};
	struct cqf_done done = {0, 0};

	for (size_t i = 0; i < n; i++) {
		const enum cqf_result result = cqf_remove_one(&m, s, rsqf_next(&m, s, &q, i, ahead, true));

		done.keys += result != CQF_NOTHING;
		done.slots += result == CQF_SLOT;
	}
	return done;
}

/* All three operations, in one function for each kind of instructions, as of rsqf. */
ALWAYS_INLINE struct cqf_done
cqf_operate(const struct rsqf *f, unsigned r, bool bmi2, unsigned ahead, enum rsqf_operation operation,
            const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct rsqf_shape s = {.r = r, .bmi2 = bmi2};

	return operation == RSQF_INSERT     ? cqf_insert_all(f->map, s, ahead, keys, n, f->capacity - f->used)
	       : operation == RSQF_CONTAINS ? cqf_contains_all(f->map, s, ahead, keys, n, hit)
	                                    : cqf_remove_all(f->map, s, ahead, keys, n);
}

#endif
