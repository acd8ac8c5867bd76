/* SPDX-License-Identifier: MIT */
/*
 * tasks.h - what workers (workers.h) do to a filter, a batch per call: look up, build, churn; and to bare memory, the
 * ceiling.
 *
 *      one filter  <--- task of thread 0:  [ queries ......|at...... ]
 *                                          hits are counted and compared with what must be found
 *                  <--- task of thread 1:  [ ring: absent |head  resident  tail| absent ]
 *                                          oldest out, next in: the number of residents stays the same
 *  Keys are generated before the timed window. A task never allocates and never fails: it counts what went wrong, and
 * the caller judges that when all threads have stopped. Each task is aligned to TASK_APART, so that no thread's
 * counters share lines with another's.
 */
#ifndef CUCKOOBENCH_TASKS_H
#define CUCKOOBENCH_TASKS_H

#include "core/filter.h"
#include "harness/timing/ceiling.h"
#include "harness/timing/query_set.h"

#include <stdbool.h>

enum { TASK_APART = 128 };

/* Keys of one call of contains, a multiple of 8, unless the task sets another number. */
enum { QUERIES_BATCH = 256 };

struct lookup_task {
	_Alignas(TASK_APART) struct filter *filter;
	const struct query_set *asked; /* all threads', and each starts at another place */
	size_t at;
	uint64_t missed; /* lower bound on keys that are in the filter and were reported absent */
	size_t call;     /* keys per call, a multiple of 8; 0: QUERIES_BATCH */
	uint8_t *hit;    /* room for the answers of a call of more than MEASURE_MOST keys; otherwise NULL */
};
/* Makes one call. */
size_t lookup_body(void *lookup_task);

/* Inserts keys[at], ..., keys[n - 1], up to the first that is refused. */
struct build_task {
	_Alignas(TASK_APART) struct filter *filter;
	const uint64_t *keys;
	size_t n, at;
	bool refused;
};
size_t build_body(void *build_task);

/*
 * A ring of keys. `resident` of them, from `head` on, are in the filter. The oldest is deleted, and the one after the
 * last resident is inserted. A refused key changes places with the key whose turn is farthest away. At most size - 2
 * are ever resident.
 */
struct ring {
	uint64_t *keys;
	size_t size, head, resident;
};
/* Attempts `n` insertions and returns how many were refused. For a filter that cannot delete, the ring does not count
 * residents: keys are inserted from head on, and again when the ring comes round. */
size_t ring_insert(struct filter *, struct ring *, size_t n);
/* Deletes the n <= resident oldest keys. Returns how many were not found. */
size_t ring_remove(struct filter *, struct ring *, size_t n);

/* Several rings in turn, each kept at `target` residents. A call makes `lookups` lookups and `updates` updates, half of
 * them deletions and half insertions. Further insertions at the ring's next turn make up for refused keys. */
struct churn_task {
	_Alignas(TASK_APART) struct lookup_task lookup;
	struct ring *ring; /* this thread has every `stride`-th of `rings`, from `first` on */
	size_t rings, first, stride, turn;
	size_t target;
	size_t lookups, updates;   /* per call; lookups is a multiple of 8 */
	uint64_t inserts, refused; /* attempted insertions, and the refused ones of them */
	uint64_t lost;             /* own keys that were not found for deletion */
};
size_t churn_body(void *churn_task);
/* Fills the rings up to `target`, each up to the first key that is refused. */
size_t fill_body(void *churn_task);

/* Computes the hash and touches one or two random lines per operation (ceiling.h), in every thread. The memory is as
 * large as the filter's table. */
struct ceiling_task {
	_Alignas(TASK_APART) struct ceiling_memory ground;
	enum ceiling what;
	enum ceiling_style style;
};
size_t ceiling_body(void *ceiling_task);

/* Whatever a thread does next. */
union task {
	struct lookup_task lookup;
	struct build_task build;
	struct churn_task churn;
	struct ceiling_task ceiling;
};

#endif
