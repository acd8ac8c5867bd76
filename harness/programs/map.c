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
#include "harness/programs/contest.h"
#include "harness/programs/programs.h"

#include "harness/filters/candidates.h"
#include "harness/timing/measure.h"

enum { SHARES = 2, PRELIMS = 3 };
static const unsigned shares[SHARES] = {0, 50};
static const char *const panels[SHARES] = {"p0", "p50"};
/* Absent keys for the false positive rate, for each timed query; and the least number if there are at least RATE_FROM
 * timed queries. At a rate of one in fifty thousand, hundreds of errors should occur in all processes together. */
enum { RATE_QUERIES = 4, RATE_FROM = 1 << 17, RATE_LEAST = 1 << 22 };

static size_t
rate_queries(const struct cell *cell)
{
	return cell->queries >= RATE_FROM && cell->queries * RATE_QUERIES < RATE_LEAST ? RATE_LEAST
	                                                                               : cell->queries * RATE_QUERIES;
}

/* Chooses the view with the shortest slice; all take turns for a few rounds. Views for millions of keys per call have
 * other uses, and controls have none, so they do not take part. */
static struct contestant
map_choose(struct contest *c, const struct test_table *k, const struct query_set *asked)
{
	const uint64_t slice_ns = measure_least_ns() / 5;
	struct contestant best = {.filter = NULL};
	struct slice most = {0};

	for (unsigned round = 0; round < PRELIMS; round++)
		for (size_t i = 0; i < k->views; i++) {
			struct contestant who = {.filter = k->view[i], .asked = asked};
			struct slice s;

			if (contestant_is_bulk(who.filter->ops) || who.filter->ops->caps & FILTER_CONTROL)
				continue;
			contestant_start(&who, i + round * k->views);
			if (!contend(&who, slice_ns, &s, &c->failure))
				contest_fail(c, "%s", c->failure.text);
			if (slice_is_faster(s, most)) {
				most = s;
				best = who;
			}
		}
	return best;
}

/* Enters the fastest kernel of each table, under the name of the table's filter: another process may choose another
 * kernel. Tells which it is; the table's false positives, by the kernel that is chosen for absent keys, because all
 * give the same answers; and its bits. */
static void
map_enter(struct contest *c, unsigned share, const struct candidate *of, const struct test_table *k,
          uint64_t *positives)
{
	const struct contestant best = map_choose(c, k, contest_ask(c, k, shares[share], NULL, NULL));
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

static void
map_run(struct run *run, const struct cell *cell)
{
	struct contest *c = contest_begin(run, cell);
	struct candidate candidate[CANDIDATES_MOST];
	const size_t n = candidates_make(candidate, cell->target, MAP_BITS_PER_KEY);
	const struct test_table *table[CANDIDATES_MOST];
	uint64_t positives[CANDIDATES_MOST];
	size_t usual = 0;

	for (size_t i = 0; i < n; i++) {
		const struct filter_ops *twin = candidate[i].twin;

		table[i] = contest_table(c, twin, &candidate[i].params, cell->target);
		if (table[i]->items < cell->target)
			contest_fail(c, "%s:%s took %zu of %zu keys", twin->name, candidate[i].name, table[i]->items,
			             cell->target);
	}
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
