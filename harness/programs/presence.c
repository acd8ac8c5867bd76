/* SPDX-License-Identifier: MIT */
/*
 * presence.c - no false negatives (section 3.2): fills a filter, and at several occupancies looks up all keys that are
 * in.
 *
 *      entries in use   25 %   50 %   75 %   full     full, and other keys refused
 *      looked up        all    all    all    all      all, and those few that still found room
 *
 * Full is one key short of the first refusal, because Algorithm 1 pays for that refusal with a false negative. So a
 * first filter is filled until it refuses. A second one like it gets the number of keys that the first one took. A
 * static filter is full from the start, or is not made.
 *
 * Other programs fail when a key is missed, because their results would mean nothing. This one counts the misses: they
 * are its result.
 */
#include "harness/programs/programs.h"

#include "datasets/keys.h"
#include "harness/filters/setup.h"
#include "harness/timing/table.h"

#include <stdio.h>

size_t
program_capacity(struct run *run, const struct cell *cell, const struct filter *f)
{
	const size_t slots = filter_told(f).slots;

	if (!slots && cell->target == SIZE_MAX)
		run_fail(run, "%s never refuses a key and has no design capacity", cell->filter->name);
	return slots ? slots : cell->target;
}

uint64_t
program_count_missed(struct run *run, const struct filter *f, size_t n)
{
	return n - table_hits(f, run_seed(run, 0), 0, n);
}

enum { OFFERS = 16 }; /* for each refusal wanted: at first some filters refuse only one key in hundreds */

/* Offers more keys, one by one, until `enough` are refused. The filter holds keys 0..n-1 and will refuse key n. */
static void
keep_offering(struct run *run, struct filter *f, size_t n, size_t enough)
{
	const uint64_t seed = run_seed(run, 0);
	uint64_t *more = run_alloc(run, OFFERS * enough * sizeof *more), missed;
	const char *name = f->ops->name;
	size_t accepted = 0, refused = 0;

	while (refused < enough && accepted + refused < OFFERS * enough) {
		uint64_t key = key_at(seed, n + accepted + refused);

		if (f->ops->insert(f, &key, 1))
			more[accepted++] = key;
		else
			refused++;
	}
	missed = program_count_missed(run, f, n);
	for (size_t i = 0; i < accepted; i++) {
		uint8_t hit;

		missed += !f->ops->contains(f, &more[i], 1, &hit);
	}
	emit(run, "", name, 0, "refused", "keys", refused, 1);
	emit(run, "", name, 0, "missed_refusing", "rate", missed, n + accepted);
}

static void
tell_full(struct run *run, const struct filter *f, size_t n)
{
	const struct filter_info info = filter_told(f);

	emit(run, "", f->ops->name, 0, "missed_full", "rate", program_count_missed(run, f, n), n);
	if (info.slots)
		emit(run, "", f->ops->name, 0, "load", "fraction", n, info.slots);
}

static void
presence_of_filled(struct run *run, const struct cell *cell)
{
	struct filter *f = run_create(run, cell, false);
	const char *name = cell->filter->name;
	const size_t capacity = program_capacity(run, cell, f);
	const size_t full = program_fill_filter(run, f, 0, cell->target < capacity ? cell->target : capacity);
	size_t n = 0;

	run_discard(run, f);
	f = run_create(run, cell, false);
	for (unsigned percent = 25; percent <= 75; percent += 25) {
		char metric[NAME_MAX_METRIC];

		if (capacity / 100 * percent > full)
			break;
		n = program_fill_filter(run, f, n, capacity / 100 * percent);
		snprintf(metric, sizeof metric, "missed_%u", percent);
		emit(run, "", name, 0, metric, "rate", program_count_missed(run, f, n), n);
	}
	n = program_fill_filter(run, f, n, full);
	if (!program_fits_again(f, full, n))
		run_fail(run, "%zu keys fitted once, %zu the second time", full, n);
	tell_full(run, f, n);
	if (cell->filter->caps & FILTER_FILLS)
		keep_offering(run, f, n, cell->queries);
}

static void
presence_run(struct run *run, const struct cell *cell)
{
	if (cell->filter->caps & FILTER_STATIC)
		tell_full(run, program_build(run, cell, false, cell->target), cell->target);
	else
		presence_of_filled(run, cell);
}

static void
presence_estimate(const struct cell *cell, struct cell_estimate *e)
{
	/* As in life.c: 0.7 items per byte. A refused key costs 500 relocations and the undo. */
	double n = cell->target == SIZE_MAX ? 0.7 * (double)cell->params.bytes : (double)cell->target;

	e->inserts = 2 * n + 100 * (double)cell->queries;
	e->lookups = 3.5 * n;
	e->keys = e->inserts + e->lookups;
	e->bytes =
		OFFERS * cell->queries * 8 + setup_scratch(cell->filter, n) + (cell->filter->build ? (size_t)n * 8 : 0);
}

const struct program program_presence = {.name = "presence", .run = presence_run, .estimate = presence_estimate};
