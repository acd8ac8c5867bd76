/* SPDX-License-Identifier: MIT */
/*
 * life_tables.c - the tables of a life, and who they are at a time.
 *
 *      cell   with = cf ss-cf qf cf-branch ...
 *               |
 *             table of cf     faces cf, cf-branch      becomes one after the other; cf-batch while it is filled
 *             table of ss-cf  faces ss-cf, ...
 */
#include "harness/programs/life.h"

#include "core/mem.h"
#include "core/rng.h"
#include "harness/filters/setup.h"
#include "harness/run/running.h"
#include "harness/timing/measure.h"
#include "harness/timing/table.h"

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

void
life_make_table(struct life *l, struct life_table *t, const struct filter_ops *owner)
{
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
}

static struct life_table *
make_table(struct life *l, const struct filter_ops *owner, const char *place)
{
	struct life_table *t = &l->table[l->tables++];
	const long long before = mem_huge_bytes();

	life_make_table(l, t, owner);
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

bool
life_repeats(const struct filter_ops *ops, unsigned parts)
{
	const char *name = twin_of(ops)->name;

	return (parts & LIFE_CF_AGAIN && strcmp(name, "cf") == 0) || (parts & LIFE_BF_AGAIN && strcmp(name, "bf") == 0);
}

/* A second table with all faces of the first, so that each has the company, the keys and the turns of the other. */
static void
repeat(struct life *l, const struct life_table *of)
{
	struct life_table *t = make_table(l, of->owner, LIFE_CONTROL);

	for (size_t i = 0, n = l->faces; i < n; i++)
		if (l->face[i].table == of)
			add_face(l, t, l->face[i].ops, "-again", LIFE_CONTROL);
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
	for (size_t i = 0, n = l->tables; i < n; i++)
		if (life_repeats(l->table[i].owner, l->cell->parts))
			repeat(l, &l->table[i]);
	for (size_t i = 0; i < l->tables; i++)
		most = l->table[i].capacity > most ? l->table[i].capacity : most;
	l->keys_count = cell_keys_open(&l->own, l->run, l->cell, LIFE_SEED_KEYS, &l->keys, most);
	for (size_t i = 0; i < l->tables; i++)
		if (l->table[i].target > l->keys_count)
			l->table[i].target = l->keys_count;
	life_open_anchors(l);
}

/* Builds a static filter with all of its keys. */
void
life_open_static(struct life *l)
{
	const struct filter_ops *ops = l->cell->filter;
	struct life_table *t = &l->table[l->tables++];
	long long before;
	struct run_built built;

	*t = (struct life_table){.owner = ops, .fast = ops, .cell = *l->cell, .target = l->cell->target};
	make_sets(l, t);
	add_face(l, t, ops, "", "");
	l->keys_count = cell_keys_open(&l->own, l->run, l->cell, LIFE_SEED_KEYS, &l->keys, l->cell->target);
	before = mem_huge_bytes();
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
