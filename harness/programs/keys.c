/* SPDX-License-Identifier: MIT */
/*
 * keys.c - a filter on keys of any set, by any hash: how many it takes until it is full, how often it errs, how fast it
 * is.
 *
 *      keys    the set, halved by a seed (key_sets.h):
 *              one half --insert--> filter until it refuses one          <--look up-- the other half
 *      same    uniform keys by the same hash:
 *              the same number --insert--> filter of the same size       <--look up-- absent keys
 *
 * A static filter is built of as many keys as its table has room for. Keys that no seed of the hash lays out have no
 * results but that. Above 400 lines: both kinds of filters share the queries and what is told of them.
 *
 * The second filter shows what the first would do if its keys were random. It is queried at the occupancy that the
 * first one reached, and only then filled until it refuses a key. The hash under test turns strings into keys, so
 * strings meet a weak hash, too.
 */
#include "harness/programs/programs.h"

#include "datasets/queries.h"
#include "harness/programs/cell_keys.h"
#include "harness/programs/contest.h"
#include "harness/timing/measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Purposes of seeds: of the keys, of the digests of strings, of the uniform keys for comparison, of the queries. */
enum { SEED_KEYS, SEED_DIGEST, SEED_UNIFORM, SEED_QUESTIONS };
/* Replay: at most this many of the false positives found; and the number of queries that repeat them. */
enum { REPLAY_MOST = 256, REPLAY_QUERIES = 4096 };
/* Uniform keys get more queries, so that the comparison does not depend on their random error as well. */
enum { UNIFORM_QUERIES = 2 };

struct keyed {
	struct run *run;
	const struct cell *cell;
	struct key_draw draw;
	char panel[NAME_MAX_PANEL];  /* "sequential/xxh3" */
	size_t most;                 /* the most keys to insert */
	uint64_t found[REPLAY_MOST]; /* indices of false positives among the absent keys */
	size_t found_count;
};

/* Number of keys to insert if none is refused earlier: twice the number of 12-bit entries, or all there are. */
static size_t
most_keys(const struct cell *cell)
{
	const size_t twice = 2 * (cell->params.bytes * 8 / 12), half = key_set_count(cell->keys) / 2,
		     most = half < twice ? half : twice;

	return most < cell->target ? most : cell->target;
}

/* Memory for the strings of a set as keys, and for the check of their collisions. */
static size_t
digest_bytes(const struct key_set *set)
{
	return key_draw_room(set) * 8 * 5;
}

static void
keys_prepare(struct keyed *k, struct run *run, const struct cell *cell)
{
	*k = (struct keyed){.run = run, .cell = cell};
	cell_keys_draw(run, cell, cell->keys, &k->draw, SEED_DIGEST, SEED_KEYS);
	snprintf(k->panel, sizeof k->panel, "%s/%.12s", cell->keys->name, cell->params.hash);
	k->most = most_keys(cell);
	k->most = k->draw.half < k->most ? k->draw.half : k->most;
}

/* Returns a new array of the first n present keys. It lives as long as the cell. */
static uint64_t *
present_keys(const struct keyed *k, const struct key_draw *draw, size_t n)
{
	uint64_t *keys = run_alloc(k->run, (n + 1) * sizeof *keys);

	key_draw_present(draw, keys, n, 0);
	return keys;
}

/* Inserts present keys done, done + 1, ... until `target` are in or one is refused; returns how many are in. */
static size_t
keys_fill_run(struct filter *f, const struct key_draw *draw, size_t done, size_t target)
{
	uint64_t keys[MEASURE_BATCH];

	while (done < target) {
		const size_t batch = target - done < MEASURE_BATCH ? target - done : MEASURE_BATCH;
		size_t got;

		key_draw_present(draw, keys, batch, done);
		got = f->ops->insert(f, keys, batch);
		done += got;
		if (got < batch)
			break;
	}
	return done;
}

/* A filter of present keys 0, 1, ..., which are *n: until one is refused, or `most`. A static filter has `most`, or
 * there is none: NULL. */
static struct filter *
keys_filter(const struct keyed *k, const struct key_draw *draw, size_t most, size_t *n)
{
	struct run_built built;

	if (!(k->cell->filter->caps & FILTER_STATIC)) {
		struct filter *f = run_create(k->run, k->cell, false);

		*n = keys_fill_run(f, draw, 0, most);
		return f;
	}
	built = run_build_try(k->run, k->cell, false, present_keys(k, draw, most), most);
	*n = built.filter ? most : 0;
	return built.filter;
}

static void
verify_present(struct keyed *k, const struct filter *f, size_t n)
{
	uint64_t keys[MEASURE_BATCH];

	for (size_t done = 0; done < n; done += MEASURE_BATCH) {
		const size_t batch = n - done < MEASURE_BATCH ? n - done : MEASURE_BATCH;

		key_draw_present(&k->draw, keys, batch, done);
		program_verify_keys(k->run, f, keys, batch, done);
	}
}

/* Counts the absent keys 0..n-1 that are reported present. Writes the indices of the first of them to `found`, unless
 * it is NULL. */
static uint64_t
false_positives(const struct filter *f, const struct key_draw *draw, size_t n, uint64_t *found, size_t *found_count)
{
	uint64_t keys[MEASURE_BATCH], positives = 0;
	uint8_t hit[MEASURE_BATCH];

	for (size_t done = 0; done < n; done += MEASURE_BATCH) {
		const size_t batch = n - done < MEASURE_BATCH ? n - done : MEASURE_BATCH;

		key_draw_absent(draw, keys, batch, done);
		positives += f->ops->contains(f, keys, batch, hit);
		for (size_t i = 0; found && i < batch; i++)
			if (hit[i] && *found_count < REPLAY_MOST)
				found[(*found_count)++] = done + i;
	}
	return positives;
}

/* Number of absent keys to look up: for a set, its other half. */
static size_t
absent_of(const struct keyed *k)
{
	return k->draw.half < k->cell->queries ? k->draw.half : k->cell->queries;
}

/* The key of query i. */
static uint64_t
query_key(const struct keyed *k, const struct queries *q, uint64_t i)
{
	const struct query at = query_at(q, i);
	uint64_t key;

	(at.present ? key_draw_present : key_draw_absent)(&k->draw, &key, 1, at.place);
	return key;
}

/* --- results that follow from the seed ---------------------------------------------------------------------------- */

/* How many of n queries are answered with yes. */
static uint64_t
positives_of(const struct keyed *k, const struct filter *f, const struct queries *q, size_t n)
{
	uint64_t keys[MEASURE_BATCH], positives = 0;
	uint8_t hit[MEASURE_BATCH];

	for (size_t done = 0; done < n; done += MEASURE_BATCH) {
		const size_t batch = n - done < MEASURE_BATCH ? n - done : MEASURE_BATCH;

		for (size_t i = 0; i < batch; i++)
			keys[i] = query_key(k, q, done + i);
		positives += f->ops->contains(f, keys, batch, hit);
	}
	return positives;
}

static void
keys_tell(const struct keyed *k, const char *metric, const char *unit, uint64_t num, uint64_t den)
{
	emit(k->run, k->panel, k->cell->filter->name, 0, metric, unit, num, den);
}

/* These queries are not drawn independently, so an interval of proportions does not apply: their unit is not "rate". */
static void
query_other_mixes(struct keyed *k, const struct filter *f)
{
	const uint64_t seed = run_seed(k->run, SEED_QUESTIONS);
	const size_t absent = absent_of(k), n = k->cell->queries / 8; /* each costs more to generate than to answer */
	const struct queries zipf = queries_of(QUERY_ZIPF, seed, absent, 0, 0, QUERY_THETA),
			     repeated = queries_of(QUERY_REPEATED, seed, absent, 0, 0, 0);

	keys_tell(k, "fpr_zipf", "fraction", positives_of(k, f, &zipf, n), n);
	keys_tell(k, "fpr_repeated", "fraction", positives_of(k, f, &repeated, n), n);
	if (k->found_count > 0) {
		const struct queries replay = queries_replay(k->found, k->found_count);

		keys_tell(k, "fpr_replay", "fraction", positives_of(k, f, &replay, REPLAY_QUERIES), REPLAY_QUERIES);
	}
}

/* Uniform keys by the same hash: false positives at n keys, if the filter takes n, and its load when full. */
static void
emit_uniform(struct keyed *k, size_t n)
{
	static const struct key_set uniform = {.name = "uniform", .stream = &stream_all[0]};
	struct filter *f;
	struct filter_info info;
	struct key_draw draw;
	const size_t asked = UNIFORM_QUERIES * k->cell->queries;
	size_t in;

	cell_keys_draw(k->run, k->cell, &uniform, &draw, SEED_DIGEST, SEED_UNIFORM);
	f = keys_filter(k, &draw, n, &in);
	if (!f)
		return;
	keys_tell(k, "fpr_uniform", "rate", false_positives(f, &draw, asked, NULL, NULL), asked);
	if (in == n && f->ops->insert)
		in = keys_fill_run(f, &draw, in, k->most);
	info = filter_told(f);
	if (in < k->most && info.slots)
		keys_tell(k, "load_uniform", "fraction", in, info.slots);
}

static void
keys_run(struct run *run, const struct cell *cell)
{
	struct keyed *k = run_alloc(run, sizeof *k);
	struct filter *f;
	struct filter_info info;
	size_t n, absent;

	keys_prepare(k, run, cell);
	f = keys_filter(k, &k->draw, k->most, &n);
	keys_tell(k, "inserted", "keys", n, 1);
	if (!f)
		return;
	absent = absent_of(k);
	verify_present(k, f, n);
	info = program_told(run, f, n);
	keys_tell(k, "fpr", "rate", false_positives(f, &k->draw, absent, k->found, &k->found_count), absent);
	if (n < k->most && info.slots)
		keys_tell(k, "load", "fraction", n, info.slots);
	if (cell->keys->read.starts)
		keys_tell(k, "collisions", "keys", k->draw.collisions, 1);
	query_other_mixes(k, f);
	emit_uniform(k, n);
}

static void
keys_estimate(const struct cell *cell, struct cell_estimate *e)
{
	const double most = (double)most_keys(cell);

	e->inserts = 2 * most;
	e->lookups = most + (UNIFORM_QUERIES + 2) * (double)cell->queries;
	e->keys = 4 * (e->inserts + e->lookups);                  /* generated one by one, some by a permutation */
	e->bytes = digest_bytes(cell->keys) + cell->params.bytes; /* the second filter's */
}

const struct program program_keys = {.name = "keys", .run = keys_run, .estimate = keys_estimate};

/* --- results that depend on the machine --------------------------------------------------------------------------- */

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
	keys_tell(k, "insertion", "Mops/s", inserted, ns);
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
		const struct queries q = queries_of(asked[i].kind, run_seed(k->run, SEED_QUESTIONS), absent_of(k),
		                                    present, asked[i].present, QUERY_THETA);

		mix[i] = (struct query_set){.keys = run_alloc(k->run, n * sizeof *mix[i].keys),
		                            .n = n,
		                            .all_hits = asked[i].present == 1 ? n : SIZE_MAX};
		for (size_t j = 0; j < n; j++)
			mix[i].keys[j] = query_key(k, &q, j);
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

	keys_prepare(k, run, cell);
	f = keys_filter(k, &k->draw, k->most, &n);
	if (!f) {
		keys_tell(k, "inserted", "keys", 0, 1);
		return;
	}
	run_discard(run, f);
	keys = present_keys(k, &k->draw, n);
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
	const double most = (double)most_keys(cell);

	e->inserts = (cell->rounds + 1) * most;
	e->lookups = cell->rounds * MIXES * (double)cell->queries;
	/* slices of 5 ms, 2 ns per key */
	e->keys = 6 * (most + MIXES * (double)cell->queries) + cell->rounds * (MIXES + 1) * 2.5e6;
	e->bytes = digest_bytes(cell->keys) + ((size_t)most + MIXES * cell->queries) * 8;
}

const struct program program_keys_timed = {
	.name = "keys_timed", .timed = true, .run = timed_run, .estimate = timed_estimate};
