/* SPDX-License-Identifier: MIT */
/* Ground: what the hash costs alone, and how many random lines this machine can read; the limits drawn in Figures 5 to 8. */
#include "harness/exp/life_cells.h"

const struct experiment experiment_c1 = {
	.id = "c1",
	.title = "Ground. The hash alone, and the random-read ceiling",
	.shows = "On the paper's machine CityHash64 took about 20 ns an item, inside every operation that was timed (section 7). Its other "
		 "limit, random reads, the paper does not measure.",
	.setup = "hash: every key hashed, in a loop. ceiling-1, ceiling-2: every key hashed and one or two independent random lines read, asked "
		 "for well ahead, from memory of the filters' size on the same kind of pages; no filter that reads as many lines per lookup "
		 "can be faster. One process a repetition, in the same interleaved order as the filters.",
	.reading = "Million keys per second; higher is better. 1000 / rate is the cost of one key in nanoseconds.",
	.timed = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.statistic = "median",
	.plan = life_plan_ground,
};
