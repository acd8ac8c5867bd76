/* SPDX-License-Identifier: MIT */
/*
 * fleet.c - many small filters, of which each lookup asks another one: how databases meet filters, one for each file.
 *
 *      fleet      | filter 0 | filter 1 | filter 2 | ...      n keys each, made one after the other: struct and table
 *                      ^                      ^               lie where the allocator puts them
 *      queries    (0, key), (2, key), (0, key), ...           a call for each
 *
 * Nothing of a filter that has not been asked for long is in a cache: not its struct, which says where its table is and
 * how to hash, and not its table. One filter asked alone is the other extreme. Both are measured, for filters chosen
 * uniformly, and for four of five queries that go to a fifth of the filters.
 *
 *      place      uniform-1000, skewed-1000: keys of a filter    x     1, 1000, ... filters
 *      measure    absent, present: which keys
 */
#include "harness/programs/programs.h"

#include "core/build.h"
#include "datasets/keys.h"
#include "harness/filters/setup.h"
#include "harness/machine/allocation.h"
#include "harness/timing/measure.h"

#include <stdio.h>

enum { UNIFORM, SKEWED, CHOICES, ABSENT = 0, PRESENT, KINDS, CHUNK = 1 << 12, FIRST_FLEET = 1000 };
enum { SEED_KEYS, SEED_QUERIES };
static const char *const place_names[CHOICES + 1] = {"uniform", "skewed", "memory"}, *const kind_names[KINDS] = {
											     "absent", "present"};

struct question {
	uint64_t key;
	const struct filter *filter;
};

struct fleet {
	struct run *run;
	const struct cell *cell;
	struct filter **filter;
	size_t *items; /* of each filter: how many keys it took before it refused one */
	size_t count, bytes, heap;
	uint64_t *keys, seed;
	struct question *asked[CHOICES][KINDS], *now;
	size_t next[CHOICES][KINDS];
	char place[CHOICES + 1][NAME_MAX_PANEL]; /* panels: one a choice, and one for the memory of all filters */
};

/* The keys of filter i are n numbers of the stream, from i n on. */
static void
fleet_make_one(struct fleet *f, size_t i)
{
	const struct filter_ops *ops = f->cell->filter;
	const size_t n = f->cell->target;
	struct filter_params params = f->cell->params;
	const char *why = "out of memory";

	params.seed = run_seed(f->run, 0x66696c746572 /* "filter" */);
	setup_for_items(ops, n, &params);
	keys_fill(f->keys, n, f->seed, i * n);
	if (ops->caps & FILTER_STATIC)
		(void)build_filter(ops, &params, f->keys, n, &f->filter[i], NULL, &why);
	else
		(void)filter_create(ops, &params, &f->filter[i], &why);
	if (!f->filter[i])
		run_fail(f->run, "%s refused: %s", ops->name, why);
	f->items[i] = ops->caps & FILTER_STATIC ? n : ops->insert(f->filter[i], f->keys, n);
	f->bytes += filter_told(f->filter[i]).bytes;
}

static void
fleet_grow(struct fleet *f, size_t count)
{
	const uint64_t given = allocation_given(), returned = allocation_returned();

	for (; f->count < count; f->count++)
		fleet_make_one(f, f->count);
	f->heap += allocation_given() - given - (allocation_returned() - returned);
}

/* --- queries -------------------------------------------------------------------------------------------------- */

/* Four of five choices fall into the first fifth, whose filters are spread over the fleet by a stride of 5. */
static size_t
fleet_choose(const struct fleet *f, unsigned choice, uint64_t *pick)
{
	const uint64_t random = rng_next(pick) >> 8;
	const size_t fifth = f->count / 5;

	if (choice == UNIFORM || fifth == 0)
		return random % f->count;
	if (random % 5)
		return random / 5 % fifth * 5;
	return random / 5 % fifth * 5 + 1 + random / 5 / fifth % 4;
}

static void
fleet_ask(struct fleet *f, unsigned choice, unsigned kind)
{
	uint64_t pick = run_seed(f->run, SEED_QUERIES + choice * KINDS + kind);

	for (size_t q = 0; q < f->cell->queries; q++) {
		const size_t i = fleet_choose(f, choice, &pick);
		const uint64_t random = rng_next(&pick);
		const bool in = kind == PRESENT && f->items[i];
		const uint64_t number = in ? i * f->cell->target + random % f->items[i] : KEYS_ABSENT + (random >> 2);

		f->asked[choice][kind][q] = (struct question){key_at(f->seed, number), f->filter[i]};
	}
	f->next[choice][kind] = 0;
}

/* The timed part: a chunk of queries, a call each. */
static size_t
fleet_chunk(void *state)
{
	const struct fleet *f = state;
	size_t hits = 0;

	for (size_t i = 0; i < CHUNK; i++) {
		const struct question *q = &f->now[i];
		uint8_t hit;

		hits += q->filter->ops->contains(q->filter, &q->key, 1, &hit);
	}
	return hits;
}

static struct slice
fleet_slice(struct fleet *f, unsigned choice, unsigned kind, size_t *hits)
{
	const size_t chunks = f->cell->queries / CHUNK;
	struct slice s = {0};

	*hits = 0;
	while (s.ns < measure_least_ns()) {
		size_t found;

		f->now = f->asked[choice][kind] + f->next[choice][kind]++ % chunks * CHUNK;
		s.ns += measure_call(fleet_chunk, f, &found);
		s.ops += CHUNK;
		*hits += found;
	}
	return s;
}

/* The numbers of filters: 1, 1000, and ten times as many each time. */
static size_t
fleet_next(size_t count)
{
	return count == 1 ? FIRST_FLEET : 10 * count;
}

/* --- the cell ------------------------------------------------------------------------------------------------- */

static void
fleet_rounds(struct fleet *f)
{
	const char *name = f->cell->filter->name;

	for (unsigned round = 0; round < f->cell->rounds; round++) {
		run_round(f->run, round);
		for (unsigned i = 0; i < CHOICES * KINDS; i++) {
			const unsigned which = (i + round) % (CHOICES * KINDS), choice = which / KINDS,
				       kind = which % KINDS;
			size_t hits;
			const struct slice s = fleet_slice(f, choice, kind, &hits);

			if (kind == PRESENT && hits != s.ops)
				run_fail(f->run, "false negatives: %s finds %zu of %zu keys", name, hits,
				         (size_t)s.ops);
			emit(f->run, f->place[choice], name, (double)f->count, kind_names[kind], "Mops/s", s.ops, s.ns);
			if (kind == ABSENT)
				emit(f->run, f->place[choice], name, (double)f->count, "fpr", "rate", hits, s.ops);
		}
	}
}

static void
fleet_tell(struct fleet *f)
{
	const char *name = f->cell->filter->name;
	const double x = (double)f->count;
	const size_t n = f->count * f->cell->target;
	size_t in = 0;

	for (size_t i = 0; i < f->count; i++)
		in += f->items[i];
	emit(f->run, f->place[CHOICES], name, x, "bits_per_key", "bits/item", f->bytes * 8, n);
	if (allocation_counts())
		emit(f->run, f->place[CHOICES], name, x, "heap_per_key", "bits/item", f->heap * 8, n);
	emit(f->run, f->place[CHOICES], name, x, "refused", "fraction", n - in, n);
}

static void
fleet_run(struct run *run, const struct cell *cell)
{
	struct fleet *f = run_alloc(run, sizeof *f);

	f->run = run, f->cell = cell, f->seed = run_seed(run, SEED_KEYS);
	f->filter = run_alloc(run, cell->draws * sizeof(struct filter *));
	f->items = run_alloc(run, cell->draws * sizeof *f->items);
	f->keys = run_alloc(run, cell->target * sizeof *f->keys);
	for (unsigned i = 0; i <= CHOICES; i++)
		snprintf(f->place[i], sizeof f->place[i], "%s-%zu", place_names[i], cell->target);
	for (unsigned i = 0; i < CHOICES * KINDS; i++)
		f->asked[i / KINDS][i % KINDS] = run_alloc(run, cell->queries * sizeof(struct question));
	for (size_t count = 1; count <= cell->draws; count = fleet_next(count)) {
		fleet_grow(f, count);
		for (unsigned i = 0; i < CHOICES * KINDS; i++)
			fleet_ask(f, i / KINDS, i % KINDS);
		fleet_rounds(f);
		fleet_tell(f);
	}
	for (size_t i = 0; i < f->count; i++)
		cell->filter->destroy(f->filter[i]);
}

static void
fleet_estimate(const struct cell *cell, struct cell_estimate *e)
{
	const double n = (double)cell->draws * (double)cell->target;

	e->keys = n;
	for (size_t count = 1; count <= cell->draws; count = fleet_next(count))
		/* a key takes 2 ns (plan.c), so a slice of 6 ms 3 million */
		e->keys += CHOICES * KINDS * (4 * (double)cell->queries + cell->rounds * 3e6);
	e->inserts = n;
	e->bytes = (size_t)(n * 2.5) + cell->draws * (size_t)640 +
	           CHOICES * KINDS * cell->queries * sizeof(struct question) + cell->target * 8;
}

const struct program program_fleet = {.name = "fleet", .timed = true, .run = fleet_run, .estimate = fleet_estimate};
