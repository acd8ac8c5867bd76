/* SPDX-License-Identifier: MIT */
/*
 * growth.c - what lookups notice of a filter that doubles twice (X6).
 *
 *      writer     | inserts . . . | grows | inserts . . . . . . . | grows      | inserts |
 *      readers    | batch | batch | batch | batch | . . .                                |   each logs begin and end
 *                                 ^^^^^^^^^ an arrival in here waits for this batch
 *
 * The last place of the pin order that is used is the writer's; the ones before it are the readers'. The writer fills
 * from 90 % of the first table to 90 % of four times its size. A *growth* is one batch of insertions in which the table
 * changed, from its begin to its end, allocation included. Readers log when each batch began and ended. The logs are
 * compared after all threads have stopped.
 *
 * A reader that is stopped issues no lookups, so it logs only one long batch. Percentiles of batches would hide most of
 * the cost of the stop ("coordinated omission"). So the program counts moments, not batches. It assumes an arrival
 * every microsecond. The arrival is served by the batch after the one that ended last, and waits until that batch ends.
 * With nothing in the way, the wait is the time of one batch.
 *
 * Then another filter with the same parameters runs alone: its false positives and lookup rates when full, at each
 * size.
 *
 * If a key that is present throughout is reported absent once, the cell fails.
 */
#include "harness/programs/programs.h"

#include "core/bits.h"
#include "core/rng.h"
#include "datasets/keys.h"
#include "harness/stats/histogram.h"
#include "harness/timing/measure.h"

#include <sched.h>
#include <stdatomic.h>

enum { BATCH = MEASURE_BATCH, QUERIES = 1 << 14, MOST_GROWTHS = 8, MOST_READERS = 16, STEP_NS = 1000 };
/* Per cent of a table's entries: the writer's begin and end; and how full each table is made, before one key in a
 * thousand could be refused. */
enum { PERCENT_START = 90, PERCENT_FULL = 92 };

const double growth_quantiles[GROWTH_QUANTILES] = {50, 90, 99, 99.9, 100};

struct span {
	uint64_t begin, end;
};

struct growth {
	struct run *run;
	const struct cell *cell;
	struct filter *filter;
	const char *name;
	size_t slots; /* of the first table */
	uint64_t seed;
	atomic_uint waited_for; /* readers that have not looked up anything yet */
	atomic_bool done;
	/* the writer's */
	size_t next, last, buckets;
	bool refused;
	struct span growth[MOST_GROWTHS];
	size_t growths;
};

struct reader {
	struct growth *g;
	/* Batches of present and of absent keys, alternating, so that every hit missed is seen: a query set
	 * (query_set.h) mixes them, and a false positive could make up for one. */
	const uint64_t *query;
	size_t queries, at;
	uint64_t missed;
	struct span *log;
	size_t logged, room;
};

/* --- concurrently ------------------------------------------------------------------------------------------- */

static size_t
write_batch(void *state)
{
	struct growth *g = state;
	const size_t left = g->last - g->next, n = left < BATCH ? left : BATCH;
	uint64_t keys[BATCH];
	struct span span;
	size_t in;

	/* On busy processors the writer could finish before a reader ran at all. */
	while (atomic_load_explicit(&g->waited_for, memory_order_relaxed) > 0)
		sched_yield();
	keys_fill(keys, n, g->seed, g->next);
	span.begin = clock_ns();
	in = g->filter->ops->insert(g->filter, keys, n);
	span.end = clock_ns();
	g->next += in;
	g->refused |= in < n;
	if (filter_told(g->filter).buckets != g->buckets && g->growths < MOST_GROWTHS)
		g->growth[g->growths++] = span;
	g->buckets = filter_told(g->filter).buckets;
	if (g->next == g->last || g->refused)
		atomic_store_explicit(&g->done, true, memory_order_relaxed);
	return g->next == g->last || g->refused ? 0 : n;
}

static size_t
read_batch(void *state)
{
	struct reader *r = state;
	uint8_t hit[BATCH];
	struct span span;
	size_t hits;

	if (atomic_load_explicit(&r->g->done, memory_order_relaxed) || r->logged == r->room)
		return 0;
	span.begin = clock_ns();
	hits = r->g->filter->ops->contains(r->g->filter, r->query + r->at, BATCH, hit);
	span.end = clock_ns();
	if (r->at / BATCH % 2 == 0)
		r->missed += BATCH - hits;
	r->at = r->at + BATCH < r->queries ? r->at + BATCH : 0;
	r->log[r->logged++] = span;
	if (r->logged == 1)
		atomic_fetch_sub_explicit(&r->g->waited_for, 1, memory_order_relaxed);
	return BATCH;
}

static void
make_reader(struct growth *g, struct reader *r, size_t index, uint64_t *query, struct span *log)
{
	uint64_t random = run_seed(g->run, 1 + index);

	for (size_t i = 0; i < QUERIES; i++) /* present keys are those inserted before the start */
		query[i] = key_at(g->seed, i / BATCH % 2 ? KEYS_ABSENT + index * QUERIES + i
		                                         : fast_range(rng_next(&random), g->next));
	*r = (struct reader){.g = g, .query = query, .queries = QUERIES, .log = log, .room = g->cell->queries};
}

/* --- evaluation of the logs --------------------------------------------------------------------------------- */

static bool
is_growing(const struct growth *g, uint64_t ns)
{
	for (size_t i = 0; i < g->growths; i++)
		if (ns >= g->growth[i].begin && ns < g->growth[i].end)
			return true;
	return false;
}

/* The nanoseconds that two spans share. */
static uint64_t
overlap(struct span a, struct span b)
{
	const uint64_t begin = a.begin > b.begin ? a.begin : b.begin, end = a.end < b.end ? a.end : b.end;

	return end > begin ? end - begin : 0;
}

/* Lookups of all readers within a span; a batch that crosses its ends counts in part. */
static double
ops_within(const struct reader *reader, size_t readers, struct span span)
{
	double ops = 0;

	for (const struct reader *r = reader; r < reader + readers; r++)
		for (const struct span *l = r->log; l < r->log + r->logged; l++)
			ops += (double)BATCH * (double)overlap(*l, span) / (double)(l->end - l->begin + 1);
	return ops;
}

static void
count_arrivals(const struct reader *r, struct histogram *steady, struct histogram *growing)
{
	uint64_t at = r->logged ? r->log[0].begin : 0;

	for (size_t i = 0; i < r->logged; i++)
		for (; at < r->log[i].end; at += STEP_NS)
			histogram_add(is_growing(r->g, at) ? growing : steady, r->log[i].end - at);
}

static void
emit_arrivals(struct growth *g, const struct reader *reader, size_t readers)
{
	static const char *const metric[2] = {"steady", "growing"};
	struct histogram *h = run_alloc(g->run, 2 * sizeof *h);

	for (size_t i = 0; i < readers; i++)
		count_arrivals(&reader[i], &h[0], &h[1]);
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < GROWTH_QUANTILES && h[k].count; i++)
			emit(g->run, "latency", g->name, growth_quantiles[i], metric[k], "ns",
			     histogram_at(&h[k], growth_quantiles[i] / 100), 1);
}

/* Lookups per second during growths, and during the rest of the time. */
static void
emit_rates(struct growth *g, const struct reader *reader, size_t readers)
{
	uint64_t growing_ns = 0, all_ns = 0;
	double growing = 0, all = 0;

	for (size_t i = 0; i < g->growths; i++) {
		growing_ns += g->growth[i].end - g->growth[i].begin;
		growing += ops_within(reader, readers, g->growth[i]);
		emit(g->run, "rate", g->name, (double)(i + 1), "growth", "ns", g->growth[i].end - g->growth[i].begin,
		     1);
	}
	for (size_t r = 0; r < readers; r++)
		all += (double)(reader[r].logged * BATCH);
	all_ns = reader[0].log[reader[0].logged - 1].end - reader[0].log[0].begin;
	/* seconds of one reader, but operations of all: several readers add up */
	if (all_ns > growing_ns && all > growing)
		emit(g->run, "rate", g->name, 0, "lookup_steady", "Mops/s", (uint64_t)(all - growing),
		     all_ns - growing_ns);
	emit(g->run, "rate", g->name, 0, "lookup_growing", "Mops/s", (uint64_t)growing, growing_ns);
}

/* The last growth, slot by slot: lookups per second before, during and after it. */
static void
emit_line(struct growth *g, const struct reader *reader, size_t readers)
{
	const uint64_t slot_ns = growth_slot_ns(g->slots), begin = g->growth[g->growths - 1].begin;

	for (int s = -GROWTH_BEFORE; s < GROWTH_AFTER; s++) {
		const struct span slot = {begin + (uint64_t)((int64_t)slot_ns * s),
		                          begin + (uint64_t)((int64_t)slot_ns * (s + 1))};

		if (slot.begin < reader[0].log[0].begin || slot.end > reader[0].log[reader[0].logged - 1].end)
			continue;
		emit(g->run, "line", g->name, (s + 0.5) * (double)slot_ns * 1e-6, "lookup", "Mops/s",
		     (uint64_t)(ops_within(reader, readers, slot) + 0.5), slot_ns);
	}
}

uint64_t
growth_slot_ns(size_t slots)
{
	return 4 * slots;
}

/* Grows the filter while readers run on all places except one. */
static void
grow_beside(struct growth *g, size_t readers)
{
	struct reader *reader = run_alloc(g->run, readers * sizeof *reader);
	struct worker_job job[MOST_READERS + 1];
	struct workers *pool = run_workers(g->run, readers + 1);
	struct workers_window window;
	uint64_t *query = run_alloc(g->run, readers * QUERIES * sizeof *query);
	struct span *log = run_alloc(g->run, readers * g->cell->queries * sizeof *log);
	struct failure failure;

	for (size_t i = 0; i < readers; i++) {
		make_reader(g, &reader[i], i, query + i * QUERIES, log + i * g->cell->queries);
		job[i] = (struct worker_job){read_batch, &reader[i]};
	}
	job[readers] = (struct worker_job){write_batch, g};
	g->waited_for = (unsigned)readers;
	/* Not run_window, which forbids allocation while the clock runs: growth is such an allocation. */
	if (!workers_run(pool, job, 0, 0, &window, &failure))
		run_fail(g->run, "%s", failure.text);
	for (size_t i = 0; i < readers; i++) {
		if (reader[i].missed)
			run_fail(g->run, "false negatives: %llu look-ups of present keys reported absent",
			         (unsigned long long)reader[i].missed);
		if (reader[i].logged == reader[i].room || !reader[i].logged)
			run_fail(g->run, "%zu batches of look-ups do not reach from the first insertion to the last",
			         reader[i].logged);
	}
	if (g->refused || !g->growths)
		run_fail(g->run, "%zu of %zu keys were inserted, in %zu growths", g->next, g->last, g->growths);
	program_verify_present(g->run, g->filter, g->next);
	emit_rates(g, reader, readers);
	emit_arrivals(g, reader, readers);
	emit_line(g, reader, readers);
}

/* --- alone -------------------------------------------------------------------------------------------------- */

static void
emit_full(struct growth *g, const struct filter *f, size_t items, unsigned doubled)
{
	uint64_t *key = run_alloc(g->run, QUERIES * sizeof *key), ns = 0;
	size_t hits, n = 0;

	keys_fill(key, QUERIES, g->seed, KEYS_ABSENT);
	emit(g->run, "fpr", g->name, doubled, "fpr", "rate", program_false_positives(g->run, f, GROWTH_QUERIES),
	     GROWTH_QUERIES);
	/* A full table has 2b entries of f - g bits, so the rate is 2b * load / 2^(f-g). That is 2n/m / 2^f with the m
	 * buckets of the first table. */
	emit(g->run, "fpr", g->name, doubled, "expected", "rate", 2 * items,
	     (uint64_t)g->slots / 4 << g->cell->params.fp_bits);
	for (int pass = 0; pass < 128 && ns < measure_least_ns(); pass++) {
		ns += measure_contains(f, key, QUERIES, &hits);
		n += QUERIES;
	}
	emit(g->run, "cost", g->name, 1 << doubled, "lookup", "Mops/s", n, ns);
}

static void
grow_alone(struct growth *g)
{
	struct filter *f = run_create(g->run, g->cell, false);
	size_t in = 0;

	for (unsigned doubled = 0; doubled <= g->cell->params.doublings; doubled++) {
		const size_t full = (g->slots << doubled) / 100 * PERCENT_FULL, buckets = (g->slots / 4) << doubled;

		in = program_fill_filter(g->run, f, in, full);
		if (in < full || filter_told(f).buckets != buckets)
			run_fail(g->run, "grown at %zu keys to %zu buckets: no table of %zu was full", in,
			         filter_told(f).buckets, buckets);
		emit_full(g, f, in, doubled);
		while (doubled < g->cell->params.doublings && filter_told(f).buckets == buckets)
			in = program_fill_filter(g->run, f, in, in + 1);
		if (doubled < g->cell->params.doublings)
			emit(g->run, "fpr", g->name, doubled, "fpr_after", "rate",
			     program_false_positives(g->run, f, GROWTH_QUERIES), GROWTH_QUERIES);
	}
	program_verify_present(g->run, f, in);
	run_discard(g->run, f);
}

static void
growth_run(struct run *run, const struct cell *cell)
{
	struct growth g = {.run = run, .cell = cell, .name = cell->filter->name, .seed = run_seed(run, 0)};
	size_t cpus;

	g.filter = run_create(run, cell, false);
	g.slots = program_capacity(run, cell, g.filter);
	g.buckets = filter_told(g.filter).buckets;
	g.next = program_fill_filter(run, g.filter, 0, g.slots / 100 * PERCENT_START);
	g.last = (g.slots << cell->params.doublings) / 100 * PERCENT_START;
	run_pins(run, &cpus);
	if (cpus > 1)
		grow_beside(&g, cpus - 1 < MOST_READERS ? cpus - 1 : MOST_READERS);
	run_discard(run, g.filter);
	grow_alone(&g);
}

static void
growth_estimate(const struct cell *cell, struct cell_estimate *e)
{
	const double n = (double)(cell->params.buckets * 4 << cell->params.doublings);

	e->inserts = 2 * n;
	e->lookups = 2 * n + 5 * GROWTH_QUERIES;
	e->keys = e->inserts + e->lookups;
	e->bytes = MOST_READERS * cell->queries * sizeof(struct span);
}

const struct program program_growth = {.name = "growth", .timed = true, .run = growth_run, .estimate = growth_estimate};
