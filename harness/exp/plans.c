/* SPDX-License-Identifier: MIT */
/* plans.c - see plans.h. */
#include "harness/exp/plans.h"

#include "harness/filters/setup.h"

#include <string.h>

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

const size_t plan_static_items[SCALES] = {1 << 11, 1 << 16, 1 << 20, 1 << 22};

void
plan_static(struct plan *plan, const char *filter, unsigned r)
{
	static const size_t queries[SCALES] = {1 << 14, 1 << 20, 1 << 23, 1 << 24};
	static const unsigned runs[SCALES] = {2, 6, 10, 10};
	const enum scale s = plan_scale(plan);
	const struct cell cell = {.program = &program_fill,
	                          .filter = filter_find(filter),
	                          .params = {.fp_bits = r},
	                          .target = plan_static_items[s],
	                          .queries = queries[s]};

	plan_add(plan, &cell, plan_reps(plan, runs[s]));
}

void
plan_statics(struct plan *plan)
{
	static const char *const filters[] = {"xor", "fuse3", "fuse4", "gcs"};
	/* those of P2; and one of 16 bits, which the queries of smoke scale are too few for */
	static const unsigned steps[SCALES] = {6, 4, 2, 2}, most[SCALES] = {14, 16, 16, 16};
	const enum scale s = plan_scale(plan);

	for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
		for (unsigned r = 4; r <= most[s]; r += steps[s])
			plan_static(plan, filters[i], r);
}

void
plan_static_apart(struct sample *s)
{
	const struct filter_ops *ops = filter_find(s->series);

	strcpy(s->panel, ops && ops->caps & FILTER_STATIC ? "b" : "");
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
