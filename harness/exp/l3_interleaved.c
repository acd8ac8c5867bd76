/* SPDX-License-Identifier: MIT */
/*
 * l3_interleaved.c - L3: does a table built with many insertions in flight hold as much as one built by Algorithm 1?
 *
 * The former is cf-batch (variants/cuckoo/cuckoo_interleaved.h), which builds the largest tables of Figure 2. The
 * latter is cf, one key after another.
 *
 *      keys of seed r --> cf       --> load at the first refusal --> a run of r each: two distributions,
 *                     '-> cf-batch --> load at the first refusal -'  and a difference in pairs
 */
#include "harness/analysis/judge.h"
#include "harness/analysis/reduce.h"
#include "harness/analysis/run_data.h"
#include "harness/base/memory.h"
#include "harness/exp/plans.h"
#include "harness/stats/stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Tables of more than 256 KiB, because cf-batch interleaves from that size on. At m = 2^15 that takes 20-bit
 * fingerprints at b = 4, and 12-bit ones at b = 8. The six bits at 2^20 are just long enough (claim A3). The load at
 * the first refusal, which comes after seven eighths, has a standard deviation of a fifth of a point. So 200 runs
 * resolve 0.05 points, and 50 runs 0.1.
 */
static const struct table {
	unsigned log2_m, b, f;
	const char *drawn; /* the panel of the figure that shows it; NULL: only in the table */
	unsigned runs[SCALES];
} tables[] = {
	{15, 4, 20, "small", {3, 60, 200, 500}}, {15, 8, 12, NULL, {0, 60, 200, 500}},
	{16, 4, 12, "large", {2, 0, 0, 0}},      {18, 4, 12, "large", {0, 24, 0, 0}},
	{20, 4, 6, "large", {0, 0, 50, 200}},    {20, 4, 12, NULL, {0, 0, 50, 200}},
	{20, 8, 12, NULL, {0, 0, 50, 200}},
};
enum { TABLES = sizeof tables / sizeof *tables, FEWEST = 6 /* runs; fewer hardly can be a critical distance apart */ };

static void
l3_plan_fills(struct plan *plan)
{
	for (size_t i = 0; i < TABLES; i++) {
		const struct table *t = &tables[i];
		const unsigned runs = t->runs[plan_scale(plan)];

		plan_fill(plan, "cf", (size_t)1 << t->log2_m, t->b, t->f, 0, runs);
		plan_fill(plan, "cf-batch", (size_t)1 << t->log2_m, t->b, t->f, 0, runs);
	}
}

/* As program_fill names it. */
static void
name_panel(char name[NAME_MAX_PANEL], const struct table *t)
{
	snprintf(name, NAME_MAX_PANEL, "b=%u:m=2^%u", t->b, t->log2_m);
}

/* --- points ------------------------------------------------------------------------------------------------- */

static double *
values_of(struct samples_at loads)
{
	double *v = memory_new(loads.count, sizeof *v);

	for (size_t i = 0; i < loads.count; i++)
		v[i] = sample_value(loads.at[i]);
	return v;
}

/* Adds standard deviation and range; and for the figure, at each load, the share of runs up to it. Sorts v. */
static void
l3_describe(struct points *points, const struct table *t, const char *panel, const char *series, double *v, size_t n)
{
	const struct summary s = summarise(v, n, NAN);

	points_add(points, panel, series, t->f, "load_sd", "fraction", sqrt(s.variance));
	points_add(points, panel, series, t->f, "load_min", "fraction", s.min);
	points_add(points, panel, series, t->f, "load_max", "fraction", s.max);
	for (size_t i = 0; t->drawn && i < n; i++)
		if (i + 1 == n || v[i + 1] > v[i])
			points_add(points, "ecdf", series, v[i], t->drawn, "share", (double)(i + 1) / (double)n);
}

/* Adds the difference between the two filters: in pairs, and as distributions. */
static void
set_apart(struct points *points, const struct table *t, const char *panel, struct samples_at cf,
          struct samples_at batch)
{
	double *v = values_of(cf), *w = values_of(batch), *one = values_of(cf), *less = values_of(cf);
	uint64_t *turn = memory_new(cf.count, sizeof *turn);
	const size_t pairs = samples_pairs(cf, batch, one, less, turn), n = cf.count, m = batch.count;

	for (size_t i = 0; i < pairs; i++)
		less[i] -= one[i];
	if (pairs > 0) {
		const struct point p = *points_add_summary(points, panel, "cf-batch", t->f, "less_cf", "fraction", less,
		                                           turn, pairs, false);

		points_add(points, panel, "cf-batch", t->f, "less_cf_median", "fraction", p.median);
		points_add(points, panel, "cf-batch", t->f, "less_cf_median_from", "fraction", p.lo);
		points_add(points, panel, "cf-batch", t->f, "less_cf_median_to", "fraction", p.hi);
	}
	if (n > 0)
		l3_describe(points, t, panel, "cf", v, n);
	if (m > 0)
		l3_describe(points, t, panel, "cf-batch", w, m);
	if (n > 0 && m > 0) {
		points_add(points, panel, "cf-batch", t->f, "ks_distance", "share", ks_distance(v, n, w, m));
		points_add(points, panel, "cf-batch", t->f, "ks_critical", "share", ks_critical(n, m, STATS_LEVEL));
	}
	free(v);
	free(w);
	free(one);
	free(less);
	free(turn);
}

static void
distributions(const struct run_data *d, const char *id, struct points *points)
{
	char panel[NAME_MAX_PANEL];

	for (size_t i = 0; i < TABLES; i++) {
		const struct table *t = &tables[i];

		name_panel(panel, t);
		set_apart(points, t, panel, run_data_at(d, id, panel, "cf", "load", t->f),
		          run_data_at(d, id, panel, "cf-batch", "load", t->f));
	}
}

/* --- the claim ---------------------------------------------------------------------------------------------- */

static struct value
l3_distance(const struct runs runs[2])
{
	double *v[2], d;

	for (size_t k = 0; k < 2; k++) {
		v[k] = memory_new(runs[k].n, sizeof *v[k]);
		memcpy(v[k], runs[k].value, runs[k].n * sizeof *v[k]);
		stats_sort(v[k], runs[k].n);
	}
	d = ks_distance(v[0], runs[0].n, v[1], runs[1].n);
	free(v[0]);
	free(v[1]);
	return judge_exact(d, "");
}

static void
judge_table(struct judge *j, const struct table *t, double level)
{
	char panel[NAME_MAX_PANEL];
	struct runs runs[2];
	const char *where = judge_text(j, "b=%u, f=%u, m=2^%u", t->b, t->f, t->log2_m);

	name_panel(panel, t);
	runs[0] = judge_runs(j, "l3", panel, "cf", t->f, "load");
	runs[1] = judge_runs(j, "l3", panel, "cf-batch", t->f, "load");
	judge_between(j, judge_median(j, judge_difference(j, runs[1], runs[0]), "points"), -MARGIN_PERCENT / 2,
	              MARGIN_PERCENT / 2, judge_text(j, "CF, batched, less CF, |%s|", where));
	if (runs[0].n >= FEWEST && runs[1].n >= FEWEST)
		judge_at_most(j, l3_distance(runs), ks_critical(runs[0].n, runs[1].n, level),
		              judge_text(j, "distance, %s", where));
}

static void
judge_equal(struct judge *j)
{
	char panel[NAME_MAX_PANEL];
	size_t count = 0;
	bool has[TABLES];

	for (size_t i = 0; i < TABLES; i++) {
		name_panel(panel, &tables[i]);
		has[i] = judge_has(j, "l3", panel, "cf", tables[i].f, "load") &&
		         judge_has(j, "l3", panel, "cf-batch", tables[i].f, "load");
		count += has[i];
	}
	judge_allows(j, "a quarter of a point either way, half of what a load printed in whole per cent leaves open; "
	                "distances (Kolmogorov and Smirnov) up to the critical one at 5 % for all tables together");
	for (size_t i = 0; i < TABLES; i++)
		if (has[i])
			judge_table(j, &tables[i], bonferroni(count));
	if (count == 0)
		judge_table(j, &tables[0], STATS_LEVEL); /* marks what is missing */
}

static const struct claim claims[] = {
	{"L3", "Insertions in flight beside each other fill a table as far as Algorithm 1 does.",
         "none of the paper's: Figure 2's largest tables rest on it",
         "At every size: the load of cf-batch at the first refusal less that of cf with the same keys, in the median "
         "within a quarter of a point; and the largest distance between the two distribution functions below what two "
         "samples of one distribution keep to.",
         judge_equal,
         "A chain that fails walked a table in which keys after its own were: from one commit to the next, which is "
         "one in 8192 of the entries, 32 at least. In small tables, or with longer flights, that brings the refusal "
         "forward.",
         "A run's load varies by a fifth of a point: there are too few runs.", .least = SCALE_QUICK,
         .why = "two or three runs are no distribution"},
	{0},
};

const struct experiment experiment_l3 = {
	.id = "l3",
	.title = "L3. Load factor of the interleaved build",
	.shows = "Nothing: the paper fills its tables one key after the other. A table of four billion entries takes "
		 "an hour to fill that way, and minutes with 32 insertions in flight (CF, batched). Whether it then "
		 "holds as much is to be shown before Figure 2 is drawn with it.",
	.setup = "CF and CF, batched, are filled with the same keys until one is refused, many times over with other "
		 "keys and another hash. Tables of more than 256 KiB, smaller than which CF, batched, does as CF does: "
		 "full: m = 2^15 with f = 20 or b = 8, 200 runs each, and m = 2^20, 50 runs each.",
	.reading = "load: share of entries in use at the first refusal. less_cf: with the same keys the load of CF, "
		   "batched, less that of CF, in points; its median with the 95 % interval, which should hold 0. "
		   "ks_distance: the largest distance between the two distribution functions that the figure shows; "
		   "samples of one distribution exceed ks_critical once in twenty tables.",
	.x = "f (bits)",
	.figure = true,
	.rows = TABLE_METRIC,
	.columns = TABLE_SERIES,
	.plan = l3_plan_fills,
	.views = (const struct view[]){{.program = &program_fill, .measure = "load"}, {0}},
	.derive_rounds = distributions,
	.claims = claims,
};
