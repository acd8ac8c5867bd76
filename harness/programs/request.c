/* SPDX-License-Identifier: MIT */
/*
 * request.c - what one gets who asks for a filter of n keys at a rate: its size, the rate reached, and whether all n
 * keys fit. For many n of one decade, random and the same for every filter.
 *
 *      n, setting --create, build--> filter --n keys--> do all fit? --absent keys--> false positives
 *
 * The numbers n are drawn on a logarithmic scale, in [target, 10 target). A filter without entries is sized as its
 * source says (setup_for_items); the others take n as their parameter. Of the first few n the size is a sample of its
 * own, at x = n. The other samples are of all n together, at x = target.
 */
#include "harness/programs/programs.h"

#include "core/rng.h"
#include "datasets/keys.h"
#include "harness/filters/setup.h"
#include "harness/timing/table.h"

#include <math.h>
#include <stdio.h>

enum { FOR_NUMBERS = 1, FOR_KEYS }; /* of run_seed */

struct request {
	struct run *run;
	const struct cell *cell;
	struct cell asked;          /* for one n */
	uint64_t *keys;             /* room for the most that may be asked for */
	char place[NAME_MAX_PANEL]; /* the setting: bits of a fingerprint, or hash functions */
	size_t shown[REQUEST_SHOWN], shown_count;
	uint64_t fitted, positives, queries, bits, items, most_bits, most_items;
};

/* The i-th number of keys. */
static size_t
request_keys(const struct request *r, unsigned i)
{
	const uint64_t random = rng_derive(run_seed(r->run, FOR_NUMBERS), i);
	const double part = (double)(random >> 11) / 9007199254740992.0; /* of a decade */

	return (size_t)((double)r->cell->target * pow(10, part));
}

/* Makes a filter for n keys and puts them in. Returns NULL if it cannot be made of them; *all: do all of them fit? */
static struct filter *
request_fill(struct request *r, size_t n, bool *all)
{
	const bool at_once = r->asked.filter->caps & FILTER_STATIC;
	struct filter *f = at_once ? run_build_try(r->run, &r->asked, false, r->keys, n).filter
	                           : run_create(r->run, &r->asked, false);

	*all = f && (at_once || f->ops->insert(f, r->keys, n) == n);
	return f;
}

/* The size of n keys stands there once, also if n was drawn twice. */
static void
request_show(struct request *r, uint64_t bits, size_t n)
{
	for (size_t i = 0; i < r->shown_count; i++)
		if (r->shown[i] == n)
			return;
	if (r->shown_count == REQUEST_SHOWN)
		return;
	r->shown[r->shown_count++] = n;
	emit(r->run, r->place, r->cell->filter->name, (double)n, "bits_of_n", "bits/item", bits, n);
}

static void
request_size(struct request *r, uint64_t bits, size_t n)
{
	r->bits += bits;
	r->items += n;
	if (!r->most_items || (double)bits / (double)n > (double)r->most_bits / (double)r->most_items) {
		r->most_bits = bits;
		r->most_items = n;
	}
	request_show(r, bits, n);
}

/* Each n has keys of its own, present and absent ones: filters of the same keys would err alike. */
static void
request_one(struct request *r, unsigned i)
{
	const uint64_t seed = rng_derive(run_seed(r->run, FOR_KEYS), i);
	const size_t n = request_keys(r, i);
	struct filter *f;
	bool all;

	keys_fill(r->keys, n, seed, 0);
	r->asked.target = n;
	setup_for_items(r->asked.filter, n, &r->asked.params);
	f = request_fill(r, n, &all);
	if (!f)
		return;
	if (all) {
		program_verify_keys(r->run, f, r->keys, n, 0);
		r->positives += table_hits(f, seed, KEYS_ABSENT, r->cell->queries);
		r->queries += r->cell->queries;
		r->fitted++;
	}
	request_size(r, filter_told(f).bytes * 8, n);
	run_discard(r->run, f);
}

static void
request_run(struct run *run, const struct cell *cell)
{
	struct request r = {.run = run, .cell = cell, .asked = *cell};
	const char *name = cell->filter->name;
	const double x = (double)cell->target;

	snprintf(r.place, sizeof r.place, "%u", cell->params.fp_bits ? cell->params.fp_bits : cell->params.hashes);
	r.keys = run_alloc(run, 10 * cell->target * sizeof *r.keys);
	for (unsigned i = 0; i < cell->draws; i++)
		request_one(&r, i);
	emit(run, r.place, name, x, "fits", "fraction", r.fitted, cell->draws);
	if (r.queries)
		emit(run, r.place, name, x, "fpr", "rate", r.positives, r.queries);
	if (r.items) {
		emit(run, r.place, name, x, "bits_per_item", "bits/item", r.bits, r.items);
		emit(run, r.place, name, x, "bits_at_most", "bits/item", r.most_bits, r.most_items);
	}
}

/* The mean of numbers that are drawn on a logarithmic scale is 9 / ln 10 times the least. */
static void
request_estimate(const struct cell *cell, struct cell_estimate *e)
{
	const double n = cell->draws * 9 / M_LN10 * (double)cell->target;

	e->inserts = n;
	e->lookups = n + cell->draws * (double)cell->queries;
	e->keys = e->inserts + e->lookups;
	e->bytes = 10 * cell->target * (8 + 4) + setup_scratch(cell->filter, 10 * (double)cell->target);
}

const struct program program_request = {.name = "request", .run = request_run, .estimate = request_estimate};
