/* SPDX-License-Identifier: MIT */
/*
 * deletions.c - how deletions affect the answers (section 3.3).
 *
 *   deletions   keys that were inserted are deleted, and others inserted in their place. The filter's answers are then
 *               compared with those of a fresh one of the same hash, built from exactly the keys that are left:
 *
 *                    fill --- delete 25 50 75 % --- refill --- replace 1 2 4 table-fuls       the filter
 *                      |           |  |  |             |               | | |                  compare
 *                    fresh       fresh filters       fresh         fresh filters              of the surviving keys
 *
 *   strays      keys that were never inserted are deleted, which the paper forbids; then all inserted keys are
 *               looked up.
 */
#include "harness/programs/programs.h"

#include "core/bits.h"
#include "core/rng.h"
#include "datasets/keys.h"
#include "harness/timing/measure.h"

/* --- deletions -------------------------------------------------------------------------------------------- */

enum { SEED_KEYS = 0, SEED_VICTIM = 1 };

/* The keys that should be in the filter now. */
struct population {
	struct run *run;
	const struct cell *cell;
	struct filter *filter;
	uint64_t *key;
	size_t count, lost;    /* lost: not found when the program wanted to delete them */
	uint64_t next, random; /* index of the next new key */
};

/* Inserts new keys until the filter holds `goal`, or one is refused. */
static void
populate(struct population *p, size_t goal)
{
	const uint64_t seed = run_seed(p->run, SEED_KEYS);

	while (p->count < goal) {
		size_t batch = goal - p->count < MEASURE_BATCH ? goal - p->count : MEASURE_BATCH, got;

		keys_fill(p->key + p->count, batch, seed, p->next);
		got = p->filter->ops->insert(p->filter, p->key + p->count, batch);
		p->count += got;
		p->next += got < batch ? got + 1 : got;
		if (got < batch)
			break;
	}
}

static void
delete_random_key(struct population *p)
{
	uint64_t *victim = &p->key[fast_range(rng_next(&p->random), p->count)];

	p->lost += p->filter->ops->remove(p->filter, victim, 1) != 1;
	*victim = p->key[--p->count];
}

/* Counts of one comparison. */
struct comparison {
	uint64_t positive, fresh_positive; /* of the absent keys looked up */
	uint64_t missed;                   /* of the keys that should be in it */
	uint64_t differ, answers;
};

/* Looks up the same batch in both filters; returns how many keys the first one reports present. */
static size_t
look_up_both(const struct filter *f, const struct filter *fresh, const uint64_t *keys, size_t n, struct comparison *c,
             size_t *fresh_hits)
{
	uint8_t hit[MEASURE_BATCH], fresh_hit[MEASURE_BATCH];
	size_t hits = f->ops->contains(f, keys, n, hit);

	*fresh_hits = fresh->ops->contains(fresh, keys, n, fresh_hit);
	for (size_t i = 0; i < n; i++)
		c->differ += hit[i] != fresh_hit[i];
	c->answers += n;
	return hits;
}

/* Builds a fresh filter of the surviving keys. If it refuses the last few, the other one deletes them, too. */
static struct filter *
build_fresh(struct population *p)
{
	struct filter *fresh = run_create(p->run, p->cell, false);
	const size_t in = fresh->ops->insert(fresh, p->key, p->count);

	if (!program_fits_again(fresh, p->count, in))
		run_fail(p->run, "a fresh filter refused key %zu of the %zu that this one holds", in, p->count);
	while (p->count > in)
		p->lost += p->filter->ops->remove(p->filter, &p->key[--p->count], 1) != 1;
	return fresh;
}

static void
compare_with_fresh(struct population *p, const char *panel, double x)
{
	const uint64_t seed = run_seed(p->run, SEED_KEYS), queries = p->cell->queries;
	struct filter *fresh = build_fresh(p);
	struct comparison c = {0};
	uint64_t keys[MEASURE_BATCH];
	const char *name = p->cell->filter->name;
	size_t fresh_hits;

	for (uint64_t done = 0; done < queries; done += MEASURE_BATCH) {
		keys_fill(keys, MEASURE_BATCH, seed, KEYS_ABSENT + done);
		c.positive += look_up_both(p->filter, fresh, keys, MEASURE_BATCH, &c, &fresh_hits);
		c.fresh_positive += fresh_hits;
	}
	for (size_t done = 0; done < p->count; done += MEASURE_BATCH) {
		size_t batch = p->count - done < MEASURE_BATCH ? p->count - done : MEASURE_BATCH;

		c.missed += batch - look_up_both(p->filter, fresh, p->key + done, batch, &c, &fresh_hits);
	}
	run_discard(p->run, fresh);
	emit(p->run, panel, name, x, "fpr", "rate", c.positive, queries);
	emit(p->run, panel, name, x, "fpr_fresh", "rate", c.fresh_positive, queries);
	emit(p->run, panel, name, x, "differ", "rate", c.differ, c.answers);
	emit(p->run, panel, name, x, "missed", "rate", c.missed + p->lost, p->count + p->lost);
}

static void
deletions_run(struct run *run, const struct cell *cell)
{
	struct filter *f = run_create(run, cell, false);
	struct population p = {run, cell, f, NULL, 0, 0, 0, run_seed(run, SEED_VICTIM)};
	const size_t capacity = program_capacity(run, cell, f);
	size_t full;

	p.key = run_alloc(run, capacity * sizeof *p.key);
	populate(&p, cell->target < capacity ? cell->target : capacity);
	full = p.count;
	for (unsigned percent = 0; percent <= 75; percent += 25) {
		while (p.count > full - full / 100 * percent)
			delete_random_key(&p);
		compare_with_fresh(&p, "a", percent);
	}
	/* Somewhat below the load at which keys are refused, so that the fresh filters accept all keys. */
	populate(&p, full / 10 * 9);
	compare_with_fresh(&p, "b", 0);
	for (size_t volume = 1, replaced = 0; volume <= 4; volume *= 2) {
		for (; replaced < full * volume; replaced++) {
			delete_random_key(&p);
			populate(&p, full / 10 * 9);
		}
		compare_with_fresh(&p, "b", (double)volume);
	}
}

static void
deletions_estimate(const struct cell *cell, struct cell_estimate *e)
{
	double n = cell->target == SIZE_MAX ? 0.7 * (double)cell->params.bytes : (double)cell->target;

	e->inserts = 12 * n; /* filled, refilled, replaced four times; eight fresh filters */
	e->removes = 5 * n;
	e->lookups = 14 * n + 16 * (double)cell->queries;
	e->keys = e->inserts + e->lookups;
	e->bytes = (size_t)(n * 8) + cell->params.bytes;
}

const struct program program_deletions = {.name = "deletions", .run = deletions_run, .estimate = deletions_estimate};

/* --- strays ----------------------------------------------------------------------------------------------- */

/* Deletes n absent keys from index `first` on; returns how often the filter deleted something. */
static uint64_t
delete_absent(struct run *run, struct filter *f, uint64_t first, size_t n)
{
	const uint64_t seed = run_seed(run, SEED_KEYS);
	uint64_t keys[MEASURE_BATCH], removed = 0;

	for (size_t done = 0; done < n; done += MEASURE_BATCH) {
		size_t batch = n - done < MEASURE_BATCH ? n - done : MEASURE_BATCH;

		keys_fill(keys, batch, seed, KEYS_ABSENT + first + done);
		removed += f->ops->remove(f, keys, batch);
	}
	return removed;
}

static void
strays_run(struct run *run, const struct cell *cell)
{
	struct filter *f = run_create(run, cell, false);
	const size_t n = program_fill_filter(run, f, 0, cell->target), step = n / 2;
	const char *name = cell->filter->name;
	uint64_t removed = 0, missed;

	program_verify_present(run, f, n);
	for (unsigned i = 1; i <= 4; i++) {
		double x = i / 2.0;

		removed += delete_absent(run, f, (i - 1) * step, step);
		missed = program_count_missed(run, f, n);
		emit(run, "", name, x, "removed", "rate", removed, i * step);
		emit(run, "", name, x, "false_negatives", "rate", missed, n);
		if (removed)
			emit(run, "", name, x, "lost_per_removal", "ratio", missed, removed);
	}
}

static void
strays_estimate(const struct cell *cell, struct cell_estimate *e)
{
	double n = cell->target == SIZE_MAX ? 0.7 * (double)cell->params.bytes : (double)cell->target;

	e->inserts = n;
	e->removes = 2 * n;
	e->lookups = 5 * n;
	e->keys = 8 * n;
}

const struct program program_strays = {.name = "strays", .run = strays_run, .estimate = strays_estimate};
