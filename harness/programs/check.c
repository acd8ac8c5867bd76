/* SPDX-License-Identifier: MIT */
/*
 * check.c - what a lookup pays to be sure of its answer while writers run, and what happens without that check.
 *
 *      alone        each filter in turn, round after round: a slice of lookups of absent keys, one of present ones
 *      beside       thread 0 looks up absent keys; concurrently thread 1 deletes keys from the same filter and inserts
 *                   others, at full speed
 *      hazard       the same on a table of 256 entries, with thread 0 looking up keys that are in it all the time
 *
 * All filters are filled once and kept, so that every round measures all of them within a second. A filter's figure is
 * its median slice. The filters without a check are safe alone. This program is the only one that runs them
 * concurrently with a writer, to count what they miss.
 */
#include "harness/programs/programs.h"

#include "core/bits.h"
#include "core/rng.h"
#include "datasets/keys.h"
#include "harness/timing/measure.h"
#include "harness/timing/tasks.h"
#include "harness/timing/workers.h"

#include <stdlib.h>

enum { SEED_KEYS = 0, SEED_PICK = 1, SEED_CHURN = 2 };

/* The largest number of keys that come and go; and the size of a batch of them. */
enum { CHURN_LOG2 = 16, CHURN_BATCH = 16 };
/* The table of the hazard has 64 buckets of four, so that a lookup has a fair chance to meet a move. */
enum { HAZARD_BUCKETS = 64, HAZARD_PERMANENT = 100 };
enum { ROUNDS = 9, FULLNESS = 95 };

struct subject {
	const char *name;
	/* whose table is churned meanwhile: its own, or another's if it is a filter for one thread */
	const char *churned;
	struct filter *filter;
	/* ns and lookups: alone, absent and present; with a writer, absent */
	uint64_t slice[3][ROUNDS], ops[3][ROUNDS];
	uint64_t asked; /* with a writer, inside windows or not */
};

static const char *const names[][2] = {
	{"cf", NULL},
	{"cf-striped", "cf-striped"},
	{"cf-unchecked", "cf-unchecked"},
	{"cf-batch", "cf-striped"},
	{"cf-striped-batch", "cf-striped-batch"},
	{"cf-unchecked-batch", "cf-unchecked-batch"},
	{"cf-seqlock", "cf-seqlock"},
};
enum { SUBJECTS = sizeof names / sizeof *names };
/* the contestant whose table the ceiling reads, which nobody writes to; and the one that is churned meanwhile */
enum { READ = 0, WRITTEN = 1 };
enum { ABSENT, PRESENT, BESIDE };

struct reader {
	const struct filter *filter;
	const uint64_t *query;
	size_t queries, at;
	uint64_t asked, hits;
};

struct check {
	struct run *run;
	const struct cell *cell;
	struct subject subject[SUBJECTS], ceiling;
	struct hash hash;
	struct ceiling_task bare;           /* the ceiling's task: reads two random lines of a table */
	struct churn_task writer[SUBJECTS]; /* one for each contestant, with its keys */
	struct ring ring[SUBJECTS];
	uint64_t *query[2];
	size_t queries;
};

/* --- the reader; the writer is in tasks.h -------------------------------------------------------------------- */

static size_t
read_batch(void *state)
{
	struct reader *r = state;
	uint8_t hit[MEASURE_BATCH];

	r->hits += r->filter->ops->contains(r->filter, r->query + r->at, MEASURE_BATCH, hit);
	r->asked += MEASURE_BATCH;
	r->at = (r->at + MEASURE_BATCH) % r->queries;
	return MEASURE_BATCH;
}

/* --- fill and measure --------------------------------------------------------------------------------------- */

static struct filter *
create(struct check *c, const char *name, const struct cell *like)
{
	struct cell cell = *like;

	cell.filter = filter_find(name);
	return run_create(c->run, &cell, false);
}

/*
 * Inserts keys [0, permanent), which stay. Then fills the ring until `items` are in or one is refused; the ring has the
 * same number of further keys that wait for their turn. Returns how many stay.
 */
static size_t
check_fill(struct check *c, struct filter *f, struct churn_task *writer, struct ring *ring, size_t permanent,
           size_t items)
{
	permanent = program_fill_filter(c->run, f, 0, permanent);
	*ring = (struct ring){.size = 2 * (items - permanent)};
	ring->keys = run_alloc(c->run, ring->size * sizeof *ring->keys);
	keys_fill(ring->keys, ring->size, run_seed(c->run, SEED_CHURN), 0);
	while (permanent + ring->resident < items && ring_insert(f, ring, 1) == 0)
		;
	*writer = (struct churn_task){.lookup = {.filter = f},
	                              .ring = ring,
	                              .rings = 1,
	                              .stride = 1,
	                              .target = ring->resident,
	                              .updates = 2 * CHURN_BATCH};
	return permanent;
}

static void
measure_alone(struct check *c, struct subject *s, unsigned round)
{
	for (int kind = ABSENT; kind <= PRESENT; kind++) {
		size_t hits, n = 0;
		uint64_t ns = 0;

		/* an untimed pass gives each slice the same cache state */
		(void)measure_contains(s->filter, c->query[kind], c->queries, &hits);
		for (int pass = 0; pass < 8 && ns < measure_least_ns(); pass++) {
			ns += measure_contains(s->filter, c->query[kind], c->queries, &hits);
			n += c->queries;
			if (kind == PRESENT && hits != c->queries)
				run_fail(c->run, "false negatives: %s, alone: %zu of %zu present keys reported absent",
				         s->name, c->queries - hits, c->queries);
		}
		s->slice[kind][round] = ns;
		s->ops[kind][round] = n;
	}
}

static void
measure_beside(struct check *c, struct subject *s, struct workers *two, unsigned round)
{
	size_t churned = 0;
	struct reader reader = {.filter = s->filter, .query = c->query[ABSENT], .queries = c->queries};
	struct worker_job job[2] = {{read_batch, &reader}, {churn_body, NULL}};
	struct workers_window window;

	while (strcmp(c->subject[churned].name, s->churned) != 0)
		churned++;
	job[1].state = &c->writer[churned];
	program_window(c->run, two, job, 2 * measure_least_ns(), &window);
	if (c->writer[churned].lost)
		run_fail(c->run, "lost keys: %s: %llu keys were not found to delete", s->churned,
		         (unsigned long long)c->writer[churned].lost);
	s->slice[BESIDE][round] = window.ns;
	s->ops[BESIDE][round] = window.of[0];
	s->asked += reader.asked;
}

/* The ceiling of lookups in the same round; it is the same for absent and for present keys. */
static void
measure_ceiling_alone(struct check *c, unsigned round)
{
	const struct slice s = measure_ceiling_best(&c->bare.ground, c->bare.what, measure_least_ns(), &c->bare.style);

	c->ceiling.slice[ABSENT][round] = s.ns;
	c->ceiling.ops[ABSENT][round] = s.ops;
}

/* The ceiling while a writer changes another table, in the style that was the fastest alone. */
static void
measure_ceiling_beside(struct check *c, struct workers *two, unsigned round)
{
	struct worker_job job[2] = {{ceiling_body, &c->bare}, {churn_body, &c->writer[WRITTEN]}};
	struct workers_window window;

	program_window(c->run, two, job, 2 * measure_least_ns(), &window);
	c->ceiling.slice[BESIDE][round] = window.ns;
	c->ceiling.ops[BESIDE][round] = window.of[0];
}

static uint64_t
retries_of(const struct filter *f)
{
	struct filter_info info;

	f->ops->info(f, &info);
	return info.contention.retries;
}

/* The slice with the median rate. */
static void
emit_median(struct check *c, const struct subject *s, int kind, const char *panel, double x)
{
	unsigned order[ROUNDS];

	for (unsigned i = 0; i < ROUNDS; i++) {
		unsigned at = i;

		for (; at > 0 && (double)s->ops[kind][order[at - 1]] * (double)s->slice[kind][i] >
		                         (double)s->ops[kind][i] * (double)s->slice[kind][order[at - 1]];
		     at--)
			order[at] = order[at - 1];
		order[at] = i;
	}
	emit(c->run, panel, s->name, x, "lookup", "Mops/s", s->ops[kind][order[ROUNDS / 2]],
	     s->slice[kind][order[ROUNDS / 2]]);
}

/* --- the hazard --------------------------------------------------------------------------------------------- */

static void
measure_hazard(struct check *c, const char *name, struct workers *two, uint64_t window_ns)
{
	struct cell tiny = {
		.params = {.buckets = HAZARD_BUCKETS, .fp_bits = 12, .slots = 4, .hash = c->cell->params.hash}};
	struct filter *f = create(c, name, &tiny);
	const size_t items = HAZARD_BUCKETS * 4 * FULLNESS / 100;
	uint64_t query[MEASURE_BATCH];
	struct reader reader = {.filter = f, .query = query, .queries = MEASURE_BATCH};
	struct churn_task writer;
	struct ring ring;
	struct worker_job job[2] = {{read_batch, &reader}, {churn_body, &writer}};
	struct workers_window window;
	const size_t permanent = check_fill(c, f, &writer, &ring, HAZARD_PERMANENT, items);

	for (size_t i = 0; i < MEASURE_BATCH; i++)
		query[i] = key_at(run_seed(c->run, SEED_KEYS), i % permanent);
	program_window(c->run, two, job, window_ns, &window);
	if (f->ops->caps & FILTER_SHARED && (reader.hits != reader.asked || writer.lost))
		run_fail(c->run,
		         "false negatives: %s beside a writer: %llu of %llu present keys reported absent, %llu lost",
		         name, (unsigned long long)(reader.asked - reader.hits), (unsigned long long)reader.asked,
		         (unsigned long long)writer.lost);
	emit(c->run, "hazard", name, 0, "missed", "rate", reader.asked - reader.hits, reader.asked);
	run_discard(c->run, f);
}

/* --- the cell ----------------------------------------------------------------------------------------------- */

static void
prepare_ceiling(struct check *c)
{
	struct filter *f = c->subject[READ].filter;
	struct filter_info info;

	f->ops->info(f, &info);
	hash_init(&c->hash, c->cell->params.hash, run_seed(c->run, SEED_PICK));
	c->ceiling.name = ceiling_series[CEILING_READ_2];
	/* The task only reads. */
	c->bare = (struct ceiling_task){.ground = ceiling_memory(&c->hash, (void *)(uintptr_t)info.table, info.bytes,
	                                                         c->query[ABSENT], c->queries),
	                                .what = CEILING_READ_2};
}

static void
check_prepare(struct check *c)
{
	const size_t entries = c->cell->target, items = entries / 100 * FULLNESS;
	const size_t churned =
		items / 4 < (size_t)1 << CHURN_LOG2 ? round_up_power_of_two(items / 4) : (size_t)1 << CHURN_LOG2;
	uint64_t pick = run_seed(c->run, SEED_PICK), seed = run_seed(c->run, SEED_KEYS);
	size_t permanent = SIZE_MAX;

	for (size_t i = 0; i < SUBJECTS; i++) {
		struct subject *s = &c->subject[i];
		size_t n;

		s->name = names[i][0];
		s->churned = names[i][1];
		s->filter = create(c, s->name, c->cell);
		n = check_fill(c, s->filter, &c->writer[i], &c->ring[i], items > churned ? items - churned : items / 2,
		               items);
		permanent = n < permanent ? n : permanent;
	}
	for (int kind = ABSENT; kind <= PRESENT; kind++)
		c->query[kind] = run_alloc(c->run, c->queries * sizeof **c->query);
	prepare_ceiling(c);
	for (size_t i = 0; i < c->queries; i++) {
		c->query[ABSENT][i] = key_at(seed, KEYS_ABSENT + i);
		c->query[PRESENT][i] = key_at(seed, fast_range(rng_next(&pick), permanent));
	}
}

static void
check_run(struct run *run, const struct cell *cell)
{
	static const char *const at_risk[] = {"cf-unchecked",     "cf-unchecked-batch", "cf-striped",
	                                      "cf-striped-batch", "cf-inline",          "cf-seqlock"};
	/* on the stack, because its tasks are aligned */
	struct check check = {.run = run, .cell = cell, .queries = cell->queries}, *c = &check;
	struct workers *two;
	size_t cpus;

	check_prepare(c);
	for (unsigned round = 0; round < ROUNDS; round++) {
		measure_ceiling_alone(c, round);
		for (size_t i = 0; i < SUBJECTS; i++)
			measure_alone(c, &c->subject[(i + round + cell->rep) % SUBJECTS], round);
	}
	emit_median(c, &c->ceiling, ABSENT, "alone", 0);
	emit_median(c, &c->ceiling, ABSENT, "alone", 100);
	for (size_t i = 0; i < SUBJECTS; i++) {
		emit_median(c, &c->subject[i], ABSENT, "alone", 0);
		emit_median(c, &c->subject[i], PRESENT, "alone", 100);
	}
	(void)run_pins(run, &cpus);
	if (cpus < 2)
		return; /* no second thread: nothing runs concurrently */
	two = run_workers(run, 2);
	for (unsigned round = 0; round < ROUNDS; round++) {
		measure_ceiling_beside(c, two, round);
		for (size_t i = 0; i < SUBJECTS; i++)
			if (c->subject[(i + round + cell->rep) % SUBJECTS].churned)
				measure_beside(c, &c->subject[(i + round + cell->rep) % SUBJECTS], two, round);
	}
	emit_median(c, &c->ceiling, BESIDE, "beside", 0);
	for (size_t i = 0; i < SUBJECTS; i++) {
		if (!c->subject[i].churned)
			continue;
		emit_median(c, &c->subject[i], BESIDE, "beside", 0);
		emit(run, "beside", c->subject[i].name, 0, "retries", "rate", retries_of(c->subject[i].filter),
		     c->subject[i].asked);
	}
	for (size_t i = 0; i < sizeof at_risk / sizeof *at_risk; i++)
		measure_hazard(c, at_risk[i], two, 4 * measure_least_ns());
}

static void
check_estimate(const struct cell *cell, struct cell_estimate *e)
{
	e->inserts = SUBJECTS * (double)cell->target;
	e->lookups = 4.0 * ROUNDS * SUBJECTS * (double)cell->queries;
	e->keys = e->inserts + 2 * (double)cell->queries;
	e->bytes =
		(SUBJECTS - 1) * cell->params.bytes + SUBJECTS * (size_t)8 * (1 << CHURN_LOG2) + 2 * cell->queries * 8;
}

const struct program program_check = {.name = "check", .timed = true, .run = check_run, .estimate = check_estimate};
