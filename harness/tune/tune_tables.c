/* SPDX-License-Identifier: MIT */
/* tune_tables.c - candidates' tables and their query sets. */
#include "harness/tune/tune.h"

#include "core/rng.h"
#include "harness/base/memory.h"
#include "harness/filters/setup.h"
#include "harness/machine/machine.h"
#include "harness/timing/measure.h"
#include "harness/timing/placer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED_FILTER = 1, SEED_KEYS };

size_t
tune_bytes(const struct candidate *c, size_t items)
{
	return (size_t)(c->bits_per_key * (double)items / 8) + 64;
}

double
tune_fpr(const struct tune_table *t)
{
	return t->negatives ? (double)t->false_positives / (double)t->negatives : 0;
}

/* Counts until a thousand false positives are seen, which gives the rate to 3 %, or until the rate is clearly too low
 * to matter. */
static void
count_false_positives(struct tune_table *t)
{
	enum { ENOUGH = 1000, CHUNK = 4096 };
	const uint64_t most = t->items < (size_t)1 << 16 ? (uint64_t)1 << 18 : (uint64_t)1 << 22;

	for (; t->negatives < most && t->false_positives < ENOUGH; t->negatives += CHUNK)
		t->false_positives += table_false_positives(&t->kernels, t->kernels.filter, t->negatives, CHUNK);
}

static bool
tune_tables_fill(struct tune *t, struct tune_table *table, struct failure *f)
{
	struct filter_params params = table->of.params;

	params.seed = rng_derive(t->seed, SEED_FILTER);
	params.hash = t->options->hash;
	params.isa = t->options->isa;
	params = setup_kicks(table->of.twin, &params, t->options->kicks);
	params.place = &table->place;
	if (!table_make(&table->kernels, table->of.twin, &params, rng_derive(t->seed, SEED_KEYS), table->items, f))
		return failing(f, "%s", placer_refusal(&table->place) ? placer_refusal(&table->place) : f->text);
	if (table->kernels.items < table->items)
		return failing(f, "%s:%s took %zu of %zu keys", table->of.twin->name, table->of.name,
		               table->kernels.items, table->items);
	table->bits_per_key = 8 * (double)table->kernels.info.bytes / (double)table->items;
	count_false_positives(table);
	return true;
}

/* By setup.h alone: keys inserted and found again, and absent keys counted. */
static double
guess_seconds(const struct candidate *c, size_t items)
{
	const struct setup_cost ns = setup_cost(c->twin, tune_bytes(c, items));

	return 1e-9 * ((double)items * (ns.insert + ns.lookup) + (double)(1 << 20) * ns.lookup);
}

double
tune_fill_seconds(const struct tune *t, const struct candidate *c, size_t items)
{
	return guess_seconds(c, items) * (t->filled > 0 ? t->filled / t->guessed : 1);
}

static bool
tune_tables_build(struct tune *t, const struct candidate *c, size_t items, enum mem_pages pages,
                  struct numa_choice numa, enum pin_order pin, struct failure *f)
{
	struct tune_table *table = memory_new(1, sizeof *table);
	const double from = tune_seconds(t);
	int pins[TOPOLOGY_MAX_CPUS];
	bool good;

	/* Pages without a policy lie on the builder's node, so build on the first processor that will look keys up. */
	topology_pins(t->topology, pin, pins);
	if (t->topology->this_system)
		machine_pin(pins[0]);
	*table = (struct tune_table){.of = *c, .items = items, .pages = pages, .numa = numa, .pin = pin};
	placer_init(&table->placer, numa, pin);
	table->place = (struct placement){.pages = pages, .placer = &table->placer.base};
	t->table = memory_grown(t->table, t->tables, sizeof *t->table);
	t->table[t->tables++] = table;
	good = tune_tables_fill(t, table, f);
	table->seconds = tune_seconds(t) - from;
	t->filled += table->seconds;
	t->guessed += guess_seconds(c, items);
	return good;
}

static bool
same_numa(struct numa_choice a, struct numa_choice b)
{
	return a.policy == b.policy && (a.policy != NUMA_BIND || a.node == b.node);
}

static const struct tune_table *
table_of(const struct tune *t, const struct candidate *c, size_t items, enum mem_pages pages, struct numa_choice numa,
         enum pin_order pin)
{
	for (size_t i = 0; i < t->tables; i++) {
		const struct tune_table *at = t->table[i];

		if (at->kernels.filter && at->items == items && at->of.twin == c->twin &&
		    strcmp(at->of.name, c->name) == 0 && at->pages == pages && same_numa(at->numa, numa) &&
		    (numa.policy != NUMA_FIRSTTOUCH || at->pin == pin))
			return at;
	}
	return NULL;
}

const struct tune_table *
tune_table_for(struct tune *t, const struct candidate *c, size_t items, enum mem_pages pages, struct numa_choice numa,
               enum pin_order pin, struct failure *f)
{
	const struct tune_table *at = table_of(t, c, items, pages, numa, pin);

	return at ? at : tune_tables_build(t, c, items, pages, numa, pin, f) ? t->table[t->tables - 1] : NULL;
}

bool
tune_affords(struct tune *t, const struct candidate *c, size_t items, enum mem_pages pages, struct numa_choice numa,
             enum pin_order pin, double until)
{
	const bool can =
		table_of(t, c, items, pages, numa, pin) || tune_seconds(t) + tune_fill_seconds(t, c, items) <= until;

	t->unfilled += !can;
	return can;
}

void
tune_empty(struct tune_table *table)
{
	if (table->kernels.filter)
		table_free(&table->kernels);
}

bool
tune_ask(const struct tune *t, struct tune_stage *stage, struct failure *f)
{
	const struct query_source source = {
		.seed = rng_derive(t->seed, SEED_KEYS), .items = stage->items, .percent = 100 * t->load.positives};
	/* Enough keys that no cache keeps the lines they read, and no branch predictor learns their answers. A call of
	 * millions needs at least its own length. */
	size_t n = (size_t)1 << 16;

	while (n < stage->items / 16 && n < (size_t)1 << 21)
		n *= 2;
	for (size_t i = 0; i < stage->configs; i++)
		while (n < stage->config[i].call)
			n *= 2;
	return query_set_make(&stage->asked, &source, NULL, n, f);
}
