/* SPDX-License-Identifier: MIT */
/*
 * tasks.h - what workers (workers.h) do to a filter, a batch at a call: look up, build, churn; and to bare memory, the
 * ceiling.
 *
 *      one filter  <--- task of thread 0:  [ queries ......|at...... ]      hits are counted and checked against what must be found
 *                  <--- task of thread 1:  [ ring: absent |head  resident  tail| absent ]      oldest out, next in: as many as before
 *  Keys are made before the clock. A task never allocates and never fails: what went wrong is counted, and judged when
 * all threads have stopped. Each has a place of its own (TASK_APART), so that no thread's notes travel with another's.
 */
#ifndef CUCKOOBENCH_TASKS_H
#define CUCKOOBENCH_TASKS_H

#include "core/filter.h"
#include "harness/timing/ceiling.h"

#include <stdbool.h>

enum { TASK_APART = 128 };

/*
 * Queries, gone through again and again, by all threads alike: each begins elsewhere. `present[i]` says how many of the
 * queries 8 i .. 8 i + 7 are for keys that are in the filter throughout, whatever is inserted and deleted beside: so
 * many must hit.
 */
struct queries {
	const uint64_t *keys;
	const uint8_t *present;
	size_t n; /* a multiple of QUERIES_BATCH */
};
/* Keys of one call of contains, a multiple of 8, unless the task says how many. */
enum { QUERIES_BATCH = 256 };

struct lookup_task {
	_Alignas(TASK_APART) struct filter *filter;
	struct queries queries;
	size_t at;
	uint64_t missed; /* keys that are in the filter and were reported absent, at least */
	size_t call;     /* keys of one call, a multiple of 8; 0: QUERIES_BATCH */
	uint8_t *hit;    /* room for their answers, where they are more than MEASURE_MOST; else NULL */
};
/* One call. */
size_t lookup_body(void *lookup_task);

/* Inserts keys[at], ... , keys[n - 1], up to the first that is refused. */
struct build_task {
	_Alignas(TASK_APART) struct filter *filter;
	const uint64_t *keys;
	size_t n, at;
	bool refused;
};
size_t build_body(void *build_task);

/*
 * Keys of which `resident`, from `head` on, are in the filter. The oldest is deleted, the one behind the last inserted;
 * a key that is refused changes places with the one that is farthest from its turn. At most size - 2 are ever resident.
 */
struct ring {
	uint64_t *keys;
	size_t size, head, resident;
};
/* Attempts `n` insertions; returns how many were refused. Of a filter that cannot delete the ring has no residents to
 * keep track of: keys are inserted from head on, and when they come round, again. */
size_t ring_insert(struct filter *, struct ring *, size_t n);
/* Deletes the n <= resident oldest; returns how many were not found. */
size_t ring_remove(struct filter *, struct ring *, size_t n);

/* Several rings in turn, each kept at `target` residents; of each call `lookups` operations are lookups and `updates`
 * are deletes and as many insertions. Refused keys are made up for by further insertions at the next turn. */
struct churn_task {
	_Alignas(TASK_APART) struct lookup_task lookup;
	struct ring *ring; /* this thread's are every `stride`-th from `first` on of `rings` */
	size_t rings, first, stride, turn;
	size_t target;
	size_t lookups, updates;   /* of a call; lookups a multiple of 8 */
	uint64_t inserts, refused; /* attempts, and of them */
	uint64_t lost;             /* own keys not found to delete */
};
size_t churn_body(void *churn_task);
/* Fills the rings up to `target`, each up to the first key that is refused. */
size_t fill_body(void *churn_task);

/* The hash and one or two random lines an operation, of memory as large as the filter's table (ceiling.h), in every
 * thread. */
struct ceiling_task {
	_Alignas(TASK_APART) struct ceiling_memory ground;
	enum ceiling what;
	enum ceiling_style style;
};
size_t ceiling_body(void *ceiling_task);

#endif
