/* SPDX-License-Identifier: MIT */
/* s1_simplicity.c - the amount of code of each filter, counted in these sources; lines.c explains which files belong to
 * which. */
#include "harness/analysis/judge.h"
#include "harness/filters/setup.h"
#include "harness/programs/programs.h"

#include <math.h>

static void
plan_lines(struct plan *plan)
{
	bool are_here = false;

	for (size_t i = 0; filter_all[i]; i++) {
		struct cell cell = {.program = &program_lines, .filter = filter_all[i]};

		if (!(setup_is_asked(filter_all[i]) || filter_all[i]->facts.part == FILTER_DESCRIBED) ||
		    !filter_all[i]->facts.source)
			continue;
		plan_add(plan, &cell, 1); /* another run would count the same */
		if (are_here || !plan_admits(plan, cell.filter))
			continue;
		if (program_lines.refuses(&cell))
			return; /* one skipped cell reports it for all */
		/* one that is not skipped suffices, too: sources come together, and each cell checks its own */
		are_here = true;
	}
}

/* "about 500": a claim about how little is needed, so only more lines contradict it, beyond a factor of 1.25. */
static double
lines(struct judge *j, const char *series, const char *metric)
{
	uint64_t num, den;

	return judge_counts(j, "s1", "", series, 0, metric, &num, &den) ? (double)num / (double)den : NAN;
}

static void
judge_lines(struct judge *j)
{
	const double cf = lines(j, "cf", "lines_of_code"), qf = lines(j, "qf-slots", "lines_of_code"),
		     more = lines(j, "ss-cf", "beyond_cf");

	if (isnan(cf) || isnan(qf) || isnan(more))
		return;
	judge_tell(j, judge_exact(cf, "lines"), "CF, where the paper says about 500");
	judge_tell(j, judge_exact(more, "lines"), "ss-CF, more than CF, where it says about 500");
	judge_tell(j, judge_exact(qf, "lines"), "QF slot by slot");
	judge_note(j, judge_text(j, "qf, a word of slots at a time, has %.0f", lines(j, "qf", "lines_of_code")));
}

static const struct claim claims[] = {
	{"S1", "CF is easier to implement than QF: about 500 lines, and about 500 more for semi-sorting.",
         "section 1 (claim 3), section 7",
         "Lines of the sources here that are neither blank nor comment, of CF, of QF slot by slot (qf-slots), as it "
         "was "
         "published, and of what ss-CF has beyond CF. A count is no measure of ease, so it is told and not judged.",
         judge_lines,
         "Lines say as much of how a program is laid out as of what it does: CF is written here for speed, with "
         "kernels for several sizes, two ways to relocate and searches among both buckets at once; the quotient "
         "filter's published algorithms are loops over slots.",
         "Counts leave nothing open.", .least = SCALE_SMOKE},
	{0},
};

const struct experiment experiment_s1 = {
	.id = "s1",
	.title = "Simplicity. Lines of code of each filter",
	.shows = "A cuckoo filter is easier to implement than a quotient filter (section 1): about 500 lines of C++, "
		 "and 500 more for semi-sorting (section 7).",
	.setup = "Lines that hold more than blanks and comments, in the sources of this tree: a filter's own file and "
		 "what that uses, but for core/ (hash, memory, saving, random numbers), which all share.",
	.deviations = "C instead of C++. Each filter here takes any f, b, k or d, refuses what it cannot build, "
		      "checks, saves and loads itself. All were written for speed: the quotient filter scans words of "
		      "slots, where the published algorithm goes slot by slot.",
	.reading = "lines_of_code: of all files that the filter needs. beyond_cf: of those among them that CF does not "
		   "need; for ss-CF what semi-sorting adds.",
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.plan = plan_lines,
	.views = (const struct view[]){{.program = &program_lines}, {0}},
	.claims = claims,
};
