/* SPDX-License-Identifier: MIT */
/*
 * Table 3: items held, bits per item, false positive rate and construction speed of six filters of 192 MB, each filled
 * until an insertion fails (CF, ss-CF, dl-CBF) or its target capacity is reached (BF, blk-BF, QF).
 */
#include "harness/exp/life_cells.h"

const struct experiment experiment_t3 = {
	.id = "t3",
	.title = "Table 3. Space efficiency and construction speed",
	.shows = "Six filters of 192 MB: how many items each holds, the bits an item costs, the false positive rate and the "
		 "construction speed.",
	.setup = life_setup,
	.deviations = "XXH3 instead of CityHash64 unless --hash city is given. The paper does not say how wide dl-CBF's counters "
		      "are: 12-bit cells with 1-bit counters (used here) give about 0.60 %, with Bonomi et al.'s 2-bit counters about "
		      "1.2 %; the printed 0.76 % lies between.",
	.reading = "items, construction, load: higher is better. bits_per_item, fpr: lower is better. huge_pages: share of the table that "
		   "the system really put on huge pages.",
	.timed = true,
	.rows = TABLE_METRIC,
	.columns = TABLE_SERIES,
	.statistic = "median",
	.plan = life_plan,
};
