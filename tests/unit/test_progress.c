/* SPDX-License-Identifier: MIT */
/* test_progress.c - the remaining time of a campaign as progress.h estimates it: the plan's estimate at first, in the
 * end the time that the cells took. */
#include "tests/test.h"

#include "harness/programs/programs.h"
#include "harness/run/progress.h"

enum { CELLS = 100, JOBS = 4 };

/* Cells that are expected to take a second of wall time each, without disturbance. */
static void
begin(struct progress *p, struct planned *cell, bool timed)
{
	*cell = (struct planned){.label = "cell",
	                         .cell = {.program = timed ? &program_life : &program_fill},
	                         .seconds = timed ? 1 : JOBS};
	require(cell->cell.program->timed == timed, "another program is needed here");
	progress_begin(p, true, JOBS);
	for (int i = 0; i < CELLS; i++)
		progress_expects(p, cell);
}

TEST(the_plan_comes_first)
{
	for (int timed = 0; timed < 2; timed++) {
		struct progress p;
		struct planned cell;

		begin(&p, &cell, timed);
		assert_float_equal(progress_left(&p, 0), CELLS, 1e-9);
		progress_ends(&p, &cell, "done", 0.01, NULL);
		require(progress_left(&p, 0.01) > 0.8 * CELLS, "one fast cell speaks for all: %g s left",
		        progress_left(&p, 0.01));
		require(progress_left(&p, 30) < 4 * CELLS, "one slow cell speaks for all: %g s left",
		        progress_left(&p, 30));
	}
}

TEST(then_what_they_took)
{
	static const double factors[] = {0.1, 1, 5};

	for (size_t f = 0; f < COUNT_OF(factors); f++) {
		struct progress p;
		struct planned cell;

		begin(&p, &cell, true);
		for (int i = 1; i <= CELLS; i++) {
			const double left = factors[f] * (CELLS - i);
			double told;

			progress_ends(&p, &cell, "done", factors[f], NULL);
			told = progress_left(&p, factors[f] * i);
			/* The plan counts as ten cells: half-way it has a sixth of the weight. */
			require(2 * i < CELLS || (told <= 2.7 * left && 2.7 * told >= left * 0.83),
			        "%d cells of %g s: %g s left, told %g", i, factors[f], left, told);
		}
		assert_float_equal(progress_left(&p, factors[f] * CELLS), 0, 1e-9);
	}
}

/* A run that gives something up so that it ends in time has no more than that left. */
TEST(a_budget_ends_it)
{
	struct progress p;
	struct planned cell;

	begin(&p, &cell, true);
	p.most = CELLS / 2;
	assert_float_equal(progress_left(&p, 0), CELLS / 2, 1e-9);
	assert_float_equal(progress_left(&p, CELLS / 2 - 1), 1, 1e-9);
	assert_float_equal(progress_left(&p, CELLS), 0, 1e-9);
	for (int i = 0; i < CELLS - 1; i++)
		progress_ends(&p, &cell, "done", 0.1, NULL);
	require(progress_left(&p, 10) < 1, "a second is left of forty, and told are %g", progress_left(&p, 10));
}
