/* SPDX-License-Identifier: MIT */
/*
 * f4_bits_per_item.c - Figure 4: bits per item needed for a false positive rate of 0.001 % to 10 %.
 *
 * The lines are the formulas of section 6 with the measured load factor. The points are real filters in several
 * settings.
 *
 *      Bloom  log2(1/eps) / ln 2          CF  (log2(1/eps) + 3) / alpha
 *      bound  log2(1/eps)              ss-CF  (log2(1/eps) + 2) / alpha
 *
 * ss-CF crosses the Bloom filter where log2(1/eps) = (2/alpha) / (1/ln 2 - 1/alpha).
 *
 * That bound is for filters without deletions; those with need 1.44 bits more (bounds.h). So panel b, which the paper
 * does not have, has both bounds, and filters that are built once, with c measured cells a key, or g bits beyond a
 * key's fingerprint:
 *
 *      xor, fuse3, fuse4   c log2(1/eps)                GCS   log2(1/eps) + g
 */
#include "harness/analysis/judge.h"
#include "harness/analysis/reduce.h"
#include "harness/exp/bounds.h"
#include "harness/exp/plans.h"

#include <math.h>
#include <string.h>

static const unsigned log2_m[SCALES] = {9, 15, 20, 25};
static const size_t queries[SCALES] = {1 << 14, 1 << 20, 1 << 23, 1 << 24};
static const unsigned reps[SCALES] = {2, 10, 10, 10};
/* Of ss-CF where it crosses Bloom's line, f = 6 to 9. The crossing is half a unit of the label's last digit from 7.2.
 * With its spread of 0.04 bits, 60 runs of a table of 2^20 put it at 7.26 [7.25, 7.27]. About 230 tell on which side of
 * 7.25 it is, in four cases of five (stats.h). Of one of 2^15, which crosses at 7.14 [7.13, 7.16], 150 do not. */
static const unsigned crossing_reps[SCALES] = {2, 10, 240, 240};
static const double crossing_most = 9;
enum { MOST = 32 /* settings of a line */ };

static void
f4_plan_fills(struct plan *plan)
{
	enum scale s = plan_scale(plan);
	size_t m = (size_t)1 << log2_m[s];

	for (unsigned f = 6; f <= 18; f += s == SCALE_SMOKE ? 6 : f < 12 ? 1 : 2) {
		struct cell cell = {.program = &program_fill, .filter = filter_find("bf"), .queries = queries[s]};

		plan_fill(plan, "cf", m, 4, f, queries[s], reps[s]);
		plan_fill(plan, "ss-cf", m, 4, f, queries[s], f <= crossing_most ? crossing_reps[s] : reps[s]);
		/* A space-optimised Bloom filter with k functions has k / ln 2 bits per item. It gets about as many
		 * items as the tables above. */
		cell.target = 4 * m;
		cell.params = (struct filter_params){.bytes = (size_t)ceil((double)(4 * m) * (f - 4) / M_LN2 / 8),
		                                     .hashes = f - 4};
		plan_add(plan, &cell, plan_reps(plan, reps[s]));
	}
	plan_statics(plan);
}

/* The rates at which lines are drawn: 20 to a decade. */
enum { STEPS = 80 };

static double
rate_at(int step)
{
	return pow(10, -5 + step / 20.0);
}

/* The line of a static filter: the mean over its settings of its measured cells a key, or bits beyond a fingerprint. */
static void
static_line(struct points *points, const char *series, bool adds)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < points->count; i++) {
		const struct point *p = &points->at[i];

		if (strcmp(p->series, series) != 0 || strcmp(p->metric, "bits_at_setting") != 0)
			continue;
		sum += adds ? p->mean - p->x : p->mean / p->x;
		n++;
	}
	for (int step = 0; step <= STEPS && n > 0; step++) {
		const double bits = bound_once(rate_at(step)), of = sum / (double)n;

		points_add(points, "b", series, rate_at(step), "bits_per_item", "bits/item",
		           adds ? bits + of : bits * of);
	}
}

/* Both bounds and the static filters' lines, where any was measured. */
static void
twin(struct points *points)
{
	bool any = false;

	for (size_t i = 0; i < points->count; i++)
		any |= strcmp(points->at[i].panel, "b") == 0;
	if (!any)
		return;
	for (int step = 0; step <= STEPS; step++) {
		points_add(points, "b", "bound", rate_at(step), "bits_per_item", "bits/item",
		           bound_once(rate_at(step)));
		points_add(points, "b", "bound-deleting", rate_at(step), "bits_per_item", "bits/item",
		           bound_deleting(rate_at(step)));
	}
	static_line(points, "xor", false);
	static_line(points, "fuse3", false);
	static_line(points, "fuse4", false);
	static_line(points, "gcs", true);
}

static void
curves_and_points(struct points *points)
{
	/* from f = 6 on, the shortest here, the load does not depend on f (Figure 2) */
	const double cf = points_mean(points, "cf", "load", 6), ss = points_mean(points, "ss-cf", "load", 6);
	const size_t measured = points->count;
	double crossing;

	for (size_t i = 0; i < measured; i++) {
		struct point bits = points->at[i], *rate;

		if (strcmp(bits.metric, "bits_at_setting") != 0)
			continue;
		rate = points_find(points, bits.panel, bits.series, bits.x, "fpr");
		if (rate && rate->mean > 0)
			points_add(points, bits.panel, bits.series, rate->mean, "measured_bits_per_item", bits.unit,
			           bits.mean);
	}
	twin(points);
	for (int step = 0; step <= STEPS; step++) {
		double eps = rate_at(step), bits = bound_once(eps);

		points_add(points, "", "bound", eps, "bits_per_item", "bits/item", bits);
		points_add(points, "", "bf", eps, "bits_per_item", "bits/item", bits / M_LN2);
		if (!isnan(cf))
			points_add(points, "", "cf", eps, "bits_per_item", "bits/item", (bits + 3) / cf);
		if (!isnan(ss))
			points_add(points, "", "ss-cf", eps, "bits_per_item", "bits/item", (bits + 2) / ss);
	}
	if (isnan(ss))
		return;
	crossing = 2 / ss / (1 / M_LN2 - 1 / ss);
	/* as drawn */
	points_add(points, "", "crossover", pow(2, -crossing), "crossover", "bits/item", crossing / M_LN2);
	points_add(points, "", "crossover", 0, "crossover_bits", "bits/item", crossing / M_LN2);
	points_add(points, "", "crossover", 0, "crossover_fpr", "rate", pow(2, -crossing));
}

/* Bits per item over those of a space-optimised Bloom filter with the same rate. */
static double
over_bloom(double bits, double rate)
{
	return rate > 0 ? bits / (log2(1 / rate) / M_LN2) : NAN;
}

/* Compares every setting whose rate is below `rate` with the Bloom filter's formula at that setting's rate. */
static void
judge_settings(struct judge *j, const char *series, double rate)
{
	for (double x = judge_next_x(j, "f4", "", series, "fpr", 0); !isnan(x);
	     x = judge_next_x(j, "f4", "", series, "fpr", x)) {
		uint64_t num, den;
		struct runs bits, rates;

		if (!judge_counts(j, "f4", "", series, x, "fpr", &num, &den) || (double)num >= rate * (double)den)
			continue;
		bits = judge_runs(j, "f4", "", series, x, "bits_at_setting");
		rates = judge_runs(j, "f4", "", series, x, "fpr");
		judge_less(j, judge_median(j, judge_pairs(j, bits, rates, over_bloom), "x"), 1,
		           judge_text(j, "%s's bits over Bloom's, f=|%g (ε=%.2g %%)|", judge_name(series), x,
		                      100 * (double)num / (double)den));
	}
}

/* Two things of each setting: rates in v[0 ... n - 1], bits per item in v[n ... 2n - 1], in the order of f. */
static double
bloom_bits(double rate)
{
	return log2(1 / rate) / M_LN2;
}

/*
 * The rate at which measured points cross the Bloom filter's line: between the last setting that needs more bits than
 * a space-optimised Bloom filter of its rate and the next, which needs fewer. How many more is linear in the logarithm
 * of the rate there, as good as.
 */
static double
crossing_rate(const double *v, size_t count, const void *context)
{
	const double *rate = v, *bits = v + count / 2;

	(void)context;
	for (size_t i = 1; i < count / 2; i++) {
		const double before = bits[i - 1] - bloom_bits(rate[i - 1]), after = bits[i] - bloom_bits(rate[i]);

		if (before >= 0 && after < 0 && rate[i] > 0)
			return rate[i - 1] * pow(rate[i] / rate[i - 1], before / (before - after));
	}
	return NAN;
}

/* The bits per item there, on the Bloom filter's line. */
static double
crossing_bits(const double *v, size_t count, const void *context)
{
	return bloom_bits(crossing_rate(v, count, context));
}

/* Of the first n settings: their rates, then their bits. */
static struct runs
crossing_among(struct judge *j, const struct runs *rate, const struct runs *bits, size_t n,
               double (*of)(const double *, size_t, const void *))
{
	struct runs in[2 * MOST];

	memcpy(in, rate, n * sizeof *in);
	memcpy(in + n, bits, n * sizeof *in);
	return judge_combine(j, in, 2 * n, of, NULL);
}

/* By the settings up to f = most, so that each of their runs counts; by all if the lines do not cross there. */
static struct value
crossing(struct judge *j, const char *series, double most, double (*of)(const double *, size_t, const void *),
         const char *unit)
{
	struct runs rate[MOST], bits[MOST], found;
	double f[MOST];
	const size_t all = judge_line(j, "f4", "", series, "fpr", 0, 1, rate, f, MOST);
	size_t near = all;

	while (near > 0 && f[near - 1] > most)
		near--;
	if (all == 0)
		judge_runs(j, "f4", "", series, 0, "fpr"); /* marks it as missing */
	judge_line(j, "f4", "", series, "bits_at_setting", 0, 1, bits, f, MOST);
	found = crossing_among(j, rate, bits, near, of);
	return judge_median(j, found.n ? found : crossing_among(j, rate, bits, all, of), unit);
}

/* Where the formulas' lines cross, (log2(1/eps) + extra) / load and Bloom's, for the mean load. */
static void
note_formula(struct judge *j, const char *series, double extra)
{
	const double load = judge_points_mean(j, "f4", series, "load", 6);
	const double log2_rate = extra / load / (1 / M_LN2 - 1 / load);

	if (!isnan(load))
		judge_note(j, judge_text(j, "by the formulas, (log2(1/ε)+%g)/α with α=%.4g %%, at ε=%.2g %%, %.2f bits",
		                         extra, 100 * load, 100 * exp2(-log2_rate), log2_rate / M_LN2));
}

static const char three_per_cent[] = "3 %: as printed, one digit, from 2.5 to 3.5 %";

static void
f4_judge_semisorted(struct judge *j)
{
	judge_allows(j, three_per_cent);
	judge_between(j, crossing(j, "ss-cf", crossing_most, crossing_rate, "%"), 0.025, 0.035,
	              "ε where ss-CF and Bloom cross");
	judge_settings(j, "ss-cf", 0.025);
	note_formula(j, "ss-cf", 2);
}

static void
judge_label(struct judge *j)
{
	judge_allows(j, "7.2: as printed, half a unit of its last digit to either side");
	judge_between(j, crossing(j, "ss-cf", crossing_most, crossing_bits, "bits"), 7.15, 7.25,
	              "where ss-CF and Bloom cross");
	note_formula(j, "ss-cf", 2);
}

static void
judge_plain(struct judge *j)
{
	struct value at = crossing(j, "cf", INFINITY, crossing_rate, "%");

	judge_allows(j, three_per_cent);
	judge_settings(j, "cf", 0.025);
	if (at.n > 0)
		judge_note(j, judge_text(j, "without semi-sorting the lines cross at ε=%.2g %%", 100 * at.middle));
	note_formula(j, "cf", 3);
}

static const struct claim claims[] = {
	{"A1 (ss-CF)",
         "A semi-sorted cuckoo filter needs fewer bits per item than a space-optimised Bloom filter below a rate of 3 "
         "%.",
         "section 6, Figure 4",
         "Run by run: the measured ε at which ss-CF's measured bits per item equal log2(1/ε)/ln 2, between "
         "neighbouring settings, is between 2.5 and 3.5 %; each setting of ss-CF whose measured ε is below 2.5 % has "
         "fewer bits than log2(1/ε)/ln 2 at that ε.",
         f4_judge_semisorted,
         "The load that tables reach moves the crossing: a tenth of a point of α by 0.04 points. Tables fill a little "
         "less the larger they are.",
         "The crossing lies at the edge of what \"3 %\" can mean, or false positives are too rare among the queries "
         "for a setting to be told from Bloom's line.",
         .least = SCALE_QUICK, .why = "tables of 2048 entries and two runs tell no load"},
	{"A1 (7.2 bits)",
         "The lines of the semi-sorted cuckoo filter and of the Bloom filter cross at 7.2 bits per item.",
         "Figure 4 (label)",
         "Run by run: ss-CF's measured bits per item where they equal log2(1/ε)/ln 2 at the measured ε, between "
         "neighbouring settings, are between 7.15 and 7.25.",
         judge_label,
         "The load varies from run to run, and a tenth of a point of it moves the crossing by 0.03 bits. The formulas "
         "cross elsewhere than the filters: (log2(1/ε)+2)/α takes the upper bound 2b/2^f for ε, which a filter that is "
         "not quite full stays below.",
         "The measured crossing lies at the edge of what the label's two digits can mean. The formulas cross elsewhere "
         "than the filters: (log2(1/ε)+2)/α takes the upper bound 2b/2^f for ε, which a filter that is not quite full "
         "stays below.",
         .least = SCALE_QUICK, .why = "tables of 2048 entries and two runs tell no load"},
	{"A1 (CF)",
         "A cuckoo filter, also without semi-sorting, needs fewer bits per item than a space-optimised Bloom filter "
         "below a rate of 3 %.",
         "section 1 (claim 4), caption of Figure 4; ;login: Figure 2",
         "Run by run: each setting of CF whose measured ε is below 2.5 % has fewer bits than log2(1/ε)/ln 2 at that ε.",
         judge_plain,
         "The sources say \"cuckoo filters\" here and mean semi-sorted ones there: section 6 and the label in Figure 4 "
         "give 3 % for semi-sorting. Without it the formula of section 5.1 has one bit more, (log2(1/ε)+3)/α; from 3 % "
         "down to where the plain filter's points cross Bloom's line, which the numbers tell, it is the larger one, on "
         "any machine.",
         "False positives are too rare among the queries for a setting to be told from Bloom's line.",
         .least = SCALE_QUICK, .why = "tables of 2048 entries and two runs tell no load"},
	{0},
};

static const struct view views[] = {
	{.program = &program_fill, .measure = "fpr load", .renamed = plan_static_apart},
	{.program = &program_fill,
         .measure = "bits_per_item",
         .metric = "bits_at_setting",
         .renamed = plan_static_apart},
	{0},
};

const struct experiment experiment_f4 = {
	.id = "f4",
	.title = "Figure 4. False positive rate against space cost per element",
	.shows = "Below ε = 3 % (7.2 bits per item) semi-sorted cuckoo filters need fewer bits than space-optimised "
		 "Bloom filters.",
	.setup = "Lines: the formulas of section 6 with the measured mean load factor. Points: real filters (f = 6 to "
		 "18, k = 2 to 14), filled, with the rate measured. In (b) also filters that are built once, with "
		 "fingerprints of 4 to 16 bits and their measured cells a key.",
	.deviations = "The crossover is computed from the formulas with 1/ln 2 = 1.4427 and the measured load, not "
		      "with the paper's rounded 1.44 and 95.5 %. The paper has panel (a); its lower bound, log2(1/ε), "
		      "is that of filters without deletions. One that inserts and deletes cannot have fewer bits "
		      "than H(ε)/ε, which is log2(1/ε) + 1.44 for small ε (arXiv 2510.18129).",
	.reading =
		"bits_per_item: lower is better. (b): the same filters, those that are built once and both bounds, as "
		"bits beyond log2(1/ε).",
	.x = "setting or ε",
	.figure = true,
	.plan = f4_plan_fills,
	.views = views,
	.derive = curves_and_points,
	.claims = claims,
};
