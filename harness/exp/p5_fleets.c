/* SPDX-License-Identifier: MIT */
/* p5_fleets.c - P5: lookups in fleets of small filters, of which each asks another one. */
#include "harness/programs/programs.h"

/* Keys of a filter, and the most filters. A file of a database has some thousand blocks or keys to a filter; filters
 * of a hundred show what is spent on each. */
static const struct fleets {
	unsigned keys, most[SCALES];
} fleets[] = {{1000, {1, 1000, 100000, 1000000}}, {100, {1000, 10000, 1000000, 1000000}}};
enum { FLEETS = sizeof fleets / sizeof *fleets };
static const size_t queries[SCALES] = {1 << 12, 1 << 16, 1 << 20, 1 << 21};
static const unsigned processes[SCALES] = {2, 1, 7, 7}, rounds[SCALES] = {1, 1, 5, 5};

/* Each table once. Filters for many keys at a time have nothing to gain from calls with one. */
static bool
p5_takes(const struct filter_ops *ops)
{
	return !ops->twin && !(ops->caps & (FILTER_SHARED | FILTER_CONTROL | FILTER_GROWS)) &&
	       ops->facts.part != FILTER_NAMED && ops->facts.part != FILTER_DESCRIBED;
}

static void
p5_plan(struct plan *plan)
{
	const enum scale s = plan_scale(plan);

	for (size_t i = 0; i < FLEETS; i++)
		for (size_t k = 0; filter_all[k]; k++) {
			const struct cell cell = {.program = &program_fleet,
			                          .filter = filter_all[k],
			                          .params = filter_all[k]->facts.params,
			                          .target = fleets[i].keys,
			                          .draws = fleets[i].most[s],
			                          .queries = queries[s],
			                          .rounds = rounds[s]};

			if (p5_takes(filter_all[k]))
				plan_add(plan, &cell, plan_reps(plan, processes[s]));
		}
}

static const struct view views[] = {
	{.program = &program_fleet},
	{0},
};

const struct experiment experiment_p5 = {
	.id = "p5",
	.title = "P5. Fleets of small filters",
	.shows = "A database has a filter for each of its files, and a look-up asks one of thousands. Nothing of it is "
		 "in a cache then, neither its table nor the struct that says where the table is. Papers time one "
		 "filter, again and again.",
	.setup = "Filters of 1000 keys and of 100, as many as 10^6 (full), each made for so many keys in its own "
		 "setting, all with one hash and one seed. A look-up asks one of them, in a call of its own: any of "
		 "them (uniform), or four times of five one of a fifth of them (skewed). Absent keys, and present "
		 "ones. One process a filter, size and repetition, in which choices and kinds of keys take turns.",
	.deviations = "Not in the paper.",
	.reading = "The panel names the choice and the keys of a filter. absent, present: million look-ups per second, "
		   "higher is better; at x = 1 one filter is asked, whose lines a cache holds. bits_per_key: of the "
		   "tables. heap_per_key: all that the allocator gave for them, structs included. refused: the share "
		   "of keys that a filter made for so many did not take.",
	.x = "filters",
	.timed = true,
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.plan = p5_plan,
	.views = views,
};
