/* SPDX-License-Identifier: MIT */
/* h3_policies.c - H3: eviction policies for a full pair of buckets, against the load; and deletions. */
#include "harness/exp/limits.h"
#include "harness/filters/setup.h"
#include "harness/programs/programs.h"

#include <string.h>

/* The paper's table at full scale; 3 MiB at quick scale, where three steps are all that can be timed. */
static const size_t buckets[SCALES] = {1 << 12, 1 << 19, 1 << 25, 1 << 25};

static void
plan_policies(struct plan *plan)
{
	const enum scale s = plan_scale(plan);
	/* `kicks` is the variable under test, so --kicks has no effect. queries other than 0 mean fine bins. */
	const struct cell cell = {
		.program = &program_policies,
		.filter = filter_find("cf"),
		.params = {.buckets = buckets[s], .fp_bits = 12, .slots = 4, .kicks = FILTER_KICKS_WALK},
		.target = buckets[s] * 4 / 100 * 95,
		.queries = s >= SCALE_FULL};

	plan_add_rounds(plan, &cell);
}

/* --- claims ------------------------------------------------------------------------------------------------- */

static const struct judge_lines whole = {"h3", "all", "insert", NULL, ""}, steps = {"h3", "steps", "insert", NULL, ""},
				emptied = {"h3", "emptied", "delete", NULL, ""};

static void
judge_build(struct judge *j)
{
	judge_at_least(j, judge_over(j, &whole, "cf-batch", "cf", 95, "x"), 5, "0 to 95 %: cf-batch / cf");
	judge_at_least(j, judge_over(j, &steps, "cf-batch", "cf", 95, "x"), 8, "90 to 95 %: cf-batch / cf");
}

static void
judge_search(struct judge *j)
{
	judge_at_least(j, judge_over(j, &steps, "cf:bfs", "cf", 95, "x"), 2, "90 to 95 %: cf:bfs / cf");
}

static void
judge_delete(struct judge *j)
{
	/* The vector version, where there is one. */
	const char *best = judge_has(j, "h3", "emptied", "cf-avx512", 80, "delete") ? "cf-avx512" : "cf-batch";

	judge_at_least(j, judge_over(j, &emptied, best, "cf", 80, "x"), 1.6,
	               judge_text(j, "95 to 80 %%: %s / cf", best));
	judge_at_least(j, judge_over(j, &emptied, best, "ceiling-2", 80, "%"), 0.68,
	               judge_text(j, "95 to 80 %%: %s / ceiling-2", best));
}

static const struct claim claims[] = {
	{"H3 (build)",
         "With many insertions in flight a table of 192 MiB is built five times as fast as one after the other, its "
         "last twentieth eight times.",
         "this suite",
         "f=12, b=4, m=2^25, both by Algorithm 1's random walk: cf-batch over cf, to 95 %, and from 90 to 95 %, slice "
         "by slice.",
         judge_build,
         "What is in flight waits for memory together; where memory answers soon, or few lines can be under way at "
         "once, there is less to gain.",
         LIMITS_STRADDLES, LIMITS_IN_MEMORY},
	{"H3 (search)",
         "One after the other, a breadth-first search fills the last twentieth twice as fast as the random walk.",
         "this suite", "The same table, from 90 to 95 %: cf with either, slice by slice.", judge_search,
         "It looks at as many buckets as the walk, but knows several of them before it needs them; where memory "
         "answers soon, that is no gain.",
         LIMITS_STRADDLES, LIMITS_IN_MEMORY},
	{"H3 (delete)",
         "Deletions pipelined across keys are 1.6 times as fast as one after the other, and 68 % of what the machine "
         "can read.",
         "this suite",
         "The same table, from 95 to 80 %: cf-avx512, or cf-batch where there is no AVX-512, over cf, and over the "
         "ceiling of two random lines, slice by slice.",
         judge_delete,
         "A deletion changes one of the two lines, which goes back to memory later, and the ceiling only reads; and "
         "each is some ten instructions of its own, one after the other, which a fast memory does not hide.",
         LIMITS_STRADDLES, LIMITS_IN_MEMORY},
	{0},
};

/* An insertion changes at least one line; its relocations are extra. A deletion reads two lines and changes one. */
static bool
h3_ceiling(const struct point *rate, struct ceiling_of *c)
{
	const bool deletes = strcmp(rate->metric, "delete") == 0;

	if (strncmp(rate->series, "ceiling", strlen("ceiling")) == 0)
		return false;
	c->lines = deletes ? 2 : 1;
	c->updates = !deletes;
	return true;
}

/* policies.c has one filter with instructions of its own: cf-avx512. */
static bool
deletes(const struct filter_ops *ops, const char *series)
{
	return strcmp(ops->name, "cf-avx512") == 0 && strcmp(series, "cf") == 0;
}

const struct experiment experiment_h3 = {
	.id = "h3",
	.title = "H3. Ways of making room against load; deletions",
	.shows = "Algorithm 1 makes room by a random walk, each of whose steps waits for a line of memory; the paper "
		 "builds one key after the other.",
	.setup = "A table each for cf and cf-batch by the random walk and by breadth-first search (:bfs), and for "
		 "cf-striped-batch, which searches; f=12, b=4, the same keys. They are filled slice by slice in turn, "
		 "in one process, in an order that rotates, so that all have the same load whenever they are compared, "
		 "and with them go the ceilings of one random line, read or changed. cf-batch has 32 insertions in "
		 "flight, walks or searches. build: by load; steps: 0 to 50, to 90, to 95 %; all: to 95 %; each round "
		 "is a slice of every load. delete: cf, cf-batch and cf-avx512 from 95 % down, keys in random order, "
		 "beside the ceilings of two lines; emptied: from 95 to 80 %. Every table is checked, full and half "
		 "empty. Quick and smoke scales have a small table and only the three steps. " LIMITS_PROCESSES,
	.deviations = "Not in the paper. --kicks has no say.",
	.reading = "Million insertions, or deletions, per second, higher is better. relocations: fingerprints moved "
		   "for each key inserted. The share of the ceiling is of one line changed for an insertion, whatever "
		   "it relocates, and of two lines read for a deletion.",
	.x = "load (%)",
	.timed = true,
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_X,
	.plan = plan_policies,
	.views = (const struct view[]){{.program = &program_policies}, {0}},
	.ceiling = h3_ceiling,
	.looks_up = deletes,
	.claims = claims,
};
