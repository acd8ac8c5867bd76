/* SPDX-License-Identifier: MIT */
/* l4_lookup_login.c - ;login: Figure 3: Figure 5's measurement for BF, CF and ss-CF; one thread, tables of about 200
 * MB. */
#include "harness/exp/life_cells.h"

static const char names[] = "bf cf " LIFE_CF " ss-cf " LIFE_SS_CF;

static void
l4_judge_semisorted(struct judge *j)
{
	static const struct judge_lines lookups = {.exp = "l4", .panel = "", .metric = "lookup", .axis = "p", .of = ""};
	const struct point *from = judge_point(j, "l4", "", LIFE_SS_CF, 0, "faster_than_bf_above");

	judge_faster(j, &lookups, LIFE_CF, LIFE_SS_CF, AT(0, 25, 50, 75, 100));
	judge_faster(j, &lookups, LIFE_SS_CF, "bf", AT(75, 100));
	judge_beside(j, &lookups, "cf", "ss-cf", AT(0, 25, 50, 75, 100));
	judge_beside(j, &lookups, "ss-cf", "bf", AT(0, 25, 50, 75, 100));
	judge_note(j,
	           from ? judge_text(j, "medians cross at p=%.0f %%", 100 * from->median) : "the medians do not cross");
}

static const struct claim claims[] = {
	{"B5 (;login:)",
         "ss-CF looks up more slowly than CF, and faster than BF when more than half of the queries are positive.",
         ";login: article, Evaluation, Figure 3",
         "Run by run, CF and ss-CF as the paper describes them (cf-branch, ss-cf-decode): CF faster at each p; ss-CF "
         "faster than BF at p = 75 and 100 %.",
         l4_judge_semisorted,
         "BF's nine reads are independent of each other, and today's processors overlap them well; ss-CF decodes two "
         "buckets, which costs instructions. The crossing can so lie at a larger share of positive queries than half, "
         "or nowhere; and the table decoded with shares the caches with the queries.",
         "Where the two lines come close they are not separated; a small change of either moves the crossing far.",
         LIFE_SCALE},
	{0},
};

static void
l4_plan(struct plan *plan)
{
	life_plan(plan, names, 0, LIFE_SHARES);
}

static const struct view views[] = {
	{.program = &program_life, .place = "", .measure = "lookup", .series = names},
	{.program = &program_ground, .measure = "rate", .metric = "lookup", .at = {5, 0, 25, 1}, .series = LIFE_READS},
	{0},
};

const struct experiment experiment_l4 = {
	.id = "l4",
	.title = ";login: Figure 3. Lookup throughput of three filters",
	.shows = "CF is level over p; ss-CF is slower and overtakes BF once more than half of the queries are positive "
		 "(the CoNEXT paper says a quarter).",
	.deviations = "The samples are those of Figure 5: the ;login: article measures the same filters with the same "
		      "settings.",
	.reading = "Million lookups per second over the share p of queries for present items; higher is better.",
	.x = "positive queries (%)",
	LIFE_FIGURE,
	.plan = l4_plan,
	.views = views,
	.derive = life_add_crossing,
	.ceiling = life_ceiling_lookups,
	.claims = claims,
};
