/* SPDX-License-Identifier: MIT */
/* explore_world.c - see explore_world.h. */
#include "tests/explore_world.h"

#include "tests/cells.h"
#include "tests/test.h"

/* Building. */

static unsigned
add_key(struct world *w, uint64_t key)
{
	struct world_key *k = &w->key[w->keys];
	unsigned other = 0;

	require(w->keys < WORLD_KEYS, "more keys than there is room for");
	k->key = key;
	k->place = cells_place(w->striped, key);
	while (other < w->keys && !cells_same(w->key[other].place, k->place))
		other++;
	k->cell = other < w->keys ? w->key[other].cell : w->cells++;
	k->stays = false;
	return w->keys++;
}

static bool
is_new_cell(const struct world *w, struct striped_place p)
{
	for (unsigned i = 0; i < w->keys; i++)
		if (cells_same(w->key[i].place, p))
			return false;
	return true;
}

unsigned
world_key(struct world *w, unsigned i1, unsigned i2)
{
	for (;;) {
		uint64_t key = rng_mix(++w->tried);
		struct striped_place p = cells_place(w->striped, key);

		if (p.i1 == w->shape->bucket[i1] && p.i2 == w->shape->bucket[i2] && is_new_cell(w, p))
			return add_key(w, key);
		require(w->tried < 1u << 26, "no key has these buckets");
	}
}

unsigned
world_value(struct world *w, unsigned i1, uint32_t fp)
{
	for (;;) {
		uint64_t key = rng_mix(++w->tried);
		struct striped_place p = cells_place(w->striped, key);

		if (p.i1 == w->shape->bucket[i1] && p.fp == fp)
			return add_key(w, key);
		require(w->tried < 1u << 26, "no key has this bucket and fingerprint");
	}
}

unsigned
world_alias(struct world *w, unsigned x, unsigned i1)
{
	for (;;) {
		uint64_t key = rng_mix(++w->tried);
		struct striped_place p = cells_place(w->striped, key);

		if (p.i1 == w->shape->bucket[i1] && cells_same(p, w->key[x].place))
			return add_key(w, key);
		require(w->tried < 1u << 26, "no key has this bucket and fingerprint");
	}
}

static unsigned
used(const struct world *w, unsigned i)
{
	uint32_t fp[8];

	return (unsigned)w->striped->kind->entries(w->striped, w->shape->bucket[i], fp);
}

void
world_again(struct world *w, unsigned k)
{
	require(test_insert(w->filter, w->key[k].key), "a key of the scenario is refused");
	w->before[w->key[k].cell]++;
	w->key[k].stays = true;
}

void
world_take(struct world *w, unsigned k)
{
	require(test_remove(w->filter, w->key[k].key), "a key of the scenario cannot be removed");
	w->before[w->key[k].cell]--;
	w->key[k].stays = false;
}

unsigned
world_put(struct world *w, unsigned i1, unsigned i2)
{
	unsigned k = world_key(w, i1, i2);

	require(used(w, i1) < w->striped->b, "no room in its first bucket");
	world_again(w, k);
	return k;
}

unsigned
world_put_second(struct world *w, unsigned i1, unsigned i2)
{
	const unsigned first = w->keys, was = used(w, i1);
	unsigned k;

	world_fill(w, i1, 0);
	k = world_key(w, i1, i2);
	require(used(w, i2) < w->striped->b, "no room in its second bucket");
	world_again(w, k);
	for (unsigned i = first; i < k; i++)
		world_take(w, i);
	require(used(w, i1) == was, "its first bucket has changed");
	return k;
}

void
world_fill(struct world *w, unsigned i, unsigned room)
{
	while (used(w, i) + room < w->striped->b)
		world_again(w, world_key(w, i, i));
}

void
world_op(struct world *w, unsigned t, enum operation_kind kind, unsigned key)
{
	unsigned n = w->planned_count[t]++;

	require(n < WORLD_OPERATIONS, "more operations than there is room for");
	if (t >= w->threads)
		w->threads = t + 1;
	w->planned_key[t][n] = key;
	w->planned[t][n] = (struct operation){.kind = kind, .thread = t, .cell = w->key[key].cell};
	if (kind == OPERATION_REMOVE)
		for (unsigned i = 0; i < w->keys; i++)
			w->key[i].stays &= w->key[i].cell != w->key[key].cell || w->before[w->key[key].cell] > 1;
}

/* Running. */

static void
start(void *world)
{
	struct world *w = world;

	memcpy(w->striped->counts, &w->counts, sizeof w->counts);
	memcpy(w->done, w->planned, sizeof w->done);
	memset(w->performed, 0, sizeof w->performed);
}

static bool
perform(struct filter *f, enum operation_kind kind, uint64_t key)
{
	return kind == OPERATION_INSERT   ? test_insert(f, key)
	       : kind == OPERATION_REMOVE ? test_remove(f, key)
	                                  : test_has(f, key);
}

static void
thread(void *world, unsigned t)
{
	static const char *const verb[] = {"insert", "delete", "look up"};
	struct world *w = world;

	for (unsigned i = 0; i < w->planned_count[t]; i++) {
		struct operation *o = &w->done[t][i];
		const struct world_key *k = &w->key[w->planned_key[t][i]];
		uint64_t unsure = atomic_load(&w->striped->counts->unsure);

		o->begin = explore_begin();
		explore_note("%s key %u: fingerprint 0x%x, buckets %zu and %zu", verb[o->kind], w->planned_key[t][i],
		             k->place.fp, k->place.i1, k->place.i2);
		o->result = perform(w->filter, o->kind, k->key);
		explore_note("%s key %u: %s", verb[o->kind], w->planned_key[t][i], o->result ? "yes" : "no");
		o->end = explore_end();
		w->performed[t]++;
		o->spurious |= atomic_load(&w->striped->counts->unsure) != unsure;
		if (o->kind == OPERATION_HAS && !o->result && k->stays)
			explore_fail("key %u, present throughout, is not found", w->planned_key[t][i]);
		if (o->kind == OPERATION_INSERT && !o->result)
			break; /* nobody may remove what is not there */
	}
}

static const char *
judge_contents(const struct world *w)
{
	uint64_t sum = w->sum;
	size_t items = w->counts.items;

	for (unsigned t = 0; t < w->threads; t++)
		for (unsigned i = 0; i < w->performed[t]; i++) {
			const struct operation *o = &w->done[t][i];
			uint64_t part = striped_share(w->filter, w->key[w->planned_key[t][i]].key);

			if (o->kind == OPERATION_INSERT && o->result)
				sum += part, items++;
			if (o->kind == OPERATION_REMOVE && o->result)
				sum -= part, items--;
		}
	if (test_items(w->filter) != items)
		return "the number of items is not that of accepted less removed";
	if (striped_sum(w->filter) != sum)
		return "the table does not hold what was accepted less what was removed";
	return w->filter->ops->check(w->filter);
}

/* Does the thread only look up keys that stay? Then its results are judged by themselves: explore_test.onlookers. */
static bool
is_onlooker(const struct world *w, unsigned t)
{
	for (unsigned i = 0; i < w->planned_count[t]; i++)
		if (w->planned[t][i].kind != OPERATION_HAS || !w->key[w->planned_key[t][i]].stays)
			return false;
	return true;
}

static const char *
finish(void *world)
{
	struct world *w = world;
	struct operation all[EXPLORE_THREADS * WORLD_OPERATIONS];
	size_t n = 0;

	for (unsigned t = 0; t < w->threads; t++)
		for (unsigned i = 0; i < w->performed[t]; i++)
			all[n++] = w->done[t][i];
	if (history_broken_cell(all, n, w->before, w->cells) < w->cells)
		return "the results fit no order of the operations";
	return judge_contents(w);
}

void
world_explore(const struct filter_ops *ops, const struct world_shape *shape, world_build *build, unsigned preemptions,
              uint64_t most, struct explore_result *result)
{
	struct test_config config = {.params = shape->params};
	struct world w = {.shape = shape};
	struct explore_test test = {.world = &w,
	                            .start = start,
	                            .thread = thread,
	                            .finish = finish,
	                            .preemptions = preemptions,
	                            .most = most};

	test_describe(&config, ops->name);
	w.filter = test_create(ops, &config);
	w.striped = (const struct striped *)w.filter;
	build(&w);
	for (unsigned t = 0; t < w.threads; t++) {
		test.onlookers |= (unsigned)is_onlooker(&w, t) << t;
		for (unsigned i = 0; i < w.planned_count[t]; i++)
			w.planned[t][i].spurious = cells_may_mix(w.striped, w.key[w.planned_key[t][i]].place);
	}
	test.threads = w.threads;
	w.sum = striped_sum(w.filter);
	memcpy(&w.counts, w.striped->counts, sizeof w.counts);
	*result = (struct explore_result){.complete = true};
	if (w.threads)
		explore(&test, result);
	w.filter->ops->destroy(w.filter);
}
