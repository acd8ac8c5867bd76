/* SPDX-License-Identifier: MIT */
/* c2_control.c - Control: filters against themselves. A difference seen here is noise, and must not be called a
 * difference. */
#include "harness/exp/life_cells.h"
#include "harness/stats/student.h"

#include <string.h>

enum { SHARES = 5, QUOTIENTS = 1 + SHARES };

/* Filters that are measured twice, under which other name, and what they are called. */
static const struct twice {
	const char *name, *again, *title;
} twice[] = {{"cf", "cf-again", "CF"}, {"bf", "bf-again", "BF"}};
enum { TWICE = sizeof twice / sizeof *twice };

/* The second life over the first. */
static struct runs
again(struct judge *j, const struct twice *f, const char *metric, double x)
{
	return judge_ratio(j, judge_runs(j, "c2", "", f->again, x, metric),
	                   judge_runs(j, "c2", "", f->name, x, metric));
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
	struct runs quotients[TWICE * QUOTIENTS];
	const struct twice *of[TWICE];
	size_t n = 0;

	for (size_t i = 0; i < TWICE; i++)
		if (judge_next_x(j, "c2", "", twice[i].again, "construction", -1) >= 0)
			of[n++] = &twice[i];
	if (n == 0)
		of[n++] = &twice[0]; /* which are missing, the verdict says */
	for (size_t i = 0; i < n; i++) {
		quotients[i * QUOTIENTS] = again(j, of[i], "construction", 0);
		for (unsigned k = 0; k < SHARES; k++)
			quotients[i * QUOTIENTS + 1 + k] = again(j, of[i], "lookup", 25 * k);
	}
	judge_alike(j, quotients, n * QUOTIENTS,
	            judge_text(j, "p that again/first is 1 in construction and lookups of %s%s, %zu quotients together",
	                       of[0]->title, n > 1 ? " and BF" : "", n * QUOTIENTS));
	for (size_t i = 0; i < n; i++) {
		note_quotient(j, quotients[i * QUOTIENTS], judge_text(j, "%s, construction", of[i]->title));
		for (unsigned k = 0; k < SHARES; k++)
			note_quotient(j, quotients[i * QUOTIENTS + 1 + k],
			              judge_text(j, "%s, p=%u", of[i]->title, 25 * k));
	}
}

static const struct claim claims[] = {
	{"A/A", "A filter against itself is not separated.",
         "no claim of the paper's: the control of this suite's comparisons",
         "The second life over the first, of CF and of BF where the run has both, construction and lookups at each p: "
         "the sign-flip test of all quotients together does not reject at 0.05 that all are 1. It flips whole "
         "processes. If these do not depend on each other, and which life is the faster is even in each, it errs in "
         "one "
         "run of twenty, however the quotients depend on each other. Fewer than six processes have Student's test, at "
         "0.05 over the number of quotients.",
         judge_itself,
         "One honest run in twenty comes out so. Or the machine drifted in step with the order of the cells: the "
         "intervals of this run may then be too narrow. Run it again on a quieter machine before you use its "
         "comparisons.",
         "Too few repetitions: at least three are needed.", .least = SCALE_SMOKE},
	{0},
};

/* At quick scale BF alone, which is below the line of every headline, and the noisiest: by the plan its second table
 * takes 36 s of the paper's ten minutes, and CF's, with the loop that branches, would take 75. */
static void
c2_plan(struct plan *plan)
{
	const bool cf = life_takes_part(plan, filter_find("cf")), bf = life_takes_part(plan, filter_find("bf"));
	const bool one = plan_scale(plan) == SCALE_QUICK && bf;

	life_plan(plan, "cf bf", 0,
	          LIFE_FILL | LIFE_SHARES | (cf && !one ? LIFE_CF_AGAIN : 0) | (bf ? LIFE_BF_AGAIN : 0));
}

static const struct view views[] = {
	{.program = &program_life, .panel = "", .measure = "lookup construction", .series = "cf cf-again bf bf-again"},
	{0},
};

const struct experiment experiment_c2 = {
	.id = "c2",
	.control = true,
	.title = "Control. Cuckoo and Bloom filter against themselves",
	.shows = "Nothing: the paper has no such control. Two names of one filter must come out \"not separated\" in "
		 "every comparison that the verdicts rest on.",
	.setup = "A second table of CF and one of BF in every repetition, with the same keys, the same loops and an "
		 "anchor, "
		 "with turns of their own, measured and compared as if they were other filters. At quick scale of BF "
		 "alone.",
	.reading = "Million operations per second, construction and lookups by share of positive queries; a filter and "
		   "its second life should not be separated.",
	.x = "positive queries (%)",
	.timed = true,
	.keys = KEYS_OWN,
	.rows = TABLE_X,
	.columns = TABLE_SERIES,
	.plan = c2_plan,
	.views = views,
	.claims = claims,
};
