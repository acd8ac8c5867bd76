/* SPDX-License-Identifier: MIT */
/* h6_store.c - H6: filters in front of a store, whose work is done; and what the map of H4 predicts for them. */
#include "harness/exp/limits.h"
#include "harness/exp/store_points.h"
#include "harness/filters/candidates.h"
#include "harness/filters/plugin.h"
#include "harness/programs/programs.h"

#include <math.h>

/* Numbers of keys as in H4: the tables of four entries per bucket and 2^x buckets are 94 % full. The stores have 2 MB,
 * 60 MB and 470 MB: the first about fits a second-level cache, the second a large last-level cache, the third none. */
static const size_t sizes[SCALES][4] = {
	{15 << 8},
	{15 << 10, 15 << 15},
	{15 << 10, 15 << 15, 15 << 18},
	{15 << 10, 15 << 15, 15 << 18},
};

/* Keys to choose a filter's fastest kernel by. */
static const size_t queries[SCALES] = {1 << 14, 1 << 16, 1 << 16, 1 << 16};
/* 0: the scale's own. Fewer at quick scale, which has little time. */
static const unsigned rounds[SCALES] = {0, 2, 0, 0};

static void
plan_store(struct plan *plan)
{
	const enum scale s = plan_scale(plan);

	for (size_t i = 0; sizes[s][i]; i++) {
		struct cell cell = {
			.program = &program_guarded, .target = sizes[s][i], .queries = queries[s], .rounds = rounds[s]};

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

/* Of one turn: the store alone; then of each filter its lookups alone and before the store (rates), and the share that
 * it let through. The geometric mean over the filters of what was measured over what is predicted. */
static double
h6_over_predicted(const double *v, size_t count, const void *context)
{
	double sum = 0;

	(void)context;
	for (size_t i = 1; i < count; i += 3)
		sum += log(1000 / v[i + 1] / store_predicted(1000 / v[i], v[i + 2], 0, 0, 1000 / v[0]));
	return exp(3 * sum / (double)(count - 1));
}

/* One relation for all filters: seven processes can contradict three relations, no more (stats.h). */
static void
judge_map_at(struct judge *j, double n)
{
	static const char *const metrics[] = {"lookup", "in_front", "let_through"};
	struct candidate of[CANDIDATES_MOST];
	const size_t filters = candidates_few(of, (size_t)n, MAP_BITS_PER_KEY);
	struct runs in[1 + 3 * CANDIDATES_MOST] = {judge_runs(j, "h6", "p0", "store", n, "lookup")};
	size_t count = 1;

	for (size_t i = 0; i < filters; i++)
		for (size_t k = 0; k < 3; k++) {
			char series[CANDIDATES_TEXT];

			(void)candidates_text(series, of[i].twin->name, &of[i]);
			in[count++] = judge_runs(j, "h6", "p0", series, n, metrics[k]);
		}
	judge_between(j, judge_median(j, judge_combine(j, in, count, h6_over_predicted, NULL), "x"), 1 / MARGIN_LEVEL,
	              MARGIN_LEVEL, judge_text(j, "n=|%.0f|", n));
}

static void
judge_map(struct judge *j)
{
	double n = judge_next_x(j, "h6", "p0", "store", "lookup", 0);

	if (n != n)
		(void)judge_runs(j, "h6", "p0", "store", 0, "lookup"); /* marks what is missing */
	for (; n == n; n = judge_next_x(j, "h6", "p0", "store", "lookup", n))
		judge_map_at(j, n);
}

/* The filter with the least of this at n; an empty text: none. */
static const char *
h6_least(struct judge *j, double n, const char *metric)
{
	struct candidate of[CANDIDATES_MOST];
	const size_t count = candidates_few(of, (size_t)n, MAP_BITS_PER_KEY);
	const char *best = "";
	double least = INFINITY;

	for (size_t i = 0; i < count; i++) {
		char series[CANDIDATES_TEXT];
		const struct point *p =
			judge_point(j, "h6", "p0", candidates_text(series, of[i].twin->name, &of[i]), n, metric);

		if (p && p->median < least) {
			least = p->median;
			best = judge_text(j, "%s", series);
		}
	}
	return best;
}

static void
judge_choice(struct judge *j)
{
	double n = judge_next_x(j, "h6", "p0", "store", "lookup", 0);

	if (n != n)
		(void)judge_runs(j, "h6", "p0", "store", 0, "lookup"); /* marks what is missing */
	for (; n == n; n = judge_next_x(j, "h6", "p0", "store", "lookup", n)) {
		const char *predicted = h6_least(j, n, "predicted"), *best = h6_least(j, n, "measured");
		const struct runs chosen = judge_runs(j, "h6", "p0", predicted, n, "in_front"),
				  least = judge_runs(j, "h6", "p0", best, n, "in_front");

		judge_at_most(j, judge_median(j, judge_ratio(j, least, chosen), "x"), MARGIN_LEVEL,
		              judge_text(j, "%s/%s at n=%.0f", predicted, best, n));
	}
}

static const struct claim claims[] = {
	{"H6 (map)", "A filter in front of a store costs what its lookup and its false positives predict, within 10 %.",
         "Lang et al. 2019",
         "Absent keys, at every number of keys: a lookup in the store behind a filter over t_l + e t_w, the "
         "geometric mean over the filters, round by round, within 10 % either way. t_l: the filter's lookup alone; "
         "e: the share that it let through; t_w: the store's lookup of absent keys alone.",
         judge_map,
         "A key that passes by mistake comes alone, among many that do not. The store's lookups in a row overlap and "
         "find its upper pages in the nearest cache; this one does not, and the processor did not expect it, so it "
         "also stops the filter's next lookups.",
         "The interval reaches over a bound.", .least = SCALE_FULL, .why = "its stores fit a cache"},
	{"H6 (choice)", "The filter for which the least is predicted costs the least in fact, within 10 %.",
         "Lang et al. 2019",
         "Absent keys, at every number of keys: a lookup in the store behind the filter with the least predicted "
         "time over one behind the filter with the least measured time, round by round, at most 1.1.",
         judge_choice,
         "A false positive costs more than the store's lookups in a row say. So a filter that errs less is better "
         "than predicted, beside one that is faster.",
         "The interval reaches over the bound.", .least = SCALE_FULL, .why = "its stores fit a cache"},
	{0},
};

const struct experiment experiment_h6 = {
	.id = "h6",
	.title = "H6. In front of a store: the map's prediction, measured",
	.shows = "Lang, Neumann, Kemper and Boncz (PVLDB 12, 2019) choose filters by t_l + e t_w: what the filter's "
		 "lookup takes, and for each false positive the work t_w that it was there to save. Their t_w, as "
		 "H4's, is a number.",
	.setup = "Here the work is done. LMDB has the n keys with values of 100 bytes, in memory, on pages of 4 KiB: "
		 "t_w is a search in a B+ tree of cached pages, and no disk is read. In front of it a few of H4's "
		 "filters: of each family the smallest, and that with the paper's set-up; each by the fastest lookup "
		 "that this processor has (chosen: by how many processes). In each round of one process, in slices of "
		 "5 ms, in an order that rotates: each filter alone, the store behind each filter, the store alone; "
		 "for absent keys (p0) and for keys of which half are present (p50); the store also for present keys "
		 "(p100). A filter gets 256 keys a call, or what it wants, and the store those that it lets through, "
		 "each in a call of its own. Every slice has new keys: keys that come again teach the processor which "
		 "of them pass. Every answer is checked. Cuckoo tables have 2^x buckets; n is such that they are 94 % "
		 "full. A plug-in's filter has a process and a store of its own. " LIMITS_PROCESSES,
	.deviations = "Not in the cuckoo filter paper. Lang et al. have the work as a number of cycles.",
	.reading =
		"t_l, t_w, predicted, measured: ns a key, lower is better. predicted: t_l + e t_w; with half of the "
		"keys present, t_l + (t_w of present keys + e t_w) / 2. over_predicted: measured over predicted; 1: "
		"the map is right. let_through: e, in the very slices. gain: the store alone over measured. "
		"t_w_behind: (measured - t_l) / e, what a false positive takes behind this filter, where it is a "
		"quarter of the time or more. regret: of the filter with the least predicted time, its measured time "
		"over the least measured one.",
	.x = "n (keys)",
	.timed = true,
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.metrics =
		"bits_per_key let_through t_l t_w predicted measured over_predicted gain regret lookup in_front chosen",
	.plan = plan_store,
	.views = (const struct view[]){{.program = &program_guarded}, {0}},
	.derive_rounds = store_points,
	.claims = claims,
};
