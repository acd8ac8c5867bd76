/* SPDX-License-Identifier: MIT */
/*
 * cell_keys.h - which keys a timed cell inserts, and which it asks for.
 *
 *                        inserted, in their order                        asked for
 *      no --keys         random integers (datasets/keys.h)               those at random | random integers, new each time
 *      --keys SET        one half of the set, by the repetition's seed   those at random | the other half, again from its beginning
 *      --queries SET     the whole set of --keys, in random order        the questions of SET in their order, again from their beginning:
 *                                                                        for keys that are in | for keys that never are
 *  Who measures says which share of the questions is for keys that are in: that many are taken from the left, the
 * others from the right. Where --queries has none of a kind, those are drawn at random: from the keys that are in, or
 * random integers. A set whose copies are counted (--multiset) is inserted with them, in random order.
 */
#ifndef CUCKOOBENCH_CELL_KEYS_H
#define CUCKOOBENCH_CELL_KEYS_H

#include "harness/plan/key_sets.h"

struct cell_keys {
	struct key_draw draw;      /* of what is inserted */
	struct stream_keys absent; /* made, where no set has absent keys */
	uint64_t seed;
	const uint64_t *inserted; /* the cell's keys, in the order in which they are inserted */
	size_t inserted_count;
	/* Questions of --queries, in their order; their keys' places among the inserted, SIZE_MAX for those that never
	 * are. */
	const uint64_t *question;
	const size_t *place;
	size_t questions;
	size_t *kind;          /* room for as many numbers of questions: those of one kind */
	const uint64_t *never; /* the distinct keys of those that never are */
	size_t never_count;
	bool halved; /* absent keys are the set's other half */
};

/*
 * The first n keys to insert, or as many as there are, in *keys, which lives as long as the cell; how many. `purpose`:
 * of the seed that the keys follow from. Or fails the cell.
 */
size_t cell_keys_open(struct cell_keys *, struct run *, const struct cell *, uint64_t purpose, uint64_t **keys,
                      size_t n);

/* --- questions --- */

/*
 * query[0..n): questions, `percent` of them for the first `items` of the keys to insert. `pick` is the state of a
 * random number generator, and `slice` tells one set of questions from another.
 */
void cell_keys_ask(const struct cell_keys *, uint64_t *query, size_t n, unsigned percent, size_t items, uint64_t pick,
                   uint64_t slice);
/* How many absent keys there are that no two are equal of, SIZE_MAX without end; and keys[0..n): those of number first,
 * first + 1, ... */
size_t cell_keys_absent_count(const struct cell_keys *);
void cell_keys_absent(const struct cell_keys *, uint64_t *keys, size_t n, uint64_t first);
/* Of the questions of --queries, how many are for one of the first `items` keys to insert. */
size_t cell_keys_asked_present(const struct cell_keys *, size_t items);

/* Bytes and made keys of the plan that all of it takes, for n keys to insert. */
void cell_keys_estimate(const struct cell *, size_t n, struct cell_estimate *);

/* A draw of a set under the cell's hash, whose seed for strings, and whose own, are of these purposes; or fails the
 * cell. */
void cell_keys_draw(struct run *, const struct cell *, const struct key_set *, struct key_draw *, uint64_t digest,
                    uint64_t half);

#endif
