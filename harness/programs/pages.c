/* SPDX-License-Identifier: MIT */
/*
 * pages.c - the same table on pages of 4 KiB and on larger ones.
 *
 * All lookup implementations for it, on either, and the ceilings of both memories take turns, round after round.
 *
 *      4 KiB   | table |   cf  cf-batch  cf-avx512 ...  ceiling-1  ceiling-2  \
 *                                                                              one round, one order
 *      larger  | table |   cf  cf-batch  cf-avx512 ...  ceiling-1  ceiling-2  /
 *
 * The gain is reported for each round: the rate on larger pages over that on 4 KiB. Pages from the system's pool are
 * large, or the cell does not run. Transparent ones depend on the kernel, so the program reads back what it got. No
 * table is taken for something that it is not.
 */
#include "harness/programs/contest.h"
#include "harness/programs/programs.h"

#include "core/mem.h"
#include "harness/filters/setup.h"

enum { SMALL, LARGE, SIDES };

/* Is the table on pages of the requested kind? For transparent pages, nine tenths suffice. A table on 4 KiB may have a
 * tenth on large pages, because a filter's other memory may get them. */
static bool
is_as_asked(const struct test_table *k, enum mem_pages pages)
{
	/* the remainder is on small pages */
	const size_t whole = k->info.mapped / ((size_t)2 << 20) * ((size_t)2 << 20);
	const double share = whole ? (double)k->huge / (double)whole : 0;

	return pages == MEM_PAGES_4K ? share < 0.1 : pages == MEM_PAGES_THP ? share > 0.9 : share >= 1;
}

/* Enters both sides. Only one of the cells with a 4 KiB side tells that side's own rates. Returns the entrants of a
 * side. */
static size_t
pages_enter(struct contest *c, const struct test_table *const side[SIDES])
{
	/* the tables are equal, and so are their answers */
	const struct query_set *asked = contest_ask(c, side[SMALL], 0, NULL, NULL);
	const double x = (double)side[LARGE]->info.bytes / 1024;
	const size_t count = contest_enter_all(c, mem_pages_name(MEM_PAGES_4K), x, side[SMALL], asked);

	for (size_t i = 0; i < count && c->cell->pages != MEM_PAGES_THP; i++)
		c->entrant[i].metric = NULL;
	(void)contest_enter_all(c, mem_pages_name(c->cell->pages), x, side[LARGE], asked);
	return count;
}

static void
pages_run(struct run *run, const struct cell *cell)
{
	const struct placement small = {.pages = MEM_PAGES_4K, .placer = cell->params.place->placer};
	struct filter_params params = cell->params;
	const struct placement *const place[SIDES] = {&small, params.place};
	struct contest *c = contest_begin(run, cell);
	const char *pages = mem_pages_name(cell->pages);
	const struct test_table *side[SIDES];
	size_t count;

	for (int i = SMALL; i < SIDES; i++) {
		params.place = place[i];
		side[i] = contest_table(c, cell->filter, &params, cell->target);
	}
	count = pages_enter(c, side);
	if (!is_as_asked(side[SMALL], MEM_PAGES_4K))
		contest_fail(c, "%lld bytes of a table came on huge pages that were refused", side[SMALL]->huge);
	if (side[LARGE]->huge >= 0)
		emit(run, "tables", pages, c->entrant->x, "huge_pages", "fraction", (uint64_t)side[LARGE]->huge,
		     side[LARGE]->info.mapped);
	for (unsigned round = 0; round < cell->rounds && is_as_asked(side[LARGE], cell->pages); round++) {
		contest_round(c, round);
		for (const struct entrant *e = c->entrant; e < c->entrant + count; e++) {
			const struct slice on_4k = e->slice, larger = e[count].slice;

			emit(run, pages, e->series, e->x, "over_4k", "ratio", larger.ops * on_4k.ns,
			     on_4k.ops * larger.ns);
		}
	}
	contest_end(c);
}

static void
pages_estimate(const struct cell *cell, struct cell_estimate *e)
{
	program_rounds_estimate(cell, 1, e);
	e->inserts *= SIDES;
	e->keys *= SIDES;
	e->bytes += setup_table_bytes(cell->filter, &cell->params);
}

const struct program program_pages = {
	.name = "pages", .timed = true, .cheap_rounds = true, .run = pages_run, .estimate = pages_estimate};
