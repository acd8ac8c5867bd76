/* SPDX-License-Identifier: MIT */
/*
 * policies.c - eviction policies compared: one table for each policy gets the same keys, slice by slice in turn.
 *
 *      load        0 %  |     |     |     |     | 10 %  |     |     | ...        a bin has one slice for each round
 *      round 0          | s | s'|   |                    | s | s'|
 *                         s: cf, cf:bfs, cf-batch, cf-batch:bfs, ... ceilings;   s': the same, in another order
 *
 * A build passes each load once, so slice r of every bin is round r. Rates at one load are compared slice by slice.
 * Slice r of all bins of a step, or of the whole build, is a small build of its own. Each round has one. All tables
 * hold the same keys at any time. Then some of the tables are emptied again, in an order that is independent of how
 * long a key has been in. A slice here is a portion of keys, and what is told are sums of slices too, so this is not a
 * contest (contest.h). Its orders are the same Latin squares.
 */
#include "harness/programs/programs.h"

#include "datasets/keys.h"
#include "harness/filters/setup.h"
#include "harness/stats/latin.h"
#include "harness/timing/ceiling.h"
#include "harness/timing/measure.h"

#include <string.h>

enum { POLICIES = 6, MOST = POLICIES + 2, MOST_ROUNDS = 64, VERIFIED = 1 << 22 };
static const struct policy {
	const char *series, *filter;
	enum filter_kicks kicks;
	bool deletes; /* takes part in deletions, which no eviction policy affects */
} policies[POLICIES] = {
	{"cf", "cf", FILTER_KICKS_WALK, true},
	{"cf:bfs", "cf", FILTER_KICKS_BFS, false},
	{"cf-batch", "cf-batch", FILTER_KICKS_WALK, true},
	{"cf-batch:bfs", "cf-batch", FILTER_KICKS_BFS, false},
	{"cf-striped-batch", "cf-striped-batch", FILTER_KICKS_BFS, false},
	{"cf-avx512", "cf-avx512", FILTER_KICKS_WALK, true}, /* inserts like cf-batch */
};

/* Bins of a build end at these loads in per cent, and so do those of a step. There are fewer if a bin would be too
 * short to time. */
static const unsigned fine[] = {10, 20, 30, 40, 50, 60, 70, 80, 85, 90, 91, 92, 93, 94, 95, 0},
		      coarse[] = {50, 90, 95, 0}, steps[] = {50, 90, 95};
enum { STEPS = 3, FULL = 95, CLASSES = 19 };            /* a class of keys is a twentieth of the table's entries */
static const unsigned left[] = {90, 85, 80, 65, 50, 0}; /* deletions continue down to these loads */
enum { LEFT_STEP = 80 };

struct comparison {
	struct run *run;
	const struct cell *cell;
	struct filter *filter[POLICIES]; /* NULL: the processor lacks its instructions */
	struct hash hash;
	struct ceiling_memory ground;
	uint64_t *keys;
	size_t done, slots;
	/* Sums over the bins of a step, over the build, and over the first deletions, by round. */
	struct slice step[STEPS][MOST_ROUNDS][MOST], all[MOST_ROUNDS][MOST], emptied[MOST_ROUNDS][MOST];
};

/* Inserts the next portion of keys into every table, with one line changed as the ceiling. Or deletes it from those
 * that delete, with two lines read. */
struct portion {
	const char *panel;
	double x;
	bool deletes;
	size_t n;
};

static struct slice
turn(struct comparison *c, const struct portion *s, unsigned who)
{
	const struct policy *p = &policies[who];
	struct filter *f = c->filter[who];
	const uint64_t before = filter_told(f).kicks;
	size_t good;
	uint64_t ns;

	ns = s->deletes ? measure_remove(f, c->keys, s->n, &good) : measure_insert(f, c->keys, s->n, &good);
	if (good != s->n)
		run_fail(c->run, "%s: %zu of %zu keys %s", p->series, good, s->n, s->deletes ? "found" : "accepted");
	if (!s->deletes)
		emit(c->run, s->panel, p->series, s->x, "relocations", "a key", filter_told(f).kicks - before, s->n);
	return (struct slice){s->n, ns};
}

/* The ceilings use keys of their own, so many that no cache keeps their lines. */
static size_t
ceiling_keys(size_t slots)
{
	return slots < (size_t)1 << 25 ? slots / 4 : (size_t)1 << 23;
}

/* For insertions, and for deletions. */
static const enum ceiling ceilings[2][MOST - POLICIES] = {{CEILING_READ_1, CEILING_UPDATE_1},
                                                          {CEILING_READ_2, CEILING_UPDATE_2}};

static void
policies_emit(struct comparison *c, const char *panel, double x, bool deletes, const struct slice *t)
{
	for (unsigned who = 0; who < MOST; who++)
		if (t[who].ops)
			emit(c->run, panel,
			     who < POLICIES ? policies[who].series : ceiling_series[ceilings[deletes][who - POLICIES]],
			     x, deletes ? "delete" : "insert", "Mops/s", t[who].ops, t[who].ns);
}

/* Every contestant takes its turn at the portion. */
static void
policies_turns(struct comparison *c, const struct portion *s, unsigned round, unsigned number, struct slice t[MOST])
{
	unsigned order[MOST];

	run_round(c->run, round);
	memset(t, 0, MOST * sizeof *t);
	latin_order(MOST, number, run_seed(c->run, 2), order);
	for (unsigned place = 0; place < MOST; place++) {
		const unsigned who = order[place];

		if (who >= POLICIES)
			t[who] = measure_ceiling_best(&c->ground, ceilings[s->deletes][who - POLICIES],
			                              measure_least_ns(), NULL);
		else if (c->filter[who] && (!s->deletes || policies[who].deletes))
			t[who] = turn(c, s, who);
	}
	policies_emit(c, s->panel, s->x, s->deletes, t);
}

static void
policies_build(struct comparison *c, const unsigned *bin)
{
	const unsigned rounds = c->cell->rounds;
	unsigned from = 0, number = 0, step = 0;

	for (; *bin; from = *bin++) {
		const size_t first = c->done, n = c->slots / 100 * *bin - first;

		step += *bin > steps[step];
		for (unsigned r = 0; r < rounds; r++) {
			const size_t end = first + n * (r + 1) / rounds;
			const struct portion s = {"build", (from + *bin) / 2.0, false, end - c->done};
			struct slice t[MOST];

			keys_fill(c->keys, s.n, run_seed(c->run, 0), c->done);
			policies_turns(c, &s, r, number++, t);
			c->done = end;
			for (unsigned who = 0; who < MOST; who++) {
				c->step[step][r][who] = slice_sum(c->step[step][r][who], t[who]);
				c->all[r][who] = slice_sum(c->all[r][who], t[who]);
			}
		}
	}
}

/*
 * Deletes keys class by class. The keys with number % CLASSES == class are a twentieth of the table's entries. Within
 * the class they follow the multiples of a prime larger than any class, so that each slice has keys of every age.
 */
static void
empty(struct comparison *c)
{
	const uint64_t prime = UINT64_C(2654435761);
	const size_t whole = c->done / CLASSES;
	const unsigned rounds = c->cell->rounds;
	unsigned from = FULL, number = 0;
	size_t out = 0;

	for (const unsigned *to = left; *to; from = *to++) {
		const size_t first = out, n = whole * (from - *to) / 5;

		for (unsigned r = 0; r < rounds; r++) {
			const size_t end = first + n * (r + 1) / rounds;
			const struct portion s = {"delete", (from + *to) / 2.0, true, end - out};
			struct slice t[MOST];

			for (size_t i = 0; i < s.n; i++)
				c->keys[i] = key_at(run_seed(c->run, 0),
				                    (out + i) % whole * prime % whole * CLASSES + (out + i) / whole);
			policies_turns(c, &s, r, number++, t);
			out = end;
			for (unsigned who = 0; *to >= LEFT_STEP && who < MOST; who++)
				c->emptied[r][who] = slice_sum(c->emptied[r][who], t[who]);
		}
	}
}

static void
tell_sums(struct comparison *c)
{
	for (unsigned r = 0; r < c->cell->rounds; r++) {
		run_round(c->run, r);
		for (unsigned step = 0; step < STEPS; step++)
			policies_emit(c, "steps", steps[step], false, c->step[step][r]);
		policies_emit(c, "all", FULL, false, c->all[r]);
		policies_emit(c, "emptied", LEFT_STEP, true, c->emptied[r]);
	}
}

static void
check(struct comparison *c, const char *when, bool deleted)
{
	for (unsigned i = 0; i < POLICIES; i++) {
		const char *broken;

		if (!c->filter[i] || (deleted && !policies[i].deletes))
			continue;
		broken = c->filter[i]->ops->check(c->filter[i]);
		if (broken)
			run_fail(c->run, "%s: %s: %s", policies[i].series, when, broken);
		if (!deleted)
			program_verify_present(c->run, c->filter[i], c->done < VERIFIED ? c->done : VERIFIED);
	}
}

static void
policies_run(struct run *run, const struct cell *cell)
{
	struct comparison *c = run_alloc(run, sizeof *c);
	struct filter_info info;
	uint64_t *asked;

	if (cell->rounds > MOST_ROUNDS)
		run_fail(run, "more than %d rounds", MOST_ROUNDS);
	memset(c, 0, sizeof *c);
	c->run = run, c->cell = cell;
	for (unsigned i = 0; i < POLICIES; i++) {
		struct cell of = *cell;

		of.filter = filter_find(policies[i].filter);
		of.params.kicks = policies[i].kicks;
		if (!isa_refuses(of.filter->isa, of.params.isa))
			c->filter[i] = run_create(run, &of, false);
	}
	info = filter_told(c->filter[0]);
	c->slots = info.slots;
	c->keys = run_alloc(run, (c->slots / 2 / cell->rounds + 1) * sizeof *c->keys);
	if (!hash_init(&c->hash, cell->params.hash, run_seed(run, 1)))
		run_fail(run, "no hash of that name");
	asked = run_alloc(run, ceiling_keys(c->slots) * sizeof *asked);
	keys_fill(asked, ceiling_keys(c->slots), run_seed(run, 0), KEYS_ABSENT);
	/* The ceiling stores what was there, so the table does not change. */
	c->ground = ceiling_memory(&c->hash, (void *)(uintptr_t)info.table, info.bytes, asked, ceiling_keys(c->slots));
	policies_build(c, cell->queries ? fine : coarse);
	check(c, "full", false);
	empty(c);
	check(c, "half empty", true);
	tell_sums(c);
}

static void
policies_estimate(const struct cell *cell, struct cell_estimate *e)
{
	const double slots = (double)cell->params.buckets * 4;

	e->inserts = 2.6 * FULL / 100 * slots; /* for cf, by random walk; the others are faster */
	e->removes = 0.8 * slots;
	/* A key is generated, read and checked; ceilings; zeroed tables (plan.c). */
	e->keys = 2 * slots + POLICIES * 10.0 * VERIFIED + cell->rounds * (cell->queries ? 20 : 8) * 0.5e9 * 0.02;
	e->bytes = (POLICIES - 1) * setup_table_bytes(cell->filter, &cell->params) +
	           cell->params.buckets * 4 / cell->rounds * 8 + ceiling_keys(cell->params.buckets * 4) * 8 + (4 << 20);
}

const struct program program_policies = {
	.name = "policies", .timed = true, .run = policies_run, .estimate = policies_estimate};
