/* SPDX-License-Identifier: MIT */
/* x2_stripes.c - X2: how many lock stripes? Throughput of half lookups, half updates against their number, for each
 * number of threads. */
#include "harness/exp/scaling_cells.h"

#include <string.h>

/* From so few that two threads collide in every hundredth operation, to so many that the versions themselves fill a
 * cache. */
static const unsigned stripes[] = {1 << 4, 1 << 7, 1 << 10, 1 << 13, 1 << 16};

static void
plan_stripes(struct plan *plan)
{
	for (size_t i = 0; i < sizeof stripes / sizeof *stripes; i++)
		scaling_plan_stripes(plan, "cf-striped", stripes[i]);
}

static bool
x2_ceiling(const struct point *rate, struct ceiling_of *c)
{
	return strcmp(rate->metric, "throughput") == 0 && scaling_ceiling(rate, c, "cf-striped", SCALING_HALVES, 50);
}

const struct experiment experiment_x2 = {
	.id = "x2",
	.title = "Stripes. How finely a concurrent filter is locked",
	.shows = "A stripe is a lock and a version for a part of the buckets. Few are soon in every cache but held by "
		 "others often; many are rarely contended, but cost cache lines of their own.",
	.setup = SCALING_SETUP "cf-striped at 90 %, half lookups, half updates.",
	.reading = "Million operations per second of n threads together; higher is better. Contention is counted per "
		   "operation, as in X1.",
	.x = "stripes",
	.timed = true,
	.figure = true,
	.rows = TABLE_X,
	.columns = TABLE_METRIC,
	.plan = plan_stripes,
	.views = (const struct view[]){{.program = &program_scaling, .place = "stripes", .panel = ""}, {0}},
	.ceiling = x2_ceiling,
};
