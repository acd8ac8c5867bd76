/* SPDX-License-Identifier: MIT */
/* life_cells.c - plans and judges the lives of filters; see life_cells.h. */
#include "harness/exp/life_cells.h"

#include "harness/analysis/reduce.h"
#include "harness/base/values.h"
#include "harness/filters/plugin.h"
#include "harness/filters/series.h"

#include <math.h>
#include <string.h>

/* 6 bytes for a bucket of four 12-bit fingerprints; m = 2^10, else 2^25: 192 MiB, the paper's size. */
static const size_t bytes[SCALES] = {(size_t)6 << 10, (size_t)6 << 25, (size_t)6 << 25, (size_t)6 << 25};
/* Keys of a set, of which a slice takes what it needs: 2^18 of cf's beyond the caches (20 ns a key, Zen 4), so that it
 * meets none of the lines again that the slice before it fetched. */
static const size_t queries[SCALES] = {1 << 12, 1 << 19, 1 << 20, 1 << 21};
/* The paper made ten runs. Twelve: the interval of a median then lies between values 3 and 10 in order of size. That of
 * ten, from 2 to 9, is a quarter wider, and that of eleven no narrower (tests/referee/retries.py). At quick scale
 * five, which Student's interval decides by: a repetition takes 80 to 115 s (two cores, Zen 4). */
static const unsigned reps[SCALES] = {2, 5, 12, 12};
/* Within a process, at an occupancy; more where occupancies are compared, and of full tables (life.h). */
static const unsigned rounds[SCALES] = {2, 2, 3, 3};
/* How many of them are filled by their own filters, with the clock on, which takes as long as all the rest: the fewest
 * with an interval of order statistics. At quick scale none. */
static const unsigned whole_reps[SCALES] = {2, 0, 6, 6};
/* Of the check on slices: the fewest with an interval of order statistics. At quick scale none. */
static const unsigned run_reps[SCALES] = {2, 0, 6, 6};
/* Of static filters, about which the paper claims nothing: the fewest with an interval. Only smoke scale has them
 * unless the user names filters: they would take as long as all the paper's, and @field has them. */
static const unsigned static_reps[SCALES] = {2, 6, 6, 6};

const char life_setup[] =
	"Every filter has the same table size: 192 MiB, as in section 7 (6 KiB at smoke scale). CF: "
	"f=12, b=4. ss-CF: f=13, b=4. BF and blk-BF: 13.00 bits per item, k=9. QF: 9-bit remainder, 90 %. dl-CBF: d=4, "
	"four entries a bucket. One child process a repetition has all filters, which fill side by side. What is timed "
	"is slices of some 5 ms, in which they take turns, round after round, in an order that a Latin square gives. "
	"Between the slices the tables are filled in the fastest way, by several threads. Keys and queries are made "
	"before the clock starts; the hash of the key is inside it, as in the "
	"paper. Ceilings: experiment C1. Lines an operation touches: CF and ss-CF 2, an insertion 1; BF 9, a lookup of "
	"an absent item 2 when full; blk-BF and QF 1; dl-CBF 4, a lookup of a present item or a deletion 2.";

const char *
life_blk_bf(struct judge *j, const struct judge_lines *lines)
{
	const double x = judge_next_x(j, lines->exp, lines->panel, "blk-bf-exit", lines->metric, -1);

	return x >= 0 ? "blk-bf-exit" : "blk-bf";
}

bool
life_is_timed(const struct filter_ops *ops)
{
	return ops->facts.part != FILTER_NAMED;
}

/* Do lives measure the filter? They measure the filters that the paper times, the controls that do as it describes,
 * static filters, and any filter for one thread that the user names, unless it is a control. */
static bool
life_cells_is_wanted(const struct plan *plan, const struct filter_ops *ops)
{
	if (plan_names(plan, ops) && !(ops->caps & (FILTER_SHARED | FILTER_CONTROL | FILTER_GROWS)))
		return true;
	return (setup_is_compared(ops) && life_is_timed(ops)) || ops->facts.part == FILTER_DESCRIBED ||
	       setup_is_static(ops);
}

bool
life_takes_part(const struct plan *plan, const struct filter_ops *ops)
{
	return !(ops->caps & FILTER_STATIC) && plan_holds(plan, ops) && plan_admits(plan, ops) &&
	       life_cells_is_wanted(plan, ops);
}

/* All filters of the suite that take part. Returns how many. */
static size_t
side_by_side(const struct plan *plan, const struct filter_ops *with[CELL_FILTERS])
{
	size_t n = 0;

	for (size_t i = 0; filter_all[i] && n < CELL_FILTERS - 1; i++)
		if (life_takes_part(plan, filter_all[i]) && !plugin_of(filter_all[i]))
			with[n++] = filter_all[i];
	return n;
}

/* The bytes that all tables of the common process take together, with tables of `table` bytes. */
static size_t
memory_of(const struct plan *plan, size_t table)
{
	struct cell all = {.program = &program_life,
	                   .params = {.bytes = table},
	                   .queries = queries[plan_scale(plan)],
	                   .rounds = rounds[plan_scale(plan)]};
	struct cell_estimate e = {0};

	(void)side_by_side(plan, all.with);
	program_life.estimate(&all, &e);
	return e.bytes;
}

/* A table's bytes: the user's, the scale's, or fewer if memory or the user's own keys are too few for them, but never
 * less than at smoke scale. */
static size_t
table_bytes(struct plan *plan)
{
	const size_t least = bytes[SCALE_SMOKE];

	return plan_sized(plan, bytes[plan_scale(plan)], least, memory_of);
}

/* A cell without filters yet. */
static struct cell
life_cell(struct plan *plan, unsigned parts)
{
	const enum scale s = plan_scale(plan);
	struct cell cell = {.program = &program_life,
	                    .params = {.bytes = table_bytes(plan)},
	                    .keys = plan_own_keys(plan),
	                    .asked = plan_asked(plan),
	                    .target = SIZE_MAX,
	                    .queries = queries[s],
	                    .rounds = rounds[s],
	                    .parts = parts};

	if (cell.keys)
		cell.params.hash = plan_hash(plan); /* part of its label */
	return cell;
}

/* All lives of a repetition are one cell, whoever plans it, so that its filters always have the same company. Only a
 * plug-in's has a cell of its own: it may crash, and would take the others with it. */
static void
plan_lives(struct plan *plan, unsigned parts, const unsigned *of_scale)
{
	const unsigned n = plan_reps(plan, of_scale[plan_scale(plan)]);
	struct cell all = life_cell(plan, parts);

	for (size_t i = 0; filter_all[i] && !(parts & (LIFE_CF_AGAIN | LIFE_BF_AGAIN)); i++)
		if (life_takes_part(plan, filter_all[i]) && plugin_of(filter_all[i])) {
			struct cell alone = life_cell(plan, parts);

			alone.filter = filter_all[i];
			plan_add(plan, &alone, n);
		}
	if (side_by_side(plan, all.with))
		plan_add(plan, &all, n);
}

static void
plan_static_life(struct plan *plan, const struct filter_ops *ops, unsigned parts)
{
	struct cell cell = life_cell(plan, parts);
	const char *hash = cell.params.hash;

	cell.filter = ops;
	setup_paper(ops, table_bytes(plan), &cell.params, &cell.target);
	cell.params.hash = hash;
	plan_add(plan, &cell, plan_reps(plan, static_reps[plan_scale(plan)]));
}

void
life_plan_ground(struct plan *plan)
{
	enum scale s = plan_scale(plan);
	struct cell cell = {.program = &program_ground, .params = {.bytes = table_bytes(plan)}, .queries = queries[s]};

	plan_add(plan, &cell, plan_reps(plan, reps[s]));
}

void
life_plan(struct plan *plan, const char *only, unsigned caps, unsigned parts)
{
	bool any = false;

	for (size_t i = 0; filter_all[i] && !any; i++)
		any = (filter_all[i]->caps & caps) == caps && life_takes_part(plan, filter_all[i]) &&
		      (!only || is_among(only, filter_all[i]->name));
	if (!any)
		return;
	plan_lives(plan, parts, reps);
	life_plan_ground(plan);
}

void
life_plan_whole(struct plan *plan)
{
	if (whole_reps[plan_scale(plan)])
		plan_lives(plan, LIFE_WHOLE, whole_reps);
}

void
life_plan_runs(struct plan *plan)
{
	if (run_reps[plan_scale(plan)])
		plan_lives(plan, LIFE_RUNS, run_reps);
}

void
life_plan_static(struct plan *plan, unsigned parts)
{
	for (size_t i = 0; filter_all[i] && (plan_scale(plan) == SCALE_SMOKE || plan_chooses(plan)); i++)
		if (setup_is_static(filter_all[i]) && plan_admits(plan, filter_all[i]) &&
		    plan_holds(plan, filter_all[i]))
			plan_static_life(plan, filter_all[i], parts);
}

/* Is it the occupancy of a whole step, but for the few keys that earlier versions inserted after the last one? */
static bool
is_again(struct points *points, const struct point *full)
{
	for (size_t i = 0; i < points->count; i++) {
		const struct point *p = &points->at[i];

		if (p != full && fabs(p->x - full->x) < 1e-6 && strcmp(p->metric, full->metric) == 0 &&
		    strcmp(p->series, full->series) == 0 && strcmp(p->panel, full->panel) == 0)
			return true;
	}
	return false;
}

void
life_place_full(struct points *points)
{
	size_t kept = 0;

	for (size_t i = 0; i < points->count; i++) {
		struct point *p = &points->at[i], *where;

		if (p->x != LIFE_FULL || strcmp(p->metric, "occupancy") == 0)
			continue;
		where = points_find(points, p->panel, p->series, LIFE_FULL, "occupancy");
		if (where)
			p->x = where->mean;
		if (is_again(points, p))
			p->x = NAN;
	}
	for (size_t i = 0; i < points->count; i++)
		if (strcmp(points->at[i].metric, "occupancy") != 0 && !isnan(points->at[i].x))
			points->at[kept++] = points->at[i];
	points->count = kept;
}

bool
line_ceiling(const struct point *rate, struct ceiling_of *c, enum setup_op op, double positive, double full)
{
	const struct filter_ops *ops = series_now(rate->series);

	if (!ops)
		return false;
	c->lines = setup_lines(ops, op, positive, full);
	c->updates = op != SETUP_LOOKUP;
	return true;
}

bool
life_ceiling(const struct point *rate, struct ceiling_of *c, enum setup_op op, double positive, double full)
{
	/* The occupancy of a full filter differs by filter; the ceilings are the same at every occupancy. */
	if (rate->x == LIFE_FULL)
		c->x = op == SETUP_LOOKUP ? 0 : 0.5 / LIFE_STEPS;
	return line_ceiling(rate, c, op, positive, full);
}

bool
life_ceiling_lookups(const struct point *rate, struct ceiling_of *c)
{
	return life_ceiling(rate, c, SETUP_LOOKUP, rate->x / 100, 1);
}

bool
life_ceiling_updates(const struct point *rate, struct ceiling_of *c)
{
	return life_ceiling(rate, c, strcmp(rate->metric, "delete") == 0 ? SETUP_REMOVE : SETUP_INSERT, 0, 1);
}
