/* SPDX-License-Identifier: MIT */
/*
 * count.c - lookups of millions of keys in one call: each answered, or the hits only counted; and the ceiling of two
 * random lines.
 *
 *      fill once --> round 0: p = 0     | cf-bulk | cf-bulk:count | ceiling-2 |     in turn
 *                             p = 50 %  |               "                     |
 *                             p = 100 % |               "                     |
 */
#include "harness/programs/programs.h"

#include "harness/filters/setup.h"
#include "harness/timing/measure.h"
#include "harness/timing/rounds.h"
#include "variants/plain/cf_bulk_count.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHARES = 3, WAYS = 3, ANSWERED = 0, COUNTED, CEILING };
static const unsigned shares[SHARES] = {0, 50, 100};
static const char *const series[WAYS] = {"cf-bulk", "cf-bulk:count", "ceiling-2"};

struct share {
	struct query_set asked;
	struct contestant answered, ceiling;
};

struct counting {
	struct test_table kernels;
	struct share share[SHARES];
	struct failure failure;
};

struct call {
	const struct filter *bulk;
	const struct query_set *asked;
};

static size_t
count_all(void *state)
{
	const struct call *c = state;

	return bulk_count(c->bulk, c->asked->keys, c->asked->n);
}

/* Like contend, for a contestant that takes all keys in one call. */
static bool
count(const struct share *s, uint64_t least, struct slice *slice, struct failure *f)
{
	struct call call = {s->answered.filter, &s->asked};

	*slice = (struct slice){0};
	while (slice->ns < least) {
		size_t hits;

		slice->ns += measure_call(count_all, &call, &hits);
		slice->ops += s->asked.n;
		if (hits != s->asked.all_hits) {
			(void)failed(f, STATUS_FAILED, "%s: %zu of %zu keys counted as present, not %zu",
			             series[COUNTED], hits, s->asked.n, s->asked.all_hits);
			return false;
		}
	}
	return true;
}

static bool
take_turn(struct share *s, unsigned way, struct slice *slice, struct failure *f)
{
	const uint64_t least = measure_least_ns();

	if (way == COUNTED)
		return count(s, least, slice, f);
	return contend(way == ANSWERED ? &s->answered : &s->ceiling, least, slice, f);
}

static bool
count_prepare(struct counting *c, struct run *run, const struct cell *cell)
{
	struct filter_params params = cell->params;
	const struct filter *bulk;

	params.seed = run_seed(run, 1);
	if (!table_make(&c->kernels, cell->filter, &params, run_seed(run, 0), cell->target, &c->failure))
		return false;
	bulk = table_view(&c->kernels, series[ANSWERED]);
	for (unsigned i = 0; i < SHARES; i++) {
		struct share *s = &c->share[i];

		if (!query_set_make(&s->asked, &c->kernels, shares[i], cell->queries, &c->failure))
			return false;
		s->answered = (struct contestant){
			.filter = bulk, .kernels = &c->kernels, .asked = &s->asked, .hit = malloc(s->asked.n)};
		s->ceiling = contestant_ceiling(CEILING_READ_2, &c->kernels, &s->asked);
		if (!s->answered.hit) {
			(void)failed(&c->failure, STATUS_FAILED, "no memory for %zu answers", s->asked.n);
			return false;
		}
		memset(s->answered.hit, 0, s->asked.n);
	}
	return true;
}

static bool
count_measure(struct counting *c, struct run *run, unsigned round)
{
	struct slice slice[WAYS];
	unsigned order[LATIN_MOST];

	run_round(run, round);
	latin_order(WAYS, round, run_seed(run, 2), order);
	for (unsigned i = 0; i < SHARES; i++) {
		struct share *s = &c->share[(i + round) % SHARES];

		for (unsigned k = 0; k < WAYS; k++)
			if (!take_turn(s, order[k], &slice[order[k]], &c->failure))
				return false;
		for (unsigned k = 0; k < WAYS; k++)
			emit(run, "bulk", series[k], s->asked.percent, "lookup", "Mops/s", slice[k].ops, slice[k].ns);
	}
	return true;
}

static void
count_run(struct run *run, const struct cell *cell)
{
	struct counting *c = run_alloc(run, sizeof *c);
	bool good;

	*c = (struct counting){.failure = {.text = ""}};
	good = count_prepare(c, run, cell);
	for (unsigned round = 0; good && round < cell->rounds; round++)
		good = count_measure(c, run, round);
	for (unsigned i = 0; i < SHARES; i++) {
		rounds_leave(&c->share[i].answered, 1);
		query_set_free(&c->share[i].asked);
	}
	table_free(&c->kernels);
	if (!good)
		run_fail(run, "%s", c->failure.text);
}

static void
count_estimate(const struct cell *cell, struct cell_estimate *e)
{
	const double calls = SHARES * cell->rounds;

	/* A key takes 2 ns (plan.c), and all else is in its units. Insertion and check take some 40 ns, making a query
	 * some 60 ns. A lookup takes 10 units, in either way. */
	e->keys = 20 * (double)cell->target + (30 * SHARES + 10 * calls) * (double)cell->queries +
	          0.5e9 * calls * CEILING_STYLES * 0.0065;
	/* Keys and answers; two records of 8 bytes per key. */
	e->bytes = SHARES * cell->queries * 9 + cell->queries * 17 + (1 << 20);
}

const struct program program_count = {.name = "count", .timed = true, .run = count_run, .estimate = count_estimate};
