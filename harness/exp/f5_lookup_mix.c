/* SPDX-License-Identifier: MIT */
/* Figure 5: lookup throughput of full filters when 0, 25, 50, 75 and 100 % of the queries are for items they hold. */
#include "harness/exp/life_cells.h"

const struct experiment experiment_f5 = {
	.id = "f5",
	.title = "Figure 5. Lookup performance when a filter achieves its capacity",
	.shows = "CF is level over p with a slight dip at 50 %, above all but blk-BF at small p; BF and blk-BF fall as p grows; QF is "
		 "slowest.",
	.setup = life_setup,
	.reading = "Million lookups per second over the share p of queries for present items; higher is better.",
	.x = "positive queries (%)",
	.timed = true,
	.figure = true,
	.rows = TABLE_X,
	.columns = TABLE_SERIES,
	.statistic = "median",
	.plan = life_plan,
	.derive = life_add_crossing,
};
