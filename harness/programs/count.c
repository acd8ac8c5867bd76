/* SPDX-License-Identifier: MIT */
/*
 * count.c - lookups of millions of keys in one call: each answered, or the hits only counted; and the ceiling of two
 * random lines.
 *
 *      fill once --> round 0: p = 0     | cf-bulk | cf-bulk:count | ceiling-2 |     in turn
 *                             p = 50 %  |               "                     |
 *                             p = 100 % |               "                     |
 */
#include "harness/programs/contest.h"
#include "harness/programs/programs.h"

#include "harness/timing/measure.h"
#include "variants/plain/cf_bulk_count.h"

enum { SHARES = 3 };
static const unsigned shares[SHARES] = {0, 50, 100};

static size_t
count_all(void *state)
{
	const struct contestant *c = state;

	return bulk_count(c->filter, c->asked->keys, c->asked->n);
}

static bool
count(struct contestant *c, uint64_t least, struct slice *slice, struct failure *f)
{
	while (slice->ns < least) {
		size_t hits;

		slice->ns += measure_call(count_all, c, &hits);
		slice->ops += c->asked->n;
		if (hits != c->asked->all_hits)
			return failing(f, "cf-bulk:count: %zu of %zu keys counted as present, not %zu", hits,
			               c->asked->n, c->asked->all_hits);
	}
	return true;
}

static void
count_run(struct run *run, const struct cell *cell)
{
	struct contest *c = contest_begin(run, cell);
	const struct test_table *k = contest_table(c, cell->filter, &cell->params, cell->target);
	const struct filter *bulk = table_view(k, "cf-bulk");

	for (unsigned i = 0; i < SHARES; i++) {
		const struct query_set *asked = contest_ask(c, k, shares[i], NULL, NULL);
		struct contestant answered;

		contest_heat(c);
		if (!contestant_lookups(&answered, bulk, asked, &c->failure))
			contest_fail(c, "%s", c->failure.text);
		contest_enter(c, "bulk", "cf-bulk", shares[i], answered);
		contest_enter(c, "bulk", "cf-bulk:count", shares[i],
		              (struct contestant){.filter = bulk, .asked = asked, .measure = count});
		contest_enter(c, "bulk", "ceiling-2", shares[i], contestant_ceiling(CEILING_READ_2, k, asked));
	}
	contest_run(c);
}

static void
count_estimate(const struct cell *cell, struct cell_estimate *e)
{
	const double calls = SHARES * cell->rounds;

	/* A key takes 2 ns (plan.c), and all else is in its units. Insertion and check take some 40 ns, making a query
	 * some 60 ns. A lookup takes 10 units, in either way. */
	e->keys = 20 * (double)cell->target + (30 * SHARES + 10 * calls) * (double)cell->queries +
	          0.5e9 * calls * CEILING_STYLES * 0.0065;
	/* Keys and answers; two records of 8 bytes per key. */
	e->bytes = SHARES * cell->queries * 9 + cell->queries * 17 + (1 << 20);
}

const struct program program_count = {
	.name = "count", .timed = true, .cheap_rounds = true, .run = count_run, .estimate = count_estimate};
