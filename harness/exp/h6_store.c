/* SPDX-License-Identifier: MIT */
/* h6_store.c - H6: filters in front of a store, whose work is done; and what the map of H4 predicts for them. */
#include "harness/analysis/store_points.h"
#include "harness/exp/limits.h"
#include "harness/filters/candidates.h"
#include "harness/filters/plugin.h"
#include "harness/programs/programs.h"

#include <string.h>

/* Numbers of keys as in H4: the tables of four entries per bucket and 2^x buckets are 94 % full. The stores have 2 MB, 60
 * MB and 470 MB: one fits a second-level cache or nearly, one a last-level cache, and one none. */
static const size_t sizes[SCALES][4] = {
	{15 << 8},
	{15 << 10, 15 << 15},
	{15 << 10, 15 << 15, 15 << 18},
	{15 << 10, 15 << 15, 15 << 18},
};

/* Keys to choose a filter's fastest kernel by. */
static const size_t queries[SCALES] = {1 << 14, 1 << 16, 1 << 16, 1 << 16};

static void
plan_store(struct plan *plan)
{
	const enum scale s = plan_scale(plan);

	for (size_t i = 0; sizes[s][i]; i++) {
		struct cell cell = {.program = &program_guarded, .target = sizes[s][i], .queries = queries[s]};

		/* The experiment compares families, as H4 does. */
		if (plan_admits(plan, filter_find("cf")) && plan_admits(plan, filter_find("bf")))
			plan_add_rounds(plan, &cell);
		for (size_t k = 0; filter_all[k]; k++) {
			cell.filter = filter_all[k];
			if (plugin_of(cell.filter) && !cell.filter->twin)
				plan_add_rounds(plan, &cell);
		}
	}
}

/* --- the claim ---------------------------------------------------------------------------------------------------- */

/* Of one turn: the filter alone, the store behind it, the store alone (rates), and the share it let through. */
static double
h6_over_predicted(const double *v, size_t count, const void *context)
{
	(void)count;
	(void)context;
	return 1000 / v[1] / store_predicted(1000 / v[0], v[3], 0, 0, 1000 / v[2]);
}

static void
judge_one(struct judge *j, const char *series, double n)
{
	const struct runs in[] = {judge_runs(j, "h6", "p0", series, n, "lookup"),
	                          judge_runs(j, "h6", "p0", series, n, "in_front"),
	                          judge_runs(j, "h6", "p0", "store", n, "lookup"),
	                          judge_runs(j, "h6", "p0", series, n, "let_through")};

	judge_between(j, judge_median(j, judge_combine(j, in, 4, h6_over_predicted, NULL), "x"), 1 / MARGIN_LEVEL,
	              MARGIN_LEVEL, judge_text(j, "|%s| at n=%.0f", series, n));
}

static void
judge_map(struct judge *j)
{
	double n = judge_next_x(j, "h6", "p0", "store", "lookup", 0);

	if (n != n)
		(void)judge_runs(j, "h6", "p0", "store", 0, "lookup"); /* marks what is missing */
	for (; n == n; n = judge_next_x(j, "h6", "p0", "store", "lookup", n)) {
		struct candidate of[CANDIDATES_MOST];
		const size_t count = candidates_few(of, (size_t)n, MAP_BITS_PER_KEY);
		char series[CANDIDATES_TEXT];

		for (size_t i = 0; i < count; i++)
			judge_one(j, candidates_text(series, of[i].twin->name, &of[i]), n);
	}
}

static const struct claim claims[] = {
	{"H6 (map)", "A filter in front of a store costs what its look-up and its false positives predict.",
         "Lang et al. 2019",
         "Absent keys, at every number of keys, every filter: a look-up in the store behind it over the filter's own "
         "look-up and the store's times the share let through, round by round, within 10 % either way.",
         judge_map, "", "The interval reaches over the bound.", .least = SCALE_QUICK, .why = "two rounds"},
	{0},
};

const struct experiment experiment_h6 = {
	.id = "h6",
	.title = "H6. In front of a store: the map's prediction, measured",
	.shows = "",
	.setup = "",
	.deviations = "",
	.reading = "",
	.x = "n (keys)",
	.timed = true,
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.metrics = "bits_per_key let_through t_l t_w predicted measured over_predicted gain regret lookup in_front chosen",
	.plan = plan_store,
	.views = (const struct view[]){{.program = &program_guarded}, {0}},
	.derive_rounds = store_points,
	.claims = claims,
};
