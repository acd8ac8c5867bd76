/* SPDX-License-Identifier: MIT */
/*
 * Figure 3: what an item costs in bits against the false positive rate measured, for buckets of 2, 4 and 8 entries; the
 * fingerprint's length is the parameter along each line. The same fills give section 5.1's loads by bucket size, b = 1 too.
 */
#include "harness/programs.h"

#include <stdio.h>
#include <string.h>

static const unsigned log2_m[SCALES] = {9, 14, 18, 20};
/* Rates from 10 % down to 1e-5 = 2b / 2^f: f from 5 to 21. */
static const unsigned f_from = 5, f_to[SCALES] = {13, 20, 21, 21};
static const size_t queries[SCALES] = {1 << 14, 1 << 20, 1 << 23, 1 << 24};

static void
plan_fills(struct plan *plan)
{
	enum scale s = plan_scale(plan);

	for (unsigned b = 1; b <= 8; b *= 2)
		for (unsigned f = f_from; f <= f_to[s]; f += s == SCALE_SMOKE ? 4 : 1) {
			/* As many entries for every b, so that the lines differ by b alone. */
			struct cell cell = {.program = &program_fill,
			                    .filter = filter_find("cf"),
			                    .params = {.buckets = ((size_t)4 << log2_m[s]) / b, .fp_bits = f, .slots = b},
			                    .target = SIZE_MAX,
			                    .queries = queries[s]};

			plan_add(plan, &cell, plan_reps(plan, s == SCALE_SMOKE ? 2 : 10));
		}
}

/* Section 5.1's load factor by bucket size, where it no longer depends on f: the mean over f of at least 12 bits. */
static void
load_by_bucket_size(struct points *points)
{
	static const char *const series[] = {"b=1", "b=2", "b=4", "b=8"};

	for (size_t s = 0; s < sizeof series / sizeof *series; s++) {
		double sum = 0;
		unsigned n = 0;

		for (size_t i = 0; i < points->count; i++)
			if (strcmp(points->at[i].series, series[s]) == 0 && strcmp(points->at[i].metric, "load") == 0 &&
			    points->at[i].x >= 12) {
				sum += points->at[i].mean;
				n++;
			}
		if (n)
			points_add(points, "", series[s], 0, "alpha", "fraction", sum / n);
	}
}

/* The figure's x is the rate measured: for every f, bits per item at the mean rate of its runs. */
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
			continue; /* no false positive among the queries: the rate is below what they can show */
		new = points_add(points, bits.panel, bits.series, rate->mean, "bits_per_item", bits.unit, bits.mean);
		new->n = bits.n;
		new->median = bits.median, new->min = bits.min, new->max = bits.max, new->lo = bits.lo, new->hi = bits.hi;
	}
}

const struct experiment experiment_f3 = {
	.id = "f3",
	.title = "Figure 3. Space cost per item against measured false positive rate",
	.shows = "Which bucket size is smallest depends on the rate wanted: b=2 above ε = 0.002, b=4 from there down to 0.00001.",
	.setup = "Filters of equally many entries and f = 5 to 21, filled until an insertion fails; the rate is measured with keys "
		 "that were never inserted. Mean of 10 runs.",
	.reading = "bits_per_item at the measured ε: lower is better. alpha: load reached by bucket size (section 5.1), mean over f >= 12.",
	.x = "f (bits) or ε",
	.figure = true,
	.rows = TABLE_NONE,
	.statistic = "mean",
	.plan = plan_fills,
	.derive = against_rate,
};
