/* SPDX-License-Identifier: MIT */
/* h6_store.c - H6: filters in front of a store, whose work is done; and what the map of H4 predicts for them. */
#include "harness/base/memory.h"
#include "harness/exp/limits.h"
#include "harness/exp/store_points.h"
#include "harness/filters/candidates.h"
#include "harness/filters/plugin.h"
#include "harness/programs/programs.h"
#include "harness/stats/stats.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

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

enum { H6_INPUTS = 1 + 3 * CANDIDATES_MOST };

static void
h6_name(const struct candidate *of, size_t i, char series[CANDIDATES_TEXT])
{
	(void)candidates_text(series, of[i].twin->name, &of[i]);
}

/* What h6_over_predicted takes, of absent keys. Returns how many they are. */
static size_t
h6_inputs(struct judge *j, const struct candidate *of, size_t filters, double n, struct runs in[H6_INPUTS])
{
	static const char *const metrics[] = {"lookup", "in_front", "let_through"};
	size_t count = 0;

	in[count++] = judge_runs(j, "h6", "p0", "store", n, "lookup");
	for (size_t i = 0; i < filters; i++)
		for (size_t k = 0; k < 3; k++) {
			char series[CANDIDATES_TEXT];

			h6_name(of, i, series);
			in[count++] = judge_runs(j, "h6", "p0", series, n, metrics[k]);
		}
	return count;
}

/* Calls judge_at for every number of keys that was measured. */
static void
h6_each(struct judge *j, void (*judge_at)(struct judge *, double n))
{
	double n = judge_next_x(j, "h6", "p0", "store", "lookup", 0);

	if (n != n)
		(void)judge_runs(j, "h6", "p0", "store", 0, "lookup"); /* marks what is missing */
	for (; n == n; n = judge_next_x(j, "h6", "p0", "store", "lookup", n))
		judge_at(j, n);
}

/* One relation for all filters: of more, each would have to be contradicted with more confidence (judge.h). */
static void
judge_map_at(struct judge *j, double n)
{
	struct candidate of[CANDIDATES_MOST];
	struct runs in[H6_INPUTS];
	const size_t filters = candidates_few(of, (size_t)n, MAP_BITS_PER_KEY),
		     count = h6_inputs(j, of, filters, n, in);

	judge_between(j, judge_median(j, judge_combine(j, in, count, h6_over_predicted, NULL), "x"), 1 / MARGIN_LEVEL,
	              MARGIN_LEVEL, judge_text(j, "n=|%.0f|", n));
}

static void
judge_map(struct judge *j)
{
	h6_each(j, judge_map_at);
}

/* --- which filter is the best -------------------------------------------------------------------------------------
 *
 * Who is best in the data that it is judged by is better there than it is: so the quotient to it is above 1 by the
 * choice alone. Therefore a process is judged by what the others choose:
 *
 *      process    0    1    2    3          least predicted, least measured: of the medians of processes 1, 2, 3
 *                 ^    '----'----'          their quotient: in process 0, round by round
 */

/* The time of one filter before the store, as predicted or as measured; of a turn's values as in h6_over_predicted. */
struct h6_cost {
	size_t filter;
	bool predicted;
};

static double
h6_cost(const double *v, size_t count, const void *context)
{
	const struct h6_cost *of = context;
	const double *at = &v[1 + 3 * of->filter];

	(void)count;
	return of->predicted ? store_predicted(1000 / at[0], at[2], 0, 0, 1000 / v[0]) : 1000 / at[1];
}

/* The filter whose cost has the least median over all processes except this one. */
static size_t
h6_least(const struct runs *cost, size_t filters, unsigned except)
{
	double *v = memory_new(cost->n + 1, sizeof *v), least = INFINITY;
	uint64_t *turn = memory_new(cost->n + 1, sizeof *turn);
	size_t best = 0;

	for (size_t i = 0; i < filters; i++) {
		size_t n = 0;

		for (size_t k = 0; k < cost[i].n; k++)
			if (turn_process(cost[i].turn[k]) != except) {
				v[n] = cost[i].value[k];
				turn[n++] = cost[i].turn[k];
			}
		n = per_process(v, turn, n);
		stats_sort(v, n);
		if (stats_median(v, n) < least) {
			least = stats_median(v, n);
			best = i;
		}
	}
	free(v);
	free(turn);
	return best;
}

/* For judge_combine: values that are there already, one for each turn. */
struct h6_ready {
	const double *value;
	size_t *next;
};

static double
h6_ready(const double *v, size_t count, const void *context)
{
	const struct h6_ready *of = context;

	(void)v;
	(void)count;
	return of->value[(*of->next)++];
}

/* The filter of the least prediction over that of the least measured time, each chosen by the other processes. *same:
 * they are one filter in every process. */
static struct runs
h6_regret(struct judge *j, const struct runs *predicted, const struct runs *measured, size_t filters, bool *same)
{
	double *regret = memory_new(measured->n + 1, sizeof *regret);
	size_t chosen = 0, best = 0, next = 0;
	struct runs out;

	*same = true;
	for (size_t i = 0; i < measured->n; i++) {
		const unsigned process = turn_process(measured->turn[i]);

		if (i == 0 || process != turn_process(measured->turn[i - 1])) {
			chosen = h6_least(predicted, filters, process);
			best = h6_least(measured, filters, process);
			*same &= chosen == best;
		}
		regret[i] = measured[chosen].value[i] / measured[best].value[i];
	}
	out = judge_combine(j, measured, 1, h6_ready, &(struct h6_ready){regret, &next});
	free(regret);
	return out;
}

static void
judge_choice_at(struct judge *j, double n)
{
	struct candidate of[CANDIDATES_MOST];
	struct runs in[H6_INPUTS], predicted[CANDIDATES_MOST], measured[CANDIDATES_MOST], regret;
	const size_t filters = candidates_few(of, (size_t)n, MAP_BITS_PER_KEY),
		     count = h6_inputs(j, of, filters, n, in);
	char chosen[CANDIDATES_TEXT], best[CANDIDATES_TEXT];
	bool same;

	for (size_t i = 0; i < filters; i++) {
		predicted[i] = judge_combine(j, in, count, h6_cost, &(struct h6_cost){i, true});
		measured[i] = judge_combine(j, in, count, h6_cost, &(struct h6_cost){i, false});
	}
	if (filters == 0 || measured->n == 0)
		return; /* what is missing is marked */
	if (turn_process(measured->turn[0]) == turn_process(measured->turn[measured->n - 1])) {
		judge_open(j, judge_text(j, "n=%.0f: one process, so none is held out", n));
		return;
	}
	h6_name(of, h6_least(predicted, filters, UINT_MAX), chosen);
	h6_name(of, h6_least(measured, filters, UINT_MAX), best);
	regret = h6_regret(j, predicted, measured, filters, &same);
	if (same)
		judge_at_most(j, judge_exact(1, "x"), MARGIN_LEVEL, judge_text(j, "%s is both at n=%.0f", chosen, n));
	else
		judge_at_most(j, judge_median(j, regret, "x"), MARGIN_LEVEL,
		              judge_text(j, "%s/%s at n=%.0f", chosen, best, n));
}

static void
judge_choice(struct judge *j)
{
	h6_each(j, judge_choice_at);
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
         "time over one behind the filter with the least measured time, round by round, at most 1.1. For each "
         "process the two are chosen by the medians of all other processes. Where they are one filter in every "
         "process, nothing is compared.",
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
		"over the least measured one; both chosen by these same rounds, so it errs upwards.",
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
