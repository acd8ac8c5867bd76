/* SPDX-License-Identifier: MIT */
/*
 * p2_bounds.c - P2: bits per item over what any filter needs, against the rate.
 *
 * There are two bounds (bounds.h): log2(1/ε) for filters without deletions, and H(ε)/ε for those with them. Figure 4 of
 * the paper, and what was drawn since, has the first bound alone. A filter with deletions is farther from that than it
 * can be.
 *
 *      over a bound      |  x     x    Bloom                     |      a point a setting: rate and bits measured
 *                        |    o    o   fuse                      |
 *                      1 |---------------------------            |---------------------------
 *                          rate: built once, no deletion            rate: with deletions
 */
#include "harness/analysis/judge.h"
#include "harness/analysis/reduce.h"
#include "harness/exp/bounds.h"
#include "harness/exp/field_settings.h"
#include "harness/exp/plans.h"
#include "harness/filters/series.h"
#include "harness/filters/setup.h"

#include <math.h>
#include <string.h>

static const size_t *const items = plan_static_items; /* of the others, too */
static const size_t queries[SCALES] = {1 << 14, 1 << 20, 1 << 23, 1 << 24};
static const unsigned reps[SCALES] = {2, 10, 10, 10}; /* as in Figure 3, for cells of CF serve both */
/* Each setting at full and paper scale, every third or second below. */
static const unsigned stride[SCALES] = {3, 2, 1, 1};

/* What a family's settings are, those that give a rate from some 6 % to 6e-5. The later filters follow, by rule
 * (field_settings.h). */
static const struct family {
	const char *filter;
	unsigned from, to, step;
	enum { BUCKETS_OF_4, SLOTS_OF_ONE, ITEMS, BLOOM, STATIC } sized;
} families[] = {
	{"bf", 4, 14, 2, BLOOM},           {"xor", 4, 14, 2, STATIC},      {"fuse3", 4, 14, 2, STATIC},
	{"fuse4", 4, 14, 2, STATIC},       {"gcs", 4, 14, 2, STATIC},      {"cf", 7, 17, 2, BUCKETS_OF_4},
	{"ss-cf", 7, 17, 2, BUCKETS_OF_4}, {"qf", 4, 14, 2, SLOTS_OF_ONE}, {"dl-cbf", 8, 18, 2, BUCKETS_OF_4},
	{"rih", 4, 14, 2, ITEMS},
};
enum { FAMILIES = sizeof families / sizeof *families, MOST_SETTINGS = 32 };

static void
p2_plan_one(struct plan *plan, const struct family *f, unsigned setting)
{
	const enum scale s = plan_scale(plan);
	struct cell cell = {.program = &program_fill,
	                    .filter = filter_find(f->filter),
	                    .params = {.fp_bits = setting},
	                    .target = SIZE_MAX,
	                    .queries = queries[s]};

	if (f->sized == STATIC) {
		plan_static(plan, f->filter, setting);
		return;
	}
	if (f->sized == BUCKETS_OF_4) {
		cell.params.buckets = items[s] / 4;
		cell.params.slots = 4; /* as Figure 3 names it, so that its cells serve here */
	}
	if (f->sized == SLOTS_OF_ONE)
		cell.params.buckets = items[s];
	if (f->sized == ITEMS)
		cell.params.items = items[s];
	if (f->sized == BLOOM) { /* space-optimised: k / ln 2 bits an item */
		cell.target = items[s];
		cell.params = (struct filter_params){.bytes = (size_t)ceil((double)items[s] * setting / M_LN2 / 8),
		                                     .hashes = setting};
	}
	plan_add(plan, &cell, plan_reps(plan, reps[s]));
}

/* Of few settings all, at every scale. A filter that is built once may be so near its bound that its rate must be known
 * better than others'. */
static void
p2_plan_later(struct plan *plan, const struct filter_ops *ops)
{
	const enum scale s = plan_scale(plan);
	const bool at_once = ops->caps & FILTER_STATIC;
	struct cell cell = {.program = &program_fill, .filter = ops, .queries = queries[s] * (at_once ? 2 : 1)};
	unsigned setting[FIELD_SETTINGS];
	const unsigned count = field_settings(ops, setting);

	cell.target = ops->caps & FILTER_FILLS && !at_once ? SIZE_MAX : items[s];
	for (unsigned i = 0; i<count; i += count> 2 ? stride[s] : 1) {
		cell.params = (struct filter_params){0};
		field_set(ops, setting[i], &cell.params);
		setup_for_items(ops, items[s], &cell.params);
		plan_add(plan, &cell, plan_reps(plan, reps[s]));
	}
}

static void
p2_plan(struct plan *plan)
{
	for (size_t i = 0; i < FAMILIES; i++)
		for (unsigned setting = families[i].from; setting <= families[i].to;
		     setting += families[i].step * stride[plan_scale(plan)])
			p2_plan_one(plan, &families[i], setting);
	for (size_t i = 0; filter_all[i]; i++)
		if (field_has_settings(filter_all[i]))
			p2_plan_later(plan, filter_all[i]);
}

/* --- points ------------------------------------------------------------------------------------------------- */

static bool
p2_deletes(const char *series)
{
	const struct filter_ops *ops = series_now(series);

	return ops && ops->caps & FILTER_REMOVE;
}

/* The figure's x is the measured rate: at every setting, the mean bits over the bound at the mean rate. */
static void
over_bounds(struct points *points)
{
	const size_t measured = points->count;

	for (size_t i = 0; i < measured; i++) {
		const struct point bits = points->at[i];
		const struct point *rate;
		bool deletes;

		if (strcmp(bits.metric, "bits_at_setting") != 0)
			continue;
		rate = points_find(points, bits.panel, bits.series, bits.x, "fpr");
		if (!rate || rate->mean <= 0)
			continue;
		deletes = p2_deletes(bits.series);
		points_add(points, deletes ? "b" : "a", bits.series, rate->mean, "over_bound", "x",
		           bits.mean / (deletes ? bound_deleting : bound_once)(rate->mean));
	}
}

/* --- claims ------------------------------------------------------------------------------------------------- */

static double
over_once(double bits, double rate)
{
	return rate > 0 ? bits / bound_once(rate) : NAN;
}

static double
over_deleting(double bits, double rate)
{
	return rate > 0 ? bits / bound_deleting(rate) : NAN;
}

/* Bits over 1.06 (k + 2) for a rate of 2^-k. */
static double
over_windowed(double bits, double rate)
{
	return rate > 0 ? bits / (1.06 * (log2(1 / rate) + 2)) : NAN;
}

static double
least_of(const double *v, size_t count, const void *context)
{
	double least = INFINITY;

	(void)context;
	for (size_t i = 0; i < count; i++)
		least = fmin(least, v[i]);
	return least;
}

static double
greatest_of(const double *v, size_t count, const void *context)
{
	double greatest = -INFINITY;

	(void)context;
	for (size_t i = 0; i < count; i++)
		greatest = fmax(greatest, v[i]);
	return greatest;
}

static double
mean_of(const double *v, size_t count, const void *context)
{
	double sum = 0;
	size_t known = 0;

	(void)context;
	for (size_t i = 0; i < count; i++)
		if (!isnan(v[i])) {
			sum += v[i];
			known++;
		}
	return known ? sum / (double)known : NAN;
}

/* What a run's values at all settings come to, and its name. */
static const struct whole {
	double (*of)(const double *v, size_t count, const void *context);
	const char *name;
} least = {least_of, "least"}, greatest = {greatest_of, "most"}, mean = {mean_of, "mean"};

/* The quotients of bits and what `over` makes of the rate, at all settings of a filter, and what they come to, run by
 * run: above 1, or below it if it is the greatest. */
static void
judge_each(struct judge *j, const char *series, double (*over)(double bits, double rate), const char *what,
           const struct whole *whole)
{
	struct runs at[MOST_SETTINGS];
	const char *text = judge_text(j, "%s, %s over %s", judge_name(series), whole->name, what);
	struct value value;
	size_t n = 0;

	for (double x = judge_next_x(j, "p2", "", series, "fpr", 0); !isnan(x) && n < MOST_SETTINGS;
	     x = judge_next_x(j, "p2", "", series, "fpr", x))
		at[n++] = judge_pairs(j, judge_runs(j, "p2", "", series, x, "bits_at_setting"),
		                      judge_runs(j, "p2", "", series, x, "fpr"), over);
	if (n == 0) {
		(void)judge_runs(j, "p2", "", series, 0, "fpr"); /* says what is missing */
		return;
	}
	value = judge_median(j, judge_combine(j, at, n, whole->of, NULL), "x");
	if (whole == &greatest)
		judge_less(j, value, 1, text);
	else
		judge_more(j, value, 1, text);
}

static void
judge_bound(struct judge *j, const char *series, const struct whole *whole)
{
	if (p2_deletes(series))
		judge_each(j, series, over_deleting, "H(ε)/ε", whole);
	else
		judge_each(j, series, over_once, "log2(1/ε)", whole);
}

/* A bumped ribbon filter is half a per cent over its bound. So much more or less may the rate at one setting be found
 * by chance, and the least of several is below the bound then. */
static void
judge_bounds(struct judge *j)
{
	judge_must_hold(j, true);
	for (size_t i = 0; i < FAMILIES; i++)
		judge_bound(j, families[i].filter, &least);
	for (size_t i = 0; filter_all[i]; i++)
		if (field_has_settings(filter_all[i]))
			judge_bound(j, filter_all[i]->name, &mean);
}

static void
judge_windowed(struct judge *j)
{
	judge_each(j, "ss-cf", over_windowed, "1.06 (log2(1/ε) + 2)", &greatest);
}

static const struct claim claims[] = {
	{"P2 (bounds)",
         "No filter is smaller than it can be: log2(1/ε) bits an item without deletions, H(ε)/ε with them.",
         "Carter et al., STOC 1978; arXiv 2510.18129",
         "Run by run, measured bits per item over the bound at the measured rate, at the setting "
         "of each filter where this is least, of filters published later the mean over their settings: "
         "above 1.",
         judge_bounds,
         "A filter below its bound would lose keys, or its rate is measured wrongly: queries that "
         "are not uniform, a hash that leaves bits unused.",
         "The rates are too rare for the number of queries, or too few settings were run.", .least = SCALE_QUICK,
         .why = "a few thousand items and two runs tell no rate"},
	{"P2 (smallest)",
         "The semi-sorted cuckoo filter of 2014 is smaller than the 1.06 (log2(1/ε) + 2) bits of "
         "a filter of 2025 that is called the smallest with insertions.",
         "this suite; arXiv 2505.05847 (abstract)",
         "Run by run, ss-CF's measured bits per item over 1.06 (log2(1/ε) + 2) at its measured "
         "rate, at the setting where this is most: below 1.",
         judge_windowed,
         "ss-CF has log2(1/ε) + 2 bits over its load; at a load of less than 1/1.06, 94.3 %, it "
         "is not smaller. Its rate stays below the formula's where its buckets are not full.",
         "The rates are too rare for the number of queries.", .least = SCALE_QUICK,
         .why = "a few thousand items and two runs tell no load"},
	{0},
};

static const struct view views[] = {
	{.program = &program_fill, .measure = "fpr load", .panel = ""},
	{.program = &program_fill, .measure = "bits_per_item", .panel = "", .metric = "bits_at_setting"},
	{0},
};

const struct experiment experiment_p2 = {
	.id = "p2",
	.title = "P2. Bits per item over the lower bounds",
	.shows = "The paper draws one lower bound, log2(1/ε) bits an item (Figure 4). A filter that "
		 "deletes cannot come near it: its own bound is log2(1/ε) + 1.44 for small ε.",
	.setup = "Filters of equally many items or entries, in settings from a rate of some 6 % down; "
		 "filled until an insertion fails (cuckoo filters, quotient filters, d-left, rank-indexed "
		 "hashing, prefix filter), with the items they are designed for (Bloom), or built of them. "
		 "Bloom filters that keep a key's bits together have the bits a key and hash functions at which "
		 "other experiments compare them. The rate is measured with keys that were never inserted.",
	.reading = "over_bound: bits per item over the bound at the measured rate, of filters without "
		   "deletions (a: log2(1/ε)) and with them (b: H(ε)/ε). 1 is as small as possible; lower is "
		   "better.",
	.x = "setting or ε",
	.figure = true,
	.plan = p2_plan,
	.views = views,
	.derive = over_bounds,
	.claims = claims,
};
