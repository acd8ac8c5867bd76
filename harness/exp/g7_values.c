/* SPDX-License-Identifier: MIT */
/*
 * g7_values.c - G7: a value of eight bits for each key: how many values come back, and at what size.
 *
 *      CF (section 6)       a value beside each entry     a present key returns 1 + ε values, an absent one ε
 *      Bloomier             in the cells' sum             exactly one;                        none, or one with 2^-r
 *      Bloomier, mutable    in the cell that a key owns   exactly one, which can be changed;  none, or one with 3 / 2^q
 *
 * The size of CF's table includes the values: v bits for each entry, used or not. What any filter needs is its bound
 * (p2_bounds.c) and v more.
 */
#include "harness/analysis/judge.h"
#include "harness/analysis/reduce.h"
#include "harness/exp/plans.h"

#include <math.h>
#include <string.h>

enum { VALUE_BITS = 8 };

static const size_t items[SCALES] = {1 << 11, 1 << 15, 1 << 18, 1 << 20};
static const size_t queries[SCALES] = {1 << 14, 1 << 19, 1 << 22, 1 << 24};
static const unsigned reps[SCALES] = {1, 3, 6, 10};
static const unsigned step[SCALES] = {5, 4, 2, 2};

static void
g7_plan(struct plan *plan)
{
	static const char *const built[] = {"bloomier", "bloomier-mutable"};
	const enum scale s = plan_scale(plan);

	plan_matches(plan, filter_find("cf"));
	for (unsigned f = 6; f <= 16; f += step[s]) {
		struct cell cell = {.program = &program_values,
		                    .params = {.fp_bits = f, .value_bits = VALUE_BITS},
		                    .target = items[s],
		                    .queries = queries[s]};

		for (size_t i = 0; i < sizeof built / sizeof *built; i++) {
			cell.filter = filter_find(built[i]);
			plan_add(plan, &cell, plan_reps(plan, reps[s]));
		}
	}
}

/* The figure's x is the share of absent keys that return a value. For CF the size gains the values. */
static void
sizes_and_bounds(struct points *points)
{
	const size_t measured = points->count;

	for (size_t i = 0; i < measured; i++) {
		const struct point bits = points->at[i];
		const struct point *rate, *load;
		double values = 0;

		if (strcmp(bits.metric, "bits_at_setting") != 0)
			continue;
		rate = points_find(points, bits.panel, bits.series, bits.x, "values_absent");
		load = points_find(points, bits.panel, bits.series, bits.x, "load");
		if (!rate || rate->mean <= 0)
			continue;
		if (load)
			values = VALUE_BITS / load->mean;
		points_add(points, "", bits.series, rate->mean, "bits_with_value", bits.unit, bits.mean + values);
	}
	for (int at = 0; at <= 48; at++) {
		const double rate = pow(10, -5 + at / 12.0);

		points_add(points, "", "bound", rate, "bits_with_value", "bits/item", log2(1 / rate) + VALUE_BITS);
		points_add(points, "", "bound-deleting", rate, "bits_with_value", "bits/item",
		           log2(1 / rate) + (1 / rate - 1) * log2(1 / (1 - rate)) + VALUE_BITS);
	}
}

/* --- claims ------------------------------------------------------------------------------------------------- */

/* As often as the source says: `ways` of 2^f. */
static void
judge_rates(struct judge *j, const char *series, double ways)
{
	for (double f = judge_next_x(j, "g7", "", series, "values_absent", 0); !isnan(f);
	     f = judge_next_x(j, "g7", "", series, "values_absent", f)) {
		uint64_t num, den;

		if (!judge_counts(j, "g7", "", series, f, "values_absent", &num, &den) || num < 1000)
			continue;
		judge_between(
			j,
			judge_quotient(judge_rate(j, "g7", "", series, f, "values_absent"),
		                       judge_exact(ways * exp2(-f), "%")),
			1 / MARGIN_LEVEL, MARGIN_LEVEL,
			judge_text(j, "%s, absent keys with a value, over %g / 2^|%g|", judge_name(series), ways, f));
	}
}

static void
judge_bloomier(struct judge *j)
{
	judge_allows(j, "2^-r, 3 / 2^q: within 10 %");
	judge_rates(j, "bloomier", 1);
	judge_rates(j, "bloomier-mutable", 3);
}

static const struct claim claims[] = {
	{"G7 (Bloomier)",
         "A Bloomier filter returns a key's own value and no other, and a value for an absent key "
         "with probability 2^-r; one whose values can change, with 3 / 2^q.",
         "Chazelle et al., SODA 2004",
         "Every key's value is read back (else the run fails); each setting at which at least "
         "1000 absent keys have a value: their share over what is stated, within 10 % of 1.",
         judge_bloomier,
         "The cells of an absent key xor to a value that has nothing to do with its fingerprint; "
         "another rate would point at a fault of the fingerprints' distribution.",
         "Too few absent keys have a value for an interval narrower than the 10 % allowed.", .least = SCALE_QUICK,
         .why = "too few absent keys are asked for"},
	{0},
};

static const struct view views[] = {
	{.program = &program_matches, .measure = "values_present values_absent load", .series = "cf"},
	{.program = &program_matches, .measure = "bits_per_item", .series = "cf", .metric = "bits_at_setting"},
	{.program = &program_values, .measure = "values_present values_absent"},
	{.program = &program_values, .measure = "bits_per_item", .metric = "bits_at_setting"},
	{0},
};

const struct experiment experiment_g7 = {
	.id = "g7",
	.title = "Extension. A value for each key: how many come back, and at what size",
	.shows = "Values associated with fingerprints come back with 1 + ε of them for a present key, ε "
		 "for an absent one (section 6). A Bloomier filter, which the paper names (section 2.1), "
		 "returns exactly one.",
	.setup = "Values of 8 bits. CF as in G5: fingerprints of 6 to 16 bits, full, with a value beside "
		 "each entry; Bloomier filters of as many check bits, built of random keys. All present "
		 "keys are asked for, and absent ones.",
	.reading = "values_present, values_absent: values that a present, an absent key returns, on "
		   "average. bits_with_value: bits per item, values included, at that share of absent keys. "
		   "bound: log2(1/ε) and the value; bound-deleting: H(ε)/ε and the value.",
	.x = "f (bits) or ε",
	.figure = true,
	.plan = g7_plan,
	.views = views,
	.derive = sizes_and_bounds,
	.claims = claims,
};
