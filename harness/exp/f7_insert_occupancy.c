/* SPDX-License-Identifier: MIT */
/* Figure 7: instantaneous insert throughput while a filter fills to its designed capacity. */
#include "harness/exp/life_cells.h"

const struct experiment experiment_f7 = {
	.id = "f7",
	.title = "Figure 7. Insert throughput at different occupancy",
	.shows = "CF, ss-CF and QF insert more slowly as they fill; BF, blk-BF and dl-CBF are constant.",
	.setup = life_setup,
	.deviations = "Each point is the throughput of one step of 5 % of the capacity, drawn at the step's middle.",
	.reading = "Million inserts per second over occupancy; higher is better.",
	.x = "occupancy α",
	.timed = true,
	.figure = true,
	.rows = TABLE_X,
	.columns = TABLE_SERIES,
	.statistic = "median",
	.plan = life_plan,
	.derive = life_place_full,
};
