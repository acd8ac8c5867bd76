/* SPDX-License-Identifier: MIT */
/*
 * p6_seeds.c - P6: how many seeds of its hash a filter that is built once tries, against its number of keys.
 *
 *      seeds  100 |              x  x            x: the sizes of the source, just after a segment doubles
 *                 |        x        x
 *               1 |--o--o--o--o--o--o--o--       o: the sizes here
 *                 '----------------------- n
 *
 * A seed that fails costs a whole build. So a source that finds its sizes by experiment has to try every number of
 * keys, or to know which of them are worst (harness/programs/seeds.c).
 */
#include "harness/analysis/judge.h"
#include "harness/programs/programs.h"

/* The most keys, and the most sets of as many. The published sizes try a hundred seeds for each set of 11,521. */
static const size_t most_keys[SCALES] = {11521, 126131, 1000000, 1000000};
static const unsigned most_sets[SCALES] = {20, 200, 1000, 1000};

/* One seed in eleven fails: 1 / (1 - 1/11) = 1.1 are tried. */
static const double may_fail = 1.0 / 11;

/* A filter that has its twin's tables has its seeds. */
static bool
p6_has(const struct filter_ops *ops)
{
	return ops->caps & FILTER_STATIC && !ops->twin;
}

static void
p6_plan(struct plan *plan)
{
	const enum scale s = plan_scale(plan);

	for (size_t i = 0; filter_all[i]; i++) {
		const struct cell cell = {.program = &program_seeds,
		                          .filter = filter_all[i],
		                          .params = filter_all[i]->facts.params,
		                          .target = most_keys[s],
		                          .draws = most_sets[s]};

		if (p6_has(filter_all[i]))
			plan_add(plan, &cell, plan_reps(plan, 1));
	}
}

static void
judge_seeds(struct judge *j)
{
	judge_allows(j, "1.1 seeds a build: one in eleven fails");
	for (size_t i = 0; filter_all[i]; i++) {
		const char *name = filter_all[i]->name;
		uint64_t refused, sets;

		if (!p6_has(filter_all[i]) || filter_all[i]->caps & FILTER_CONTROL)
			continue;
		judge_at_most(j, judge_rate(j, "p6", "all", name, 0, "failed"), may_fail,
		              judge_text(j, "seeds that fail, |%s|", judge_name(name)));
		if (judge_counts(j, "p6", "all", name, 0, "refused", &refused, &sets))
			judge_at_most(j, judge_exact((double)refused, "builds"), 0,
			              judge_text(j, "refused builds, |%s|", judge_name(name)));
	}
}

static const struct claim claims[] = {
	{"P6 (seeds)",
         "A filter that is built once is built with 1.1 seeds on average, and refuses no keys, also where its sizes "
         "are tightest.",
         "this suite's own",
         "Of each filter, for all numbers of keys together: at most one seed in eleven fails, and no build is refused.",
         judge_seeds, "A size that is too small for its keys; the table says for how many.",
         "Too few sets of keys for a share of seeds near one in eleven.", .least = SCALE_QUICK,
         .why = "a few sets of keys do not tell one failure in eleven from one in twenty"},
	{0},
};

const struct experiment experiment_p6 = {
	.id = "p6",
	.title = "P6. Seeds that a build tries, against the number of keys",
	.shows = "The sources' sizes of a binary fuse filter were found by experiment. Just after its segments double "
		 "in length they are too small: of 11,521 keys hardly a seed in a hundred succeeds.",
	.setup = "Of each filter that is built once, sets of those numbers of keys at which some filter's table is "
		 "fullest. A hundred seeds are tried at most. fuse3-published is fuse3 with its sources' sizes.",
	.reading = "seeds: tried until the keys were laid out, on average; lower is better, and 1 is best. failed: the "
		   "share of seeds that failed. refused: the share of builds for which all did. bits_of_n: bits per "
		   "item. The panel all has all numbers of keys together, at x = 0.",
	.x = "n",
	.figure = true,
	.rows = TABLE_X,
	.columns = TABLE_SERIES,
	.plan = p6_plan,
	.views = (const struct view[]){{.program = &program_seeds}, {0}},
	.claims = claims,
};
