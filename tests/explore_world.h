/* SPDX-License-Identifier: MIT */
/*
 * explore_world.h - a few keys that share a few buckets, a few operations of a few threads, and what must be true of
 * them.
 *
 *      build:    "put x PQ"    a key whose buckets are P and Q, which is in P
 *                               P         Q
 *                            | x . |   | . . |         buckets are chosen, keys are searched for
 *      threads:  "insert y", "has x", ...
 *      oracles:  no key that stays is ever absent; the history is linearizable cell by cell; the items are those
 *                accepted less those removed; so is their sum over hash(fingerprint, lesser bucket), which no move
 *                changes; check() finds no fault
 */
#ifndef CUCKOOBENCH_TESTS_EXPLORE_WORLD_H
#define CUCKOOBENCH_TESTS_EXPLORE_WORLD_H

#include "tests/explore.h"
#include "tests/history.h"
#include "variants/striped/striped_kind.h"

enum { WORLD_KEYS = 32, WORLD_OPERATIONS = 6, WORLD_BUCKETS = 6 };

/* A filter to build, and some of its buckets by the letters P, Q, R, S, T, U. */
struct world_shape {
	const char *name, *filter;
	struct filter_params params;
	size_t bucket[WORLD_BUCKETS];
};

struct world_key {
	uint64_t key;
	struct striped_place place;
	unsigned cell;
	bool stays; /* inserted before the threads run, and never deleted */
};

struct world {
	const struct world_shape *shape;
	struct filter *filter;
	const struct striped *striped;
	struct world_key key[WORLD_KEYS];
	unsigned keys, cells, threads, named[26]; /* keys by their letters */
	uint64_t tried;                           /* keys tried so far */
	struct operation planned[EXPLORE_THREADS][WORLD_OPERATIONS], done[EXPLORE_THREADS][WORLD_OPERATIONS];
	unsigned planned_key[EXPLORE_THREADS][WORLD_OPERATIONS], planned_count[EXPLORE_THREADS],
		performed[EXPLORE_THREADS];
	/* The state after build. */
	unsigned before[WORLD_KEYS];
	struct striped_counts counts;
	uint64_t sum;
};

/*
 * The steps of `build` make the world, those of `thread` are operations on its keys: insert, remove, has.
 *
 *      key y PQ      a key of a new cell, whose first bucket is P and whose second is Q; both may be the same
 *      value y P32   a key of the fingerprint 32, whose first bucket is P
 *      alias y xQ    a new key of the same cell as x, whose first bucket is Q
 *      put y PQ      a new key that is in its first bucket, and stays
 *      second y PQ   the same in its second bucket
 *      again y       one more copy of a key, which stays
 *      take y        takes a key out again
 *      fill P 1      keys that can be nowhere else take all but one entry of a bucket
 *
 * A thread does nothing more after a refused insertion. A key that is removed does not stay.
 */
struct scenario {
	const char *name, *build, *thread[EXPLORE_THREADS];
	char stays, goes; /* keys of which it must be said: aliases are removed, or inserted */
	unsigned slots;   /* for buckets of so many entries or more */
	bool sorted;      /* for semi-sorted buckets alone */
};

/* Explores the scenario with a filter of this shape, compiled with hooks. */
void world_explore(const struct filter_ops *, const struct world_shape *, const struct scenario *, unsigned preemptions,
                   uint64_t most, struct explore_result *);

#endif
