/* SPDX-License-Identifier: MIT */
/* c2_control.c - Control: one filter against itself. A difference seen here is noise, and must not be called a
 * difference. */
#include "harness/exp/life_cells.h"
#include "harness/stats/student.h"

enum { SHARES = 5, QUOTIENTS = 1 + SHARES };

/* The second life over the first. */
static struct runs
again(struct judge *j, const char *metric, double x)
{
	return judge_ratio(j, judge_runs(j, "c2", "", "cf-again", x, metric), judge_runs(j, "c2", "", "cf", x, metric));
}

static void
note_quotient(struct judge *j, struct runs quotient, const char *of)
{
	const struct value v = judge_median(j, quotient, "x");

	if (v.n >= STUDENT_LEAST)
		judge_note(j, judge_text(j, "%s: %.3fx [%.3f, %.3f]", of, v.middle, v.lo, v.hi));
}

static void
judge_itself(struct judge *j)
{
	struct runs quotients[QUOTIENTS] = {again(j, "construction", 0)};

	for (unsigned i = 0; i < SHARES; i++)
		quotients[1 + i] = again(j, "lookup", 25 * i);
	judge_alike(j, quotients, QUOTIENTS,
	            "p that again/first is 1 in construction and lookups, six quotients together");
	note_quotient(j, quotients[0], "construction");
	for (unsigned i = 0; i < SHARES; i++)
		note_quotient(j, quotients[1 + i], judge_text(j, "p=%u", 25 * i));
}

static const struct claim claims[] = {
	{"A/A", "One filter against itself is not separated.",
         "no claim of the paper's: the control of this suite's comparisons",
         "The second life of CF over the first, construction and lookups at each p: the sign-flip test of the six "
         "quotients together does not reject at 0.05 that all are 1. It flips whole processes, so it errs in one run "
         "of twenty, however the six depend on each other. Fewer than six processes have Student's test, at 0.05 over "
         "six.",
         judge_itself,
         "One honest run in twenty comes out so. Or the machine drifted in step with the order of the cells: the "
         "intervals of this run may then be too narrow. Run it again on a quieter machine before you use its "
         "comparisons.",
         "Too few repetitions: at least three are needed.", .least = SCALE_SMOKE},
	{0},
};

static void
c2_plan(struct plan *plan)
{
	life_plan(plan, "cf", 0, LIFE_FILL | LIFE_SHARES | LIFE_AGAIN);
}

static const struct view views[] = {
	{.program = &program_life, .panel = "", .measure = "lookup construction", .series = "cf cf-again"},
	{0},
};

const struct experiment experiment_c2 = {
	.id = "c2",
	.control = true,
	.title = "Control. The cuckoo filter against itself",
	.shows = "Nothing: the paper has no such control. Two names of one filter must come out \"not separated\" in "
		 "every comparison that the verdicts rest on.",
	.setup = "A second table of CF in every repetition, with the same keys, with turns of its own, measured and "
		 "compared as if it were another filter.",
	.reading = "Million operations per second, construction and lookups by share of positive queries; the two "
		   "should not be separated.",
	.x = "positive queries (%)",
	.timed = true,
	.keys = KEYS_OWN,
	.rows = TABLE_X,
	.columns = TABLE_SERIES,
	.plan = c2_plan,
	.views = views,
	.claims = claims,
};
