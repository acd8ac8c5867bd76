/* SPDX-License-Identifier: MIT */
/*
 * f3_bucket_size.c - Figure 3: bits per item against the measured false positive rate, for buckets of 2, 4 and 8
 * entries.
 *
 * The length of the fingerprint is the parameter along each line. The same fills give section 5.1's loads by bucket
 * size, including b = 1.
 *
 * Panel b, which the paper does not have: filters that are built once, at the same rates.
 */
#include "harness/analysis/judge.h"
#include "harness/analysis/reduce.h"
#include "harness/exp/plans.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const unsigned log2_m[SCALES] = {9, 16, 18, 20};
/* Rates from 10 % down to 1e-5 = 2b / 2^f: f from 5 to 21. */
static const unsigned f_from = 5, f_to[SCALES] = {13, 20, 21, 21};
static const size_t queries[SCALES] = {1 << 14, 1 << 20, 1 << 23, 1 << 24};

/*
 * A7 compares rates with a bound that they lie below by as much as tables are not full: a share of 1.3 % at b = 8, 4 %
 * at 4, 13 % at 2, half at 1. Of F false positives the bound is that share of sqrt(F) standard errors away. To be told
 * from it takes 1.6 of them, and as many again to be sure of it. The rate is 2b / 2^f, so 8 b^2 2^f queries in each of
 * ten runs have
 *
 *      b                    8        4       2      1
 *      F               82,000   10,000   1,300    160
 *      standard errors    3.7      4.1     4.7      6
 *
 * whatever f is. More repetitions would fill tables for it. At quick scale, which has no time for them, long
 * fingerprints have four times as many as others, so that lines are told apart near 0.1 % and below (A8).
 */
static size_t
queries_of(enum scale s, unsigned b, unsigned f)
{
	const size_t deciding = (size_t)8 * b * b << f;

	if (s < SCALE_FULL)
		return s == SCALE_QUICK && f >= 14 ? 4 * queries[s] : queries[s];
	return deciding > queries[s] ? deciding : queries[s];
}

static void
f3_plan_fills(struct plan *plan)
{
	const enum scale s = plan_scale(plan);

	for (unsigned b = 1; b <= 8; b *= 2) /* of as many entries for every b, so that the lines differ only in b */
		for (unsigned f = f_from; f <= f_to[s]; f += s == SCALE_SMOKE ? 4 : 1)
			plan_fill(plan, "cf", ((size_t)4 << log2_m[s]) / b, b, f, queries_of(s, b, f),
			          s == SCALE_SMOKE ? 2 : 10);
	plan_statics(plan);
}

static const char *const series_of_b[] = {"b=1", "b=2", "b=4", "b=8"};
enum { SIZES = 4, MOST_F = 24 };

/* Section 5.1's load factor by bucket size, where it does not depend on f: the mean over f of at least 12 bits. */
static void
load_by_bucket_size(struct points *points)
{
	for (size_t b = 0; b < SIZES; b++) {
		const double load = points_mean(points, series_of_b[b], "load", 12);

		if (!isnan(load))
			points_add(points, "", series_of_b[b], 0, "alpha", "fraction", load);
	}
}

/* The figure's x is the measured rate: for every f, the bits per item at the mean rate of its runs. */
static void
against_rate(struct points *points)
{
	const size_t measured = points->count;

	load_by_bucket_size(points);
	for (size_t i = 0; i < measured; i++) {
		struct point bits = points->at[i], *rate, *new;

		if (strcmp(bits.metric, "bits_at_f") != 0 || strcmp(bits.series, "b=1") == 0)
			continue; /* the paper does not draw b = 1, which fills half a table */
		rate = points_find(points, bits.panel, bits.series, bits.x, "fpr");
		if (!rate || rate->mean <= 0)
			continue; /* no false positive among the queries: the rate is below what they can resolve */
		new = points_add(points, bits.panel, bits.series, rate->mean, "bits_per_item", bits.unit, bits.mean);
		new->n = bits.n;
		new->median = bits.median, new->min = bits.min, new->max = bits.max, new->lo = bits.lo,
		new->hi = bits.hi;
	}
}

/* --- claims ----------------------------------------------------------------------------------------------- */

/* The runs of a metric at every f from `from` on. Returns the number of such f. */
static size_t
all_f(struct judge *j, const char *series, const char *metric, double from, struct runs runs[MOST_F], double f[MOST_F])
{
	const size_t n = judge_line(j, "f3", "", series, metric, from - 0.5, 1, runs, f, MOST_F);

	if (n == 0)
		judge_runs(j, "f3", "", series, from, metric); /* marks it as missing */
	return n;
}

static void
judge_loads(struct judge *j)
{
	static const double printed[SIZES] = {0.50, 0.84, 0.95, 0.98};

	const char *off = "";

	judge_allows(j, "to reach is to come to it or beyond; printed in whole per cent: from half a point below");
	for (size_t b = 0; b < SIZES; b++) {
		struct runs runs[MOST_F];
		double f[MOST_F];
		size_t n = all_f(j, series_of_b[b], "load", 12, runs, f);

		struct value load;

		if (n == 0)
			continue;
		load = judge_median(j, judge_combine(j, runs, n, judge_mean_of, NULL), "%");
		judge_at_least(j, load, printed[b] - MARGIN_PERCENT,
		               judge_text(j, "α with %s (%.0f %% printed)", series_of_b[b], 100 * printed[b]));
		if (load.lo > printed[b] + MARGIN_PERCENT)
			off = judge_text(j, "%s%s%s, %.1f %%", off, *off ? "; " : "", series_of_b[b],
			                 100 * load.middle);
	}
	if (*off)
		judge_note(j, judge_text(j, "read the other way, as equal to what is printed, it does not hold for %s",
		                         off));
}

/*
 * Equation (5) takes all 2^f fingerprints as equally likely: `even`. Here, as in the authors' code, fingerprint 0 marks
 * an empty entry, and what would be 0 is 1: 2^f - 2 values have weight 1 / 2^f and one has twice that.
 */
static double
bound(double f, double b, bool even)
{
	double p = exp2(-f), missed = pow(1 - p, 2 * b);

	return even ? 1 - missed : 1 - (1 - 2 * p) * missed - 2 * p * pow(1 - 2 * p, 2 * b);
}

static void
judge_bound(struct judge *j)
{
	unsigned beyond = 0, settings = 0;
	double most = 0;

	for (size_t b = 0; b < SIZES; b++) {
		struct runs runs[MOST_F];
		double f[MOST_F], entries = exp2((double)b);
		size_t n = all_f(j, series_of_b[b], "fpr", f_from, runs, f);

		for (size_t i = 0; i < n; i++) {
			struct value rate = judge_rate(j, "f3", "", series_of_b[b], f[i], "fpr");
			const double printed = bound(f[i], entries, true), here = bound(f[i], entries, false);

			judge_at_most(j, judge_quotient(rate, judge_exact(here, "%")), 1,
			              judge_text(j, "ε over the bound, %s, f=|%g (%.2g %%)|", series_of_b[b], f[i],
			                         100 * here));
			beyond += rate.lo > printed;
			most = fmax(most, rate.lo > printed ? rate.middle / printed - 1 : 0);
			settings++;
		}
	}
	if (beyond)
		judge_note(
			j,
			judge_text(j,
		                   "(5) as printed, for even fingerprints, is exceeded in %u of %u, by up to %.1f %%",
		                   beyond, settings, 100 * most));
}

/* Bits per item at the rate *context, interpolated between the settings on either side: bits are linear in
 * log(rate). */
static double
bits_at(const double *v, size_t count, const void *context)
{
	const double wanted = *(const double *)context, *rate = v, *bits = v + count / 2;

	for (size_t i = 1; i < count / 2; i++)
		if (rate[i - 1] >= wanted && wanted > rate[i] && rate[i] > 0)
			return bits[i - 1] +
			       (bits[i] - bits[i - 1]) * log(rate[i - 1] / wanted) / log(rate[i - 1] / rate[i]);
	return NAN;
}

static struct runs
line_at(struct judge *j, const char *series, double rate)
{
	struct runs in[2 * MOST_F];
	double f[MOST_F];
	size_t n = all_f(j, series, "fpr", f_from, in, f);

	all_f(j, series, "bits_at_f", f_from, in + n, f);
	return judge_combine(j, in, 2 * n, bits_at, &rate);
}

/* The rate at which two lines cross, from a rate at which the first needs fewer bits. All of one, then of the other. */
static double
crossing(const double *v, size_t count, const void *context)
{
	double high = 0.02, low = 3e-4, middle;

	(void)context;
	for (int i = 0; i < 40; i++) {
		middle = sqrt(high * low);
		if (bits_at(v, count / 2, &middle) < bits_at(v + count / 2, count / 2, &middle))
			high = middle;
		else
			low = middle;
	}
	return middle;
}

static void
note_crossing(struct judge *j)
{
	struct runs in[4 * MOST_F];
	double f[MOST_F];
	const size_t n = all_f(j, "b=2", "fpr", f_from, in, f);
	struct value at;

	all_f(j, "b=2", "bits_at_f", f_from, in + n, f);
	if (all_f(j, "b=4", "fpr", f_from, in + 2 * n, f) != n)
		return;
	all_f(j, "b=4", "bits_at_f", f_from, in + 3 * n, f);
	at = judge_median(j, judge_combine(j, in, 4 * n, crossing, NULL), "%");
	judge_note(j, judge_text(j, "b=2 and b=4 cross at ε=%.2g %% [%.2g, %.2g]; 0.2 %% is printed", 100 * at.middle,
	                         100 * at.lo, 100 * at.hi));
}

static void
judge_smallest(struct judge *j)
{
	static const struct {
		double rate;
		int best; /* index in series_of_b */
	} wanted[] = {{0.05, 1}, {0.02, 1}, {0.01, 1}, {0.004, 1}, {1e-3, 2}, {3e-4, 2}, {1e-4, 2}, {3e-5, 2}};

	if (judge_scale_of(j) < SCALE_QUICK && judge_has(j, "f3", "", "b=4", f_from, "fpr")) {
		judge_beyond(j, SCALE_QUICK,
		             "fingerprints of 5, 9 and 13 bits and 16384 queries do not reach the rates in question");
		return;
	}
	note_crossing(j);
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		for (int b = 1; b < SIZES; b++) {
			struct runs best, other;

			if (b == wanted[i].best)
				continue;
			best = line_at(j, series_of_b[wanted[i].best], wanted[i].rate);
			other = line_at(j, series_of_b[b], wanted[i].rate);
			judge_more(j, judge_median(j, judge_ratio(j, other, best), "x"), 1,
			           judge_text(j, "bits, %s/%s, at ε=|%g %%|", series_of_b[b],
			                      series_of_b[wanted[i].best], 100 * wanted[i].rate));
		}
}

static const struct claim claims[] = {
	{"A2", "Tables reach loads of 50, 84, 95 and 98 % with b = 1, 2, 4 and 8 entries per bucket.", "section 5.1",
         "For each b, the load at the first refusal, mean over f >= 12 run by run, is at least what is printed, less "
         "half a point.",
         judge_loads,
         "Loads at the first refusal fall slowly as tables grow and rise with the number of relocations tried; the "
         "paper does not say at which size it took these.",
         "With b = 1 the load at which the first insertion fails differs by points from run to run, the more the "
         "smaller the table; its interval reaches below what is printed. Larger tables narrow it.",
         .least = SCALE_QUICK, .why = "tables of 2048 entries and two runs tell no load"},
	{"A7", "The measured false positive rate is at most 1-(1-2^-f)^(2b).", "section 5.1, equation (5)",
         "For every f and b, Wilson's interval of the measured rate over the bound ends at or below 1. The bound is "
         "that of the fingerprints in use: 0 marks an empty entry and becomes 1, here and in the authors' code, so "
         "that 1 is as likely as two others.",
         judge_bound,
         "The bound holds for any table of fingerprints that are as likely as said: a rate above it would point at a "
         "fault of their distribution.",
         "For long fingerprints false positives are so rare that the interval of the rate, which lies a few per cent "
         "below the bound, reaches beyond it.",
         .least = SCALE_QUICK, .why = "its 16384 queries are too few for rates below 1 %"},
	{"A8", "The smallest filter has b = 2 for rates above 0.002 and b = 4 from there to 0.00001.",
         "section 5.1, Figure 3",
         "Run by run, bits per item interpolated between the settings of f: at ε = 5, 2, 1 and 0.4 % fewer with b = 2 "
         "than with 4 and 8; at ε = 0.1, 0.03, 0.01 and 0.003 % fewer with b = 4 than with 2 and 8.",
         judge_smallest,
         "Where b = 2 gives way to b = 4 depends on the load that b = 2 reaches (claim A2), by equations (4) and (5): "
         "with the 84 % of section 5.1 it would be well above 0.2 %. The lines run so close "
         "together there that the difference is about 1 % of the space.",
         "The lines run close together near the crossing, and rare rates are measured on few false positives.",
         .least = SCALE_SMOKE},
	{0},
};

/* Names the series after the table's slots; what has none keeps the filter's name. */
static void
f3_renamed(struct sample *s)
{
	const int slots = (int)strcspn(s->panel, ":"); /* of "b=4:m=2^15" */
	const struct sample told = *s;

	plan_static_apart(s);
	if (slots)
		snprintf(s->series, sizeof s->series, "%.*s", slots, told.panel);
}

static const struct view views[] = {
	{.program = &program_fill, .measure = "fpr load", .renamed = f3_renamed},
	{.program = &program_fill, .measure = "bits_per_item", .metric = "bits_at_f", .renamed = f3_renamed},
	{0},
};

const struct experiment experiment_f3 = {
	.id = "f3",
	.title = "Figure 3. Space cost per item against measured false positive rate",
	.shows = "Which bucket size is smallest depends on the rate wanted: b=2 above ε = 0.002, b=4 from there down "
		 "to 0.00001.",
	.setup = "Filters of equally many entries and f = 5 to 21, filled until an insertion fails; the rate is "
		 "measured with keys that were never inserted. Mean of 10 runs. Beside them xor, binary fuse and "
		 "Golomb-coded filters (b), built once of 2^16 keys and more, with fingerprints of 4 to 16 bits.",
	.deviations = "Panel (b) is not in the paper; the claims are about (a). A filter that is built once takes no "
		      "insertions, and the more keys it has, the fewer bits a key a binary fuse filter takes.",
	.reading =
		"bits_per_item at the measured ε: lower is better. alpha: load reached by bucket size (section "
		"5.1), mean over f >= 12. (a): cuckoo filters, by bucket size; (b): filters that are built once, with "
		"the lines of (a) in grey.",
	.x = "f (bits) or ε",
	.figure = true,
	.plan = f3_plan_fills,
	.views = views,
	.derive = against_rate,
	.claims = claims,
};
