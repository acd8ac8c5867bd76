/* SPDX-License-Identifier: MIT */
/*
 * p1_front.c - P1: the Pareto front: bits a key against nanoseconds, of all filters of about one rate.
 *
 *      ns |   o            filled: on the front in most processes; hollow: another filter takes no more bits
 *         |  x    o        and is faster
 *         |     x
 *         |         o x
 *         '------------ bits a key, over log2(1 / fpr) and times the rate's
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
		   "kernel), of half present ones (_50), of construction (build, best_build). A filter is at a rate "
		   "if its measured one (fpr) is within half a bit of it, a factor of 1.4; who is at none stands in "
		   "the table apart, and is compared with nobody. Rates differ yet, so bits are compared over those "
		   "that any filter of the rate needs (over_log2), and drawn as that many times the rate's own. One "
		   "dominates another in a process if it takes no more of them and was faster, by the medians over "
		   "the rounds. on_front: the share of the processes in which no other dominates it. behind: its "
		   "time over that of the fastest that takes no more bits, round by round; an interval below 1: it "
		   "is on the front, above 1: it is not, and over 1: not separated. behind_alike: the same among those "
		   "that can do what it can, delete and take keys one by one. Without a value nobody takes fewer bits. "
		   "Lower and further left is "
		   "better; hollow: dominated in half of the processes or more. Each rate is shown for the most "
		   "keys that it was measured with. A plug-in's filter is paired with the round of the same number "
		   "of another process.",
	.x = "n (keys)",
	.timed = true,
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.metrics = "bits_per_key fpr over_log2 deletes static ns behind behind_alike on_front processes",
	.sorted = "over_log2",
	.plan = p1_plan,
	.views = views,
	.derive_rounds = front_points,
};
