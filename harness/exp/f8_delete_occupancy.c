/* SPDX-License-Identifier: MIT */
/* Figure 8: delete throughput while an initially full filter is emptied. */
#include "harness/exp/life_cells.h"

const struct experiment experiment_f8 = {
	.id = "f8",
	.title = "Figure 8. Delete-until-empty throughput at different occupancy",
	.shows = "CF deletes fastest at every load, CF and ss-CF are stable, dl-CBF comes second; QF is slowest near full and faster "
		 "than ss-CF near empty.",
	.setup = life_setup,
	.deviations = "Keys are deleted in a random order, which the paper does not specify; each point is one step of 5 %, drawn at its middle.",
	.reading = "Million deletes per second over occupancy; higher is better.",
	.x = "occupancy α",
	.timed = true,
	.figure = true,
	.rows = TABLE_X,
	.columns = TABLE_SERIES,
	.statistic = "median",
	.plan = life_plan_deleting,
	.derive = life_place_full,
};
