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
#include "harness/programs/contest.h"
#include "harness/programs/programs.h"

#include "harness/filters/setup.h"

#include <stdio.h>

enum { SHARES = 3 };
static const unsigned shares[SHARES] = {0, 50, 100};

/* "cf12", "blkbf", "fuse3r8": also valid as a gnuplot variable name. */
static void
name_family(char family[NAME_MAX_PANEL], const struct filter_info *info, const struct filter_ops *twin)
{
	size_t n = 0;

	for (const char *name = twin->name; *name && n < 8; name++)
		if (*name != '-')
			family[n++] = *name;
	family[n] = '\0';
	if (info->fp_bits)
		snprintf(family + n, NAME_MAX_PANEL - n, twin->caps & FILTER_STATIC ? "r%u" : "%u", info->fp_bits);
}

static void
kernels_run(struct run *run, const struct cell *cell)
{
	struct contest *c = contest_begin(run, cell);
	const struct test_table *k = contest_table(c, cell->filter, &cell->params, cell->target);
	const double x = (double)k->info.bytes / 1024;
	char family[NAME_MAX_PANEL], panel[NAME_MAX_PANEL];

	name_family(family, &k->info, cell->filter);
	if (k->huge >= 0)
		emit(run, "tables", family, x, "huge_pages", "fraction", (uint64_t)k->huge, k->info.mapped);
	if (k->info.slots)
		emit(run, "tables", family, x, "load", "fraction", k->items, k->info.slots);
	for (unsigned i = 0; i < SHARES; i++) {
		snprintf(panel, sizeof panel, "%.10s_p%u", family, shares[i]);
		contest_heat(c);
		(void)contest_enter_all(c, panel, x, k, contest_ask(c, k, shares[i], NULL, NULL));
	}
	contest_run(c);
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
	if (cell->filter->caps & FILTER_STATIC)
		e->bytes += 8 * cell->target + setup_scratch(cell->filter, (double)cell->target);
}

const struct program program_kernels = {
	.name = "kernels", .timed = true, .cheap_rounds = true, .run = kernels_run, .estimate = kernels_estimate};
