/* SPDX-License-Identifier: MIT */
/*
 * explore_world.h - a few keys that share a few buckets, a few operations of a few threads, and what must be true of
 * them.
 *
 *      build:    put(w, P, Q)    a key whose buckets are P and Q, which is in P
 *                               P         Q
 *                            | x . |   | . . |         buckets are chosen, keys are searched for
 *      threads:  op(w, 0, OPERATION_INSERT, y); op(w, 1, OPERATION_HAS, x); ...
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
	unsigned keys, cells, threads;
	uint64_t tried; /* keys tried so far */
	struct operation planned[EXPLORE_THREADS][WORLD_OPERATIONS], done[EXPLORE_THREADS][WORLD_OPERATIONS];
	unsigned planned_key[EXPLORE_THREADS][WORLD_OPERATIONS], planned_count[EXPLORE_THREADS],
		performed[EXPLORE_THREADS];
	/* The state after build. */
	unsigned before[WORLD_KEYS];
	struct striped_counts counts;
	uint64_t sum;
};

typedef void world_build(struct world *);

/* Explores the world that `build` makes with a filter of this shape, compiled with hooks. */
void world_explore(const struct filter_ops *, const struct world_shape *, world_build *, unsigned preemptions,
                   uint64_t most, struct explore_result *);

/* --- for build ---------------------------------------------------------------------------------------------- */

enum { P, Q, R, S, T, U };

/* A key of a new cell, whose first bucket is i1 and whose second is i2; both may be the same. */
unsigned world_key(struct world *, unsigned i1, unsigned i2);
/* A key of the fingerprint fp, whose first bucket is i1. */
unsigned world_value(struct world *, unsigned i1, uint32_t fp);
/* A new key of the same cell as x, whose first bucket is i1. */
unsigned world_alias(struct world *, unsigned x, unsigned i1);
/* A new key that is in its first bucket, or in its second, and stays. */
unsigned world_put(struct world *, unsigned i1, unsigned i2);
unsigned world_put_second(struct world *, unsigned i1, unsigned i2);
/* One more copy of a key, which stays. */
void world_again(struct world *, unsigned key);
/* Takes a key out again. */
void world_take(struct world *, unsigned key);
/* Keys that can be nowhere else take all but `room` entries of a bucket. */
void world_fill(struct world *, unsigned i, unsigned room);
/* Thread t does this next; nothing more after a refused insertion. A key that is removed does not stay. */
void world_op(struct world *, unsigned t, enum operation_kind, unsigned key);

#endif
