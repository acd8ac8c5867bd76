/* SPDX-License-Identifier: MIT */
/*
 * example.c - Figure 1 from a real run.
 *
 * It shows a cuckoo filter of eight one-entry buckets, in which inserting an item relocates two others; and a (2,4)
 * filter of eight buckets with its fingerprints. Tables are built from one seed after another until inserting the item
 * drawn as "x" relocates exactly two. The bucket and fingerprint of an entry identify its item; seeds for which this is
 * ambiguous are skipped.
 */
#include "harness/programs/programs.h"

#include "core/rng.h"
#include "datasets/keys.h"
#include "variants/plain/plain_codec.h"

#include <stdio.h>
#include <string.h>

enum { BUCKETS = 8, ITEMS = 4, TRIES = 100000 };

static const struct cuckoo_codec addressing = {.fp_hash = cuckoo_fp_hash};
static const char *const label[ITEMS] = {"a", "b", "c", "x"};

struct example {
	struct cuckoo *filter;
	uint64_t key[ITEMS];
};

/* The item in bucket i, or -1. */
static int
item_in(const struct example *e, size_t i)
{
	uint32_t fp = packed_entry(e->filter->table.data, i, e->filter->f);

	for (int k = 0; k < ITEMS; k++) {
		struct cuckoo_place p = cuckoo_locate(e->filter, addressing, e->key[k], e->filter->f);

		if (fp == p.fp && (i == p.i1 || i == p.i2))
			return k;
	}
	return -1;
}

static bool
unambiguous(const struct example *e)
{
	for (int j = 0; j < ITEMS; j++)
		for (int k = 0; k < j; k++)
			if (cuckoo_locate(e->filter, addressing, e->key[j], e->filter->f).fp ==
			    cuckoo_locate(e->filter, addressing, e->key[k], e->filter->f).fp)
				return false;
	return true;
}

static void
draw_table(struct run *run, const struct example *e, const char *panel)
{
	for (size_t i = 0; i < BUCKETS; i++) {
		int k = item_in(e, i);

		if (k >= 0)
			emit(run, panel, label[k], (double)i, "slot", "slot", 0, 1);
	}
}

static void
draw_candidates(struct run *run, const char *panel, struct cuckoo_place p)
{
	emit(run, panel, "h1(x)", (double)p.i1, "candidate", "bucket", 0, 1);
	emit(run, panel, "h2(x)", (double)p.i2, "candidate", "bucket", 0, 1);
}

/* Builds e from `seed` up to the point before x. Returns true if x will relocate exactly two items. */
static bool
example_build(struct run *run, const struct cell *cell, struct example *e, uint64_t seed)
{
	struct filter_params params = cell->params;
	struct filter *f;
	const char *why;
	struct cuckoo saved;
	uint8_t table[64];
	bool good;

	params.seed = seed;
	if (filter_create(cell->filter, &params, &f, &why) != FILTER_OK)
		run_fail(run, "%s refused: %s", cell->filter->name, why);
	e->filter = (struct cuckoo *)f;
	keys_fill(e->key, ITEMS, seed, 0);
	good = unambiguous(e) && f->ops->insert(f, e->key, ITEMS - 1) == ITEMS - 1 && e->filter->kicks == 0;
	if (good) {
		/* Inserts x to test it, then restores the table: the drawing needs the table before and after. */
		saved = *e->filter;
		memcpy(table, e->filter->table.data, sizeof table);
		good = f->ops->insert(f, &e->key[ITEMS - 1], 1) == 1 && e->filter->kicks == 2;
		*e->filter = saved;
		memcpy(e->filter->table.data, table, sizeof table);
	}
	if (!good)
		f->ops->destroy(f);
	return good;
}

static void
draw_insertion(struct run *run, const struct cell *cell)
{
	struct example e;
	uint64_t attempt = 0;
	int before[BUCKETS], after[BUCKETS];

	while (!example_build(run, cell, &e, run_seed(run, attempt)))
		if (++attempt == TRIES)
			run_fail(run, "no seed of %d shows an insertion that relocates two items", TRIES);
	draw_table(run, &e, "a");
	draw_candidates(run, "a", cuckoo_locate(e.filter, addressing, e.key[ITEMS - 1], e.filter->f));
	for (size_t i = 0; i < BUCKETS; i++)
		before[i] = item_in(&e, i);
	e.filter->base.ops->insert(&e.filter->base, &e.key[ITEMS - 1], 1);
	draw_table(run, &e, "b");
	draw_candidates(run, "b", cuckoo_locate(e.filter, addressing, e.key[ITEMS - 1], e.filter->f));
	for (size_t i = 0; i < BUCKETS; i++)
		after[i] = item_in(&e, i);
	for (size_t from = 0; from < BUCKETS; from++)
		for (size_t to = 0; to < BUCKETS; to++)
			if (before[from] >= 0 && from != to && before[from] == after[to])
				emit(run, "a", label[before[from]], (double)from, "move", "bucket", to, 1);
	e.filter->base.ops->destroy(&e.filter->base);
}

static void
draw_filter(struct run *run, const struct cell *cell)
{
	struct cuckoo *c = (struct cuckoo *)run_create(run, cell, false);
	struct cuckoo_place p = cuckoo_locate(c, addressing, key_at(run_seed(run, 0), 0), c->f);

	program_fill_filter(run, &c->base, 0, cell->target);
	for (size_t i = 0; i < BUCKETS; i++)
		for (size_t slot = 0; slot < c->b; slot++) {
			uint32_t fp = packed_entry(c->table.data, i * c->b + slot, c->f);
			char text[NAME_MAX_SERIES];

			snprintf(text, sizeof text, "%02x", fp);
			if (fp)
				emit(run, "c", text, (double)i, "slot", "slot", slot, 1);
		}
	draw_candidates(run, "c", p);
}

static void
example_run(struct run *run, const struct cell *cell)
{
	if (cell->params.slots == 1)
		draw_insertion(run, cell);
	else
		draw_filter(run, cell);
}

static void
example_estimate(const struct cell *cell, struct cell_estimate *e)
{
	(void)cell;
	e->keys = e->inserts = TRIES;
}

const struct program program_example = {.name = "example", .run = example_run, .estimate = example_estimate};
