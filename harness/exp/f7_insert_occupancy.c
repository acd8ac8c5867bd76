/* SPDX-License-Identifier: MIT */
/* f7_insert_occupancy.c - Figure 7: instantaneous insertion throughput while a filter fills to its designed
 * capacity. */
#include "harness/exp/life_cells.h"

static void
judge_inserts(struct judge *j)
{
	static const struct judge_lines inserts = {"f7", "", "insert", "α", ""};
	static const char *const falling[] = {"cf", "ss-cf", LIFE_QF}, *const level[] = {"bf", "blk-bf", "dl-cbf"};
	static const double x[] = {0.125, 0.375, 0.625};

	judge_allows(j, LIFE_LEVEL);
	for (size_t i = 0; i < 3; i++)
		for (size_t s = 0; s < 3; s++) {
			/* The last complete step of each: QF ends at 0.9, dl-CBF between 0.75 and 0.8. */
			judge_falls(j, &inserts, falling[s], AT(x[i], 0.875));
			judge_level(j, &inserts, level[s], AT(x[i]), s == 2 ? 0.725 : 0.875);
		}
}

static const struct claim claims[] = {
	{"B12", "Inserts of CF, ss-CF and QF become slower as they fill; those of BF, blk-BF and dl-CBF do not.",
         "section 7.3, Figure 7",
         "Run by run, " LIFE_BESIDE
         ", steps of 5 % by their middles: CF, ss-CF and QF slot by slot (qf-slots) faster at α = 0.125, "
         "0.375 and 0.625 than at "
         "0.875; BF and blk-BF there within 10 % of 0.875, dl-CBF within 10 % of its 0.725.",
         judge_inserts,
         "That cuckoo filters slow down as kicks become frequent, and QF as its clusters grow, is in the algorithms. "
         "BF, blk-BF and dl-CBF do the same work at any load, here without a jump on what they find, so what moves "
         "them by a tenth is the machine: reads and stores to random lines depend on what else its caches and memory "
         "are doing, and a step of 5 % is short.",
         "One of the flat lines lies at the edge of the 10 % allowed, or a fall is not separated." LIFE_WHOLE_RANGE,
         LIFE_SCALE},
	{0},
};

static void
f7_plan(struct plan *plan)
{
	life_plan(plan, NULL, 0, LIFE_FILL);
}

static const struct view views[] = {
	{.program = &program_life, .place = "", .measure = "insert"},
	{.program = &program_life, .place = "", .measure = "insert_beside insert_anchor"},
	{.program = &program_life, .place = "", .measure = "insert_occupancy", .metric = "occupancy"},
	{.program = &program_ground,
         .measure = "rate",
         .metric = "insert",
         .at = {LIFE_STEPS, 0.5, 1, LIFE_STEPS},
         .series = LIFE_UPDATES},
	{0},
};

const struct experiment experiment_f7 = {
	.id = "f7",
	.title = "Figure 7. Insert throughput at different occupancy",
	.shows = "CF, ss-CF and QF insert more slowly as they fill; BF, blk-BF and dl-CBF are constant.",
	.deviations = "Each point is the throughput of slices in the middle of a step of 5 % of the capacity.",
	.reading = "Million inserts per second over occupancy; higher is better. insert_beside: in turns with "
		   "insert_anchor, of the same filter in a table that stays 5 % full.",
	.x = "occupancy α",
	LIFE_FIGURE,
	.plan = f7_plan,
	.views = views,
	.derive = life_place_full,
	.ceiling = life_ceiling_updates,
	.claims = claims,
};
