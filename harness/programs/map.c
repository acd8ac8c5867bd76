/* SPDX-License-Identifier: MIT */
/*
 * map.c - every candidate for a number of keys, at its best: its time and its false positives, round after round in one
 * process.
 *
 *      build      | cf:f8 | cf:f12 | ... | fuse4:f18 |            a table each (candidates.h), timed; small ones as
 *                 often as a slice has room for
 *      choose     short slices of all its kernels; the fastest represents the table from here on, separately for
 *                 each share of present keys
 *      count      false positives
 *      round 0    | cf-avx512:f12 | bf:13k9 | ceiling-1 | ...     a slice each, in the order of a row of a Latin square
 *      round 1    ...
 */
#include "harness/programs/contest.h"
#include "harness/programs/programs.h"

#include "harness/filters/candidates.h"
#include "harness/filters/setup.h"
#include "harness/timing/measure.h"

enum { SHARES = 2, PRELIMS = 3 };
static const unsigned shares[SHARES] = {0, 50};
static const char *const panels[SHARES] = {"p0", "p50"};
/* Absent keys for the false positive rate, for each timed query; and the least number if there are at least RATE_FROM
 * timed queries. At a rate of one in fifty thousand, hundreds of errors should occur in all processes together. */
enum { RATE_QUERIES = 4, RATE_FROM = 1 << 17, RATE_LEAST = 1 << 22 };

/* Few static filters are tried in a cell of fewer rounds, which is a short one, and among more keys: there all of them
 * would take longer to build than everything takes to measure, and gigabytes meanwhile. */
enum { ALL_FROM_ROUNDS = 5, ALL_TO_KEYS = 1 << 24 };

static size_t
map_candidates(const struct cell *cell, struct candidate to[CANDIDATES_MOST])
{
	const bool few = cell->rounds < ALL_FROM_ROUNDS || cell->target > ALL_TO_KEYS;

	return candidates_make(to, few ? CANDIDATES_FEW_STATIC : CANDIDATES_ALL, cell->target, MAP_BITS_PER_KEY);
}

static size_t
rate_queries(const struct cell *cell)
{
	return cell->queries >= RATE_FROM && cell->queries * RATE_QUERIES < RATE_LEAST ? RATE_LEAST
	                                                                               : cell->queries * RATE_QUERIES;
}

/* Enters the fastest kernel of each table, under the name of the table's filter: another process may choose another
 * kernel. Tells which it is; the table's false positives, by the kernel that is chosen for absent keys, because all
 * give the same answers; and its bits. */
static void
map_enter(struct contest *c, unsigned share, const struct candidate *of, const struct test_table *k,
          uint64_t *positives)
{
	const struct query_set *asked = contest_ask(c, k, shares[share], NULL, NULL);
	const struct contestant best = {.filter = contest_fastest(c, k, asked, PRELIMS, measure_least_ns() / 5),
	                                .asked = asked};
	const double x = (double)c->cell->target;
	char text[CANDIDATES_TEXT], kernel[CANDIDATES_TEXT];

	(void)candidates_text(text, of->twin->name, of);
	emit(c->run, panels[share], candidates_text(kernel, contestant_name(&best), of), x, "chosen", "processes", 1,
	     1);
	contest_enter(c, panels[share], text, x, best);
	if (share == 0)
		*positives = table_false_positives(k, best.filter, 0, rate_queries(c->cell));
	emit(c->run, panels[share], text, x, "fpr", "rate", *positives, rate_queries(c->cell));
	emit(c->run, panels[share], text, x, "bits_per_key", "bits", 8 * k->info.bytes, c->cell->target);
}

/* Tells how long the table took. It is made once; only a small one again, because a single build is too short. */
static void
map_built(struct contest *c, const struct candidate *of, const struct test_table *k)
{
	const struct filter_params params = contest_params(c, &of->params);
	char text[CANDIDATES_TEXT];
	struct slice built;

	if (!table_time_build(&built, k, of->twin, &params, measure_least_ns(), &c->failure))
		contest_fail(c, "%s", c->failure.text);
	emit(c->run, panels[0], candidates_text(text, of->twin->name, of), (double)c->cell->target, "build", "Mops/s",
	     built.ops, built.ns);
}

/* Makes the candidates' tables. Returns how many there are: that a static one is too large for the bound shows only
 * when it is made. */
static size_t
map_tables(struct contest *c, struct candidate candidate[CANDIDATES_MOST],
           const struct test_table *table[CANDIDATES_MOST])
{
	const size_t target = c->cell->target, n = map_candidates(c->cell, candidate);
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		const struct candidate of = candidate[i];

		table[kept] = contest_table(c, of.twin, &of.params, target);
		if (table[kept]->items < target)
			contest_fail(c, "%s:%s took %zu of %zu keys", of.twin->name, of.name, table[kept]->items,
			             target);
		candidate[kept] = of;
		if (of.twin->caps & FILTER_STATIC &&
		    8 * (double)table[kept]->info.bytes > MAP_BITS_PER_KEY * (double)target)
			continue;
		map_built(c, &of, table[kept++]);
	}
	return kept;
}

static void
map_run(struct run *run, const struct cell *cell)
{
	struct contest *c = contest_begin(run, cell);
	struct candidate candidate[CANDIDATES_MOST];
	const struct test_table *table[CANDIDATES_MOST];
	const size_t n = map_tables(c, candidate, table);
	uint64_t positives[CANDIDATES_MOST];
	size_t usual = 0;

	while (!candidate[usual].usual)
		usual++;
	for (unsigned share = 0; share < SHARES; share++) {
		contest_heat(c);
		for (size_t i = 0; i < n; i++)
			map_enter(c, share, &candidate[i], table[i], &positives[i]);
		/* the ceilings use the first table that is as in the paper's set-up */
		for (enum ceiling what = CEILING_READ_1; what <= CEILING_READ_2; what++)
			contest_enter(
				c, panels[share], ceiling_series[what], (double)cell->target,
				contestant_ceiling(what, table[usual], c->entrant[c->first[share] + usual].who.asked));
	}
	contest_run(c);
}

static void
map_estimate(const struct cell *cell, struct cell_estimate *e)
{
	struct candidate candidate[CANDIDATES_MOST];
	const double n = (double)map_candidates(cell, candidate);
	size_t building = 0; /* at a time */
	const double slices = SHARES * (n * (PRELIMS * 6 * 0.0015 + cell->rounds * 0.0065) + cell->rounds * 0.03) +
	                      n * 0.008; /* of builds, with their keys */

	/* A key takes 2 ns (plan.c), the unit of everything here. Insertion and check take some 70 ns, a lookup for the
	 * rate 8. */
	e->keys = n * (35 * (double)cell->target + 4 * (double)rate_queries(cell) + 30 * (double)cell->queries) +
	          0.5e9 * slices;
	for (size_t i = 0; i < (size_t)n; i++) {
		const size_t scratch = setup_scratch(candidate[i].twin, (double)cell->target);

		const size_t bytes = (size_t)(candidate[i].bits_per_key * (double)cell->target / 8);
		const struct setup_cost cost = setup_cost(candidate[i].twin, bytes);

		e->bytes += bytes;
		if (candidate[i].twin->caps & FILTER_STATIC) /* more than the 70 ns */
			e->keys += (cost.insert + cost.lookup) / 2 * (double)cell->target;
		building = building < scratch ? scratch : building;
	}
	if (building) /* the keys, which a static filter wants all at once */
		e->bytes += building + 8 * cell->target;
	e->bytes += SHARES * cell->queries * 9;
}

const struct program program_map = {
	.name = "map", .timed = true, .cheap_rounds = true, .run = map_run, .estimate = map_estimate};
