/* SPDX-License-Identifier: MIT */
/*
 * Figure 4: bits per item needed for a false positive rate of 0.001 % to 10 %: the formulas of section 6 with the load
 * factor as measured, and real filters of several settings as points beside them.
 *
 *      Bloom  log2(1/eps) / ln 2          CF  (log2(1/eps) + 3) / alpha
 *      bound  log2(1/eps)              ss-CF  (log2(1/eps) + 2) / alpha
 *
 * ss-CF crosses the Bloom filter where log2(1/eps) = (2/alpha) / (1/ln 2 - 1/alpha).
 */
#include "harness/programs.h"

#include <math.h>
#include <string.h>

static const unsigned log2_m[SCALES] = {9, 15, 20, 25};
static const size_t queries[SCALES] = {1 << 14, 1 << 20, 1 << 23, 1 << 24};
static const unsigned reps[SCALES] = {2, 3, 10, 10};

static void
plan_fills(struct plan *plan)
{
	enum scale s = plan_scale(plan);
	size_t m = (size_t)1 << log2_m[s];

	for (unsigned f = 6; f <= 18; f += s == SCALE_SMOKE ? 6 : 2) {
		struct cell cell = {.program = &program_fill, .target = SIZE_MAX, .queries = queries[s]};

		cell.filter = filter_find("cf");
		cell.params = (struct filter_params){.buckets = m, .fp_bits = f, .slots = 4};
		plan_add(plan, &cell, plan_reps(plan, reps[s]));
		cell.filter = filter_find("ss-cf");
		plan_add(plan, &cell, plan_reps(plan, reps[s]));
		/* A space-optimised Bloom filter of k functions has k / ln 2 bits an item; about as many items as above. */
		cell.filter = filter_find("bf");
		cell.target = 4 * m;
		cell.params = (struct filter_params){.bytes = (size_t)ceil((double)(4 * m) * (f - 4) / M_LN2 / 8),
		                                     .hashes = f - 4};
		plan_add(plan, &cell, plan_reps(plan, reps[s]));
	}
}

static double
mean_load(struct points *points, const char *series)
{
	double sum = 0;
	unsigned n = 0;

	/* From f = 6 on the load no longer depends on f (Figure 2). */
	for (size_t i = 0; i < points->count; i++)
		if (strcmp(points->at[i].series, series) == 0 && strcmp(points->at[i].metric, "load") == 0) {
			sum += points->at[i].mean;
			n++;
		}
	return n ? sum / n : NAN;
}

static void
curves_and_points(struct points *points)
{
	const double cf = mean_load(points, "cf"), ss = mean_load(points, "ss-cf");
	const size_t measured = points->count;
	double crossing;

	for (size_t i = 0; i < measured; i++) {
		struct point bits = points->at[i], *rate;

		if (strcmp(bits.metric, "bits_at_setting") != 0)
			continue;
		rate = points_find(points, bits.panel, bits.series, bits.x, "fpr");
		if (rate && rate->mean > 0)
			points_add(points, "", bits.series, rate->mean, "measured_bits_per_item", bits.unit, bits.mean);
	}
	for (int step = 0; step <= 80; step++) {
		double eps = pow(10, -5 + step / 20.0), bits = log2(1 / eps);

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
	points_add(points, "", "crossover", pow(2, -crossing), "crossover", "bits/item", crossing / M_LN2); /* as drawn */
	points_add(points, "", "crossover", 0, "crossover_bits", "bits/item", crossing / M_LN2);
	points_add(points, "", "crossover", 0, "crossover_fpr", "rate", pow(2, -crossing));
}

const struct experiment experiment_f4 = {
	.id = "f4",
	.title = "Figure 4. False positive rate against space cost per element",
	.shows = "Below ε = 3 % (7.2 bits per item) semi-sorted cuckoo filters need fewer bits than space-optimised Bloom filters.",
	.setup = "Lines: the formulas of section 6 with the measured mean load factor. Points: real filters (f = 6 to 18, k = 2 to 14), "
		 "filled, with the rate measured.",
	.deviations = "The crossover is computed from the formulas with 1/ln 2 = 1.4427 and the measured load, not with the paper's "
		      "rounded 1.44 and 95.5 %.",
	.reading = "bits_per_item: lower is better.",
	.x = "setting or ε",
	.figure = true,
	.rows = TABLE_NONE,
	.statistic = "mean",
	.plan = plan_fills,
	.derive = curves_and_points,
};
