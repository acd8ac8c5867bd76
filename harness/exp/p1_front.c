/* SPDX-License-Identifier: MIT */
/*
 * p1_front.c - P1: the Pareto front: bits a key against nanoseconds, of all filters of about one rate.
 *
 *      ns |   o            filled: on the front in most rounds; hollow: another filter takes no more bits
 *         |  x    o        and is faster
 *         |     x
 *         |         o x
 *         '------------ bits a key
 */
#include "harness/exp/field_cells.h"
#include "harness/exp/front_points.h"

#include <stdio.h>

static void
p1_plan(struct plan *plan)
{
	const enum scale s = plan_scale(plan);
	const size_t *n = field_sizes[s];

	while (n[1])
		n++;
	field_plan(plan, *n, FIELD_NEAR_8 | FIELD_NEAR_12, false, 0);
	if (s >= SCALE_FULL) /* with the most keys they would take as long again as a third of the others */
		field_plan(plan, n[-1], FIELD_NEAR_16, false, 0);
}

static const struct view views[] = {
	{.program = &program_field,
         .measure = "bits_per_key fpr lookup_0 best_0 lookup_50 best_50 build best_build",
         .panel = "rounds"},
	{0},
};

const struct experiment experiment_p1 = {
	.id = "p1",
	.title = "P1. The Pareto front: bits a key against nanoseconds",
	.shows = "Papers show that their filter is smaller than one, or faster than another. What counts is "
		 "whether any filter is both.",
	.setup = "The cells of P0 with the most keys; at full and paper scale those with fewer, too, there with "
		 "filters near 2^-16. " FIELD_SETUP,
	.deviations = "Not in the cuckoo filter paper.",
	.reading = "A panel for each measure and rate: of lookups of absent keys (lookup_0; best_0 by the fastest "
		   "kernel), of half present ones (_50), of construction (build, best_build). Filters are where "
		   "their measured rate is nearest to 2^-8, 2^-12 or 2^-16, so up to two bits apart: compare fpr. "
		   "One dominates another in a round if it takes no more bits and was faster. on_front: the share "
		   "of the rounds in which no other dominates it. Lower and further left is better; hollow: "
		   "dominated in half of the rounds or more. Each rate is shown for the most keys that it was "
		   "measured with. A plug-in's filter is paired with the round of the "
		   "same number of another process.",
	.x = "n (keys)",
	.timed = true,
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.metrics = "bits_per_key fpr deletes static ns on_front rounds",
	.sorted = "bits_per_key",
	.plan = p1_plan,
	.views = views,
	.derive_rounds = front_points,
};
