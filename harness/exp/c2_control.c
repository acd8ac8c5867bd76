/* SPDX-License-Identifier: MIT */
/* Control: one filter against itself. Whatever difference shows here is noise, and must not be called a difference. */
#include "harness/exp/life_cells.h"

const struct experiment experiment_c2 = {
	.id = "c2",
	.title = "Control. The cuckoo filter against itself",
	.shows = "Nothing: the paper has no such control. Two names of one filter must come out \"not separated\" in every comparison that "
		 "the verdicts rest on.",
	.setup = "A second life of CF in every repetition, with the same keys, in a process and a place in the order of its own, measured and "
		 "compared as if it were another filter.",
	.reading = "Million operations per second, construction and lookups by share of positive queries; the two should not be separated.",
	.x = "positive queries (%)",
	.timed = true,
	.rows = TABLE_X,
	.columns = TABLE_SERIES,
	.statistic = "median",
	.plan = life_plan_control,
};
