/* SPDX-License-Identifier: MIT */
/* x7_version_check.c - X7: what a lookup pays to be sure that nothing moved meanwhile, and what it misses without the
 * check. */
#include "harness/exp/life_cells.h"
#include "harness/exp/limits.h"
#include "harness/filters/setup.h"
#include "harness/programs/programs.h"

/* 6 bytes for a bucket of four 12-bit fingerprints. Seven tables exist at a time. */
static const size_t bytes[SCALES] = {(size_t)6 << 12, (size_t)6 << 19, (size_t)6 << 25, (size_t)6 << 25};
static const size_t queries[SCALES] = {1 << 12, 1 << 16, 1 << 19, 1 << 19};
static const unsigned reps[SCALES] = {2, 6, 12, 12};

static void
plan_check(struct plan *plan)
{
	const enum scale s = plan_scale(plan);
	struct cell cell = {.program = &program_check,
	                    .filter = filter_find("cf-striped"),
	                    .params = {.bytes = bytes[s], .fp_bits = 12, .slots = 4},
	                    .queries = queries[s]};

	cell.target = bytes[s] / 6 * 4;
	plan_add(plan, &cell, plan_reps(plan, reps[s]));
}

static bool
x7_ceiling(const struct point *rate, struct ceiling_of *c)
{
	return line_ceiling(rate, c, SETUP_LOOKUP, rate->x / 100, 1);
}

/* --- claims ------------------------------------------------------------------------------------------------- */

static const struct judge_lines alone = {"x7", "alone", "lookup", "p", " alone"},
				beside = {"x7", "beside", "lookup", NULL, " beside"};

/* The rate with the check over the rate without, run by run, must be at least `least`. */
static void
cost_at_most(struct judge *j, const struct judge_lines *lines, const char *with, const char *without, double least)
{
	judge_at_least(j, judge_over(j, lines, with, without, 0, "x"), least,
	               judge_text(j, "%s/%s%s", with, without, lines->of));
}

static void
judge_batched(struct judge *j)
{
	cost_at_most(j, &alone, "cf-striped-batch", "cf-unchecked-batch", 0.90);
}

static void
judge_batched_beside(struct judge *j)
{
	if (limits_have_writer(j, "x7", "beside", "cf-striped", "lookup"))
		cost_at_most(j, &beside, "cf-striped-batch", "cf-unchecked-batch", 0.72);
}

static void
judge_single(struct judge *j)
{
	cost_at_most(j, &alone, "cf-striped", "cf-unchecked", 0.80);
}

static void
judge_hazard(struct judge *j)
{
	static const char *const safe[] = {"cf-striped", "cf-striped-batch", "cf-inline", "cf-seqlock"};
	uint64_t missed, asked;

	if (!limits_have_writer(j, "x7", "beside", "cf-striped", "lookup"))
		return;
	for (size_t i = 0; i < sizeof safe / sizeof *safe; i++)
		if (judge_counts(j, "x7", "hazard", safe[i], 0, "missed", &missed, &asked))
			judge_at_most(j, judge_exact((double)missed, ""), 0, judge_text(j, "missed by |%s|", safe[i]));
	if (judge_counts(j, "x7", "hazard", "cf-unchecked", 0, "missed", &missed, &asked))
		judge_more(j, judge_exact((double)missed, ""), 0, "missed without the check");
}

/* At which scales the check is judged, and why. */
#define CACHED               \
	.least = SCALE_FULL, \
	.why = "its tables fit a cache, where a look-up waits for nothing and every instruction of the check counts"

static const struct claim claims[] = {
	{"X7 (batch)", "Without a writer the version check costs a batched look-up at most 10 %.", "this suite",
         "Look-ups of absent keys, run by run: cf-striped-batch over the same code without the check at least 0.90.",
         judge_batched,
         "The check is a load of a version before the buckets and one after, from 32 KiB that compete with everything "
         "else for the first level cache; where memory is not what a batched look-up waits for, that is about a tenth "
         "of its instructions.",
         "The interval reaches over the bound.", CACHED},
	{"X7 (beside)", "Beside a writer that never pauses the version check costs a batched look-up at most 28 %.",
         "this suite", "The same beside a thread that deletes and inserts flat out in the filter that is looked up.",
         judge_batched_beside,
         "Every lock and every bump takes the line of sixteen lock words from the reader's cache, which has to fetch "
         "it from the writer's. How long that takes is the machine's affair.",
         "The interval reaches over the bound.", CACHED},
	{"X7 (single)", "Without a writer the version check costs a look-up, one key at a time, at most 20 %.",
         "this suite",
         "Look-ups of absent keys, run by run: cf-striped over the same code without the check at least 0.80.",
         judge_single,
         "One key at a time the processor overlaps as many look-ups as its window holds instructions; those of the "
         "check leave room for fewer.",
         "The interval reaches over the bound.", CACHED},
	{"X7 (hazard)", "A reader that does not check misses keys that are present; one that does never.", "this suite",
         "Keys that are in a table of 256 entries all the time, looked up beside a writer at 95 % load: none missed by "
         "cf-striped, cf-striped-batch, cf-inline, cf-seqlock; some by cf-unchecked.",
         judge_hazard,
         "Two threads of one processor that take turns meet in a look-up only when one is interrupted in it; none was "
         "in this run. (A miss by one of the safe ones would have failed its cell.)",
         "Counts leave nothing open.", .least = SCALE_SMOKE},
	{0},
};

const struct experiment experiment_x7 = {
	.id = "x7",
	.title = "X7. The version check: what it costs, and what is missed without it",
	.shows = "The paper's filter has one thread. A look-up that reads two buckets while a writer moves a "
		 "fingerprint from the second to the first can find it in neither: the hazard that a filter must not "
		 "have, and that no benchmark of filters looks for.",
	.setup = "Seven filters of one size, 95 % full, f=12, b=4, in one process, in rotating order, 9 rounds; a "
		 "filter's figure is its median slice. cf-unchecked and cf-unchecked-batch are cf-striped and "
		 "cf-striped-batch without the check, else the same code. alone: one thread, absent and present keys. "
		 "beside: absent keys, while a second thread deletes and inserts without a pause, in the filter itself "
		 "or, beside cf-batch, which allows no writer, in another. hazard: 100 permanent keys of a table of "
		 "256 entries, 95 % full, looked up beside such a writer. Ceiling: two random lines read of a table, "
		 "in the same rounds, alone and beside a writer of another.",
	.deviations = "Not in the paper.",
	.reading = "Million look-ups per second, higher is better. retries: look-ups made again because a version had "
		   "changed. missed: look-ups of present keys that were answered with absent.",
	.x = "positive queries (%)",
	.timed = true,
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.plan = plan_check,
	.views = (const struct view[]){{.program = &program_check}, {0}},
	.ceiling = x7_ceiling,
	.claims = claims,
};
