/* SPDX-License-Identifier: MIT */
/*
 * alignment.c - the cost of buckets of 6 bytes that straddle two lines.
 *
 *      f=8     |....|....|....|....|        4 bytes a bucket: none straddles a line of 64
 *      f=12    |......|......|..:....|      6: two of 32 do, so that a lookup reads 2.125 lines
 *      f=16    |........|........|          8: none. It is f=12 padded to 8 bytes, with 4 bits more to compare
 *
 * All three tables have the same number of buckets, and take turns. For f=12 there are two further query sets: keys
 * whose buckets are both whole, and keys with one or two buckets that straddle. The traced twin determines this on the
 * same table by counting lines.
 */
#include "harness/programs/programs.h"

#include "core/probe.h"
#include "harness/filters/setup.h"
#include "harness/timing/measure.h"
#include "harness/timing/rounds.h"

#include <stdio.h>
#include <string.h>

enum { TABLES = 3, SETS = 5, ONE = TABLE_VIEWS + 2 };
static const unsigned bits[TABLES] = {8, 12, 16};
enum { MIXED = 1 }; /* the query set of f = 12 that the others are compared with */
/* Each query set: the table it is for, and the number of lines that its lookups touch: from, to. */
static const struct set {
	const char *panel;
	unsigned table;
	size_t from, to;
} sets[SETS] = {{"f8", 0, 0, 9}, {"f12", 1, 0, 9}, {"f16", 2, 0, 9}, {"f12_whole", 1, 2, 2}, {"f12_split", 1, 3, 4}};

struct alignment {
	struct test_table kernels[TABLES];
	struct query_set asked[SETS];
	struct contestant contestant[SETS * ONE];
	struct slice slice[SETS * ONE];
	size_t from[SETS + 1]; /* contestants from[i]..from[i + 1] belong to set i */
	struct failure failure;
};

struct choice {
	const struct filter *traced;
	const struct set *set;
};

static bool
touches(void *context, uint64_t key)
{
	const struct choice *c = context;
	size_t lines;
	uint8_t hit;

	probe_begin();
	c->traced->ops->contains(c->traced, &key, 1, &hit);
	lines = probe_end().lines;
	return lines >= c->set->from && lines <= c->set->to;
}

static bool
alignment_ask(struct alignment *a, const struct cell *cell, size_t i)
{
	const struct test_table *k = &a->kernels[sets[i].table];
	struct choice choice = {NULL, &sets[i]};
	struct filter *traced;
	bool good;

	if (sets[i].from == 0)
		return query_set_make(&a->asked[i], k, 0, cell->queries, &a->failure);
	if (filter_view(filter_find_traced(cell->filter->name), k->filter, &traced) != FILTER_OK) {
		(void)failed(&a->failure, STATUS_FAILED, "no memory");
		return false;
	}
	choice.traced = traced;
	good = query_set_choose(&a->asked[i], k, 0, cell->queries, touches, &choice, &a->failure);
	traced->ops->destroy(traced);
	return good;
}

static bool
alignment_prepare(struct alignment *a, struct run *run, const struct cell *cell)
{
	for (size_t t = 0; t < TABLES; t++) {
		struct filter_params params = cell->params;

		params.fp_bits = bits[t];
		params.seed = run_seed(run, 1);
		if (!table_make(&a->kernels[t], cell->filter, &params, run_seed(run, 0), cell->target, &a->failure))
			return false;
	}
	for (size_t i = 0; i < SETS; i++) {
		size_t count;

		a->from[i + 1] = a->from[i];
		if (!alignment_ask(a, cell, i))
			return false;
		if (!rounds_enter(a->contestant + a->from[i], &count, &a->kernels[sets[i].table], &a->asked[i])) {
			(void)failed(&a->failure, STATUS_FAILED, "no memory for %zu answers", a->asked[i].n);
			return false;
		}
		a->from[i + 1] += count;
	}
	if (a->from[SETS] <= LATIN_MOST)
		return true;
	(void)failed(&a->failure, STATUS_FAILED, "%zu take turns, %d can", a->from[SETS], LATIN_MOST);
	return false;
}

/* The slice of the same lookup implementation for f = 12 and mixed keys. */
static const struct slice *
beside(const struct alignment *a, size_t contestant)
{
	for (size_t i = a->from[MIXED]; i < a->from[MIXED + 1]; i++)
		if (strcmp(contestant_name(&a->contestant[i]), contestant_name(&a->contestant[contestant])) == 0)
			return &a->slice[i];
	return NULL;
}

static void
alignment_tell(const struct alignment *a, struct run *run, size_t set)
{
	const double x = (double)a->kernels[sets[set].table].info.bytes / 1024;

	for (size_t i = a->from[set]; i < a->from[set + 1]; i++) {
		const struct slice *s = &a->slice[i], *mixed = beside(a, i);
		const char *name = contestant_name(&a->contestant[i]);

		emit(run, sets[set].panel, name, x, "lookup", "Mops/s", s->ops, s->ns);
		if (mixed && set != MIXED)
			emit(run, sets[set].panel, name, x, "over_f12", "ratio", s->ops * mixed->ns,
			     mixed->ops * s->ns);
	}
}

static void
alignment_run(struct run *run, const struct cell *cell)
{
	struct alignment *a = run_alloc(run, sizeof *a);
	bool good;

	*a = (struct alignment){.failure = {.text = ""}};
	good = alignment_prepare(a, run, cell);
	for (unsigned round = 0; good && round < cell->rounds; round++) {
		run_round(run, round);
		good = rounds_run(a->contestant, a->from[SETS], round, run_seed(run, 2), measure_least_ns(), a->slice,
		                  &a->failure);
		for (size_t set = 0; good && set < SETS; set++)
			alignment_tell(a, run, set);
	}
	rounds_leave(a->contestant, a->from[SETS]);
	for (size_t i = 0; i < SETS; i++)
		query_set_free(&a->asked[i]);
	for (size_t t = 0; t < TABLES; t++)
		table_free(&a->kernels[t]);
	if (!good)
		run_fail(run, "%s", a->failure.text);
}

static void
alignment_estimate(const struct cell *cell, struct cell_estimate *e)
{
	program_rounds_estimate(cell, SETS, e);
	e->inserts *= TABLES;
	/* one key in nine straddles, and each is traced */
	e->keys += 12 * (double)cell->target + 600 * (double)cell->queries;
	e->bytes += 2 * setup_table_bytes(cell->filter, &cell->params);
}

const struct program program_alignment = {
	.name = "alignment", .timed = true, .run = alignment_run, .estimate = alignment_estimate};
