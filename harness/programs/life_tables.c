/* SPDX-License-Identifier: MIT */
/*
 * life_tables.c - the tables of a life, and the work on them that is not timed: each is filled, emptied and verified as
 * its fastest filter, and threads share the tables.
 *
 *      tables, the dearest first     qf   dl-cbf   bf   ss-cf   cf   blk-bf
 *      thread 0                     [ qf .................... ][ cf .. ]
 *      thread 1                     [ dl-cbf ....... ][ bf .. ][ ss-cf .... ][ blk-bf ]
 *
 * One thread has a whole table, so its content does not depend on their number. Nothing is timed while they work.
 */
#include "harness/programs/life.h"

#include "core/mem.h"
#include "core/rng.h"
#include "harness/filters/setup.h"
#include "harness/timing/measure.h"
#include "harness/timing/table.h"
#include "harness/timing/workers.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static const struct filter_ops *
twin_of(const struct filter_ops *ops)
{
	return ops->twin ? filter_find(ops->twin) : ops;
}

/* The part of the paper's table that it would have is the same. */
static bool
shares_table(const struct life_table *t, const struct filter_ops *ops)
{
	struct filter_params a, b;
	size_t target;

	setup_paper(t->owner, t->cell.params.bytes, &a, &target);
	setup_paper(ops, t->cell.params.bytes, &b, &target);
	return t->owner->become && ops->become && twin_of(t->owner) == twin_of(ops) && memcmp(&a, &b, sizeof a) == 0;
}

const struct filter_ops *
life_fastest(const struct filter_ops *owner, const struct filter_params *params)
{
	const struct filter_ops *fast = owner->become ? table_builder(twin_of(owner), params) : owner;

	return fast->become && !fast->remove == !owner->remove ? fast : owner;
}

static void
make_sets(struct life *l, struct life_table *t)
{
	t->set[0].keys = run_alloc(l->run, LIFE_SETS * l->slice * sizeof *t->set[0].keys);
	for (size_t i = 1; i < LIFE_SETS; i++)
		t->set[i].keys = t->set[0].keys + i * l->slice;
}

/* What of the filter's memory is on huge pages, if the kernel says so. */
static void
report_pages(struct life *l, const struct life_table *t, const char *place, long long before)
{
	const long long huge = mem_huge_bytes() - before;

	if (life_measures(l, LIFE_FILL) && before >= 0)
		emit(l->run, place, t->owner->name, 0, "huge_pages", "fraction", (uint64_t)(huge > 0 ? huge : 0),
		     filter_told(t->filter).mapped);
}

static struct life_table *
make_table(struct life *l, const struct filter_ops *owner, const char *place)
{
	struct life_table *t = &l->table[l->tables++];
	const long long before = mem_huge_bytes();

	*t = (struct life_table){.owner = owner, .cell = *l->cell};
	t->cell.filter = owner;
	setup_paper(owner, l->cell->params.bytes, &t->cell.params, &t->target);
	t->refuses = t->target == SIZE_MAX;
	t->cell.params.hash = l->cell->params.hash;
	t->cell.params.isa = l->cell->params.isa;
	t->cell.params.place = l->cell->params.place;
	t->cell.params = setup_kicks(owner, &t->cell.params, l->cell->params.kicks);
	t->fast = life_fastest(owner, &t->cell.params);
	t->cost = setup_cost(t->fast, l->cell->params.bytes).insert;
	t->filter = run_create(l->run, &t->cell, false);
	t->capacity = filter_told(t->filter).slots;
	t->capacity = t->capacity ? t->capacity : t->target;
	if (t->capacity == SIZE_MAX)
		run_fail(l->run, "%s never refuses a key and has no design capacity", owner->name);
	make_sets(l, t);
	report_pages(l, t, place, before);
	return t;
}

static void
add_face(struct life *l, struct life_table *t, const struct filter_ops *ops, const char *suffix, const char *place)
{
	struct life_face *face = &l->face[l->faces++];

	*face = (struct life_face){.ops = ops, .table = t, .place = place};
	snprintf(face->name, sizeof face->name, "%s%s", ops->name, suffix);
}

void
life_open(struct life *l)
{
	const struct filter_ops *const alone[] = {l->cell->filter, NULL};
	size_t most = 0;

	for (const struct filter_ops *const *ops = *alone ? alone : l->cell->with; *ops; ops++) {
		struct life_table *t = NULL;

		for (size_t i = 0; i < l->tables && !t; i++)
			t = shares_table(&l->table[i], *ops) ? &l->table[i] : NULL;
		t = t ? t : make_table(l, *ops, "");
		add_face(l, t, *ops, "", "");
	}
	for (size_t i = 0, n = l->tables; i < n && life_measures(l, LIFE_AGAIN); i++)
		if (strcmp(l->table[i].owner->name, "cf") == 0)
			add_face(l, make_table(l, l->table[i].owner, LIFE_CONTROL), l->table[i].owner, "-again",
			         LIFE_CONTROL);
	for (size_t i = 0; i < l->tables; i++)
		most = l->table[i].capacity > most ? l->table[i].capacity : most;
	l->keys_count = cell_keys_open(&l->own, l->run, l->cell, LIFE_SEED_KEYS, &l->keys, most);
	for (size_t i = 0; i < l->tables; i++)
		if (l->table[i].target > l->keys_count)
			l->table[i].target = l->keys_count;
}

/* Builds a static filter: it has all of its keys at once, or none. */
void
life_open_static(struct life *l)
{
	const struct filter_ops *ops = l->cell->filter;
	struct life_table *t = &l->table[l->tables++];
	const long long before = mem_huge_bytes();
	struct run_built built;

	*t = (struct life_table){.owner = ops, .fast = ops, .cell = *l->cell, .target = l->cell->target};
	make_sets(l, t);
	add_face(l, t, ops, "", "");
	l->keys_count = cell_keys_open(&l->own, l->run, l->cell, LIFE_SEED_KEYS, &l->keys, l->cell->target);
	built = run_build(l->run, l->cell, false, l->keys, l->keys_count);
	t->filter = built.filter;
	t->capacity = t->items = l->keys_count;
	l->face[0].built_ns = (double)built.ns;
	report_pages(l, t, "", before);
	if (life_measures(l, LIFE_FILL))
		emit(l->run, "", l->face[0].name, 0, "attempts", "seeds", built.seeds, 1);
}

void
life_become(const struct life *l, struct life_table *t, const struct filter_ops *ops)
{
	enum filter_status status = FILTER_OK;

	if (t->filter->ops != ops)
		status = filter_become(ops, t->filter);
	if (status != FILTER_OK)
		run_fail(l->run, "a table of %s cannot become one of %s: %s", t->owner->name, ops->name,
		         filter_status_text(status));
}

/* --- work that threads share ------------------------------------------------------------------------------ */

struct shared_work {
	struct life *l;
	void (*on)(struct life *, struct life_table *);
	struct life_table *order[LIFE_TABLES];
	atomic_size_t next;
};

static size_t
take_table(void *state)
{
	struct shared_work *work = state;
	const size_t i = atomic_fetch_add_explicit(&work->next, 1, memory_order_relaxed);

	if (i >= work->l->tables)
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

static void
share_work(struct life *l, void (*on)(struct life *, struct life_table *))
{
	struct shared_work work = {.l = l, .on = on};
	struct worker_job job[LIFE_TABLES];
	struct workers_window window;

	for (size_t i = 0; i < l->tables; i++) { /* an insertion sort */
		size_t at = i;

		life_become(l, &l->table[i], l->table[i].fast);
		for (; at > 0 && dearness(work.order[at - 1]) < dearness(&l->table[i]); at--)
			work.order[at] = work.order[at - 1];
		work.order[at] = &l->table[i];
	}
	if (l->workers) {
		for (size_t i = 0; i < l->threads; i++)
			job[i] = (struct worker_job){take_table, &work};
		run_window(l->run, l->workers, job, 0, 0, &window);
	} else {
		while (take_table(&work))
			;
	}
}

static void
fill_one(struct life *l, struct life_table *t)
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
		share_work(l, fill_one);
		again = false;
		for (size_t i = 0; i < l->tables; i++) {
			struct life_table *t = &l->table[i];

			if (t->items < t->goal && refuses(l, t))
				t->full = true, t->goal = t->items;
			again |= t->items < t->goal;
		}
	}
}

void
life_next_deletions(struct life *l, struct life_table *t, uint64_t *keys, size_t n)
{
	const size_t all = t->items + t->removed;

	for (size_t i = 0; i < n; i++) {
		keys[i] = l->keys[t->next];
		t->next += t->stride;
		t->next -= t->next >= all ? all : 0;
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
	share_work(l, empty_one);
	for (size_t i = 0; i < l->tables; i++)
		if (l->table[i].lost)
			run_fail(l->run, "lost keys: %zu inserted keys of %s were not found to delete",
			         l->table[i].lost, l->table[i].owner->name);
}

static void
verify_one(struct life *l, struct life_table *t)
{
	uint8_t hit[1024];

	for (size_t done = t->goal; done < t->items; done += 1024) {
		const size_t left = t->items - done, n = left < 1024 ? left : 1024;

		t->lost += n - t->filter->ops->contains(t->filter, l->keys + done, n, hit);
	}
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
	for (size_t i = 0; i < l->tables; i++)
		l->table[i].goal = life_empties(l, &l->table[i]) ? l->table[i].items : 0;
	share_work(l, verify_one);
	for (size_t i = 0; i < l->tables; i++) {
		struct life_table *t = &l->table[i];

		if (t->lost == 0)
			continue;
		program_verify_keys(l->run, t->filter, l->keys, t->items, 0); /* says which key */
		run_fail(l->run, "wrong answers: %s miscounts them", t->owner->name);
	}
}
