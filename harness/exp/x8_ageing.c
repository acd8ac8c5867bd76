/* SPDX-License-Identifier: MIT */
/* x8_ageing.c - X8: insertions, lookups and deletions in steady state, by one thread, and what age does to a table. */
#include "harness/exp/round_points.h"
#include "harness/filters/setup.h"
#include "harness/programs/programs.h"

#include <stdio.h>
#include <string.h>

/* At full scale 4 million entries of 12 bits, beyond the second-level cache. */
static const size_t bytes[SCALES] = {48 << 10, 192 << 10, 6 << 20, 24 << 20};
static const size_t queries[SCALES] = {1 << 10, 1 << 14, 1 << 20, 1 << 22};
/* Rounds are an eighth of the variance of a process (`field`, tests/referee/rounds.py): two suffice. */
static const unsigned processes[SCALES] = {2, 1, 7, 7}, rounds[SCALES] = {1, 3, 2, 2};

static bool
is_batched(const char *name)
{
	const size_t length = strlen(name), tail = strlen("-batch");

	return length > tail && strcmp(name + length - tail, "-batch") == 0;
}

/* Those that can delete, each table once; and those that fill such a table many keys at a time. */
static bool
x8_takes(const struct filter_ops *ops)
{
	if (~ops->caps & FILTER_REMOVE || ops->caps & (FILTER_SHARED | FILTER_CONTROL | FILTER_GROWS) ||
	    ops->facts.part == FILTER_DESCRIBED)
		return false;
	return !ops->twin || is_batched(ops->name);
}

static void
x8_plan(struct plan *plan)
{
	const enum scale s = plan_scale(plan);

	for (size_t i = 0; filter_all[i]; i++) {
		struct cell cell = {.program = &program_ageing,
		                    .filter = filter_all[i],
		                    .queries = queries[s],
		                    .rounds = rounds[s]};

		if (!x8_takes(filter_all[i]))
			continue;
		setup_paper(filter_all[i], bytes[s], &cell.params, &cell.target);
		plan_add(plan, &cell, plan_reps(plan, processes[s]));
	}
}

/* Panels "one-young", "one-aged": one key after the other; "many-young", "many-aged": many keys at a time. */
static void
x8_renamed(struct sample *s)
{
	char age[NAME_MAX_PANEL];

	memcpy(age, s->panel, sizeof age);
	snprintf(s->panel, sizeof s->panel, "%s-%.20s", is_batched(s->series) ? "many" : "one", age);
}

static void
x8_compare(const struct run_data *d, const char *exp, struct points *points)
{
	over_panel(d, exp, points, &(struct panels){"one-aged", "one-young", "mixed", "of_young"});
	over_panel(d, exp, points, &(struct panels){"many-aged", "many-young", "mixed", "of_young"});
}

static const struct view views[] = {
	{.program = &program_ageing, .renamed = x8_renamed},
	{0},
};

const struct experiment experiment_x8 = {
	.id = "x8",
	.title = "X8. Steady state, and age",
	.shows = "A filter in service is not filled once and asked. Papers since 2018 have mixes of insertions, "
		 "look-ups and deletions at constant load; none shows a table whose keys have all been replaced.",
	.setup = "Filters that can delete, at the paper's settings in tables of 6 MiB (full), one process a filter and "
		 "repetition. At each load two tables: a young one, just filled, and an aged one, in which all keys "
		 "have been replaced four times. In both, in turn: 96 deletions of the oldest keys, 128 look-ups, half "
		 "of them of present keys, 96 insertions, again and again. Loads are of a table's entries; a filter "
		 "takes part up to the load it is made for. A refused key is put off, and another takes its place. At "
		 "smaller scales tables are so small that a young one does not stay young while it is measured.",
	.deviations = "Not in the paper.",
	.reading = "one: one key after the other; many: pipelined across the keys of a call. mixed: million operations "
		   "a second, of all three kinds together; higher is better. of_young: the aged table's rate over the "
		   "young one's, round by round. relocations: fingerprints moved for each insertion. refused: share "
		   "of insertions. fpr: before anything was timed.",
	.x = "load (%)",
	.timed = true,
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.plan = x8_plan,
	.views = views,
	.derive_rounds = x8_compare,
};
