/* SPDX-License-Identifier: MIT */
/* f6_lookup_occupancy.c - Figure 6: instantaneous lookup throughput while a filter fills, (a) for absent and (b) for
 * present items. */
#include "harness/exp/life_cells.h"

#include <math.h>

static const struct judge_lines negative = {"f6", "a", "lookup", "α", " negative"};
static const struct judge_lines positive = {"f6", "b", "lookup", "α", " positive"};
static const struct judge_lines *const both[] = {&negative, &positive};

/* The loss over the same distance, 0.15, above 0.75 and below it: the quotient of the two quotients. */
static double
steeper(const double *v, size_t count, const void *context)
{
	(void)count;
	(void)context;
	return v[1] * v[1] / (v[0] * v[2]);
}

/* QF's rates from 0.6 on are not taken over its anchor's: from there to 0.9 a lookup reads eight times as many slots,
 * and what slows memory slows the anchor alone. */
static void
judge_cuckoo_level(struct judge *j)
{
	judge_allows(j, LIFE_LEVEL);
	judge_allows(j, "steeply: by more than 25 %, and more than over the same distance below");
	for (size_t k = 0; k < 2; k++) {
		struct runs at[3];

		judge_level(j, both[k], LIFE_CF " " LIFE_SS_CF, AT(0.25, 0.5, 0.75), 0.9);
		judge_falls(j, both[k], LIFE_QF, AT(0.25, 0.5, 0.75));
		for (size_t i = 0; i < 3; i++)
			at[i] = judge_speed(j, both[k], LIFE_QF, 0.6 + 0.15 * (double)i);
		judge_between(j, judge_median(j, judge_ratio(j, at[1], at[2]), "x"), 1 / (1 - MARGIN_SLIGHT), INFINITY,
		              judge_text(j, "QF, slot by slot%s at α=|0.75 / 0.9|", both[k]->of));
		judge_more(j, judge_median(j, judge_combine(j, at, 3, steeper, NULL), "x"), 1,
		           judge_text(j, "QF, slot by slot%s, fall from 0.75 to 0.9 / from 0.6 to 0.75", both[k]->of));
	}
}

static void
judge_bloom(struct judge *j)
{
	const char *const names[] = {"bf", life_blk_bf(j, &negative)};
	static const double x[] = {0.05, 0.25, 0.5, 0.75, 1};

	judge_allows(j, LIFE_LEVEL);
	for (size_t s = 0; s < 2; s++)
		for (size_t i = 0; i < 4; i++) {
			judge_level(j, &positive, names[s], AT(x[i]), 1);
			judge_falls(j, &negative, names[s], AT(x[i], x[i + 1]));
		}
}

static void
f6_judge_dleft(struct judge *j)
{
	judge_allows(j, LIFE_LEVEL);
	/* Up to 0.7, because it stops between 0.75 and 0.8. */
	judge_level(j, &negative, "dl-cbf", AT(0.05, 0.25, 0.5), 0.7);
	judge_level(j, &positive, "dl-cbf", AT(0.25, 0.5), 0.7);
	judge_falls(j, &positive, "dl-cbf", AT(0.05, 0.25));
}

static const struct claim claims[] = {
	{"B9", "Lookups of CF and ss-CF do not depend on the load; QF's fall with it, steeply above 75 %.",
         "section 7.2, Figure 6; section 2.1",
         "Run by run, " LIFE_BESIDE
         ", negative and positive queries, all three as the paper describes them (cf-branch, ss-cf-decode, qf-slots): "
         "CF and ss-CF at α = 0.25, 0.5, 0.75 within 10 % of α = 0.9; QF faster at 0.25 than at 0.5 than at 0.75. By "
         "its own rates, QF loses more than 25 % from 0.75 to 0.9, and more than from 0.6 to 0.75.",
         judge_cuckoo_level,
         "CF reads and compares the same at every load, and so does a filter that decodes both buckets. What can move "
         "a rate by a tenth is that positive queries for the few keys of a nearly empty table touch fewer lines and "
         "pages.",
         "One of the differences lies at the edge of the 10 % or is not separated." LIFE_WHOLE_RANGE, LIFE_SCALE},
	{"B10", "BF and blk-BF: positive lookups do not depend on the load, negative ones fall with it.",
         "section 7.2, Figure 6",
         "Run by run, " LIFE_BESIDE
         ", blk-BF as the paper describes it (blk-bf-exit): positive queries at α = 0.05, 0.25, 0.5, 0.75 within "
         "10 % of α = 1; negative ones faster at each of 0.05, 0.25, 0.5, 0.75, 1 than at the next.",
         judge_bloom,
         "A positive lookup reads all k bits at any load. At small loads the keys asked for are few, and their bits "
         "can stay in a cache on today's machines, which makes them faster. For a negative one the bits read grow from "
         "one to two on average, and the jump out of the loop is predicted worse as the share of bits set nears one "
         "half; both make it slower, so a rise between two loads would be the machine's.",
         "Neighbouring loads are not separated, or positive lookups lie at the edge of the 10 %. The average number of "
         "bits read only grows from one to two between empty and full." LIFE_WHOLE_RANGE,
         LIFE_SCALE},
	{"B11", "dl-CBF: negative lookups do not depend on the load; positive ones do only below about 20 %.",
         "section 7.2, Figure 6",
         "Run by run, " LIFE_BESIDE
         ": negative queries at α = 0.05, 0.25, 0.5 and positive ones at α = 0.25, 0.5 within 10 % of α = "
         "0.7; positive ones faster at 0.05 than at 0.25.",
         f6_judge_dleft,
         "A positive lookup of dl-CBF stops at the first of its four buckets that holds the item. In which subtable "
         "that is depends on the load well beyond 20 %: d-left places items in the emptiest bucket, ties to the left, "
         "and the ties become rarer as buckets fill. How much of it shows depends on whether the four reads overlap, "
         "which makes an early stop save little.",
         "A difference lies at the edge of the 10 % or is not separated from none." LIFE_WHOLE_RANGE, LIFE_SCALE},
	{0},
};

/* As a Bloom filter fills, a lookup of an absent item reads more bits before it finds a clear one. */
static bool
f6_ceiling(const struct point *rate, struct ceiling_of *c)
{
	return life_ceiling(rate, c, SETUP_LOOKUP, *rate->panel == 'b', rate->x == LIFE_FULL ? 1 : rate->x);
}

static void
f6_plan(struct plan *plan)
{
	life_plan(plan, NULL, 0, LIFE_OCCUPANCIES);
}

#define OCCUPANCIES                              \
	{                                        \
		LIFE_STEPS + 1, 0, 1, LIFE_STEPS \
	}
static const struct view views[] = {
	{.program = &program_life, .place = "", .measure = "lookup_absent", .panel = "a", .metric = "lookup"},
	{.program = &program_life, .place = "", .measure = "lookup_present", .panel = "b", .metric = "lookup"},
	{.program = &program_life,
         .place = "",
         .measure = "lookup_absent_beside",
         .panel = "a",
         .metric = "lookup_beside"},
	{.program = &program_life,
         .place = "",
         .measure = "lookup_absent_anchor",
         .panel = "a",
         .metric = "lookup_anchor"},
	{.program = &program_life,
         .place = "",
         .measure = "lookup_present_beside",
         .panel = "b",
         .metric = "lookup_beside"},
	{.program = &program_life,
         .place = "",
         .measure = "lookup_present_anchor",
         .panel = "b",
         .metric = "lookup_anchor"},
	{.program = &program_life,
         .place = "",
         .measure = "lookup_absent_occupancy",
         .panel = "a",
         .metric = "occupancy"},
	{.program = &program_life,
         .place = "",
         .measure = "lookup_present_occupancy",
         .panel = "b",
         .metric = "occupancy"},
	{.program = &program_ground,
         .measure = "rate",
         .panel = "a",
         .metric = "lookup",
         .at = OCCUPANCIES,
         .series = LIFE_READS},
	{.program = &program_ground,
         .measure = "rate",
         .panel = "b",
         .metric = "lookup",
         .at = OCCUPANCIES,
         .series = LIFE_READS},
	{0},
};

const struct experiment experiment_f6 = {
	.id = "f6",
	.title = "Figure 6. Lookup throughput at different occupancy",
	.shows = "(a) Negative lookups: CF, ss-CF and dl-CBF do not depend on the load; BF and blk-BF fall with it, QF "
		 "falls steeply. (b) Positive lookups: BF and blk-BF are constant, dl-CBF is from 20 % on, QF falls.",
	.deviations =
		"Occupancy is items over entries; for the bit arrays of BF and blk-BF, items over design capacity.",
	.reading = "Million lookups per second over occupancy; higher is better. lookup_beside: in turns with "
		   "lookup_anchor, of the same filter in a table that stays 5 % full.",
	.x = "occupancy α",
	LIFE_FIGURE,
	.plan = f6_plan,
	.views = views,
	.derive = life_place_full,
	.ceiling = f6_ceiling,
	.claims = claims,
};
