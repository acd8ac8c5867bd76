/* SPDX-License-Identifier: MIT */
/* scaling_cells.c - plans the cells; see scaling_cells.h. */
#include "harness/exp/scaling_cells.h"

#include "harness/exp/life_cells.h"
#include "harness/filters/setup.h"
#include "harness/timing/table.h"

/* As in life_cells.c. */
static const size_t bytes[SCALES] = {(size_t)6 << 10, (size_t)6 << 19, (size_t)6 << 25, (size_t)6 << 25};
/* In a window of 20 ms a thread looks up fewer than 2^20 keys. */
static const size_t queries[SCALES] = {1 << 12, 1 << 18, 1 << 21, 1 << 21};
/* Twelve as in life_cells.c. Eight separate a handful of comparisons (stats.h); quick scale has nine minutes for
 * everything. */
static const unsigned reps[SCALES] = {1, 8, 12, 12};

static void
scaling_plan_one(struct plan *plan, const struct filter_ops *ops, unsigned stripes, unsigned parts)
{
	enum scale s = plan_scale(plan);
	struct cell cell = {.program = &program_scaling, .filter = ops, .queries = queries[s], .parts = parts};

	setup_paper(ops, bytes[s], &cell.params, &cell.target);
	cell.params.stripes = stripes;
	plan_add(plan, &cell, plan_reps(plan, reps[s]));
}

/* Filters for many threads, and the paper's. One that grows is excluded: it allocates during a window, and keeps no
 * occupancy. */
static bool
takes_part(const struct filter_ops *ops)
{
	return setup_is_compared(ops) ? life_is_timed(ops)
	                              : ops->caps & FILTER_SHARED && !(ops->caps & FILTER_GROWS) && setup_is_asked(ops);
}

static void
plan_all(struct plan *plan, unsigned caps, unsigned parts)
{
	for (size_t i = 0; filter_all[i]; i++)
		if ((filter_all[i]->caps & caps) == caps && takes_part(filter_all[i]))
			scaling_plan_one(plan, filter_all[i], 0, parts);
}

/* Filters that build a table by their own threads, each family once. */
static void
plan_built(struct plan *plan)
{
	enum scale s = plan_scale(plan);

	for (size_t i = 0; filter_all[i]; i++) {
		const struct filter_ops *ops = filter_all[i];
		struct cell cell = {.program = &program_built, .filter = ops};

		if (!ops->build || !ops->insert || ops != table_builder(filter_find(ops->twin), &ops->facts.params))
			continue;
		setup_paper(ops, bytes[s], &cell.params, &cell.target);
		plan_add_rounds(plan, &cell);
	}
}

void
scaling_plan(struct plan *plan)
{
	plan_all(plan, 0, SCALING_THREADS);
	plan_built(plan);
}

void
scaling_plan_deleting(struct plan *plan)
{
	plan_all(plan, FILTER_REMOVE, SCALING_CHURN);
}

void
scaling_plan_stripes(struct plan *plan, const char *filter, unsigned stripes)
{
	const struct filter_ops *ops = filter_find(filter);

	if (ops)
		scaling_plan_one(plan, ops, stripes, 0);
}

bool
scaling_ceiling(const struct point *rate, struct ceiling_of *c, const char *filter, enum scaling_kind kind,
                double percent)
{
	const struct filter_ops *ops = filter_find(filter);
	double lookup, update;

	if (!ops)
		return false;
	lookup = setup_lines(ops, SETUP_LOOKUP, percent / 100, 1);
	update = setup_lines(ops, SETUP_INSERT, 0, 1);
	if (kind != SCALING_INSERTS && ops->remove)
		update = (update + setup_lines(ops, SETUP_REMOVE, 0, 1)) / 2;
	c->series = rate->series;
	c->metric = "ceiling";
	/* The ceiling reads two lines, or changes one. */
	c->lines = kind == SCALING_LOOKUPS ? lookup / 2 : kind == SCALING_HALVES ? (lookup + update) / 2 : update;
	return true;
}
