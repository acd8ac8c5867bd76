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
 * results but that.
 *
 * The second filter shows what the first would do if its keys were random. It is queried at the occupancy that the
 * first one reached, and only then filled until it refuses a key. The hash under test turns strings into keys, so
 * strings meet a weak hash, too.
 */
#include "harness/programs/keyed.h"

#include "harness/timing/measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Replay: the number of queries that repeat the false positives that were found. */
enum { REPLAY_QUERIES = 4096 };
/* Uniform keys get more queries, so that the comparison does not depend on their random error as well. */
enum { UNIFORM_QUERIES = 2 };

size_t
keyed_most(const struct cell *cell)
{
	const size_t twice = 2 * (cell->params.bytes * 8 / 12), half = key_set_count(cell->keys) / 2,
		     most = half < twice ? half : twice;

	return most < cell->target ? most : cell->target;
}

size_t
keyed_digest_bytes(const struct key_set *set)
{
	return key_draw_room(set) * 8 * 5;
}

void
keyed_prepare(struct keyed *k, struct run *run, const struct cell *cell)
{
	*k = (struct keyed){.run = run, .cell = cell};
	cell_keys_draw(run, cell, cell->keys, &k->draw, SEED_DIGEST, SEED_KEYS);
	snprintf(k->panel, sizeof k->panel, "%s/%.12s", cell->keys->name, cell->params.hash);
	k->most = keyed_most(cell);
	k->most = k->draw.half < k->most ? k->draw.half : k->most;
}

uint64_t *
keyed_present(const struct keyed *k, const struct key_draw *draw, size_t n)
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

struct filter *
keyed_filter(const struct keyed *k, const struct key_draw *draw, size_t most, size_t *n)
{
	struct run_built built;

	if (!(k->cell->filter->caps & FILTER_STATIC)) {
		struct filter *f = run_create(k->run, k->cell, false);

		*n = keys_fill_run(f, draw, 0, most);
		return f;
	}
	built = run_build_try(k->run, k->cell, false, keyed_present(k, draw, most), most);
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

size_t
keyed_absent(const struct keyed *k)
{
	return k->draw.half < k->cell->queries ? k->draw.half : k->cell->queries;
}

uint64_t
keyed_query(const struct keyed *k, const struct queries *q, uint64_t i)
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
			keys[i] = keyed_query(k, q, done + i);
		positives += f->ops->contains(f, keys, batch, hit);
	}
	return positives;
}

void
keyed_tell(const struct keyed *k, const char *metric, const char *unit, uint64_t num, uint64_t den)
{
	emit(k->run, k->panel, k->cell->filter->name, 0, metric, unit, num, den);
}

/* These queries are not drawn independently, so an interval of proportions does not apply: their unit is not "rate". */
static void
query_other_mixes(struct keyed *k, const struct filter *f)
{
	const uint64_t seed = run_seed(k->run, SEED_QUESTIONS);
	const size_t absent = keyed_absent(k),
		     n = k->cell->queries / 8; /* each costs more to generate than to answer */
	const struct queries zipf = queries_of(QUERY_ZIPF, seed, absent, 0, 0, QUERY_THETA),
			     repeated = queries_of(QUERY_REPEATED, seed, absent, 0, 0, 0);

	keyed_tell(k, "fpr_zipf", "fraction", positives_of(k, f, &zipf, n), n);
	keyed_tell(k, "fpr_repeated", "fraction", positives_of(k, f, &repeated, n), n);
	if (k->found_count > 0) {
		const struct queries replay = queries_replay(k->found, k->found_count);

		keyed_tell(k, "fpr_replay", "fraction", positives_of(k, f, &replay, REPLAY_QUERIES), REPLAY_QUERIES);
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
	f = keyed_filter(k, &draw, n, &in);
	if (!f)
		return;
	keyed_tell(k, "fpr_uniform", "rate", false_positives(f, &draw, asked, NULL, NULL), asked);
	if (in == n && f->ops->insert)
		in = keys_fill_run(f, &draw, in, k->most);
	info = filter_told(f);
	if (in < k->most && info.slots)
		keyed_tell(k, "load_uniform", "fraction", in, info.slots);
}

static void
keys_run(struct run *run, const struct cell *cell)
{
	struct keyed *k = run_alloc(run, sizeof *k);
	struct filter *f;
	struct filter_info info;
	size_t n, absent;

	keyed_prepare(k, run, cell);
	f = keyed_filter(k, &k->draw, k->most, &n);
	keyed_tell(k, "inserted", "keys", n, 1);
	if (!f)
		return;
	absent = keyed_absent(k);
	verify_present(k, f, n);
	info = program_told(run, f, n);
	keyed_tell(k, "fpr", "rate", false_positives(f, &k->draw, absent, k->found, &k->found_count), absent);
	if (n < k->most && info.slots)
		keyed_tell(k, "load", "fraction", n, info.slots);
	if (cell->keys->read.starts)
		keyed_tell(k, "collisions", "keys", k->draw.collisions, 1);
	query_other_mixes(k, f);
	emit_uniform(k, n);
}

static void
keys_estimate(const struct cell *cell, struct cell_estimate *e)
{
	const double most = (double)keyed_most(cell);

	e->inserts = 2 * most;
	e->lookups = most + (UNIFORM_QUERIES + 2) * (double)cell->queries;
	e->keys = 4 * (e->inserts + e->lookups); /* generated one by one, some by a permutation */
	e->bytes = keyed_digest_bytes(cell->keys) + cell->params.bytes; /* the second filter's */
}

const struct program program_keys = {.name = "keys", .run = keys_run, .estimate = keys_estimate};
