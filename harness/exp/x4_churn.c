/* SPDX-License-Identifier: MIT */
/* x4_churn.c - X4: steady-state churn, the oldest key out and a new one in, at several occupancies; and the memory a
 * filter occupies. */
#include "harness/exp/scaling_cells.h"

#include <string.h>

static bool
x4_ceiling(const struct point *rate, struct ceiling_of *c)
{
	return strcmp(rate->metric, "churn") == 0 && scaling_ceiling(rate, c, rate->series, SCALING_UPDATES, 0);
}

static const struct view views[] = {
	{.program = &program_scaling, .place = "churn-one", .panel = "a"},
	{.program = &program_scaling, .place = "churn-all", .panel = "b"},
	{.program = &program_scaling, .place = "memory", .panel = "c"},
	{0},
};

const struct experiment experiment_x4 = {
	.id = "x4",
	.title = "Churn. Deleting the oldest and inserting the next at constant occupancy",
	.shows = "A filter in service is not filled once: items come and go. The paper's Figures 7 and 8 pass through "
		 "each occupancy once; here it stays, by one thread (a) and by all (b). (c): what the filter occupies.",
	.setup = SCALING_SETUP "A filter is filled to 50, 75, 90 and 95 %, as far as it goes, and churned at each: 32 "
			       "deletes of the oldest keys, 32 insertions of the next, and so on. A refused key is no "
			       "failure: it is put off, and made up for by another.",
	.reading =
		"churn: million operations per second, deletes and insertions together; higher is better. refused: of "
		"the insertions. moves: fingerprints relocated per insertion. (c) table: bytes as the paper counts "
		"them; mapped: all that the filter took from the system, versions and padding included; heap: what its "
		"constructor kept of it, counted by the allocator; resident: by how much the process grew in memory.",
	.x = "occupancy α",
	.timed = true,
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.plan = scaling_plan_deleting,
	.views = views,
	.ceiling = x4_ceiling,
};
