/* SPDX-License-Identifier: MIT */
/*
 * p0_field.c - P0: the field's table: what each filter that there is costs and can do, at two rates and three sizes.
 *
 *      2^-8, n = 58720256      bits  fpr  deletes  static  any size  build  lookup  best  delete  load  lines
 *      fuse4:f8                 .     .      no      yes     yes       .       .      .              .     4
 *      cf:f12                   .     .      yes     no      no        .       .      .      .       .     2
 *
 * Who needs a filter reads the table of his rate and number of keys, from the smallest filter on, and stops at the
 * first that can do what he needs and is fast enough.
 */
#include "harness/analysis/reduce.h"
#include "harness/base/values.h"
#include "harness/exp/field_cells.h"
#include "harness/exp/round_points.h"
#include "harness/exp/turns.h"
#include "harness/filters/setup.h"
#include "harness/timing/ceiling.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void
p0_plan(struct plan *plan)
{
	for (const size_t *n = field_sizes[plan_scale(plan)]; *n; n++)
		field_plan(plan, *n, FIELD_NEAR_8 | FIELD_NEAR_12, false, 0);
}

/* The share of the fastest lookup of absent keys: of reads of as many lines in the same round, one line or two. */
static bool
p0_ceiling(const struct point *rate, struct ceiling_of *c)
{
	const struct filter_ops *ops = series_filter(rate->series);

	if (strcmp(rate->metric, "best_0") != 0 || !ops)
		return false;
	c->panel = "ceiling";
	c->series = rate->series;
	c->lines = setup_series_lines(ops, rate->series, 0);
	c->metric = ceiling_series[setup_are_two(c->lines) ? CEILING_READ_2 : CEILING_READ_1];
	c->lines = setup_are_two(c->lines) ? 1 : c->lines;
	return true;
}

/* What the registry says of each filter in a table, beside what was measured. */
static void
p0_facts(struct points *points)
{
	const size_t measured = points->count;

	for (size_t i = 0; i < measured; i++) {
		const struct point p = points->at[i], *fpr = points_find(points, p.panel, p.series, p.x, "fpr");
		const struct filter_ops *ops = series_filter(p.series);
		const double needed = fpr ? -log2(fpr->mean) : 0;

		if (strcmp(p.metric, "bits_per_key") != 0 || !ops)
			continue;
		if (needed > 0 && isfinite(needed))
			points_add(points, p.panel, p.series, p.x, "over_log2", "ratio", p.median / needed);
		points_add(points, p.panel, p.series, p.x, "deletes", "yes/no", (ops->caps & FILTER_REMOVE) != 0);
		points_add(points, p.panel, p.series, p.x, "static", "yes/no", (ops->caps & FILTER_STATIC) != 0);
		if (ops->facts.lines.present > 0)
			points_add(points, p.panel, p.series, p.x, "lines", "lines",
			           setup_series_lines(ops, p.series, 0));
	}
}

/* What papers compare, as far as both are in the table near 2^-8: whose filter beside whose, and doing what. */
static const struct {
	const char *filter, *over, *metrics;
} besides[] = {
	{"morton", "cf", "lookup_0 best_0 build best_build delete"},
	{"vqf", "morton", "build best_build"},
	{"vqf", "cf", "lookup_0 best_0 delete"},
	{"prefix", "vqf", "build best_build"},
	{"prefix", "cf", "lookup_0 best_0 build best_build"},
	{"xor", "bf", "lookup_0 best_0"},
	{"xor", "cf", "lookup_0 best_0"},
	{"fuse3", "xor", "build best_build"},
	{"ribbon-bumped", "bf", "lookup_0 best_0"},
	{"rb-bf", "blk-bf", "lookup_0 best_0"},
	{"rb-bf", "cf", "lookup_0 best_0"},
};
static const char rate[] = "2^-8";

/* Is it the rate of this filter, whatever its setting? */
static bool
is_rate_of(const struct point *p, const char *filter, const char *metrics)
{
	const size_t n = strlen(filter);

	return strcmp(p->panel, rate) == 0 && strncmp(p->series, filter, n) == 0 && p->series[n] == ':' &&
	       is_among(metrics, p->metric);
}

/* Adds the ratio of two filters' speeds where both were measured in the same rounds. */
static void
p0_besides(const struct run_data *d, const char *exp, struct points *points)
{
	const size_t measured = points->count;

	for (size_t b = 0; b < sizeof besides / sizeof *besides; b++)
		for (size_t i = 0; i < measured; i++)
			for (size_t k = 0;
			     k < measured && is_rate_of(&points->at[i], besides[b].filter, besides[b].metrics); k++) {
				const struct point p = points->at[i], q = points->at[k];
				char series[NAME_MAX_SERIES];
				const struct turns_place place = {"beside", series, p.metric, "ratio", p.x};

				if (!is_rate_of(&q, besides[b].over, p.metric) || q.x != p.x)
					continue;
				snprintf(series, sizeof series, "%s/%s", besides[b].filter, besides[b].over);
				turns_add_ratios(points, &place, run_data_at(d, exp, rate, p.series, p.metric, p.x),
				                 run_data_at(d, exp, rate, q.series, q.metric, q.x));
			}
}

static const struct view views[] = {
	{.program = &program_field, .place = "8", .renamed = field_rate},
	{.program = &program_field, .place = "12", .renamed = field_rate},
	{.program = &program_field, .place = "chosen-8", .panel = "chosen"},
	{.program = &program_field, .place = "chosen-12", .panel = "chosen"},
	{.program = &program_field, .place = "ceiling-8", .panel = "ceiling"},
	{.program = &program_field, .place = "ceiling-12", .panel = "ceiling"},
	{0},
};

const struct experiment experiment_p0 = {
	.id = "p0",
	.title = "P0. The field: what each filter costs and can do",
	.shows = "The paper compares five filters of its time. Since then came others, most of them compared with "
		 "two or three, each on a machine and at a rate of its own.",
	.setup = FIELD_SETUP,
	.deviations = "Not in the cuckoo filter paper. Numbers of keys are those of which tables of 2^x entries are "
		      "7/8 full: kind to them, because others would take up to twice the bits (any_size no; P4 has the "
		      "saw-tooth). A filter has the setting that is nearest to a rate, within half a bit (a run of "
		      "earlier builds: within two). What is left shows in fpr, so compare bits by over_log2.",
	.reading = "A table for each rate and number of keys (x), the smallest filter for its rate first. Ten "
		   "million keys at 0.4 % with deletion: the table 2^-8 whose x is nearest, the first row with "
		   "deletes yes that is fast enough; the same for keys that are all known beforehand: the first row "
		   "with static yes. bits_per_key, fpr, scratch (beyond the table while it is built): lower is "
		   "better. over_log2: bits a key over log2(1 / fpr), which any filter needs that errs so often. "
		   "lookup_0, lookup_50, lookup_100, build, delete: million a second, one key after the other; "
		   "best_0 and so on: by the fastest kernel that this processor has (chosen: by how many processes),"
		   " build by the batched filter where there is one. any_size: tables for any number of keys take "
		   "about as many bits a key. greatest_load: share of its entries that are taken when it first "
		   "refuses a key; measured up to a million keys. lines: a lookup of an absent key touches.",
	.x = "n (keys)",
	.timed = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.metrics = "bits_per_key fpr over_log2 deletes static any_size lookup_0 best_0 of_ceiling lookup_50 best_50 "
		   "lookup_100 best_100 build best_build delete scratch load greatest_load lines fits",
	.sorted = "over_log2",
	.plan = p0_plan,
	.views = views,
	.ceiling = p0_ceiling,
	.derive = p0_facts,
	.derive_rounds = p0_besides,
};
