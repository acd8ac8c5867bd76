/* SPDX-License-Identifier: MIT */
/*
 * latency.c - how long single operations of one filter take (X5).
 *
 *      occupancy                       lookups at 95 %, half of them for present keys, half for absent ones
 *        0.95 |          _##           alone | with a writer | open loop, with the writer: 50, 70, 90 % of its maximum
 *        0.90 |       _##
 *        0.75 |     ##                 ##: the last hundredth of the capacity before an occupancy; each insertion timed
 *        0.50 |  ##
 *
 * The cell's own thread inserts, in the order of the key stream, so that the seed determines the evictions. Lookups run
 * on the first place of the pin order, the writer on the second. With one processor, or a filter for one thread, they
 * run alone. The writer deletes its oldest key and inserts a new one, as fast as it can, so the occupancy stays. In a
 * filter without deletion it inserts keys again, which sets the same bits with the same work.
 *
 * The cell fails if a key that is in the filter throughout is reported absent once. It also fails if the writer cannot
 * delete one of its keys.
 */
#include "harness/programs/programs.h"

#include "core/bits.h"
#include "core/rng.h"
#include "datasets/keys.h"
#include "harness/stats/arrivals.h"
#include "harness/timing/measure_latency.h"
#include "harness/timing/tasks.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEED_KEYS = 0, SEED_ARRIVALS = 2 };

/* Gaps of the open loop: one cycle takes a millisecond or more, and fits the second-level cache. */
enum { GAPS = 1 << 14 };

const unsigned latency_occupancy[LATENCY_OCCUPANCIES] = {50, 75, 90, 95};
const unsigned latency_loads[LATENCY_LOADS] = {50, 70, 90};
const double latency_quantiles[LATENCY_QUANTILES] = {50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99, 100};

/* With fewer lookups than these in a window, the writer kept the lock. Then there is no load of which to offer
 * a share. */
enum { LEAST_SERVED = 1000 };

/* The percentile p of n samples is not reported if fewer than these lie above it: if n (1 - p) is less. With one above
 * it, it would be the greatest but one, which says little of p. */
enum { LEAST_ABOVE = 5 };

struct latency {
	struct run *run;
	const struct cell *cell;
	struct filter *filter;
	const char *name;
	size_t capacity, items, own; /* own: the number of items that are the writer's, the last ones */
	uint64_t window_ns;
	struct query_set asked;
	struct churn_task writer;
	struct ring ring; /* the writer's keys */
	struct histogram *timer;
};

/* --- output --- */

static void
emit_percentiles(const struct latency *l, const char *panel, const char *metric, const char *unit,
                 const struct histogram *h)
{
	for (size_t i = 0; i < LATENCY_QUANTILES && h->count > 0; i++) {
		const double percent = latency_quantiles[i];

		if (percent == 100 || (double)h->count * (100 - percent) >= 100 * LEAST_ABOVE * (1 - 1e-9))
			emit(l->run, panel, l->name, percent, metric, unit, histogram_at(h, percent / 100), 1);
	}
}

static struct histogram *
new_histogram(const struct latency *l)
{
	return run_alloc(l->run, sizeof(struct histogram));
}

/* --- insertions --- */

/* Times the insertions up to an occupancy. Returns false if one was refused. */
static bool
time_insertions(struct latency *l, const uint64_t *keys, size_t n, unsigned percent, struct histogram h[2])
{
	const size_t in = latency_insert(l->filter, keys, n, &h[0], &h[1], l->timer);
	char metric[NAME_MAX_METRIC];

	l->items += in;
	snprintf(metric, sizeof metric, "insert_%u", percent);
	emit_percentiles(l, "b", metric, "ns", &h[0]);
	snprintf(metric, sizeof metric, "kicks_%u", percent);
	if (l->filter->ops->caps & FILTER_FILLS)
		emit_percentiles(l, "b", metric, "kicks", &h[1]);
	return in == n;
}

static void
grow(struct latency *l)
{
	const size_t hundredth = l->capacity / 100;
	uint64_t *keys = run_alloc(l->run, hundredth * sizeof *keys);
	struct histogram *h = run_alloc(l->run, 2 * sizeof *h);
	bool room = true;

	for (size_t i = 0; i < LATENCY_OCCUPANCIES && room; i++) {
		const size_t to = l->capacity / 100 * latency_occupancy[i], from = to - hundredth;

		l->items = program_fill_filter(l->run, l->filter, l->items, from);
		if (l->items < from)
			break;
		keys_fill(keys, hundredth, run_seed(l->run, SEED_KEYS), from);
		h[0] = h[1] = (struct histogram){0};
		room = time_insertions(l, keys, hundredth, latency_occupancy[i], h);
	}
	emit(l->run, "b", l->name, 0, "reached", "fraction", l->items, l->capacity);
}

/* --- lookups --- */

/* Replaces one key per call of the filter, many times per call of this function. */
static size_t
churn_one_by_one(void *churn_task)
{
	enum { BATCH = 64 };

	for (size_t i = 0; i < BATCH; i++)
		(void)churn_body(churn_task);
	return BATCH;
}

static void
make_writer(struct latency *l)
{
	const bool removes = l->filter->ops->remove;

	/* An eighth of the keys, but no more than stream through a third-level cache. */
	l->own = l->items / 8 < 1 << 17 ? l->items / 8 : 1 << 17;
	l->ring = (struct ring){.size = 2 * l->own, .head = removes ? 0 : l->own, .resident = l->own};
	l->ring.keys = run_alloc(l->run, l->ring.size * sizeof *l->ring.keys);
	keys_fill(l->ring.keys, l->ring.size, run_seed(l->run, SEED_KEYS), l->items - l->own);
	l->writer = (struct churn_task){.lookup = {.filter = l->filter},
	                                .ring = &l->ring,
	                                .rings = 1,
	                                .stride = 1,
	                                .target = l->own,
	                                .updates = removes ? 2 : 1};
}

/*
 * Runs a body on the first thread, and the writer on the second if there are two. The first pass warms the caches for
 * this work; the second is the window. The body fills the histograms `h`, which are cleared between the two.
 */
static void
run_with_writer(struct latency *l, struct workers *pool, struct worker_job reader, struct histogram *const h[2],
                const uint64_t *missed, struct workers_window *window)
{
	const struct worker_job job[2] = {reader, {churn_one_by_one, &l->writer}};

	for (unsigned pass = 0; pass < 2; pass++) {
		*h[0] = *h[1] = (struct histogram){0};
		run_window(l->run, pool, job, 0, pass ? l->window_ns : l->window_ns / 8, window);
	}
	if (*missed)
		run_fail(l->run, "false negatives: %llu look-ups of present keys reported absent",
		         (unsigned long long)*missed);
	if (l->writer.lost)
		run_fail(l->run, "%llu keys were inserted and not found to delete", (unsigned long long)l->writer.lost);
}

static void
latency_time_lookups(struct latency *l, struct workers *pool, const char *metric)
{
	struct histogram *const h[2] = {new_histogram(l), new_histogram(l)};
	struct latency_reader reader = {.filter = l->filter, .asked = &l->asked, .service = h[0], .timer = h[1]};
	struct workers_window window;

	run_with_writer(l, pool, (struct worker_job){latency_read, &reader}, h, &reader.missed, &window);
	emit_percentiles(l, "a", metric, "ns", h[0]);
	histogram_merge(l->timer, h[1]);
}

/* Serves arrivals for a window. `gap` is one cycle of their distances. */
static void
serve(struct latency *l, struct workers *pool, const uint32_t *gap, size_t gaps, struct histogram *const h[2],
      struct workers_window *window)
{
	struct latency_server server = {
		.filter = l->filter, .asked = &l->asked, .gap = gap, .gaps = gaps, .response = h[0], .service = h[1]};

	run_with_writer(l, pool, (struct worker_job){latency_serve, &server}, h, &server.missed, window);
}

/* Measures the capacity of the reader with the writer running, then arrivals at shares of that capacity. */
static void
time_arrivals(struct latency *l, struct workers *pool)
{
	static const uint32_t at_once[1] = {0};
	struct histogram *const h[2] = {new_histogram(l), new_histogram(l)};
	uint32_t *gap = run_alloc(l->run, GAPS * sizeof *gap);
	struct workers_window window;
	double ticks; /* per operation, served without a pause */

	serve(l, pool, at_once, 1, h, &window);
	emit(l->run, "c", l->name, 0, "capacity", "Mops/s", window.of[0], window.ns);
	emit(l->run, "c", l->name, 0, "writer", "Mops/s", window.of[1], window.ns);
	if (window.of[0] < LEAST_SERVED)
		return;
	ticks = latency_clock()->ticks_per_ns * (double)window.ns / (double)window.of[0];
	for (size_t i = 0; i < LATENCY_LOADS; i++) {
		char metric[NAME_MAX_METRIC];

		arrivals_poisson(gap, GAPS, ticks * 100 / latency_loads[i], run_seed(l->run, SEED_ARRIVALS));
		serve(l, pool, gap, GAPS, h, &window);
		snprintf(metric, sizeof metric, "response_%u", latency_loads[i]);
		emit_percentiles(l, "c", metric, "ns", h[0]);
		snprintf(metric, sizeof metric, "service_%u", latency_loads[i]);
		emit_percentiles(l, "c", metric, "ns", h[1]);
	}
}

static void
latency_run(struct run *run, const struct cell *cell)
{
	struct latency l = {.run = run, .cell = cell, .name = cell->filter->name};
	const struct latency_clock *clock = latency_clock();
	const char *broken;
	size_t cpus;

	l.filter = run_create(run, cell, false);
	l.capacity = program_capacity(run, cell, l.filter);
	l.window_ns = LATENCY_NS_PER_QUERY * cell->queries;
	l.timer = new_histogram(&l);
	grow(&l);
	make_writer(&l);
	/* On average every second query is for a present key, in an order that no processor can learn. These keys stay:
	 * none is the writer's. */
	l.asked = program_queries(run, cell, 50, l.items - l.own);
	latency_time_lookups(&l, run_workers(run, 1), "lookup_alone");
	run_pins(run, &cpus);
	if (cell->filter->caps & FILTER_SHARED && cpus > 1) {
		struct workers *pool = run_workers(run, 2);

		latency_time_lookups(&l, pool, "lookup_beside_writer");
		time_arrivals(&l, pool);
	}
	emit_percentiles(&l, "timer", "timer", "ns", l.timer);
	emit(run, "timer", l.name, 0, "step", "ns", clock->step_ticks * 1000,
	     (uint64_t)(clock->ticks_per_ns * 1000 + 0.5));
	program_verify_present(run, l.filter, l.items - l.own); /* the writer has verified its own by deleting them */
	broken = l.filter->ops->check(l.filter);
	if (broken)
		run_fail(run, "after the writer's work: %s", broken);
}

static void
latency_estimate(const struct cell *cell, struct cell_estimate *e)
{
	const double n = cell->target == SIZE_MAX ? 0.63 * (double)cell->params.bytes : (double)cell->target;
	const size_t windows = cell->filter->caps & FILTER_SHARED ? 3 + LATENCY_LOADS : 1;

	e->inserts = n;
	e->lookups = n;
	/* The windows have a fixed length for every filter: expressed in keys of 2 ns, as in the plan. */
	e->keys = 2 * n + (double)(windows * cell->queries) * (LATENCY_NS_PER_QUERY * 9 / 8 / 2);
	e->bytes = (size_t)(n / 100 * 8) + cell->queries * 9 + ((size_t)1 << 21);
}

const struct program program_latency = {
	.name = "latency", .timed = true, .run = latency_run, .estimate = latency_estimate};
