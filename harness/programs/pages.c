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
#include "harness/programs/programs.h"

#include "core/mem.h"
#include "harness/filters/setup.h"
#include "harness/timing/measure.h"
#include "harness/timing/rounds.h"

#include <stdio.h>

enum { SMALL, LARGE, SIDES, MOST = SIDES * (TABLE_VIEWS + 2) };
_Static_assert((int)MOST <= (int)LATIN_MOST, "a round has an order");

struct sides {
	struct test_table kernels[SIDES];
	struct query_set asked; /* for both sides: their tables are equal */
	struct contestant contestant[MOST];
	struct slice slice[MOST];
	size_t count; /* contestants of each side */
	struct failure failure;
};

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

static bool
pages_prepare(struct sides *s, struct run *run, const struct cell *cell)
{
	const struct placement small = {MEM_PAGES_4K, cell->params.place->placer};
	struct filter_params params = cell->params;

	params.seed = run_seed(run, 1);
	for (int side = SMALL; side < SIDES; side++) {
		size_t count;

		params.place = side == SMALL ? &small : cell->params.place;
		if (!table_make(&s->kernels[side], cell->filter, &params, run_seed(run, 0), cell->target, &s->failure))
			return false;
		if (side == SMALL && !query_set_make(&s->asked, &s->kernels[SMALL], 0, cell->queries, &s->failure))
			return false;
		if (!rounds_enter(s->contestant + (side == SMALL ? 0 : s->count), &count, &s->kernels[side],
		                  &s->asked)) {
			(void)failed(&s->failure, STATUS_FAILED, "no memory for %zu answers", s->asked.n);
			return false;
		}
		s->count = count;
	}
	if (is_as_asked(&s->kernels[SMALL], MEM_PAGES_4K))
		return true;
	(void)failed(&s->failure, STATUS_FAILED, "%lld bytes of a table came on huge pages that were refused",
	             s->kernels[SMALL].huge);
	return false;
}

/* Emits the pairs of one round. Only one of the cells with a 4 KiB side emits that side's own rates. */
static void
pages_emit(const struct sides *s, struct run *run, const char *pages, bool tells_small, double x)
{
	for (size_t i = 0; i < s->count; i++) {
		const struct slice small = s->slice[i], large = s->slice[s->count + i];
		const char *name = contestant_name(&s->contestant[i]);

		if (tells_small)
			emit(run, mem_pages_name(MEM_PAGES_4K), name, x, "lookup", "Mops/s", small.ops, small.ns);
		emit(run, pages, name, x, "lookup", "Mops/s", large.ops, large.ns);
		emit(run, pages, name, x, "over_4k", "ratio", large.ops * small.ns, small.ops * large.ns);
	}
}

static bool
pages_measure(struct sides *s, struct run *run, const struct cell *cell)
{
	const char *pages = mem_pages_name(cell->pages);
	const double x = (double)s->kernels[LARGE].info.bytes / 1024;

	if (s->kernels[LARGE].huge >= 0)
		emit(run, "tables", pages, x, "huge_pages", "fraction", (uint64_t)s->kernels[LARGE].huge,
		     s->kernels[LARGE].info.mapped);
	if (!is_as_asked(&s->kernels[LARGE], cell->pages))
		return true;
	for (unsigned round = 0; round < cell->rounds; round++) {
		run_round(run, round);
		if (!rounds_run(s->contestant, SIDES * s->count, round, run_seed(run, 2), measure_least_ns(), s->slice,
		                &s->failure))
			return false;
		pages_emit(s, run, pages, cell->pages == MEM_PAGES_THP, x);
	}
	return true;
}

static void
pages_run(struct run *run, const struct cell *cell)
{
	struct sides *s = run_alloc(run, sizeof *s);
	bool good;

	*s = (struct sides){.count = 0};
	good = pages_prepare(s, run, cell) && pages_measure(s, run, cell);
	rounds_leave(s->contestant, SIDES * s->count);
	query_set_free(&s->asked);
	for (int side = SMALL; side < SIDES; side++)
		table_free(&s->kernels[side]);
	if (!good)
		run_fail(run, "%s", s->failure.text);
}

static void
pages_estimate(const struct cell *cell, struct cell_estimate *e)
{
	program_rounds_estimate(cell, 1, e);
	e->inserts *= SIDES;
	e->keys *= SIDES;
	e->bytes += setup_table_bytes(cell->filter, &cell->params);
}

const struct program program_pages = {.name = "pages", .timed = true, .run = pages_run, .estimate = pages_estimate};
