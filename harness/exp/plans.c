/* SPDX-License-Identifier: MIT */
/* plans.c - see plans.h. */
#include "harness/exp/plans.h"

#include "harness/filters/setup.h"

void
plan_fill(struct plan *plan, const char *filter, size_t m, unsigned b, unsigned f, size_t queries, unsigned runs)
{
	const struct cell cell = {.program = &program_fill,
	                          .filter = filter_find(filter),
	                          .params = {.buckets = m, .slots = b, .fp_bits = f},
	                          .target = SIZE_MAX,
	                          .queries = queries};

	plan_add(plan, &cell, runs ? plan_reps(plan, runs) : 0);
}

void
plan_filters(struct plan *plan, struct cell cell, size_t bytes, bool (*takes_part)(const struct filter_ops *),
             unsigned caps, unsigned runs)
{
	for (size_t i = 0; (cell.filter = filter_all[i]); i++)
		if (takes_part(cell.filter) && (cell.filter->caps & caps) == caps) {
			setup_paper(cell.filter, bytes, &cell.params, &cell.target);
			plan_add(plan, &cell, plan_reps(plan, runs));
		}
}
