/* SPDX-License-Identifier: MIT */
/*
 * kernels.c - all lookup implementations for one table, in turn with the ceilings of its memory.
 *
 *      fill once --> round 0: p = 0     | each lookup, each ceiling, in turn |     samples of round 0
 *                             p = 50 %  |               "                     |
 *                             p = 100 % |               "                     |
 *                    round 1: ...
 *
 * The cell's filter is the twin whose answers all must give. Every filter that can look up its table takes part
 * (table.h).
 */
#include "harness/programs/programs.h"

#include "harness/filters/setup.h"
#include "harness/timing/measure.h"
#include "harness/timing/rounds.h"

#include <stdio.h>
#include <stdlib.h>

enum { SHARES = 3, MOST = TABLE_VIEWS + 2 };
static const unsigned shares[SHARES] = {0, 50, 100};

struct share {
	struct query_set asked;
	struct contestant contestant[MOST];
	struct slice slice[MOST];
	size_t count;
	char panel[NAME_MAX_PANEL];
};

struct comparison {
	struct test_table kernels;
	struct share share[SHARES];
	char family[NAME_MAX_PANEL];
	double x;
	struct failure failure;
};

/* "cf12", "blkbf": also valid as a gnuplot variable name. */
static void
name_family(char family[NAME_MAX_PANEL], const struct filter_info *info, const char *twin)
{
	size_t n = 0;

	for (; *twin && n < 8; twin++)
		if (*twin != '-')
			family[n++] = *twin;
	family[n] = '\0';
	if (info->fp_bits)
		snprintf(family + n, NAME_MAX_PANEL - n, "%u", info->fp_bits);
}

static bool
kernels_prepare(struct comparison *c, struct run *run, const struct cell *cell)
{
	struct filter_params params = cell->params;

	params.seed = run_seed(run, 1);
	if (!table_make(&c->kernels, cell->filter, &params, run_seed(run, 0), cell->target, &c->failure))
		return false;
	name_family(c->family, &c->kernels.info, cell->filter->name);
	c->x = (double)c->kernels.info.bytes / 1024;
	for (unsigned i = 0; i < SHARES; i++) {
		struct share *s = &c->share[i];

		snprintf(s->panel, sizeof s->panel, "%.10s_p%u", c->family, shares[i]);
		if (!query_set_make(&s->asked, &c->kernels, shares[i], cell->queries, &c->failure))
			return false;
		if (!rounds_enter(s->contestant, &s->count, &c->kernels, &s->asked)) {
			(void)failed(&c->failure, STATUS_FAILED, "no memory for %zu answers", s->asked.n);
			return false;
		}
	}
	return true;
}

static bool
kernels_measure(struct comparison *c, struct run *run, unsigned round)
{
	run_round(run, round);
	for (unsigned i = 0; i < SHARES; i++) {
		struct share *s = &c->share[(i + round) % SHARES];

		if (!rounds_run(s->contestant, s->count, round, run_seed(run, 2), measure_least_ns(), s->slice,
		                &c->failure))
			return false;
		for (size_t k = 0; k < s->count; k++)
			emit(run, s->panel, contestant_name(&s->contestant[k]), c->x, "lookup", "Mops/s",
			     s->slice[k].ops, s->slice[k].ns);
	}
	return true;
}

static void
tell_table(const struct comparison *c, struct run *run)
{
	const struct test_table *k = &c->kernels;

	if (k->huge >= 0)
		emit(run, "tables", c->family, c->x, "huge_pages", "fraction", (uint64_t)(k->huge > 0 ? k->huge : 0),
		     k->info.mapped);
	if (k->info.slots)
		emit(run, "tables", c->family, c->x, "load", "fraction", k->items, k->info.slots);
}

static void
kernels_release(struct comparison *c)
{
	for (unsigned i = 0; i < SHARES; i++) {
		rounds_leave(c->share[i].contestant, c->share[i].count);
		query_set_free(&c->share[i].asked);
	}
	table_free(&c->kernels);
}

static void
kernels_run(struct run *run, const struct cell *cell)
{
	struct comparison *c = run_alloc(run, sizeof *c);
	bool good;

	*c = (struct comparison){.x = 0};
	good = kernels_prepare(c, run, cell);
	if (good)
		tell_table(c, run);
	for (unsigned round = 0; good && round < cell->rounds; round++)
		good = kernels_measure(c, run, round);
	kernels_release(c);
	if (!good)
		run_fail(run, "%s", c->failure.text);
}

void
program_rounds_estimate(const struct cell *cell, unsigned questions, struct cell_estimate *e)
{
	const struct filter_ops *builder = table_builder(cell->filter, &cell->params);
	const size_t bytes = setup_table_bytes(cell->filter, &cell->params);
	size_t takes_part = 0, bulk = 0;

	for (size_t i = 0; filter_all[i]; i++)
		if (table_include(filter_all[i], cell->filter) && !isa_refuses(filter_all[i]->isa, cell->params.isa)) {
			takes_part++;
			bulk += contestant_is_bulk(filter_all[i]) && filter_all[i]->batch <= cell->queries;
		}
	e->inserts = (double)cell->target * setup_cost(builder, bytes).insert / setup_cost(cell->filter, bytes).insert;
	/* Keys are made for insertion, checks and queries. Slices take 5 ms and a warm-up. A call of all keys takes 20
	 * ns per key. One key of the plan is 2 ns (plan.c). */
	e->keys = 6 * (double)cell->target + 30 * (double)cell->queries +
	          cell->rounds * questions *
	                  (0.5e9 * 0.0065 * (double)(takes_part + 2 * CEILING_STYLES) +
	                   10.0 * (double)bulk * (double)cell->queries);
	/* Also two records of 8 bytes for each key of a bulk lookup, and its answer. */
	e->bytes = questions * cell->queries * (8 + bulk) + bulk * cell->queries * 17 + (1 << 20);
}

static void
kernels_estimate(const struct cell *cell, struct cell_estimate *e)
{
	program_rounds_estimate(cell, SHARES, e);
}

const struct program program_kernels = {
	.name = "kernels", .timed = true, .run = kernels_run, .estimate = kernels_estimate};
