/* SPDX-License-Identifier: MIT */
/*
 * keys_timed.c - how fast a filter is on keys of any set: insertions into new filters, and lookups in four mixes, round
 * after round.
 */
#include "harness/programs/keyed.h"

#include "harness/programs/contest.h"
#include "harness/timing/measure.h"

enum { MIXES = 4 };

/* Makes a filter of the keys, and adds the time that they took to go in. */
static struct filter *
time_filter(struct keyed *k, const uint64_t *keys, size_t n, uint64_t *ns)
{
	struct filter *f;
	size_t accepted;

	if (k->cell->filter->caps & FILTER_STATIC) {
		const struct run_built built = run_build(k->run, k->cell, false, keys, n);

		*ns += built.ns;
		return built.filter;
	}
	f = run_create(k->run, k->cell, false);
	*ns += measure_insert(f, keys, n, &accepted);
	if (accepted < n)
		run_fail(k->run, "the filter took %zu keys where it took %zu before", accepted, n);
	return f;
}

/* Fills new filters until the total time suffices; keeps the last one. */
static struct filter *
time_insertions(struct keyed *k, const uint64_t *keys, size_t n)
{
	uint64_t ns = 0, inserted = 0;
	struct filter *f = NULL;

	while (ns < measure_least_ns()) {
		run_discard(k->run, f);
		f = time_filter(k, keys, n, &ns);
		inserted += n;
	}
	keyed_tell(k, "insertion", "Mops/s", inserted, ns);
	return f;
}

/* Passes over the queries follow one another. all_hits is of one pass; SIZE_MAX: the first tells it. */
static bool
keys_time_lookups(struct contestant *who, uint64_t least, struct slice *slice, struct failure *failure)
{
	struct query_set *q = who->state;

	while (slice->ns < least) {
		size_t hits;

		slice->ns += measure_contains(who->filter, q->keys, q->n, &hits);
		slice->ops += q->n;
		if (q->all_hits == SIZE_MAX)
			q->all_hits = hits;
		if (q->all_hits != hits)
			return failing(failure,
			               "%zu of the same questions were answered with yes, where it had been %zu", hits,
			               q->all_hits);
	}
	return true;
}

/* Enters the timed mixes. Their keys come from the cell's key set, so they are not drawn as other query sets are. */
static void
enter_mixes(const struct keyed *k, struct contest *c, struct query_set mix[MIXES], size_t present)
{
	static const struct {
		const char *metric;
		enum query_kind kind;
		double present;
	} asked[MIXES] = {{"lookup_absent", QUERY_UNIFORM, 0},
	                  {"lookup_present", QUERY_UNIFORM, 1},
	                  {"lookup_zipf", QUERY_ZIPF, 0.5},
	                  {"lookup_repeated", QUERY_REPEATED, 0}};
	const size_t n = k->cell->queries;

	for (unsigned i = 0; i < MIXES; i++) {
		const struct queries q = queries_of(asked[i].kind, run_seed(k->run, SEED_QUESTIONS), keyed_absent(k),
		                                    present, asked[i].present, QUERY_THETA);

		mix[i] = (struct query_set){.keys = run_alloc(k->run, n * sizeof *mix[i].keys),
		                            .n = n,
		                            .all_hits = asked[i].present == 1 ? n : SIZE_MAX};
		for (size_t j = 0; j < n; j++)
			mix[i].keys[j] = keyed_query(k, &q, j);
		contest_enter(c, k->panel, k->cell->filter->name, 0,
		              (struct contestant){.measure = keys_time_lookups, .state = &mix[i]})
			->metric = asked[i].metric;
	}
}

static void
timed_run(struct run *run, const struct cell *cell)
{
	struct keyed *k = run_alloc(run, sizeof *k);
	struct contest *c = contest_begin(run, cell);
	struct query_set mix[MIXES];
	uint64_t *keys;
	struct filter *f;
	size_t n;

	keyed_prepare(k, run, cell);
	f = keyed_filter(k, &k->draw, k->most, &n);
	if (!f) {
		keyed_tell(k, "inserted", "keys", 0, 1);
		return;
	}
	run_discard(run, f);
	keys = keyed_present(k, &k->draw, n);
	enter_mixes(k, c, mix, n);
	for (unsigned round = 0; round < cell->rounds; round++) {
		run_round(run, round);
		f = time_insertions(k, keys, n);
		for (unsigned i = 0; i < MIXES; i++)
			c->entrant[i].who.filter = f;
		contest_round(c, round);
		run_discard(run, f);
	}
}

static void
timed_estimate(const struct cell *cell, struct cell_estimate *e)
{
	const double most = (double)keyed_most(cell);

	e->inserts = (cell->rounds + 1) * most;
	e->lookups = cell->rounds * MIXES * (double)cell->queries;
	/* slices of 5 ms, 2 ns per key */
	e->keys = 6 * (most + MIXES * (double)cell->queries) + cell->rounds * (MIXES + 1) * 2.5e6;
	e->bytes = keyed_digest_bytes(cell->keys) + ((size_t)most + MIXES * cell->queries) * 8;
}

const struct program program_keys_timed = {
	.name = "keys_timed", .timed = true, .run = timed_run, .estimate = timed_estimate};
