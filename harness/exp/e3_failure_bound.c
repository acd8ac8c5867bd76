/* SPDX-License-Identifier: MIT */
/*
 * e3_failure_bound.c - Equation (3): the expected number of groups of 2b+1 items that share one fingerprint and one
 * pair of buckets.
 *
 *      E = C(n, 2b+1) * (2 / (2^f m))^(2b)
 *
 * Each such group makes an insertion fail. The expectation is compared with the groups that occur and the builds that
 * fail.
 */
#include "harness/analysis/reduce.h"
#include "harness/programs/programs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const unsigned log2_m[SCALES][4] = {{8, 10}, {12, 15}, {12, 15, 18}, {12, 15, 18}};
static const unsigned reps[SCALES] = {4, 20, 100, 200};

/* Per mille of the entries to fill. It is some way below what two-choice buckets of b reach by section 5.1 (84, 95 %).
 * So colliding groups cause the failures, not the load. */
static unsigned
fill_of(unsigned b)
{
	return b == 2 ? 700 : 850;
}

static size_t
items_in(size_t m, unsigned b)
{
	return m * b * fill_of(b) / 1000;
}

static void
plan_groups(struct plan *plan)
{
	enum scale s = plan_scale(plan);

	for (unsigned b = 2; b <= 4; b += 2)
		for (const unsigned *log2 = log2_m[s]; *log2; log2++)
			for (unsigned f = 1; f <= 16; f += s == SCALE_SMOKE ? 3 : 1) {
				struct cell cell = {
					.program = &program_groups,
					.filter = filter_find("cf"),
					.params = {.buckets = (size_t)1 << *log2, .fp_bits = f, .slots = b}};

				cell.target = items_in(cell.params.buckets, b);
				plan_add(plan, &cell, plan_reps(plan, reps[s]));
			}
}

/* C(n, g) as a product of g quotients, each multiplied by its item's share: no large logarithms cancel. */
static double
expected_groups(unsigned f, unsigned b, unsigned exponent)
{
	const double n = (double)items_in((size_t)1 << exponent, b), share = exp2(1 - (double)f - exponent);
	const unsigned g = 2 * b + 1;
	double groups = n / g;

	for (unsigned i = 1; i < g; i++)
		groups *= (n - i) / i * share;
	return groups;
}

static void
add_expected(struct points *points)
{
	const size_t measured = points->count;

	for (size_t i = 0; i < measured; i++) {
		struct point p = points->at[i];
		unsigned log2;

		if (strcmp(p.metric, "observed_groups") == 0 && sscanf(p.series, "m=2^%u", &log2) == 1)
			points_add(points, p.panel, p.series, p.x, "expected", "groups",
			           expected_groups((unsigned)p.x, strcmp(p.panel, "a") == 0 ? 2 : 4, log2));
	}
}

const struct experiment experiment_e3 = {
	.id = "e3",
	.title = "Equation (3). Colliding groups of 2b+1 items, and failed constructions",
	.shows = "The expected number of groups of 2b+1 items sharing both buckets bounds the chance of failure from "
		 "below; hence f = Ω(log n / b).",
	.setup = "(a) b=2, 70 % of the entries; (b) b=4, 85 %. Items are reduced to fingerprint and bucket pair and "
		 "counted; the same items are then inserted.",
	.deviations = "The equation takes all 2^f fingerprints as equally likely. Here value 1 has the weight of two "
		      "(0 marks an empty entry), which multiplies the expectation by up to 2^(2b+1) / 2^f for short "
		      "fingerprints.",
	.reading = "expected, observed_groups: mean number of groups in one table. failure: share of constructions "
		   "that failed.",
	.x = "f (bits)",
	.figure = true,
	.plan = plan_groups,
	.views = (const struct view[]){{.program = &program_groups}, {0}},
	.derive = add_expected,
};
