/* SPDX-License-Identifier: MIT */
/* plans.c - see plans.h. */
#include "harness/exp/plans.h"

#include "harness/filters/series.h"
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
	const struct filter_ops *ops = series_now(s->series);

	strcpy(s->panel, ops && ops->caps & FILTER_STATIC ? "b" : "");
}

void
plan_filters(struct plan *plan, struct cell cell, size_t bytes, bool (*takes_part)(const struct filter_ops *),
             unsigned caps, unsigned runs)
{
	const bool quick = plan_scale(plan) == SCALE_QUICK;

	for (size_t i = 0; (cell.filter = filter_all[i]); i++)
		if (takes_part(cell.filter) && (cell.filter->caps & caps) == caps) {
			setup_paper(cell.filter, bytes, &cell.params, &cell.target);
			/* Ten minutes are for the paper's filters: no claim counts the repetitions of others. */
			plan_add(plan, &cell, plan_reps(plan, quick && !setup_is_compared(cell.filter) ? 1 : runs));
		}
}

void
plan_matches(struct plan *plan, const struct filter_ops *ops)
{
	static const size_t bytes[SCALES] = {(size_t)6 << 11, (size_t)6 << 15, (size_t)6 << 18, (size_t)6 << 21};
	static const size_t queries[SCALES] = {1 << 13, 1 << 17, 1 << 20, 1 << 23};
	static const unsigned reps[SCALES] = {1, 3, 6, 10};
	const enum scale s = plan_scale(plan);
	struct cell cell = {.program = &program_matches, .filter = ops, .queries = queries[s]};
	unsigned planned = 0;

	setup_paper(ops, bytes[s], &cell.params, &cell.target);
	if (cell.params.counter_bits > 1)
		return; /* an entry has one value, whatever it counts */
	for (unsigned f = 6; f <= 16; f += s == SCALE_SMOKE ? 5 : 2) {
		struct cell of_f = cell;

		of_f.params.fp_bits = f;
		if (program_accepts(ops, &of_f.params)) {
			plan_add(plan, &of_f, plan_reps(plan, reps[s]));
			planned++;
		}
	}
	if (planned == 0) /* it has no fingerprints of f bits */
		plan_add(plan, &cell, plan_reps(plan, reps[s]));
}
