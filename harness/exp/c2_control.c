/* SPDX-License-Identifier: MIT */
/* c2_control.c - Control: one filter against itself. A difference seen here is noise, and must not be called a
 * difference. */
#include "harness/exp/life_cells.h"

static void
judge_itself(struct judge *j)
{
	static const struct judge_lines builds = {"c2", "", "construction", NULL, ""},
					lookups = {"c2", "", "lookup", "p", ""};

	judge_same(j, judge_over(j, &builds, "cf-again", "cf", 0, "x"), "again/first, construction");
	for (int p = 0; p <= 100; p += 25)
		judge_same(j, judge_over(j, &lookups, "cf-again", "cf", p, "x"),
		           judge_text(j, "again/first at p=|%d|", p));
}

static const struct claim claims[] = {
	{"A/A", "One filter against itself is not separated.",
         "no claim of the paper's: the control of this suite's comparisons",
         "Run by run, the second life of CF over the first, construction and lookups at each p: every interval, at the "
         "level of six comparisons, holds 1.",
         judge_itself,
         "The same code with the same keys differed by more than chance allows in one of twenty honest runs, or the "
         "machine drifted in step with the order of the cells. The intervals of this run may then be too narrow; run "
         "it again on a quieter machine before using its comparisons.",
         "Too few repetitions for an interval: at least eight are needed for six comparisons.", .least = SCALE_SMOKE},
	{0},
};

static const struct view views[] = {
	{.program = &program_life, .measure = "lookup construction", .series = "cf cf-again", .copies = true},
	{0},
};

const struct experiment experiment_c2 = {
	.id = "c2",
	.title = "Control. The cuckoo filter against itself",
	.shows = "Nothing: the paper has no such control. Two names of one filter must come out \"not separated\" in "
		 "every comparison that the verdicts rest on.",
	.setup = "A second life of CF in every repetition, with the same keys, in a process and a place in the order "
		 "of its own, measured and compared as if it were another filter.",
	.reading = "Million operations per second, construction and lookups by share of positive queries; the two "
		   "should not be separated.",
	.x = "positive queries (%)",
	.timed = true,
	.keys = KEYS_OWN,
	.rows = TABLE_X,
	.columns = TABLE_SERIES,
	.plan = life_plan_control,
	.views = views,
	.claims = claims,
};
