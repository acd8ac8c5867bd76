/* SPDX-License-Identifier: MIT */
/*
 * scaling.c - one filter and 1, 2, ... n threads, all in one cell, so that everything compared was measured within
 * seconds.
 *
 *      build     by 1, by 2 ... threads, each time from empty                                             X1
 *      occupancy |              __ 90 %: lookups; mixes of lookups and updates                          X1 X2
 *                |       ______/  \__ 95 %
 *                |  ____/ 75 %       each level, by one thread and by all: churn, the oldest out, the next in   X4
 *                |_/ 50 %
 *
 * Short windows take turns: 1, 2 ... threads and back again, for several rounds. Each number of threads also gets a
 * window of the ceiling. The ceiling is the hash and two random lines, in memory of the same size and pages, by the
 * same threads. For work that mostly writes, it changes one line instead: two threads that write shared memory may gain
 * less than two that read it. So the greatest possible gain is known for the very seconds of each comparison. It
 * varies, because processors may share a core, or depend on what their neighbours run.
 *
 * Half of the keys stay throughout. Lookups are for these, which must all hit whatever updates run concurrently, or for
 * keys that are never inserted. The other keys are in rings (tasks.h), one for each of the most threads. Fewer threads
 * take several rings each.
 */
#include "harness/programs/programs.h"

#include "core/bits.h"
#include "core/mem.h"
#include "core/rng.h"
#include "datasets/keys.h"
#include "harness/machine/allocation.h"
#include "harness/programs/windows.h"
#include "harness/timing/measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED_KEYS = 0, SEED_HASH = 1 };

/* --- preparation before the clock starts --- */

static void
make_rings(struct windows *s)
{
	const size_t size = (s->all - s->stay) / s->most;

	s->ring = run_alloc(s->run, s->most * sizeof *s->ring);
	for (size_t i = 0; i < s->most; i++)
		s->ring[i] = (struct ring){.keys = s->keys + s->stay + i * size, .size = size};
}

/* For filters without deletion, as many items as the filter is designed for; tables are filled to 95 % at most. The
 * rest of each ring holds keys that wait for their turn: enough that none returns at once. */
static void
make_keys(struct windows *s)
{
	s->capacity = program_capacity(s->run, s->cell, s->filter);
	s->stay = s->capacity / 20 * 9;
	s->all = s->capacity + s->capacity / 50 + 64 * s->most;
	s->keys = run_alloc(s->run, s->all * sizeof *s->keys);
	keys_fill(s->keys, s->all, run_seed(s->run, SEED_KEYS), 0);
	make_rings(s);
	for (unsigned i = 0; i < 3; i++)
		s->asked[i] = program_queries(s->run, s->cell, 50 * i, s->stay);
}

/* One task for each thread, kept from window to window: it continues where it was. */
static void
make_tasks(struct windows *s)
{
	const size_t room = s->most * sizeof(union task) + TASK_APART;
	uint8_t *at = run_alloc(s->run, WORKS * room);

	for (enum work w = 0; w < WORKS; w++, at += room)
		s->task[w] = (union task *)(void *)(at + (TASK_APART - (uintptr_t)at % TASK_APART) % TASK_APART);
	s->job = run_alloc(s->run, s->most * sizeof *s->job);
	for (size_t c = 0; c < s->counts; c++)
		for (enum work w = 0; w < WORKS; w++)
			s->tally[c][w].of = run_alloc(s->run, s->count[c] * sizeof(uint64_t));
}

/* Sets the numbers of threads, and starts a group of workers for each. */
static void
make_threads(struct windows *s)
{
	size_t cpus;

	(void)run_pins(s->run, &cpus);
	s->counts = windows_counts(cpus, s->count);
	s->most = s->count[s->counts - 1];
	for (size_t c = 0; c < s->counts; c++)
		s->pool[c] = run_workers(s->run, s->count[c]);
}

/* Emits the bytes that the constructor took: of the table as the paper counts it; mapped; of the heap; and finally
 * resident. */
static void
create_measured(struct windows *s)
{
	const uint64_t resident = allocation_resident(), given = allocation_given(), returned = allocation_returned();
	uint64_t heap, now;
	struct filter_info info;

	s->filter = run_create(s->run, s->cell, false);
	heap = allocation_given() - given - (allocation_returned() - returned);
	now = allocation_resident();
	info = filter_told(s->filter);
	emit(s->run, "memory", s->name, 0, "table", "bytes", info.bytes, 1);
	emit(s->run, "memory", s->name, 0, "mapped", "bytes", info.mapped, 1);
	if (allocation_counts())
		emit(s->run, "memory", s->name, 0, "heap", "bytes", heap, 1);
	if (now > 0)
		emit(s->run, "memory", s->name, 0, "resident", "bytes", now > resident ? now - resident : 0, 1);
}

/* Chooses for each ceiling the style that is fastest here for one thread. Then all numbers of threads use the
 * same one. */
static void
choose_ceilings(struct windows *s)
{
	/* A filter for one thread needs no atomic operations. */
	const bool shared = s->cell->filter->caps & FILTER_SHARED;
	const enum ceiling what[] = {
		[CEILING] = CEILING_READ_2, [CEILING_WRITES] = shared ? CEILING_SHARED_1 : CEILING_UPDATE_1};

	for (enum work w = CEILING; w <= CEILING_WRITES; w++) {
		struct ceiling_task *t = &s->ceiling[w];

		*t = (struct ceiling_task){.ground = ceiling_memory(&s->hash, s->ground.data, s->ground.bytes,
		                                                    s->asked[1].keys, s->asked[1].n),
		                           .what = what[w]};
		(void)measure_ceiling_best(&t->ground, t->what, s->pace.window_ns, &t->style);
	}
}

/* --- filling --- */

/* Divides the first keys among n builders. */
static void
deal(struct windows *s, size_t keys, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const size_t from = keys / n * i, to = i + 1 == n ? keys : keys / n * (i + 1);

		s->task[BUILD][i].build =
			(struct build_task){.filter = s->filter, .keys = s->keys + from, .n = to - from};
	}
}

/* The number of threads that fill: all if the filter allows it, else one. */
static size_t
fillers(const struct windows *s)
{
	return s->cell->filter->caps & FILTER_SHARED ? s->counts - 1 : 0;
}

static void
fill_stayers(struct windows *s)
{
	const size_t c = fillers(s), n = s->count[c];
	struct workers_window window;

	deal(s, s->stay, n);
	for (size_t i = 0; i < n; i++)
		s->job[i] = (struct worker_job){build_body, &s->task[BUILD][i]};
	run_window(s->run, s->pool[c], s->job, 0, 0, &window);
	for (size_t i = 0; i < n; i++)
		if (s->task[BUILD][i].build.refused)
			run_fail(s->run, "%s refused a key at less than 45 %% of its entries", s->name);
}

/* Fills the rings up to an occupancy. Returns false if keys were refused before. */
static bool
fill_to(struct windows *s, double occupancy)
{
	const size_t c = fillers(s), n = s->count[c];
	const double resident = occupancy * (double)s->capacity - (double)s->stay;
	struct workers_window window;
	uint64_t refused = 0;

	s->target = (size_t)(resident / (double)s->most);
	for (size_t i = 0; i < n; i++) {
		windows_churner(s, FILL, i, n);
		s->job[i] = (struct worker_job){fill_body, &s->task[FILL][i]};
	}
	run_window(s->run, s->pool[c], s->job, 0, 0, &window);
	for (size_t i = 0; i < n; i++)
		refused += s->task[FILL][i].churn.refused;
	return refused == 0;
}

/* Builds from empty to 90 % with each number of threads, with a ceiling before and after. */
static void
builds(struct windows *s)
{
	const size_t keys = s->capacity / 10 * 9;

	for (size_t k = 0; k < s->counts; k++) {
		const size_t c = s->cell->rep % 2 ? s->counts - 1 - k : k, n = s->count[c];
		size_t accepted = 0;

		s->filter = run_create(s->run, s->cell, false);
		windows_window(s, CEILING_WRITES, c);
		deal(s, keys, n);
		windows_window(s, BUILD, c);
		windows_window(s, CEILING_WRITES, c);
		for (size_t i = 0; i < n; i++)
			accepted += s->task[BUILD][i].build.at;
		(void)program_told(s->run, s->filter, accepted);
		run_discard(s->run, s->filter);
	}
	windows_emit(s, "build", BUILD);
	windows_forget(s, CEILING_WRITES);
}

/* --- the run --- */

/* Checks that no key was lost and that the filter counts the right number of items. */
static void
scaling_verify(struct windows *s)
{
	size_t items = s->stay;

	if (!s->cell->filter->remove)
		return;
	for (size_t i = 0; i < s->most; i++)
		items += s->ring[i].resident;
	(void)program_told(s->run, s->filter, items);
}

static void
at_ninety(struct windows *s)
{
	static const enum work lookups[] = {CEILING, LOOKUP_0, LOOKUP_50, LOOKUP_100},
			       mixes[] = {CEILING, MIX_95, CEILING_WRITES, MIX_50},
			       striped[] = {CEILING_WRITES, MIX_50};
	const bool shared = s->cell->filter->caps & FILTER_SHARED;
	const bool threads = s->cell->parts & SCALING_THREADS;

	if (threads) {
		windows_rounds(s, lookups, 4, s->counts);
		windows_emit(s, "lookup-0", LOOKUP_0);
		windows_emit(s, "lookup-50", LOOKUP_50);
		windows_emit(s, "lookup-100", LOOKUP_100);
		windows_forget(s, CEILING);
	}
	if (threads && shared) {
		windows_rounds(s, mixes, 4, s->counts);
		windows_emit(s, "mix-95", MIX_95);
		windows_emit(s, "mix-50", MIX_50);
		windows_forget(s, CEILING_WRITES);
		windows_forget(s, MIX_50);
	}
	if (s->cell->params.stripes && shared) {
		windows_rounds(s, striped, 2, s->counts);
		windows_emit_stripes(s);
	}
}

/* Churns with one thread, and with all. */
static void
churn_at(struct windows *s, double occupancy)
{
	static const enum work churn[] = {CEILING_WRITES, CHURN};
	const size_t counts = s->cell->filter->caps & FILTER_SHARED ? s->counts : 1;

	windows_rounds(s, churn, 2, counts);
	windows_emit_churn(s, "churn-one", 0, occupancy);
	if (counts > 1)
		windows_emit_churn(s, "churn-all", counts - 1, occupancy);
	windows_forget(s, CHURN);
	windows_forget(s, CEILING_WRITES);
}

static void
scaling_run(struct run *run, const struct cell *cell)
{
	static const double levels[] = {0.5, 0.75, 0.9, 0.95};
	struct windows s = {.run = run, .cell = cell, .name = cell->filter->name, .pace = windows_pace(cell)};
	const bool churned = cell->parts & SCALING_CHURN && cell->filter->remove;

	create_measured(&s);
	make_threads(&s);
	make_keys(&s);
	make_tasks(&s);
	if (mem_alloc(&s.ground, cell->params.bytes, cell->params.place) != 0)
		run_fail(run, "no memory for %zu bytes", cell->params.bytes);
	hash_init(&s.hash, cell->params.hash, run_seed(run, SEED_HASH));
	choose_ceilings(&s);
	if (cell->parts & SCALING_THREADS && cell->filter->caps & FILTER_SHARED) {
		run_discard(run, s.filter);
		builds(&s);
		s.filter = run_create(run, cell, false);
	}
	fill_stayers(&s);
	for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
		const bool ninety = levels[i] == 0.9, reached = (churned || ninety) && fill_to(&s, levels[i]);

		/* If a filter is full below 90 %, lookups run at the occupancy it reached. */
		if (ninety)
			at_ninety(&s);
		if (reached && churned)
			churn_at(&s, levels[i]);
	}
	scaling_verify(&s);
	mem_free(&s.ground);
}

static void
scaling_estimate(const struct cell *cell, struct cell_estimate *e)
{
	/* 90 % of what life.c inserts into a table of this size */
	const double n = 0.9 * 0.7 * (double)cell->params.bytes;
	const bool shared = cell->filter->caps & FILTER_SHARED;

	/* Built by one thread and by two, and filled by two; for X2 only filled. */
	e->inserts = cell->params.stripes ? n / 2 : shared ? 2 * n : n;
	/* A key takes 2 ns (plan.c); threads that are started, questions and the choice of ceilings 60 ms. */
	e->keys = n + 0.5e9 * (windows_seconds(cell) + 0.06);
	e->bytes = (size_t)(n * 10) + cell->params.bytes + 28 * cell->queries;
}

const struct program program_scaling = {.name = "scaling",
                                        .timed = true,
                                        .parts = {"threads", "churn"},
                                        .run = scaling_run,
                                        .estimate = scaling_estimate};
