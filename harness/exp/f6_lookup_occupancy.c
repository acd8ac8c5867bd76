/* SPDX-License-Identifier: MIT */
/* Figure 6: instantaneous lookup throughput while a filter fills, (a) for absent and (b) for present items. */
#include "harness/exp/life_cells.h"

const struct experiment experiment_f6 = {
	.id = "f6",
	.title = "Figure 6. Lookup throughput at different occupancy",
	.shows = "(a) Negative lookups: CF, ss-CF and dl-CBF do not depend on the load; BF and blk-BF fall with it, QF falls steeply. "
		 "(b) Positive lookups: BF and blk-BF are constant, dl-CBF is from 20 % on, QF falls.",
	.setup = life_setup,
	.deviations = "Occupancy is items over entries; for the bit arrays of BF and blk-BF, items over design capacity.",
	.reading = "Million lookups per second over occupancy; higher is better.",
	.x = "occupancy α",
	.timed = true,
	.figure = true,
	.rows = TABLE_X,
	.columns = TABLE_SERIES,
	.statistic = "median",
	.plan = life_plan,
	.derive = life_place_full,
};
