/* SPDX-License-Identifier: MIT */
/*
 * life.c - the lives of filters, side by side in one process, for every timed table and figure of the paper.
 *
 *      occupancy
 *        full |            ________ shares: lookups, 0 25 50 75 100 % positive;  errors
 *             |         __/        \__
 *             |      __/  fill: slices \__  deletions: slices
 *             |   __/  of insertions      \__ of deletions
 *           0 |__/   occupancies: lookups    \__
 *                    between the steps
 *
 *      a step     | not timed, as the fast filter | slices in turns | ... | not timed | lookups in turns |
 *
 * Each filter has a table of its own, and all are as large. The paper fills a filter one key after the other, which
 * takes a minute for 192 MiB. Here most keys go in as the table's fast filter (cf-batch for cf), by all threads, and
 * are not timed. In the middle of each step every filter inserts a slice of keys in its own way, in turns with the
 * others. So filters that are compared were measured within a second of each other, round after round.
 *
 * Time bends near the end, where evictions are: steps beyond LIFE_DENSE have several such stretches, and all keys from
 * the last step on go in as the filter itself, timed, up to the one that is refused. A filter's construction is the
 * integral: the keys of each step times the nanoseconds of a key there.
 *
 * Each table has an anchor, which stays as full as after the first step (life_anchor.c). Wherever a filter has a slice
 * at an occupancy, it has one there, too. So occupancies that lie half a minute apart are compared by what each was
 * beside the anchor, and what a neighbour did to the machine in between is in neither.
 *
 * Deletions go down, as in the paper, because where a key lies depends on how full the table was when it came.
 *
 * Keys and queries are generated before the clock starts (cell_keys.h: random ones, or the user's own). The table is
 * touched when it is created. Occupancy is items / entries. A bit array has no entries; its occupancy is items / the
 * number that it is designed for. A static filter is built at once, so it has no steps.
 *
 * Some processes check the integral: between the slices each table is filled by its owner in place of the fast filter,
 * one table after the other, with the clock on ("whole"). A slice and such a run of seconds are a few seconds apart.
 */
#include "harness/programs/life.h"

#include "core/mem.h"
#include "core/pool.h"
#include "core/rng.h"
#include "harness/filters/plugin.h"
#include "harness/filters/setup.h"
#include "harness/run/running.h"
#include "harness/timing/measure.h"
#include "harness/timing/workers.h"

#include <math.h>
#include <stdio.h>

/* Stretches with slices in a step, and in one beyond LIFE_DENSE: the rate of cf falls by two thirds from 0.90 to 0.95
 * (192 MiB, Zen 5). */
enum { LIFE_PARTS = 1, LIFE_DENSE_PARTS = 4, LIFE_DENSE = 17 };

bool
life_measures(const struct life *l, unsigned parts)
{
	return l->cell->parts & parts;
}

/* --- up ----------------------------------------------------------------------------------------------------- */

static size_t
step_end(const struct life_table *t, size_t step)
{
	const size_t end = t->capacity / LIFE_STEPS * step;

	return end < t->target ? end : t->target;
}

/* Is the step the last one of a table that fills until a key is refused? All of it is timed. */
static bool
ends_in(const struct life_table *t, size_t step)
{
	return step == LIFE_STEPS && t->refuses;
}

/* As many come after them. Slices take half of the stretch at most, and what they need at the last step's rates. */
size_t
life_before_slices(const struct life *l, const struct life_table *t)
{
	double span = 0;

	for (size_t i = 0; i < l->faces; i++)
		if (l->face[i].table == t)
			span += l->face[i].each > 0 ? (1.5 * l->rounds + 2.5 * l->pairs) * (double)measure_least_ns() /
			                                      l->face[i].each
			                            : (double)t->stretch;
	return (size_t)(((double)t->stretch - fmin(span, (double)t->stretch / 2)) / 2);
}

/* Fills up to where the slices of a stretch begin, and takes them. */
static void
climb(struct life *l, size_t step, size_t part, size_t parts)
{
	for (size_t i = 0; i < l->tables; i++) {
		struct life_table *t = &l->table[i];
		const size_t from = step_end(t, step - 1);

		t->stretch = (step_end(t, step) - from) / parts;
		t->goal = ends_in(t, step) ? t->items : from + t->stretch * part + life_before_slices(l, t);
		t->goal = t->goal < t->items ? t->items : t->goal;
	}
	life_fill(l);
	for (size_t i = 0; i < l->tables; i++) {
		struct life_table *t = &l->table[i];

		t->goal = ends_in(t, step) ? t->items : step_end(t, step);
	}
	life_time_insertions(l);
}

/* To the check on the integral, what the step's keys took by the runs of seconds; by the slices, if it had none. */
static void
add_run(const struct life_face *face, size_t from)
{
	struct life_table *t = face->table;
	const double each = t->run.ops ? (double)t->run.ns / (double)t->run.ops : face->each;

	if (face->ops == t->owner)
		t->whole_ns += (double)(t->items - from) * each;
}

/* To the integral, what the step's keys took; those of a step without slices as the last step's. */
static void
add_step(struct life *l, struct life_face *face, size_t from, bool regular)
{
	const struct life_table *t = face->table;
	const double each = life_each(l, face);

	face->each = each > 0 ? each : face->each;
	face->built_ns += (double)(t->items - from) * face->each;
	add_run(face, from);
	/* If the end cuts a step to less than a fifth, it has too few operations to time. */
	if (t->items - from > t->capacity / LIFE_STEPS / 5 && life_measures(l, LIFE_FILL))
		life_tell_step(l, face, "insert", (double)(from + t->items) / 2, regular);
	else
		life_forget_step(face);
}

static void
life_step(struct life *l, size_t step)
{
	const size_t parts = step > LIFE_DENSE ? LIFE_DENSE_PARTS : LIFE_PARTS;

	life_prepare(l, LIFE_FILL, step);
	for (size_t part = 0; part < parts; part++)
		climb(l, step, part, parts);
	for (size_t i = 0; i < l->tables; i++)
		l->table[i].goal = ends_in(&l->table[i], step) ? l->table[i].target : step_end(&l->table[i], step);
	for (size_t i = 0; i < l->tables; i++)
		if (ends_in(&l->table[i], step))
			life_time_rest(l, &l->table[i]);
	life_fill(l);
	for (size_t i = 0; i < l->faces; i++) {
		struct life_table *t = l->face[i].table;

		add_step(l, &l->face[i], t->whole, t->items == t->capacity / LIFE_STEPS * step);
	}
	for (size_t i = 0; i < l->tables; i++) {
		struct life_table *t = &l->table[i];

		t->full |= t->items == t->target;
		/* Steps are rounded down. The few keys that this leaves a filter with a limit of its own, as qf has,
		 * are no step. */
		t->told |= t->items - t->whole < LIFE_STEPS;
		t->whole = t->items;
		t->run = (struct slice){0, 0};
	}
	life_time_lookups(l, step);
}

/* --- the full tables ---------------------------------------------------------------------------------------- */

/* How many absent keys are looked up to count errors: sixteen sets, or all there are. */
static size_t
errors_asked(const struct life *l)
{
	const size_t there = cell_keys_absent_count(&l->own);

	return 16 * l->slice < there ? 16 * l->slice : there;
}

static void
count_errors(struct life *l, struct life_table *t)
{
	const size_t asked = errors_asked(l);
	uint64_t keys[1024];
	uint8_t hit[1024];

	t->positives = 0;
	for (size_t done = 0, n; done < asked; done += n) {
		n = asked - done < 1024 ? asked - done : 1024;
		cell_keys_absent(&l->own, keys, n, done);
		t->positives += t->filter->ops->contains(t->filter, keys, n, hit);
	}
}

/* Runs the queries of --queries in their own mix: how many are for present keys, how fast they are answered, and how
 * many wrongly. */
static void
report_asked(struct life *l, struct life_face *face)
{
	const size_t questions = l->own.questions, in = cell_keys_asked_present(&l->own, face->table->items);
	struct slice slice;
	size_t hits;

	if (questions == 0)
		return;
	life_become(l, face->table, face->ops);
	(void)measure_contains(face->table->filter, l->own.question, questions, &hits);
	slice = program_time_lookups(face->table->filter, l->own.question, questions, &hits);
	hits /= slice.ops / questions;
	if (hits < in)
		run_fail(l->run,
		         "false negatives: %zu of %zu questions of --queries are for keys that are in, and only %zu "
		         "are answered so",
		         in, questions, hits);
	emit(l->run, face->place, face->name, 0, "lookup_asked", "Mops/s", slice.ops, slice.ns);
	emit(l->run, face->place, face->name, 0, "asked_present", "fraction", in, questions);
	if (in < questions)
		emit(l->run, face->place, face->name, 0, "fpr_asked", "rate", hits - in, questions - in);
}

static void
report_errors(struct life *l)
{
	life_share(l, l->table, count_errors);
	for (size_t f = 0; f < l->faces; f++)
		emit(l->run, l->face[f].place, l->face[f].name, 0, "fpr", "rate", l->face[f].table->positives,
		     errors_asked(l));
	for (size_t f = 0; f < l->faces; f++)
		report_asked(l, &l->face[f]);
}

static void
report_built(struct life *l, const struct life_face *face)
{
	const size_t n = face->table->items;
	const struct filter_info info = program_told(l->run, face->table->filter, n);
	const double ns = face->built_ns;

	emit(l->run, face->place, face->name, 0, "items", "items", n, 1);
	emit(l->run, face->place, face->name, 0, "bits_per_item", "bits/item", info.bytes * 8, n);
	emit(l->run, face->place, face->name, 0, "scratch", "bits/item", info.scratch * 8, n);
	emit(l->run, face->place, face->name, 0, "construction", "Mops/s", n, ns >= 1 ? (uint64_t)llround(ns) : 1);
	if (info.slots)
		emit(l->run, face->place, face->name, 0, "load", "fraction", n, info.slots);
	if (life_measures(l, LIFE_WHOLE) && face->ops == face->table->owner && face->table->whole_ns >= 1)
		emit(l->run, face->place, face->name, 0, "whole", "Mops/s", n,
		     (uint64_t)llround(face->table->whole_ns));
}

static void
report_full(struct life *l)
{
	run_round(l->run, 0);
	life_verify(l);
	for (size_t i = 0; i < l->faces && life_measures(l, LIFE_FILL); i++)
		report_built(l, &l->face[i]);
	if (life_measures(l, LIFE_ERRORS))
		report_errors(l);
}

/* --- the cell ----------------------------------------------------------------------------------------------- */

static void
life_run(struct run *run, const struct cell *cell)
{
	struct life *l = run_alloc(run, sizeof *l);

	*l = (struct life){.run = run, .cell = cell, .slice = cell->queries, .rounds = cell->rounds};
	if (l->rounds < 1 || l->rounds > LIFE_ROUNDS / LIFE_COMPARED)
		run_fail(run, "%u rounds, but a life has 1 to %d", l->rounds, LIFE_ROUNDS / LIFE_COMPARED);
	(void)run_pins(run, &l->threads);
	l->threads = l->threads < LIFE_THREADS ? l->threads : LIFE_THREADS;
	if (l->threads > 1)
		l->workers = run_workers(run, l->threads);
	if (cell->filter && cell->filter->caps & FILTER_STATIC) {
		life_open_static(l);
	} else {
		life_open(l);
		life_time_lookups(l, 0);
		for (size_t step = 1; step <= LIFE_STEPS; step++)
			life_step(l, step);
	}
	report_full(l);
	life_time_shares(l);
	life_time_runs(l);
	life_shrink(l);
	life_close_anchors(l);
}

/* What one filter's life takes, in nanoseconds: its keys go in and out again, or are looked up, as the fast filter's,
 * while another thread does the same to another table (a third of the plan's costs, which are a server's of 2021); its
 * last keys, one after the other, 2 us each; and its slices. A slice takes 5 ms, and half of that before its clock
 * starts; or as long as its set. A filter that does as the paper describes has another's table. */
static double
life_of(const struct filter_ops *ops, const struct cell *cell, struct cell_estimate *e)
{
	const struct filter_ops *fast = plugin_of(ops) ? ops : life_fastest(ops, &cell->params);
	/* 26: where occupancies are compared, absent and present keys at 7, insertions at 5, one of them in four
	 * stretches, and deletions at 4; in the table and in its anchor, twice as long as other slices. */
	const double slices = cell->rounds * (LIFE_STEPS * (ops->remove ? 4.0 : 3.0) +
	                                      26 * 2 * LIFE_COMPARED * 2.5 / 1.5 + LIFE_FULL_ROUNDS * LIFE_SETS);
	struct filter_params params;
	struct setup_cost cost;
	size_t target, table;
	double n, slice, ns;
	const bool owns = ops->facts.part != FILTER_DESCRIBED;
	const double runs = cell->parts & LIFE_RUNS ? cell->rounds * 2 * (LIFE_RUN + 4.0) * 5e6 : 0;

	setup_paper(ops, cell->params.bytes, &params, &target);
	cost = setup_cost(fast, params.bytes);
	/* At most 12.5 bits per item give 0.64 items per byte; 0.7 leaves room. */
	n = target == SIZE_MAX ? 0.7 * (double)params.bytes : (double)target;
	n = ops->caps & FILTER_STATIC ? (double)cell->target : n;
	slice = 1.5 * fmin(5e6, (double)cell->queries * cost.lookup);
	ns = slices * slice + 16 * (double)cell->queries * cost.lookup + LIFE_STEPS * 2 * (double)cell->queries * 20 +
	     runs;
	if (!owns)
		return ns;
	table = setup_table_bytes(ops, &params);
	e->bytes += 2 * table + (LIFE_SETS + 2) * cell->queries * 8; /* with the anchor */
	if (cell->params.place)
		e->pooled += 2 * pool_bytes(cell->params.place->pages, table);
	return ns + n * (cost.insert + (ops->remove ? cost.remove : cost.lookup)) / 3 +
	       (target == SIZE_MAX ? 0.015 * n * 2000 : 0) +
	       (cell->parts & LIFE_WHOLE ? n * setup_cost(ops, params.bytes).insert : 0);
}

static void
life_estimate(const struct cell *cell, struct cell_estimate *e)
{
	const struct filter_ops *one[] = {cell->filter, NULL}, *const *ops = cell->filter ? one : cell->with;
	double ns = 0, n = 0.7 * (double)cell->params.bytes;

	for (; *ops; ops++)
		for (unsigned tables = life_repeats(*ops, cell->parts) ? 2 : 1; tables > 0; tables--)
			ns += life_of(*ops, cell, e) / ((*ops)->facts.part == FILTER_DESCRIBED ? 2 : 1);
	if (cell->filter && cell->filter->caps & FILTER_STATIC)
		n = (double)cell->target, e->bytes += setup_scratch(cell->filter, n);
	cell_keys_estimate(cell, (size_t)n, e);
	e->keys += ns / 2; /* a key that is generated takes 2 ns (plan.c) */
}

const struct program program_life = {
	.name = "life",
	.timed = true,
	.parts = {"fill", "occupancies", "errors", "shares", "deletions", "again", "whole", "runs", "bf_again"},
	.run = life_run,
	.estimate = life_estimate};
