/* SPDX-License-Identifier: MIT */
/*
 * copies.c - how many copies of one key a table of fingerprints holds.
 *
 *   copies   one key is inserted again and again into an empty filter (sections 3.1 and 6, "Limited Duplicates"):
 *
 *                bucket[i1]: | x x x x |   bucket[i2]: | x x x x |    2b copies, and the next is refused
 *                i1 = i2:    | x x x x |                              b copies: hash(f) mod m is 0, for one key in m
 *
 *   matches  value association (section 6). Imagine an array of values next to the table, one for each entry: a
 *            lookup returns the values of the entries that match. So the number of matching entries counts. Any
 *            filter that keeps an entry for each item reveals it through its own interface:
 *
 *                delete the key until nothing is found = number of matches; insert it as often = the old state
 *
 * A matching entry cannot be distinguished from the key's own, so it does not matter whose is taken and put back.
 */
#include "harness/programs/programs.h"

#include "datasets/keys.h"
#include "harness/filters/plugin.h"
#include "harness/timing/measure.h"
#include "harness/timing/table.h"
#include "variants/cuckoo/cuckoo.h"

#include <inttypes.h>
#include <string.h>

enum { MOST = 64 };            /* copies tried: four times the entries of two buckets of 8 */
enum { MOST_BYTES = 1 << 16 }; /* of a table in which copies are tried */

bool
program_accepts(const struct filter_ops *ops, const struct filter_params *params)
{
	return !plugin_of(ops) && table_accepts(ops, params);
}

size_t
program_least_bytes(const struct filter_ops *ops, const struct filter_params *params)
{
	struct filter_params p = *params;

	for (; p.bytes < MOST_BYTES && !plugin_of(ops); p.bytes *= 2) {
		struct filter *f;
		const char *why;

		if (filter_create(ops, &p, &f, &why) == FILTER_OK) {
			ops->destroy(f);
			return p.bytes;
		}
	}
	return params->bytes;
}

/* --- copies ----------------------------------------------------------------------------------------------- */

static const struct cuckoo_codec addressing = {.fp_hash = cuckoo_fp_hash};

struct copies {
	uint64_t keys, copies, fit_2b, fit_b, refused, left_behind, one_bucket;
};

/* Inserts copies of a key into the empty filter until one is refused, and deletes them. Returns false if something
 * remains. */
static bool
try_copies(struct filter *f, uint64_t key, unsigned b, struct copies *c)
{
	uint64_t copy[MOST];
	uint8_t left;
	size_t n;

	for (size_t i = 0; i < MOST; i++)
		copy[i] = key;
	n = f->ops->insert(f, copy, MOST);
	c->keys++;
	c->copies += n;
	c->refused += n < MOST;
	c->fit_2b += n < MOST && n == 2 * b;
	c->fit_b += n < MOST && n == b;
	f->ops->remove(f, copy, n);
	f->ops->contains(f, &key, 1, &left);
	c->left_behind += left;
	return !left;
}

static void
copies_run(struct run *run, const struct cell *cell)
{
	struct filter *f = run_create(run, cell, false);
	const char *name = cell->filter->name;
	/* The filters whose buckets follow from equations (1) and (2), as cuckoo_locate computes them. */
	const bool known = strcmp(name, "cf") == 0 || strcmp(name, "ss-cf") == 0;
	const unsigned b = cell->params.slots; /* 0: the filter has no buckets of b */
	struct copies c = {0};

	for (size_t i = 0; i < cell->queries; i++) {
		uint64_t key = key_at(run_seed(run, 0), i);

		if (known) {
			const struct cuckoo *table = (const struct cuckoo *)f;
			struct cuckoo_place p = cuckoo_locate(table, addressing, key, table->f);

			c.one_bucket += p.i1 == p.i2;
		}
		if (!try_copies(f, key, b, &c)) {
			run_discard(run, f);
			f = run_create(run, cell, false);
		}
	}
	emit(run, "", name, b, "copies", "copies", c.copies, c.keys);
	if (b) {
		emit(run, "", name, b, "fit_2b", "rate", c.fit_2b, c.keys);
		emit(run, "", name, b, "fit_b", "rate", c.fit_b, c.keys);
		emit(run, "", name, b, "fit_other", "rate", c.refused - c.fit_2b - c.fit_b, c.keys);
	}
	emit(run, "", name, b, "unlimited", "rate", c.keys - c.refused, c.keys);
	emit(run, "", name, b, "left_behind", "rate", c.left_behind, c.keys);
	if (known)
		emit(run, "", name, b, "one_bucket", "rate", c.one_bucket, c.keys);
}

static void
copies_estimate(const struct cell *cell, struct cell_estimate *e)
{
	e->inserts = 200 * (double)cell->queries; /* a refused one costs 500 relocations and the undo */
	e->removes = 16 * (double)cell->queries;
	e->keys = (double)cell->queries;
}

const struct program program_copies = {.name = "copies", .run = copies_run, .estimate = copies_estimate};

/* --- matches ---------------------------------------------------------------------------------------------- */

/* Counts the entries that match the key. */
static size_t
count_matches(struct run *run, struct filter *f, uint64_t key)
{
	size_t n = 0, back = 0;

	while (f->ops->remove(f, &key, 1))
		n++;
	while (back < n && f->ops->insert(f, &key, 1))
		back++;
	if (back < n)
		run_fail(run, "of %zu entries that matched key %#" PRIx64 " only %zu could be put back", n, key, back);
	return n;
}

static void
matches_run(struct run *run, const struct cell *cell)
{
	struct filter *f = run_create(run, cell, false);
	const uint64_t seed = run_seed(run, 0);
	const char *name = cell->filter->name;
	const size_t n = program_fill_filter(run, f, 0, cell->target);
	uint64_t present = 0, absent = 0, positives = 0;
	struct filter_info info;

	program_verify_present(run, f, n);
	for (size_t i = 0; i < n; i++)
		present += count_matches(run, f, key_at(seed, i));
	for (size_t i = 0; i < cell->queries; i++) {
		uint64_t key = key_at(seed, KEYS_ABSENT + i);
		uint8_t hit;

		if (f->ops->contains(f, &key, 1, &hit)) {
			positives++;
			absent += count_matches(run, f, key);
		}
	}
	info = filter_told(f);
	if (info.items != n || present < n)
		run_fail(run, "%zu keys were stored, %zu entries are left, %" PRIu64 " matched", n, info.items,
		         present);
	emit(run, "", name, info.fp_bits, "values_present", "values", present, n);
	emit(run, "", name, info.fp_bits, "extra_present", "rate", present - n, n);
	emit(run, "", name, info.fp_bits, "values_absent", "rate", absent, cell->queries);
	emit(run, "", name, info.fp_bits, "fpr", "rate", positives, cell->queries);
	emit(run, "", name, info.fp_bits, "bits_per_item", "bits/item", info.bytes * 8, n);
	emit(run, "", name, info.fp_bits, "load", "fraction", n, info.slots);
}

static void
matches_estimate(const struct cell *cell, struct cell_estimate *e)
{
	double n = 0.7 * (double)cell->params.bytes;

	e->inserts = e->removes = 2 * n;
	e->lookups = n + (double)cell->queries;
	e->keys = 2 * n + (double)cell->queries;
}

const struct program program_matches = {.name = "matches", .run = matches_run, .estimate = matches_estimate};
