/* SPDX-License-Identifier: MIT */
/* c1_ground.c - Ground: what the hash alone costs, and how many random lines this machine can read. These are the
 * limits drawn in Figures 5 to 8. */
#include "harness/exp/life_cells.h"
#include "harness/timing/ceiling.h"

#include <string.h>

/* "ceiling-2-loads": the style as a series of its own. */
static void
c1_renamed(struct sample *s)
{
	const size_t n = strlen(s->series);

	snprintf(s->series + n, sizeof s->series - n, "-%s", ceiling_style_names[CEILING_LOADS]);
}

static const struct view views[] = {
	{.program = &program_ground},
	{.program = &program_ground,
         .place = "styles",
         .series = LIFE_READS,
         .measure = "loads",
         .panel = "",
         .metric = "rate",
         .renamed = c1_renamed},
	{0},
};

const struct experiment experiment_c1 = {
	.id = "c1",
	.title = "Ground. The hash alone, and the ceilings of random reads and updates",
	.shows = "On the paper's machine CityHash64 took about 20 ns an item, inside every operation that was timed "
		 "(section 7). Its other limit, random reads, the paper does not measure.",
	.setup = "hash: every key hashed, in a loop, one at a time. Ceilings: every key hashed, by the widest vectors "
		 "there are, and one or two independent random lines read, or read and stored back as they were, on "
		 "memory of the filters' size and the same kind of pages. No operation that touches as many lines can "
		 "be faster. Which way of doing it is fastest depends on the processor and on which cache holds the "
		 "memory, so there are several, and the ceiling is the fastest in its repetition: loads, one key after "
		 "the other, as the processor reorders them; ahead, lines asked for 128 before they are needed; "
		 "second, so, but into the second cache; gather, several keys' lines by one vector instruction. Beside "
		 "it stands the style loads alone. One process a repetition, in the same interleaved order as the "
		 "filters.",
	.reading = "Million keys per second; higher is better. 1000 / rate is the cost of one key in nanoseconds. "
		   "Nothing asked ahead: each operation computes the same hash and loads its lines in program order, "
		   "and the processor overlaps as many keys as its window holds. A filter that takes one key after the "
		   "other, as CF does, has that limit first: the more instructions a key takes, the fewer keys are in "
		   "the window together (H5).",
	.timed = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.plan = life_plan_ground,
	.views = views,
};
