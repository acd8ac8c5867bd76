/* SPDX-License-Identifier: MIT */
/* explore_world.c - see explore_world.h. */
#include "tests/explore_world.h"

#include "tests/cells.h"
#include "tests/test.h"

/* By enum operation_kind. */
static const char *const verbs[] = {"insert", "remove", "has"};

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
is_of_cell(const struct world *w, struct striped_place p, unsigned x)
{
	return cells_same(p, w->key[x].place);
}

static bool
is_of_value(const struct world *w, struct striped_place p, unsigned fp)
{
	(void)w;
	return p.fp == fp;
}

/* Of a new cell, whose second bucket is i2. */
static bool
is_new(const struct world *w, struct striped_place p, unsigned i2)
{
	bool known = p.i2 != w->shape->bucket[i2];

	for (unsigned i = 0; i < w->keys; i++)
		known |= is_of_cell(w, p, i);
	return !known;
}

/* Adds the next key whose first bucket is i1 and that is what is asked for. */
static unsigned
add_key_that(struct world *w, unsigned i1, bool (*is)(const struct world *, struct striped_place, unsigned),
             unsigned of)
{
	for (;;) {
		uint64_t key = rng_mix(++w->tried);
		struct striped_place p = cells_place(w->striped, key);

		if (p.i1 == w->shape->bucket[i1] && is(w, p, of))
			return add_key(w, key);
		require(w->tried < 1u << 26, "no key has these buckets, or this fingerprint");
	}
}

static unsigned
used(const struct world *w, unsigned i)
{
	uint32_t fp[8];

	return (unsigned)w->striped->kind->entries(w->striped, w->shape->bucket[i], fp);
}

static void
put_again(struct world *w, unsigned k)
{
	require(test_insert(w->filter, w->key[k].key), "a key of the scenario is refused");
	w->before[w->key[k].cell]++;
	w->key[k].stays = true;
}

static void
take_out(struct world *w, unsigned k)
{
	require(test_remove(w->filter, w->key[k].key), "a key of the scenario cannot be removed");
	w->before[w->key[k].cell]--;
	w->key[k].stays = false;
}

static unsigned
put_first(struct world *w, unsigned i1, unsigned i2)
{
	unsigned k = add_key_that(w, i1, is_new, i2);

	require(used(w, i1) < w->striped->b, "no room in its first bucket");
	put_again(w, k);
	return k;
}

static void
fill(struct world *w, unsigned i, unsigned room)
{
	while (used(w, i) + room < w->striped->b)
		put_again(w, add_key_that(w, i, is_new, i));
}

static unsigned
put_second(struct world *w, unsigned i1, unsigned i2)
{
	const unsigned first = w->keys, was = used(w, i1);
	unsigned k;

	fill(w, i1, 0);
	k = add_key_that(w, i1, is_new, i2);
	require(used(w, i2) < w->striped->b, "no room in its second bucket");
	put_again(w, k);
	for (unsigned i = first; i < k; i++)
		take_out(w, i);
	require(used(w, i1) == was, "its first bucket has changed");
	return k;
}

static void
plan(struct world *w, unsigned t, enum operation_kind kind, unsigned key)
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

/* A step: a verb, the letter of a key or bucket, and what the verb needs. */
static void
build_step(struct world *w, const char *step)
{
	char verb[8] = "", letter = 0, with[8] = "";
	unsigned i1, i2, *k;

	require(sscanf(step, "%7s %c %7[A-Za-z0-9]", verb, &letter, with) >= 2, "step '%s'", step);
	i1 = (unsigned)with[0] - 'P', i2 = (unsigned)with[1] - 'P';
	k = &w->named[letter >= 'a' ? letter - 'a' : 0];
	if (strcmp(verb, "key") == 0)
		*k = add_key_that(w, i1, is_new, i2);
	else if (strcmp(verb, "value") == 0)
		*k = add_key_that(w, i1, is_of_value, (unsigned)strtoul(with + 1, NULL, 10));
	else if (strcmp(verb, "alias") == 0)
		*k = add_key_that(w, i2, is_of_cell, w->named[with[0] - 'a']);
	else if (strcmp(verb, "put") == 0)
		*k = put_first(w, i1, i2);
	else if (strcmp(verb, "second") == 0)
		*k = put_second(w, i1, i2);
	else if (strcmp(verb, "again") == 0)
		put_again(w, *k);
	else if (strcmp(verb, "take") == 0)
		take_out(w, *k);
	else if (strcmp(verb, "fill") == 0)
		fill(w, (unsigned)letter - 'P', (unsigned)with[0] - '0');
	else
		require(false, "step '%s'", step);
}

static void
plan_step(struct world *w, unsigned t, const char *step)
{
	char verb[8] = "", letter = 'x';
	unsigned kind = 0;

	require(sscanf(step, "%7s %c", verb, &letter) == 2, "step '%s'", step);
	while (kind < COUNT_OF(verbs) && strcmp(verbs[kind], verb) != 0)
		kind++;
	require(kind < COUNT_OF(verbs), "step '%s'", step);
	plan(w, t, (enum operation_kind)kind, w->named[letter - 'a']);
}

static const char *
step_after(const char *step)
{
	const char *comma = strchr(step, ',');

	return comma ? comma + 1 : NULL;
}

static void
build(struct world *w, const struct scenario *s)
{
	if (w->striped->b < s->slots || (s->sorted && w->striped->kind->limits->code_bits == 0))
		return;
	for (const char *step = s->build; step; step = step_after(step))
		build_step(w, step);
	for (unsigned t = 0; t < EXPLORE_THREADS; t++)
		for (const char *step = s->thread[t]; step; step = step_after(step))
			plan_step(w, t, step);
	if (s->stays)
		w->key[w->named[s->stays - 'a']].stays = true;
	if (s->goes)
		w->key[w->named[s->goes - 'a']].stays = false;
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
	struct world *w = world;

	for (unsigned i = 0; i < w->planned_count[t]; i++) {
		struct operation *o = &w->done[t][i];
		const struct world_key *k = &w->key[w->planned_key[t][i]];
		uint64_t unsure = atomic_load(&w->striped->counts->unsure);

		o->begin = explore_begin();
		explore_note("%s key %u: fingerprint 0x%x, buckets %zu and %zu", verbs[o->kind], w->planned_key[t][i],
		             k->place.fp, k->place.i1, k->place.i2);
		o->result = perform(w->filter, o->kind, k->key);
		explore_note("%s key %u: %s", verbs[o->kind], w->planned_key[t][i], o->result ? "yes" : "no");
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
world_explore(const struct filter_ops *ops, const struct world_shape *shape, const struct scenario *scenario,
              unsigned preemptions, uint64_t most, struct explore_result *result)
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
	build(&w, scenario);
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
