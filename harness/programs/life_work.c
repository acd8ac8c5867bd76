/* SPDX-License-Identifier: MIT */
/*
 * life_work.c - the work on a life's tables that is not timed: each is filled, emptied and verified as its fastest
 * filter, and threads share the tables.
 *
 *      tables, the dearest first     qf   dl-cbf   bf   ss-cf   cf   blk-bf
 *      thread 0                     [ qf .................... ][ cf .. ]
 *      thread 1                     [ dl-cbf ....... ][ bf .. ][ ss-cf .... ][ blk-bf ]
 *
 * One thread has a whole table, so its content does not depend on their number. Nothing is timed while they work.
 */
#include "harness/programs/life.h"

#include "harness/run/running.h"
#include "harness/timing/measure.h"
#include "harness/timing/workers.h"

#include <stdatomic.h>

struct shared_work {
	struct life *l;
	void (*on)(struct life *, struct life_table *);
	struct life_table *order[LIFE_TABLES];
	size_t tables;
	atomic_size_t next;
};

static size_t
take_table(void *state)
{
	struct shared_work *work = state;
	const size_t i = atomic_fetch_add_explicit(&work->next, 1, memory_order_relaxed);

	if (i >= work->tables)
		return 0;
	work->on(work->l, work->order[i]);
	return 1;
}

static double
dearness(const struct life_table *t)
{
	const size_t n = t->goal > t->items ? t->goal - t->items : t->items - t->goal;

	return t->cost * (double)n;
}

/* Each thread takes pieces of work until there is none. */
static void
by_all_threads(struct life *l, size_t (*take)(void *), void *state)
{
	struct worker_job job[LIFE_THREADS];
	struct workers_window window;

	for (size_t i = 0; i < l->threads; i++)
		job[i] = (struct worker_job){take, state};
	if (l->workers)
		run_window(l->run, l->workers, job, 0, 0, &window);
	else
		while (take(state))
			;
}

void
life_share(struct life *l, struct life_table *of, void (*on)(struct life *, struct life_table *))
{
	struct shared_work work = {.l = l, .on = on};

	for (struct life_table *t = of; t < of + l->tables; t++) { /* an insertion sort */
		size_t at = work.tables;

		if (!t->filter)
			continue;
		life_become(l, t, t->fast);
		for (; at > 0 && dearness(work.order[at - 1]) < dearness(t); at--)
			work.order[at] = work.order[at - 1];
		work.order[at] = t;
		work.tables++;
	}
	by_all_threads(l, take_table, &work);
}

void
life_fill_one(struct life *l, struct life_table *t)
{
	while (t->items < t->goal) {
		const size_t left = t->goal - t->items, n = left < LIFE_CHUNK ? left : LIFE_CHUNK,
			     got = t->filter->ops->insert(t->filter, l->keys + t->items, n);

		t->items += got;
		if (got < n)
			return;
	}
}

/* Is it full? The key that the fast filter refused, many insertions in flight, may fit as the owner inserts it. */
static bool
refuses(struct life *l, struct life_table *t)
{
	size_t got;

	life_become(l, t, t->owner);
	got = t->owner->insert(t->filter, l->keys + t->items, 1);
	t->items += got;
	return got == 0;
}

/* A run of seconds where the step has as many keys. */
static void
run_of(struct life *l, struct life_table *t)
{
	size_t got;

	if (t->items >= t->goal)
		return;
	life_become(l, t, t->owner);
	t->run.ns += measure_insert(t->filter, l->keys + t->items, t->goal - t->items, &got);
	t->run.ops += got;
	t->items += got;
	if (t->items < t->goal)
		t->full = true, t->goal = t->items;
}

void
life_fill(struct life *l)
{
	bool again = true;

	for (size_t i = 0; i < l->tables; i++)
		if (l->table[i].full)
			l->table[i].goal = l->table[i].items;
	for (size_t i = 0; i < l->tables && life_measures(l, LIFE_WHOLE); i++)
		run_of(l, &l->table[i]);
	while (again) {
		life_share(l, l->table, life_fill_one);
		again = false;
		for (size_t i = 0; i < l->tables; i++) {
			struct life_table *t = &l->table[i];

			if (t->items < t->goal && refuses(l, t))
				t->full = true, t->goal = t->items;
			again |= t->items < t->goal;
		}
	}
}

static size_t
after(size_t block, size_t stride, size_t blocks)
{
	return block + stride < blocks ? block + stride : block + stride - blocks;
}

void
life_next_deletions(struct life *l, struct life_table *t, uint64_t *keys, size_t n)
{
	const size_t blocks = (t->items + t->removed) / LIFE_BLOCK;

	for (size_t i = 0; i < n; i++) {
		const size_t at = t->removed + i;

		if (at >= blocks * LIFE_BLOCK) { /* the few keys behind the last block */
			keys[i] = l->keys[at];
			continue;
		}
		if (at % LIFE_BLOCK == 0) {
			t->block = after(t->block, t->stride, blocks);
			t->ahead = after(t->ahead, t->stride, blocks);
			__builtin_prefetch(l->keys + t->ahead * LIFE_BLOCK);
		}
		keys[i] = l->keys[t->block * LIFE_BLOCK + at % LIFE_BLOCK];
	}
}

static void
empty_one(struct life *l, struct life_table *t)
{
	uint64_t keys[1024];

	while (t->items > t->goal) {
		const size_t left = t->items - t->goal, n = left < 1024 ? left : 1024;

		life_next_deletions(l, t, keys, n);
		t->lost += n - t->filter->ops->remove(t->filter, keys, n);
		t->items -= n;
		t->removed += n;
	}
}

void
life_empty(struct life *l)
{
	life_share(l, l->table, empty_one);
	for (size_t i = 0; i < l->tables; i++)
		if (l->table[i].lost)
			run_fail(l->run, "lost keys: %zu inserted keys of %s were not found to delete",
			         l->table[i].lost, l->table[i].owner->name);
}

/* The keys of all tables, a part after the other; a large table would keep one thread after the others are done. */
struct verification {
	struct life *l;
	atomic_size_t next, lost[LIFE_TABLES];
};

enum { VERIFY_PART = 1 << 18, VERIFY_CALL = 1024 };

static size_t
verify_part(struct life *l, struct life_table *t, size_t from)
{
	const size_t to = from + VERIFY_PART < t->items ? from + VERIFY_PART : t->items;
	uint8_t hit[VERIFY_CALL];
	size_t lost = 0;

	for (; from < to; from += VERIFY_CALL) {
		const size_t n = to - from < VERIFY_CALL ? to - from : VERIFY_CALL;

		lost += n - t->filter->ops->contains(t->filter, l->keys + from, n, hit);
	}
	return lost;
}

static size_t
take_part(void *state)
{
	struct verification *v = state;
	size_t part = atomic_fetch_add_explicit(&v->next, 1, memory_order_relaxed);

	for (size_t i = 0; i < v->l->tables; i++) {
		struct life_table *t = &v->l->table[i];
		const size_t parts = life_empties(v->l, t) ? 0 : (t->items + VERIFY_PART - 1) / VERIFY_PART;

		if (part < parts) {
			atomic_fetch_add_explicit(&v->lost[i], verify_part(v->l, t, part * VERIFY_PART),
			                          memory_order_relaxed);
			return 1;
		}
		part -= parts;
	}
	return 0;
}

/* All keys are deleted later, and none may be missing then. */
bool
life_empties(const struct life *l, const struct life_table *t)
{
	return life_measures(l, LIFE_DELETIONS) && t->owner->remove;
}

void
life_verify(struct life *l)
{
	struct verification v = {.l = l};

	for (size_t i = 0; i < l->tables; i++)
		life_become(l, &l->table[i], l->table[i].fast);
	by_all_threads(l, take_part, &v);
	for (size_t i = 0; i < l->tables; i++) {
		struct life_table *t = &l->table[i];

		if (atomic_load_explicit(&v.lost[i], memory_order_relaxed) == 0)
			continue;
		program_verify_keys(l->run, t->filter, l->keys, t->items, 0); /* says which key */
		run_fail(l->run, "wrong answers: %s miscounts them", t->owner->name);
	}
}
