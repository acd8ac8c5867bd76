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
#include "harness/programs/contest.h"
#include "harness/programs/programs.h"

#include "core/bits.h"
#include "datasets/keys.h"
#include "harness/timing/measure.h"
#include "harness/timing/tasks.h"
#include "harness/timing/workers.h"

#include <string.h>

enum { SEED_KEYS = 0, SEED_HASH = 1, SEED_CHURN = 2 };

/* The largest number of keys that come and go; and the size of a batch of them. */
enum { CHURN_LOG2 = 16, CHURN_BATCH = 16 };
/* The table of the hazard has 64 buckets of four, so that a lookup has a fair chance to meet a move. */
enum { HAZARD_BUCKETS = 64, HAZARD_PERMANENT = 100 };
enum { ROUNDS = 9, FULLNESS = 95 };

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
enum { ABSENT, PRESENT };

struct reader {
	const struct filter *filter;
	const uint64_t *query;
	size_t queries, at;
	uint64_t asked, hits;
};

/* What takes turns: a filter, or the ceiling. */
struct subject {
	struct check *of;
	const char *name;
	struct filter *filter;
	struct reader reader;
	struct worker_job beside; /* what thread 0 does beside a writer */
	struct churn_task
		*writer; /* changes its own table, or another's if it is a filter for one thread; NULL: none */
};

struct check {
	struct run *run;
	const struct cell *cell;
	struct workers *two;
	struct subject subject[SUBJECTS], ceiling;
	struct hash hash;
	struct ceiling_task bare;           /* the ceiling's task: reads two random lines of a table */
	struct churn_task writer[SUBJECTS]; /* one for each filter, with its keys */
	struct ring ring[SUBJECTS];
	struct query_set asked[2];
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

static bool
measure_alone(struct contestant *who, uint64_t least, struct slice *slice, struct failure *failure)
{
	const struct query_set *asked = who->asked;
	size_t hits;

	(void)least;
	(void)measure_contains(who->filter, asked->keys, asked->n, &hits);
	*slice = program_time_lookups(who->filter, asked->keys, asked->n, &hits);
	return asked->source.percent == 0 || hits == slice->ops ||
	       failing(failure, "false negatives: %s, alone: %zu of %zu present keys reported absent",
	               contestant_name(who), (size_t)slice->ops - hits, (size_t)slice->ops);
}

/* Finds the fastest style, in which the ceiling is then measured beside a writer. */
static bool
measure_ceiling_alone(struct contestant *who, uint64_t least, struct slice *slice, struct failure *failure)
{
	struct ceiling_task *bare = who->state;

	(void)failure;
	*slice = measure_ceiling_best(&bare->ground, bare->what, least, &bare->style);
	return true;
}

static bool
measure_beside(struct contestant *who, uint64_t least, struct slice *slice, struct failure *failure)
{
	struct subject *s = who->state;
	const struct worker_job job[2] = {s->beside, {churn_body, s->writer}};
	struct workers_window window;

	program_window(s->of->run, s->of->two, job, 2 * least, &window);
	*slice = (struct slice){window.of[0], window.ns};
	return s->writer->lost == 0 || failing(failure, "lost keys: %s: %llu keys were not found to delete", s->name,
	                                       (unsigned long long)s->writer->lost);
}

/* Runs all rounds, and tells each contestant's median slice. */
static void
tell_medians(struct contest *c)
{
	struct slice(*all)[ROUNDS] = run_alloc(c->run, c->entrants * sizeof *all);

	for (unsigned round = 0; round < ROUNDS; round++) {
		contest_turns(c, round);
		for (size_t i = 0; i < c->entrants; i++)
			all[i][round] = c->entrant[i].slice;
	}
	for (size_t i = 0; i < c->entrants; i++)
		c->entrant[i].slice = slice_median(all[i], ROUNDS);
	contest_tell(c);
}

/* --- the hazard --------------------------------------------------------------------------------------------- */

static void
measure_hazard(struct check *c, const char *name)
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
	program_window(c->run, c->two, job, 4 * measure_least_ns(), &window);
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
	const struct query_set *asked = &c->asked[ABSENT];
	const struct filter_info info = filter_told(c->subject[READ].filter);

	hash_init(&c->hash, c->cell->params.hash, run_seed(c->run, SEED_HASH));
	/* The task only reads. */
	c->bare = (struct ceiling_task){
		.ground = ceiling_memory(&c->hash, (void *)(uintptr_t)info.table, info.bytes, asked->keys, asked->n),
		.what = CEILING_READ_2};
	c->ceiling = (struct subject){.of = c,
	                              .name = ceiling_series[CEILING_READ_2],
	                              .beside = {ceiling_body, &c->bare},
	                              .writer = &c->writer[WRITTEN]};
}

static void
check_prepare(struct check *c)
{
	const size_t entries = c->cell->target, items = entries / 100 * FULLNESS;
	const size_t churned =
		items / 4 < (size_t)1 << CHURN_LOG2 ? round_up_power_of_two(items / 4) : (size_t)1 << CHURN_LOG2;
	size_t permanent = SIZE_MAX;

	for (size_t i = 0; i < SUBJECTS; i++) {
		struct subject *s = &c->subject[i];
		size_t n;

		*s = (struct subject){.of = c, .name = names[i][0], .filter = create(c, names[i][0], c->cell)};
		n = check_fill(c, s->filter, &c->writer[i], &c->ring[i], items > churned ? items - churned : items / 2,
		               items);
		permanent = n < permanent ? n : permanent;
		for (size_t k = 0; k < SUBJECTS && names[i][1]; k++)
			if (strcmp(names[k][0], names[i][1]) == 0)
				s->writer = &c->writer[k];
	}
	c->asked[ABSENT] = program_queries(c->run, c->cell, 0, permanent);
	c->asked[PRESENT] = program_queries(c->run, c->cell, 100, permanent);
	for (struct subject *s = c->subject; s < c->subject + SUBJECTS; s++) {
		s->reader = (struct reader){
			.filter = s->filter, .query = c->asked[ABSENT].keys, .queries = c->asked[ABSENT].n};
		s->beside = (struct worker_job){read_batch, &s->reader};
	}
	prepare_ceiling(c);
}

static void
compete_alone(struct check *c)
{
	struct contest *contest = contest_begin(c->run, c->cell);
	const struct entrant *ceiling =
		contest_enter(contest, "alone", c->ceiling.name, 0,
	                      (struct contestant){.measure = measure_ceiling_alone, .state = &c->bare});

	for (struct subject *s = c->subject; s < c->subject + SUBJECTS; s++)
		for (int kind = ABSENT; kind <= PRESENT; kind++)
			contest_enter(contest, "alone", s->name, 100 * kind,
			              (struct contestant){.filter = s->filter,
			                                  .asked = &c->asked[kind],
			                                  .measure = measure_alone,
			                                  .state = s});
	tell_medians(contest);
	/* it is the same for absent and for present keys */
	emit(c->run, "alone", c->ceiling.name, 100, "lookup", "Mops/s", ceiling->slice.ops, ceiling->slice.ns);
}

static void
compete_beside(struct check *c)
{
	struct contest *contest = contest_begin(c->run, c->cell);

	contest_enter(contest, "beside", c->ceiling.name, 0,
	              (struct contestant){.measure = measure_beside, .state = &c->ceiling});
	for (struct subject *s = c->subject; s < c->subject + SUBJECTS; s++)
		if (s->writer)
			contest_enter(contest, "beside", s->name, 0,
			              (struct contestant){.measure = measure_beside, .state = s});
	tell_medians(contest);
	for (const struct subject *s = c->subject; s < c->subject + SUBJECTS; s++)
		if (s->writer)
			emit(c->run, "beside", s->name, 0, "retries", "rate", filter_told(s->filter).contention.retries,
			     s->reader.asked);
}

static void
check_run(struct run *run, const struct cell *cell)
{
	static const char *const at_risk[] = {"cf-unchecked",     "cf-unchecked-batch", "cf-striped",
	                                      "cf-striped-batch", "cf-inline",          "cf-seqlock"};
	/* on the stack, because its tasks are aligned */
	struct check check = {.run = run, .cell = cell};
	size_t cpus;

	check_prepare(&check);
	compete_alone(&check);
	(void)run_pins(run, &cpus);
	if (cpus < 2)
		return; /* no second thread: nothing runs concurrently */
	check.two = run_workers(run, 2);
	compete_beside(&check);
	for (size_t i = 0; i < sizeof at_risk / sizeof *at_risk; i++)
		measure_hazard(&check, at_risk[i]);
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
