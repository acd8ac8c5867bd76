/* SPDX-License-Identifier: MIT */
/*
 * store_asker.h - who asks a filter, a store, or a store behind a filter, as a contestant.
 *
 *      a filter               keys --> filter, a call for many
 *      a store                keys -------------------------------------------------------------> store, a call each
 *      a store behind it      keys --> filter, a call for many --> those that it lets through --> store, a call each
 *
 * All keys are new ones, drawn outside the clock. If a set of keys came again and again, so would the few of them that
 * a filter lets through: the nearest cache would have what the store reads for them, and the processor would know their
 * way by heart.
 */
#ifndef CUCKOOBENCH_STORE_ASKER_H
#define CUCKOOBENCH_STORE_ASKER_H

#include "harness/programs/kv_store.h"
#include "harness/timing/contestant.h"
#include "harness/timing/measure.h"

/* Keys of a timed call. A store takes about a microsecond for a key, so that is no longer than a slice. No call of a
 * filter gets more. */
enum { STORE_PIECE = MEASURE_MOST };

struct store_asker {
	const struct kv_store *store; /* NULL: only the filter is asked */
	const struct filter *filter;  /* NULL: only the store is */
	uint64_t seed;                /* of the keys' stream (datasets/keys.h) */
	size_t items;                 /* its keys 0 .. items - 1 are in both */
	unsigned percent;             /* of the keys are present */
	uint64_t random, absent;      /* state of the draw; the next absent key's number, from 0 */
	uint64_t *keys;               /* room for STORE_PIECE, which askers may share */
	size_t passed;                /* of the last piece: what the filter let through */
	uint64_t wrong, of_absent;    /* of the last slice: absent keys that it let through, and absent keys */
};

/* Makes a contestant of it, which it must outlive. */
struct contestant store_asker_contestant(struct store_asker *);
/* Measures the contestant: as many keys as contend_by_chunks has to warm up, then keys until they have taken `least`
 * nanoseconds. Fails unless the store gave exactly the present keys, or the filter all of them. */
bool store_ask(struct contestant *, uint64_t least, struct slice *, struct failure *);

#endif
