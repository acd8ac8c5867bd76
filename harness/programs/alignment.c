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
#include "harness/programs/contest.h"
#include "harness/programs/programs.h"

#include "core/probe.h"
#include "harness/filters/setup.h"

#include <string.h>

enum { TABLES = 3, SETS = 5 };
static const unsigned bits[TABLES] = {8, 12, 16};
enum { MIXED = 1 }; /* the query set of f = 12 that the others are compared with */
/* Each query set: the table it is for, and the number of lines that its lookups touch: from, to. */
static const struct set {
	const char *panel;
	unsigned table;
	size_t from, to;
} sets[SETS] = {{"f8", 0, 0, 9}, {"f12", 1, 0, 9}, {"f16", 2, 0, 9}, {"f12_whole", 1, 2, 2}, {"f12_split", 1, 3, 4}};

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

static const struct query_set *
alignment_ask(struct contest *c, const struct test_table *k, const struct set *set)
{
	struct choice choice = {NULL, set};
	const struct query_set *asked;
	struct filter *traced;

	if (set->from == 0)
		return contest_ask(c, k, 0, NULL, NULL);
	if (filter_view(filter_find_traced(c->cell->filter->name), k->filter, &traced) != FILTER_OK)
		contest_fail(c, "no memory");
	choice.traced = traced;
	asked = contest_ask(c, k, 0, touches, &choice);
	traced->ops->destroy(traced);
	return asked;
}

/* The slice of the same lookup implementation for f = 12 and mixed keys. */
static const struct slice *
beside(const struct contest *c, const struct entrant *e)
{
	for (size_t i = 0; i < c->entrants; i++)
		if (strcmp(c->entrant[i].panel, sets[MIXED].panel) == 0 && strcmp(c->entrant[i].series, e->series) == 0)
			return &c->entrant[i].slice;
	return NULL;
}

static void
alignment_run(struct run *run, const struct cell *cell)
{
	struct contest *c = contest_begin(run, cell);
	struct filter_params params = cell->params;
	const struct test_table *table[TABLES];

	for (size_t t = 0; t < TABLES; t++) {
		params.fp_bits = bits[t];
		table[t] = contest_table(c, cell->filter, &params, cell->target);
	}
	for (const struct set *set = sets; set < sets + SETS; set++) {
		const struct test_table *k = table[set->table];

		(void)contest_enter_all(c, set->panel, (double)k->info.bytes / 1024, k, alignment_ask(c, k, set));
	}
	for (unsigned round = 0; round < cell->rounds; round++) {
		contest_round(c, round);
		for (const struct entrant *e = c->entrant; e < c->entrant + c->entrants; e++) {
			const struct slice *mixed = beside(c, e);

			if (mixed && strcmp(e->panel, sets[MIXED].panel) != 0)
				emit(run, e->panel, e->series, e->x, "over_f12", "ratio", e->slice.ops * mixed->ns,
				     mixed->ops * e->slice.ns);
		}
	}
	contest_end(c);
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
	.name = "alignment", .timed = true, .cheap_rounds = true, .run = alignment_run, .estimate = alignment_estimate};
