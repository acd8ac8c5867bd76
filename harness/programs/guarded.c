/* SPDX-License-Identifier: MIT */
/*
 * guarded.c - lookups in a store by itself, and in the same store behind each of a few filters, with those filters'
 * own lookups, round after round in one process.
 *
 *      make       the store of n keys; the filters of the same keys (candidates_few)
 *      choose     short slices of all kernels of a filter; the fastest is its lookup from here on, separately for
 *                 each share of present keys
 *      round 0    p = 0     | cf | store behind cf | bf | store behind bf | ... | store |
 *                 p = 50 %  |                    "                              | store | store, p = 100 % |
 *      round 1    ...
 *
 * A slice of the store behind a filter also tells how many absent keys the filter let through in that very slice.
 *
 * A cell without a filter has the suite's. A cell with one, a plug-in's, has that one alone, and a store of its own,
 * "store:NAME".
 */
#include "harness/programs/contest.h"
#include "harness/programs/programs.h"
#include "harness/programs/store_asker.h"

#include "datasets/keys.h"
#include "harness/filters/candidates.h"
#include "harness/filters/setup.h"
#include "harness/stats/stats.h"
#include "harness/timing/measure.h"

#include <stdio.h>

enum { SHARES = 2, STORE_SHARES = 3, PRELIMS = 2 };
/* The seed purpose of the keys that are looked up; a contest has other purposes. */
#define SEED_ASKED UINT64_C(0x61736b6564) /* "asked" */
static const unsigned shares[STORE_SHARES] = {0, 50, 100};
static const char *const panels[STORE_SHARES] = {"p0", "p50", "p100"};

/* One filter in front of the store. */
struct guard {
	struct candidate of;
	char series[CANDIDATES_TEXT];
	const struct test_table *table;
	struct store_asker alone[SHARES], behind[SHARES]; /* the filter; the store behind it */
};

struct guarded {
	struct contest *contest;
	struct kv_store *store;
	struct guard *guard;
	size_t guards;
	struct store_asker alone[STORE_SHARES]; /* the store */
	uint64_t *keys;                         /* those of the piece that is looked up */
	unsigned askers;
};

static size_t
guarded_candidates(const struct cell *cell, struct candidate to[CANDIDATES_MOST])
{
	return cell->filter ? candidates_near(to, cell->filter, 0, cell->target)
	                    : candidates_few(to, cell->target, MAP_BITS_PER_KEY);
}

static _Noreturn void
guarded_fail(struct guarded *g, const char *why)
{
	if (g->store)
		kv_store_free(g->store);
	contest_fail(g->contest, "%s", why);
}

/* --- before the rounds -------------------------------------------------------------------------------------- */

/* Has the store every key? */
static void
guarded_make_store(struct guarded *g)
{
	struct contest *c = g->contest;
	const size_t n = c->cell->target;
	uint64_t *keys = run_alloc(c->run, n * sizeof *keys);

	keys_fill(keys, n, contest_keys(c), 0);
	qsort(keys, n, sizeof *keys, stats_compare_whole);
	g->store = kv_store_make(keys, n, kv_store_bytes(n), &c->failure);
	if (!g->store)
		guarded_fail(g, c->failure.text);
	for (size_t i = 0; i < n; i++)
		if (!kv_store_has(g->store, keys[i]))
			guarded_fail(g, "the store lost a key");
}

/* Is the store's answer to each key of the set right? Slices check how many it gives. */
static void
check_answers(struct guarded *g, const struct query_set *q)
{
	for (size_t i = 0; i < q->n; i++)
		if (kv_store_has(g->store, q->keys[i]) != (q->present[i / 8] >> i % 8 & 1))
			guarded_fail(g, "the store gave a wrong answer");
}

static void
guarded_make_filters(struct guarded *g)
{
	struct contest *c = g->contest;
	struct candidate of[CANDIDATES_MOST];
	const size_t n = guarded_candidates(c->cell, of);

	g->guard = run_alloc(c->run, n * sizeof *g->guard);
	for (size_t i = 0; i < n; i++) {
		struct guard *one = &g->guard[g->guards++];

		*one = (struct guard){.of = of[i]};
		one->table = contest_table(c, of[i].twin, &of[i].params, c->cell->target);
		(void)candidates_text(one->series, of[i].twin->name, &of[i]);
		if (one->table->items < c->cell->target)
			guarded_fail(g, "a filter refused a key");
		emit(c->run, "", one->series, (double)c->cell->target, "bits_per_key", "bits/item",
		     8 * one->table->info.bytes, c->cell->target);
	}
}

/* Enters one that asks. Each has keys of its own: what one has just read helps no other. */
static struct entrant *
enter_asker(struct guarded *g, struct store_asker *a, const struct filter *f, unsigned share, const char *series)
{
	struct contest *c = g->contest;
	const uint64_t number = g->askers++;

	a->filter = f;
	a->seed = contest_keys(c);
	a->items = c->cell->target;
	a->percent = shares[share];
	a->random = rng_derive(run_seed(c->run, SEED_ASKED), number);
	a->absent = number << 40;
	a->keys = g->keys;
	return contest_enter(c, panels[share], series, (double)c->cell->target, store_asker_contestant(a));
}

static void
enter_guard(struct guarded *g, unsigned share, struct guard *one)
{
	struct contest *c = g->contest;
	const struct query_set *asked = contest_ask(c, one->table, shares[share], NULL, NULL);
	const struct filter *best = contest_fastest(c, one->table, asked, PRELIMS, measure_least_ns() / 5);
	char kernel[CANDIDATES_TEXT];

	emit(c->run, panels[share], candidates_text(kernel, best->ops->name, &one->of), (double)c->cell->target,
	     "chosen", "processes", 1, 1);
	enter_asker(g, &one->alone[share], best, share, one->series);
	one->behind[share].store = g->store;
	enter_asker(g, &one->behind[share], best, share, one->series)->metric = "in_front";
}

static void
enter_store(struct guarded *g, unsigned share)
{
	const struct filter_ops *of = g->contest->cell->filter;
	char series[NAME_MAX_SERIES];

	check_answers(g, contest_ask(g->contest, g->guard->table, shares[share], NULL, NULL));
	g->alone[share].store = g->store;
	snprintf(series, sizeof series, "store%s%s", of ? ":" : "", of ? of->name : "");
	enter_asker(g, &g->alone[share], NULL, share, series);
}

/* --- the contest -------------------------------------------------------------------------------------------- */

static void
tell_let_through(const struct guarded *g)
{
	for (const struct guard *one = g->guard; one < g->guard + g->guards; one++)
		for (unsigned share = 0; share < SHARES; share++)
			emit(g->contest->run, panels[share], one->series, (double)g->contest->cell->target,
			     "let_through", "fraction", one->behind[share].wrong, one->behind[share].of_absent);
}

static void
guarded_run(struct run *run, const struct cell *cell)
{
	struct guarded g = {.contest = contest_begin(run, cell), .keys = run_alloc(run, STORE_PIECE * sizeof *g.keys)};

	guarded_make_store(&g);
	guarded_make_filters(&g);
	for (unsigned share = 0; share < STORE_SHARES; share++) {
		if (share < SHARES)
			contest_heat(g.contest);
		for (size_t i = 0; i < g.guards && share < SHARES; i++)
			enter_guard(&g, share, &g.guard[i]);
		enter_store(&g, share);
	}
	for (unsigned round = 0; round < cell->rounds; round++) {
		contest_round(g.contest, round);
		tell_let_through(&g);
	}
	contest_end(g.contest);
	kv_store_free(g.store);
}

/* --- for the plan ------------------------------------------------------------------------------------------- */

/* What a key of the store takes to be looked up, in ns, by the number of keys; sorted and appended it takes 200. */
static double
store_ns(size_t n)
{
	return n < (size_t)1 << 16 ? 200 : n < (size_t)1 << 20 ? 500 : 1000;
}

static void
guarded_estimate(const struct cell *cell, struct cell_estimate *e)
{
	struct candidate of[CANDIDATES_MOST];
	const size_t n = guarded_candidates(cell, of), store = kv_store_bytes(cell->target);
	const double keys = (double)cell->target, queries = (double)cell->queries, find = store_ns(cell->target),
		     slice = 6.5e6;
	size_t building = 0;
	double ns = keys * (200 + find) + STORE_SHARES * queries * (find + 20) +
	            cell->rounds * STORE_SHARES * (slice + QUERY_SET_CHUNK * find);

	for (size_t i = 0; i < n; i++) {
		const size_t bytes = (size_t)(1.1 * of[i].bits_per_key * keys / 8),
			     scratch = setup_scratch(of[i].twin, keys);
		const struct setup_cost cost = setup_cost(of[i].twin, bytes);

		ns += keys * (cost.insert + cost.lookup + 20) +
		      SHARES * (queries * (cost.lookup + 20) + PRELIMS * 5 * slice / 5 + cell->rounds * 2 * slice) +
		      cell->rounds * QUERY_SET_CHUNK * find / 2;
		e->bytes += bytes;
		building = building < scratch ? scratch : building;
	}
	e->keys = ns / 2; /* a key of the plan takes 2 ns (plan.c) */
	e->bytes += store + building + 2 * 8 * cell->target + STORE_SHARES * query_set_bytes(cell->queries) +
	            n * SHARES * 512 + (4 << 20);
}

const struct program program_guarded = {
	.name = "guarded", .timed = true, .cheap_rounds = true, .run = guarded_run, .estimate = guarded_estimate};
