/* SPDX-License-Identifier: MIT */
/*
 * cell_keys.h - which keys a timed cell inserts, and which keys it looks up.
 *
 *                        inserted, in this order                      looked up
 *      no --keys         random integers (datasets/keys.h)            P: those, at random
 *                                                                     A: random integers, new each time
 *      --keys SET        one half of the set, by the repetition's     P: those, at random
 *                        seed                                         A: the other half, cyclically
 *      --queries SET     the whole set of --keys, in random order     the queries of SET in order, cyclically:
 *                                                                     P: for inserted keys | A: for keys never inserted
 *
 * Queries may be any keys, and are drawn anew at every occupancy, so they are no query set (query_set.h).
 * P are queries for present keys, A for absent ones. The program states the share of present keys; that share of the
 * queries comes from P, the rest from A. If --queries has none of a kind, those are drawn at random: from the inserted
 * keys, or from random integers. A set whose copies are counted (--multiset) is inserted with them, in random order.
 */
#ifndef CUCKOOBENCH_CELL_KEYS_H
#define CUCKOOBENCH_CELL_KEYS_H

#include "harness/plan/key_sets.h"

struct cell_keys {
	struct key_draw draw;      /* of the inserted keys */
	struct stream_keys absent; /* generated, for sets without absent keys */
	uint64_t seed;
	const uint64_t *inserted; /* the cell's keys, in order of insertion */
	size_t inserted_count;
	/* Queries of --queries, in order; and for each, its key's index among the inserted keys, SIZE_MAX if never
	 * inserted. */
	const uint64_t *question;
	const size_t *place;
	size_t questions;
	size_t *kind;          /* buffer for the indices of all queries: holds those of one kind */
	const uint64_t *never; /* the distinct keys that are never inserted */
	size_t never_count;
	bool halved; /* absent keys are the other half of the set */
};

/*
 * Sets *keys to the first n keys to insert, or to all if there are fewer; they live as long as the cell. Returns their
 * number. `purpose` selects the seed that determines the keys. Fails the cell on error.
 */
size_t cell_keys_open(struct cell_keys *, struct run *, const struct cell *, uint64_t purpose, uint64_t **keys,
                      size_t n);

/* --- queries --- */

/*
 * Fills query[0..n). `percent` of them are for the first `items` of the keys to insert. `pick` is the state of a random
 * number generator. `slice` makes different query sets.
 */
void cell_keys_ask(const struct cell_keys *, uint64_t *query, size_t n, unsigned percent, size_t items, uint64_t pick,
                   uint64_t slice);
/* The number of distinct absent keys, SIZE_MAX if unlimited; and the function that fills keys[0..n) with absent keys
 * number first, first + 1, ... */
size_t cell_keys_absent_count(const struct cell_keys *);
void cell_keys_absent(const struct cell_keys *, uint64_t *keys, size_t n, uint64_t first);
/* Returns how many queries of --queries are for one of the first `items` keys to insert. */
size_t cell_keys_asked_present(const struct cell_keys *, size_t items);

/* Puts keys in a random order. */
void cell_keys_shuffle(uint64_t *keys, size_t n, uint64_t seed);
/* Adds the plan's estimate of bytes and of generated keys for n keys to insert. */
void cell_keys_estimate(const struct cell *, size_t n, struct cell_estimate *);

/* Prepares a draw of a set under the cell's hash. `digest` and `half` are the purposes of the seeds for strings and for
 * the draw. Fails the cell on error. */
void cell_keys_draw(struct run *, const struct cell *, const struct key_set *, struct key_draw *, uint64_t digest,
                    uint64_t half);

#endif
