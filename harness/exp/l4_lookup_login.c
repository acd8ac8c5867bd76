/* SPDX-License-Identifier: MIT */
/* ;login: Figure 3: Figure 5's measurement for BF, CF and ss-CF, one thread, tables of about 200 MB. */
#include "harness/exp/life_cells.h"

const struct experiment experiment_l4 = {
	.id = "l4",
	.title = ";login: Figure 3. Lookup throughput of three filters",
	.shows = "CF is level over p; ss-CF is slower and overtakes BF once more than half of the queries are positive (the CoNEXT paper "
		 "says a quarter).",
	.setup = life_setup,
	.deviations = "The samples are those of Figure 5: the ;login: article measures the same filters with the same settings.",
	.reading = "Million lookups per second over the share p of queries for present items; higher is better.",
	.x = "positive queries (%)",
	.timed = true,
	.figure = true,
	.rows = TABLE_X,
	.columns = TABLE_SERIES,
	.statistic = "median",
	.plan = life_plan_login,
	.derive = life_add_crossing,
};
