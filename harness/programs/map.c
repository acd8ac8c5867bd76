/* SPDX-License-Identifier: MIT */
/*
 * map.c - every candidate for a number of keys, at its best: its time and its false positives, round after round in one
 * process.
 *
 *      build      | cf:f8 | cf:f12 | ... | sb-bf:20 |             a table each (candidates.h)
 *      choose     short slices of all its kernels; the fastest represents the table from here on, separately for
 *                 each share of present keys
 *      count      false positives
 *      round 0    | cf-avx512:f12 | bf:13k9 | ceiling-1 | ...     a slice each, in the order of a row of a Latin square
 *      round 1    ...
 */
#include "harness/programs/programs.h"

#include "datasets/keys.h"
#include "harness/filters/candidates.h"
#include "harness/timing/measure.h"
#include "harness/timing/rounds.h"

#include <stdio.h>
#include <stdlib.h>

enum { SHARES = 2, PRELIMS = 3, MOST = CANDIDATES_MOST + 2 };
static const unsigned shares[SHARES] = {0, 50};
/* Absent keys for the false positive rate, for each timed query; and the least number if there are at least RATE_FROM
 * timed queries. At a rate of one in fifty thousand, hundreds of errors should occur. */
enum { RATE_QUERIES = 16, RATE_FROM = 1 << 17, RATE_LEAST = 1 << 24 };

struct map_table {
	const struct candidate *of;
	struct test_table kernels;
	struct query_set asked[SHARES];
	uint64_t false_positives;
};

struct map {
	struct run *run;
	const struct cell *cell;
	struct candidate candidate[CANDIDATES_MOST];
	struct map_table table[CANDIDATES_MOST];
	size_t tables;
	/* For each share: the chosen kernel of each table, and the ceilings of one line and of two. The ceilings use
	 * the first table that is as in the paper's set-up. */
	struct contestant contestant[SHARES][MOST];
	struct failure failure;
};

static const char *const panels[SHARES] = {"p0", "p50"};

/* --- tables ------------------------------------------------------------------------------------------------- */

static size_t
rate_queries(const struct cell *cell)
{
	return cell->queries >= RATE_FROM && cell->queries * RATE_QUERIES < RATE_LEAST ? RATE_LEAST
	                                                                               : cell->queries * RATE_QUERIES;
}

/* Uses the fastest kernel, because all give the same answers. */
static void
count_false_positives(const struct map *m, struct map_table *t, const struct filter *f)
{
	uint64_t keys[MEASURE_MOST];
	uint8_t hit[MEASURE_MOST];

	for (size_t done = 0; done < rate_queries(m->cell); done += MEASURE_MOST) {
		keys_fill(keys, MEASURE_MOST, t->kernels.seed, KEYS_ABSENT + (UINT64_C(1) << 60) + done);
		t->false_positives += f->ops->contains(f, keys, MEASURE_MOST, hit);
	}
}

/* All tables get the same query keys, so they share those of the first. Each has its own expected answers. */
static bool
map_ask(struct map *m, struct map_table *t, unsigned share)
{
	struct query_set *q = &t->asked[share];

	if (!query_set_make(q, &t->kernels, shares[share], m->cell->queries, &m->failure))
		return false;
	if (t != m->table) {
		free(q->keys);
		q->keys = m->table->asked[share].keys;
	}
	return true;
}

static bool
map_build(struct map *m, const struct candidate *c)
{
	struct map_table *t = &m->table[m->tables];
	struct filter_params params = c->params;

	params.seed = run_seed(m->run, 1);
	params.hash = m->cell->params.hash;
	params.isa = m->cell->params.isa;
	params.place = m->cell->params.place;
	*t = (struct map_table){.of = c};
	if (!table_make(&t->kernels, c->twin, &params, run_seed(m->run, 0), m->cell->target, &m->failure))
		return false;
	m->tables++;
	if (t->kernels.items < m->cell->target) {
		(void)failed(&m->failure, STATUS_FAILED, "%s:%s took %zu of %zu keys", c->twin->name, c->name,
		             t->kernels.items, m->cell->target);
		return false;
	}
	return map_ask(m, t, 0) && map_ask(m, t, 1);
}

static void
map_release(struct map *m)
{
	for (size_t i = m->tables; i-- > 0;) {
		for (unsigned s = 0; s < SHARES; s++) {
			if (i > 0)
				m->table[i].asked[s].keys = NULL; /* the first table owns them */
			query_set_free(&m->table[i].asked[s]);
		}
		table_free(&m->table[i].kernels);
	}
}

/* --- the best kernel of each -------------------------------------------------------------------------------- */

/* Chooses the view with the shortest slice; all take turns for a few rounds. Views for millions of keys per call have
 * other uses, and controls have none, so they do not take part. */
static bool
map_choose(struct map *m, const struct map_table *t, unsigned share, struct contestant *best)
{
	const uint64_t slice_ns = measure_least_ns() / 5;
	double least = 0;

	for (unsigned round = 0; round < PRELIMS; round++)
		for (size_t i = 0; i < t->kernels.views; i++) {
			struct contestant c = {
				.filter = t->kernels.view[i], .kernels = &t->kernels, .asked = &t->asked[share]};
			struct slice s;

			if (contestant_is_bulk(c.filter->ops) || c.filter->ops->caps & FILTER_CONTROL)
				continue;
			c.next = (i + round * t->kernels.views) % c.asked->chunks;
			if (!contend(&c, slice_ns, &s, &m->failure))
				return false;
			if (!best->filter || (double)s.ns / (double)s.ops < least) {
				least = (double)s.ns / (double)s.ops;
				*best = c;
			}
		}
	return true;
}

/* --- the cell ----------------------------------------------------------------------------------------------- */

static bool
map_prepare(struct map *m)
{
	const size_t n = candidates_make(m->candidate, m->cell->target, MAP_BITS_PER_KEY);

	size_t usual = 0;

	for (size_t i = 0; i < n; i++)
		if (!map_build(m, &m->candidate[i]))
			return false;
	while (!m->table[usual].of->usual)
		usual++;
	for (unsigned s = 0; s < SHARES; s++) {
		for (size_t i = 0; i < m->tables; i++)
			if (!map_choose(m, &m->table[i], s, &m->contestant[s][i]))
				return false;
		for (enum ceiling what = CEILING_READ_1; what <= CEILING_READ_2; what++)
			m->contestant[s][m->tables + (size_t)what] =
				contestant_ceiling(what, &m->table[usual].kernels, &m->table[usual].asked[s]);
	}
	for (size_t i = 0; i < m->tables; i++)
		count_false_positives(m, &m->table[i], m->contestant[0][i].filter);
	return true;
}

static const char *
series_of(const struct map *m, unsigned share, size_t i, char text[CANDIDATES_TEXT])
{
	const char *name = contestant_name(&m->contestant[share][i]);

	if (i < m->tables)
		return candidates_text(text, name, m->table[i].of);
	return name;
}

static bool
map_measure(struct map *m, unsigned round)
{
	struct slice slice[MOST];
	char text[CANDIDATES_TEXT];

	run_round(m->run, round);
	for (unsigned i = 0; i < SHARES; i++) {
		const unsigned s = (i + round) % SHARES;

		if (!rounds_run(m->contestant[s], m->tables + 2, round, run_seed(m->run, 2), measure_least_ns(), slice,
		                &m->failure))
			return false;
		for (size_t k = 0; k < m->tables + 2; k++)
			emit(m->run, panels[s], series_of(m, s, k, text), (double)m->cell->target, "lookup", "Mops/s",
			     slice[k].ops, slice[k].ns);
	}
	return true;
}

static void
tell_tables(const struct map *m)
{
	char text[CANDIDATES_TEXT];

	for (unsigned s = 0; s < SHARES; s++)
		for (size_t i = 0; i < m->tables; i++) {
			const struct map_table *t = &m->table[i];

			emit(m->run, panels[s], series_of(m, s, i, text), (double)m->cell->target, "fpr", "rate",
			     t->false_positives, rate_queries(m->cell));
			emit(m->run, panels[s], text, (double)m->cell->target, "bits_per_key", "bits",
			     8 * t->kernels.info.bytes, m->cell->target);
		}
}

static void
map_run(struct run *run, const struct cell *cell)
{
	struct map *m = run_alloc(run, sizeof *m);
	bool good;

	*m = (struct map){.run = run, .cell = cell};
	good = map_prepare(m);
	if (good)
		tell_tables(m);
	for (unsigned round = 0; good && round < cell->rounds; round++)
		good = map_measure(m, round);
	map_release(m);
	if (!good)
		run_fail(run, "%s", m->failure.text);
}

static void
map_estimate(const struct cell *cell, struct cell_estimate *e)
{
	struct candidate candidate[CANDIDATES_MOST];
	const double n = (double)candidates_make(candidate, cell->target, MAP_BITS_PER_KEY);
	const double slices = SHARES * (n * (PRELIMS * 6 * 0.0015 + cell->rounds * 0.0065) + cell->rounds * 0.03);

	/* A key takes 2 ns (plan.c), the unit of everything here. Insertion and check take some 70 ns, a lookup for the
	 * rate 8. */
	e->keys = n * (35 * (double)cell->target + 4 * (double)rate_queries(cell) + 30 * (double)cell->queries) +
	          0.5e9 * slices;
	for (size_t i = 0; i < (size_t)n; i++)
		e->bytes += (size_t)(candidate[i].bits_per_key * (double)cell->target / 8);
	e->bytes += SHARES * cell->queries * 9;
}

const struct program program_map = {.name = "map", .timed = true, .run = map_run, .estimate = map_estimate};
