/* SPDX-License-Identifier: MIT */
/*
 * rsqf_loops.h - the loops of a rank-and-select quotient filter over the keys of a call, one after the other; or with
 * the blocks of the keys to come being fetched meanwhile (rsqf_batch.c).
 *
 *      ahead = 0     hash, operate, hash, operate, ...
 *      ahead = d     hash key i + d, and fetch its block; operate on key i, in the same order: so the table is the same
 */
#ifndef CUCKOOBENCH_RSQF_LOOPS_H
#define CUCKOOBENCH_RSQF_LOOPS_H

#include "baselines/quotient/rsqf_keys.h"

enum {
	/* Keys whose blocks are on their way in the batched filters: as many as a core has misses of its first cache in
	 * flight, two or three lines a block. */
	RSQF_AHEAD = 16,
	RSQF_MOST_AHEAD = 32, /* the most keys that are hashed ahead; a power of two */
};

/* The keys of a call, some of them hashed ahead. */
struct rsqf_queue {
	const uint64_t *keys;
	size_t n, hashed;
	struct rsqf_key ahead[RSQF_MOST_AHEAD];
};

/* A block, and a little more than what its runs take of the next one: the lines that an operation mostly touches. */
ALWAYS_INLINE void
rsqf_fetch(const struct rsqf_map *m, struct rsqf_shape s, size_t quotient, bool changes)
{
	const uint8_t *block = rsqf_block(m, s, quotient / RSQF_SLOTS);

	for (size_t at = 0; at < rsqf_block_bytes(s.r); at += 64) {
		if (changes)
			__builtin_prefetch(block + at, 1, 3);
		else
			__builtin_prefetch(block + at, 0, 3);
	}
}

/* Where the run mostly is, eight slots behind its quotient's. This line and the metadata's then come at the same time,
 * and not one after the other. */
ALWAYS_INLINE void
rsqf_fetch_run(const struct rsqf_map *m, struct rsqf_shape s, size_t quotient)
{
	const uint8_t *row = rsqf_block(m, s, quotient / RSQF_SLOTS) + RSQF_REMAINDERS;

	__builtin_prefetch(row + (quotient % RSQF_SLOTS + 8) * s.r / 8);
}

/* Key i of the call, whose turn it is. */
ALWAYS_INLINE struct rsqf_key
rsqf_next(const struct rsqf_map *m, struct rsqf_shape s, struct rsqf_queue *q, size_t i, unsigned ahead, bool changes)
{
	if (!ahead) {
		const struct rsqf_key key = rsqf_key_of(m, s, hash_key(&m->hash, q->keys[i]));

		rsqf_fetch_run(m, s, key.quotient);
		return key;
	}
	while (q->hashed < q->n && q->hashed <= i + ahead) {
		struct rsqf_key *key = &q->ahead[q->hashed % RSQF_MOST_AHEAD];

		*key = rsqf_key_of(m, s, hash_key(&m->hash, q->keys[q->hashed++]));
		rsqf_fetch(m, s, key->quotient, changes);
	}
	return q->ahead[i % RSQF_MOST_AHEAD];
}

ALWAYS_INLINE size_t
rsqf_insert_all(const struct rsqf_map m, struct rsqf_shape s, unsigned ahead, const uint64_t *keys, size_t n)
{
	struct rsqf_queue q = {.keys = keys, .n = n};

	for (size_t i = 0; i < n; i++)
		if (!rsqf_insert_one(&m, s, rsqf_next(&m, s, &q, i, ahead, true)))
			return i;
	return n;
}

ALWAYS_INLINE size_t
rsqf_contains_all(const struct rsqf_map m, struct rsqf_shape s, unsigned ahead, const uint64_t *keys, size_t n,
                  uint8_t *hit)
{
	struct rsqf_queue q = {.keys = keys, .n = n};
	size_t hits = 0;

	s.probed = true;
	s.near = ahead > 0;
	for (size_t i = 0; i < n; i++) {
		hit[i] = rsqf_contains_one(&m, s, rsqf_next(&m, s, &q, i, ahead, false));
		hits += hit[i];
	}
	return hits;
}

ALWAYS_INLINE size_t
rsqf_remove_all(const struct rsqf_map m, struct rsqf_shape s, unsigned ahead, const uint64_t *keys, size_t n)
{
	struct rsqf_queue q = {.keys = keys, .n = n};
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		found += rsqf_remove_one(&m, s, rsqf_next(&m, s, &q, i, ahead, true));
	return found;
}

/* --- calls -------------------------------------------------------------------------------------------------------- */

/* A call for each length of remainder that has a body of its own: rates near 2^-8, the paper's 2^-9, 2^-12, 2^-16. */
#define RSQF_WIDTHS(f, CALL)                    \
	((f)->params.fp_bits == 8    ? CALL(8)  \
	 : (f)->params.fp_bits == 9  ? CALL(9)  \
	 : (f)->params.fp_bits == 12 ? CALL(12) \
	 : (f)->params.fp_bits == 16 ? CALL(16) \
	                             : CALL((f)->params.fp_bits))

/* What the two filters' bodies have: all three operations, in one function for each kind of instructions. */
enum rsqf_operation { RSQF_INSERT, RSQF_CONTAINS, RSQF_REMOVE };

ALWAYS_INLINE size_t
rsqf_operate(const struct rsqf *f, unsigned r, bool bmi2, unsigned ahead, enum rsqf_operation operation,
             const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct rsqf_shape s = {.r = r, .bmi2 = bmi2};

	return operation == RSQF_INSERT     ? rsqf_insert_all(f->map, s, ahead, keys, n)
	       : operation == RSQF_CONTAINS ? rsqf_contains_all(f->map, s, ahead, keys, n, hit)
	                                    : rsqf_remove_all(f->map, s, ahead, keys, n);
}

#endif
