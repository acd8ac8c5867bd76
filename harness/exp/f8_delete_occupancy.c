/* SPDX-License-Identifier: MIT */
/* f8_delete_occupancy.c - Figure 8: deletion throughput while an initially full filter is emptied. */
#include "harness/exp/life_cells.h"

/* QF ends at 0.9. In runs before November 27 2026 its step around 0.875 is a few keys shorter, and so filed as that of
 * a full table. */
static void
judge_above_quotient(struct judge *j, const struct judge_lines *l, const char *series)
{
	const bool older = judge_has(j, l->exp, l->panel, LIFE_QF, LIFE_FULL, l->metric);
	struct runs one = judge_speed(j, l, series, 0.875), qf = judge_speed(j, l, LIFE_QF, older ? LIFE_FULL : 0.875);

	judge_more(j, judge_median(j, judge_ratio(j, one, qf), "x"), 1,
	           judge_text(j, "%s/%s at α=0.875", judge_name(series), judge_name(LIFE_QF)));
}

static void
judge_deletes(struct judge *j)
{
	static const struct judge_lines deletes = {"f8", "", "delete", "α", ""};
	static const char *const stable[] = {"cf", LIFE_SS_CF};

	judge_allows(j, "stable: within 10 % either way, over the whole interval");
	judge_faster(j, &deletes, "cf", LIFE_SS_CF " " LIFE_QF " dl-cbf", AT(0.075, 0.475, 0.725));
	judge_faster(j, &deletes, "cf", LIFE_SS_CF, AT(0.875));
	for (size_t s = 0; s < 2; s++) {
		judge_above_quotient(j, &deletes, stable[s]);
		judge_level(j, &deletes, stable[s], AT(0.075, 0.475, 0.725), 0.875);
	}
	/* Near empty, the paper only says of QF that it passes ss-CF; it may pass dl-CBF as well. */
	judge_faster(j, &deletes, "dl-cbf", LIFE_SS_CF, AT(0.075, 0.475, 0.725));
	judge_faster(j, &deletes, "dl-cbf", LIFE_QF, AT(0.475, 0.725));
	judge_faster(j, &deletes, LIFE_QF, LIFE_SS_CF, AT(0.075));
	judge_beside(j, &deletes, "dl-cbf", "ss-cf", AT(0.075, 0.475, 0.725));
	judge_beside(j, &deletes, "cf", "qf", AT(0.075, 0.475, 0.725));
	judge_beside(j, &deletes, "dl-cbf", "qf", AT(0.075, 0.475, 0.725));
}

static const struct claim claims[] = {
	{"B13",
         "CF deletes fastest at every load, CF and ss-CF are stable, dl-CBF comes second; QF is slowest near full and "
         "faster than ss-CF near empty.",
         "section 7.4, Figure 8",
         "Run by run, steps of 5 % by their middles, each line at several of them " LIFE_BESIDE
         ", ss-CF and QF as the paper describes them (ss-cf-decode, qf-slots): CF faster than the others at α = "
         "0.075, 0.475, 0.725 and, of "
         "those that go there, 0.875; CF and ss-CF there within 10 % of 0.875; dl-CBF faster than ss-CF at the first "
         "three and than QF at 0.475 and 0.725; QF slower than ss-CF at 0.875 and faster at 0.075.",
         judge_deletes,
         "A deletion is a lookup and a store, and jumps on what it finds: whether the item is in its first bucket or "
         "in its second, and in ss-CF whether a part that is stored as it is agrees. Near empty a deletion from QF is "
         "one read of neighbouring slots, which can pass CF itself. The paper does not give dl-CBF's details.",
         "Some pair in the order is not separated, or the stability lies at the edge of the 10 %.", LIFE_SCALE},
	{0},
};

static void
f8_plan(struct plan *plan)
{
	life_plan(plan, NULL, FILTER_REMOVE, LIFE_DELETIONS);
}

static const struct view views[] = {
	{.program = &program_life, .place = "", .measure = "delete"},
	{.program = &program_life, .place = "", .measure = "delete_beside delete_anchor"},
	{.program = &program_life, .place = "", .measure = "delete_occupancy", .metric = "occupancy"},
	{.program = &program_ground,
         .measure = "rate",
         .metric = "delete",
         .at = {LIFE_STEPS, 0.5, 1, LIFE_STEPS},
         .series = LIFE_UPDATES},
	{0},
};

const struct experiment experiment_f8 = {
	.id = "f8",
	.title = "Figure 8. Delete-until-empty throughput at different occupancy",
	.shows = "CF deletes fastest at every load, CF and ss-CF are stable, dl-CBF comes second; QF is slowest near "
		 "full and faster than ss-CF near empty.",
	.deviations = "Keys are deleted in an order that favours none, which the paper does not specify; each point is "
		      "slices in the middle of a step of 5 %.",
	.reading = "Million deletes per second over occupancy; higher is better. delete_beside: in turns with "
		   "delete_anchor, of the same filter in a table that stays 5 % full.",
	.x = "occupancy α",
	LIFE_FIGURE,
	.plan = f8_plan,
	.views = views,
	.derive = life_place_full,
	.ceiling = life_ceiling_updates,
	.claims = claims,
};
