/* SPDX-License-Identifier: MIT */
/* tables.c - see micro.h. */
#include "harness/micro/micro.h"

#include "core/rng.h"
#include "harness/filters/setup.h"
#include "harness/machine/machine.h"
#include "harness/timing/placer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES = 64, SEED_KEYS = 0, SEED_HASH = 1 };

static struct {
	const struct options *options;
	size_t budget; /* limit in bytes for all tables together */
	struct micro_table table[TABLES];
	uint64_t uses;
	struct query_set asked;
	uint64_t asked_of; /* table's number and percentage of the query set; 0: none yet */
} s;

void
micro_tables_begin(const struct options *o)
{
	s.options = o;
	/* the other half is for a table that a benchmark builds itself, and its keys */
	s.budget = (o->mem_limit ? o->mem_limit : machine_memory_available()) / 2;
}

static void
drop_query_set(void)
{
	query_set_free(&s.asked);
	s.asked_of = 0;
}

void
micro_table_drop(struct micro_table *t)
{
	drop_query_set();
	table_free(&t->kernels);
	*t = (struct micro_table){0};
}

void
micro_tables_end(void)
{
	for (size_t i = 0; i < TABLES; i++)
		micro_table_drop(&s.table[i]);
}

const struct filter_ops *
micro_table_owner(const struct filter_ops *ops)
{
	const struct filter_ops *twin = ops->twin ? filter_find(ops->twin) : NULL;

	return twin && table_include(ops, twin) && table_include(twin, twin) ? twin : ops;
}

/* Parameters for a table of that size, and the number of keys that it is designed for (setup.h). */
static size_t
design(const struct filter_ops *ops, size_t bytes, struct filter_params *params)
{
	size_t target;

	setup_paper(ops, bytes, params, &target);
	params->seed = rng_derive(s.options->seed, SEED_HASH);
	params->hash = s.options->hash;
	params->isa = s.options->isa;
	*params = setup_kicks(ops, params, s.options->kicks);
	params->place = &s.options->place;
	return target;
}

struct filter *
micro_table_create(const struct filter_ops *ops, size_t bytes, struct failure *failure)
{
	struct filter_params params;
	struct filter *f;
	const char *refusal;

	(void)design(ops, bytes, &params);
	if (filter_create(ops, &params, &f, &refusal) == FILTER_OK)
		return f;
	(void)failing(failure, "%s: %s", ops->name,
	              placer_refusal(params.place) ? placer_refusal(params.place) : refusal);
	return NULL;
}

static bool
tables_make(struct micro_table *t, struct failure *failure)
{
	const uint64_t seed = rng_derive(s.options->seed, SEED_KEYS);
	const char *name = t->ops->name;
	struct filter_params params;
	size_t items = design(t->ops, t->bytes, &params);
	struct filter *empty = micro_table_create(t->ops, t->bytes, failure);

	if (!empty)
		return false;
	items = (size_t)((double)(items == SIZE_MAX ? filter_told(empty).slots : items) * t->load / 100);
	t->ops->destroy(empty);
	if (items == 0)
		return failing(failure, "%s: no key fits", name);
	if (!(t->own ? table_fill : table_make)(&t->kernels, t->ops, &params, seed, items, failure))
		return failing(failure, "%s: %s", name, failure->text);
	if (t->kernels.items < items)
		return failing(failure, "%s: full at %.1f %%", name,
		               (double)t->kernels.items / (double)items * t->load);
	return true;
}

/* Finds a place for a table of that size. Drops the least recently used tables until it fits. */
static struct micro_table *
make_room(size_t bytes)
{
	for (;;) {
		struct micro_table *oldest = NULL, *free = NULL;
		size_t sum = bytes;

		for (size_t i = 0; i < TABLES; i++) {
			struct micro_table *t = &s.table[i];

			sum += t->kernels.info.mapped;
			if (!t->ops)
				free = t;
			else if (!oldest || t->last < oldest->last)
				oldest = t;
		}
		if (!oldest || (free && sum <= s.budget))
			return free;
		micro_table_drop(oldest);
	}
}

struct micro_table *
micro_table(const struct filter_ops *ops, bool own, size_t bytes, unsigned load, struct failure *failure)
{
	struct micro_table *t;

	for (size_t i = 0; i < TABLES; i++) {
		t = &s.table[i];
		if (t->ops == ops && t->own == own && t->bytes == bytes && t->load == load) {
			t->last = ++s.uses;
			return t;
		}
	}
	t = make_room(bytes);
	*t = (struct micro_table){.ops = ops, .own = own, .bytes = bytes, .load = load, .last = ++s.uses};
	if (tables_make(t, failure))
		return t;
	micro_table_drop(t);
	return NULL;
}

const struct query_set *
micro_questions(const struct micro_table *t, unsigned percent, struct failure *failure)
{
	enum { LEAST = 1 << 17, MOST = 1 << 21 };
	const uint64_t which = (uint64_t)(t - s.table + 1) << 8 | percent;
	const struct test_table *k = &t->kernels;
	const struct query_source source = {.seed = k->seed, .items = k->items, .percent = percent};
	size_t n = LEAST;

	if (s.asked_of == which)
		return &s.asked;
	while (n < t->bytes / 16 && n < MOST)
		n *= 2;
	drop_query_set();
	if (!query_set_make(&s.asked, &source, k->filter, n, failure))
		return NULL;
	s.asked_of = which;
	return &s.asked;
}
