/* SPDX-License-Identifier: MIT */
/*
 * test_churn.c - a long life at high load: every filter that can delete is filled until it refuses. Random deletions
 * and insertions then keep it there, against the exact model.
 *
 *      CUCKOOBENCH_STRESS=100      a hundred times as many operations (default 1: a few seconds for all filters)
 *
 * Short tests do not reach these: clusters of a quotient filter that wrap around the end of the table, runs of
 * thousands of relocations, counters that go up and down again, and any slow leak of items. At the end all keys are
 * removed, and the table must be that of a new filter.
 */
#include "tests/test.h"

/* The share of insertions is a sixteenth more or less, so that the filter alternates between full and 80 %. One that
 * fills is full when it refuses: with counters, entries may hold more items than there are entries. */
static bool
wants_insertion(const struct filter *f, size_t full, uint64_t r, bool *draining)
{
	size_t items = test_items(f);

	if (items >= full && !(f->ops->caps & FILTER_FILLS))
		*draining = true;
	if (items * 10 < full * 8)
		*draining = false;
	return r % 16 < (*draining ? 7 : 10);
}

static void
churn(struct filter *f, struct model *m, uint64_t *random, size_t steps, unsigned doublings)
{
	size_t full = test_slots(f, m->room / 2) << doublings, refusals = 0;
	const bool fills = f->ops->caps & FILTER_FILLS;
	bool draining = false;

	for (size_t s = 0; s < steps; s++) {
		uint64_t r = rng_next(random), key = rng_next(random);

		if (!m->distinct || wants_insertion(f, full, r, &draining)) {
			if (f->ops->caps & FILTER_MULTISET && m->distinct && r / 16 % 64 == 0)
				key = model_pick(m, r);
			if (m->distinct < m->room && test_insert(f, key)) {
				model_add(m, key);
			} else {
				require(fills || m->distinct == m->room, "refused at %zu items", m->total);
				draining = true;
				refusals++;
			}
		} else {
			key = model_pick(m, r);
			require(test_has(f, key), "step %zu: a stored key is not found", s);
			require(test_remove(f, key), "step %zu: a stored key cannot be removed", s);
			model_drop(m, key);
		}
		if (s % (steps / 16 + 1) == 0)
			test_agrees(f, m);
	}
	test_agrees(f, m);
	require(!fills || refusals > 0, "never full in %zu steps", steps);
}

static void
live(const struct filter_ops *ops, struct filter_params params, size_t room, size_t steps)
{
	struct test_config c = {.params = params};
	struct filter *f, *fresh;
	uint64_t random;
	struct model m;

	c.params.seed = random = test_stream("life") + params.fp_bits * 64 + params.slots;
	c.params.doublings = ops->caps & FILTER_GROWS ? 2 : 0;
	test_describe(&c, ops->name);
	fresh = test_create(ops, &c);
	f = test_create(ops, &c);
	model_init(&m, room);
	churn(f, &m, &random, (steps << c.params.doublings) * test_stress(), c.params.doublings);
	while (m.total) {
		uint64_t key = model_pick(&m, rng_next(&random));

		require(test_remove(f, key), "%zu before the end, a stored key cannot be removed", m.total);
		model_drop(&m, key);
	}
	test_agrees(f, &m);
	test_same_as_new(f, fresh, "after a long life");
	model_free(&m);
	ops->destroy(f);
	ops->destroy(fresh);
}

/* Shapes that run different code: the paper's, each with its own kernel, and odd ones. Each filter refuses those that
 * it cannot have. */
static const struct filter_params shapes[] = {
	{.buckets = 256},
	{.buckets = 1024, .slots = 1},
	{.buckets = 512, .slots = 2, .fp_bits = 12},
	{.buckets = 128, .slots = 8, .fp_bits = 12},
	{.buckets = 256, .slots = 4, .fp_bits = 8},
	{.buckets = 256, .slots = 4, .fp_bits = 9},
	{.buckets = 256, .slots = 4, .fp_bits = 13},
	{.buckets = 256, .slots = 4, .fp_bits = 16},
	{.buckets = 256, .slots = 4, .fp_bits = 17},
	{.buckets = 256, .slots = 4, .fp_bits = 7},
	{.buckets = 128, .slots = 4, .fp_bits = 32},
	{.buckets = 1024, .fp_bits = 9},
	{.buckets = 1024, .fp_bits = 9, .max_load = 999},
	{.buckets = 256, .fp_bits = 1, .max_load = 990},
	{.buckets = 512, .fp_bits = 2, .max_load = 970},
	{.buckets = 256, .fp_bits = 13, .max_load = 950},
	{.buckets = 8, .fp_bits = 5, .max_load = 999},
	{.buckets = 256, .fp_bits = 32, .max_load = 999},
	{.buckets = 256, .tables = 4, .slots = 4, .fp_bits = 10, .counter_bits = 2},
	{.buckets = 192, .tables = 3, .slots = 8, .fp_bits = 7, .counter_bits = 3},
	{.buckets = 128, .tables = 8, .slots = 2, .fp_bits = 14, .counter_bits = 1},
	{.buckets = 256, .slots = 4, .fp_bits = 9, .counter_bits = 3},
	{.buckets = 128, .slots = 8, .fp_bits = 12, .counter_bits = 1},
	{.bytes = 4000},
	{.bytes = 20000, .hashes = 4},
	{.bytes = 20000, .hashes = 3},
};

/* A step adds a quarter of an item, until it is full. Under a sanitizer a step takes five times as long: there each
 * filter has the first shape that fits it and half of the others, which half depends on the filter. */
enum { STEPS = TEST_SANITIZED ? 12000 : 50000, ONE_SHAPE_OF = TEST_SANITIZED ? 2 : 1 };

PROPERTY(long_life, FILTER_REMOVE, "a long life at high load")
{
	size_t shape = test_stream(ops->name) % ONE_SHAPE_OF;
	unsigned lives = 0;

	for (size_t i = 0; i < COUNT_OF(shapes); i++) {
		struct filter *f = NULL;
		const char *why = NULL;
		struct filter_info info;

		if (filter_create(ops, &shapes[i], &f, &why) != FILTER_OK)
			continue;
		info = test_info(f);
		ops->destroy(f);
		lives++;
		if (lives > 1 && shape++ % ONE_SHAPE_OF)
			continue;
		/* Without slots: few enough items to keep counters of 4 bits from sticking, so that all can be
		 * removed. */
		live(ops, shapes[i], info.slots ? 16 * info.slots + 64 : info.bytes / 2 / info.hashes,
		     STEPS + 6 * info.slots);
	}
	require(lives > 0, "no shape fits");
}
