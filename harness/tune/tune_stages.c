/* SPDX-License-Identifier: MIT */
/*
 * tune_stages.c - the rounds of a stage.
 *
 *      round    | table 3: warm-up, then configurations and ceilings in turn | table 1: ... | table 2: ... |
 *
 *      the order of the tables rotates from round to round
 *
 * A slice is a window in which all threads work (workers.h). It lasts one millisecond up to the first look, when
 * hundreds of configurations are slower than the best by a factor. It lasts five when the last few differ by per cents.
 */
#include "harness/tune/tune.h"

#include "harness/base/memory.h"
#include "harness/machine/machine.h"
#include "harness/stats/latin.h"
#include "harness/timing/measure.h"
#include "harness/timing/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

volatile sig_atomic_t tune_stop;

double
tune_seconds(const struct tune *t)
{
	return (double)(clock_ns() - t->start) * 1e-9;
}

/* --- threads ------------------------------------------------------------------------------------------------ */

/* The group of this many threads on the first places of an order. Pins the calling thread, which only waits, to the
 * last place. */
static struct workers *
pool_of(struct tune *t, enum pin_order pin, unsigned threads, struct failure *f)
{
	int pins[TOPOLOGY_MAX_CPUS];
	struct workers *w;

	topology_pins(t->topology, pin, pins);
	if (machine_pin(pins[t->topology->cpus - 1]) < 0)
		return failing(f, "cannot pin to processor %d", pins[t->topology->cpus - 1]), NULL;
	for (size_t i = 0; i < t->pools; i++)
		if (t->pool[i].pin == pin && t->pool[i].threads == threads)
			return t->pool[i].workers;
	if ((w = workers_start(pins, threads, f))) {
		t->pool = memory_grown(t->pool, t->pools, sizeof *t->pool);
		t->pool[t->pools++] = (struct tune_pool){pin, threads, w};
	}
	return w;
}

void
tune_stop_threads(struct tune *t)
{
	while (t->pools)
		workers_stop(t->pool[--t->pools].workers);
	free(t->pool);
	t->pool = NULL;
}

/* --- one slice ---------------------------------------------------------------------------------------------- */

/* Times one call of every thread, from the first start to the last end. Used for calls that take longer than any
 * window. */
static bool
time_once(struct tune *t, struct workers *w, struct slice *slice, struct failure *f)
{
	struct workers_window window;
	const uint64_t from = clock_ns();

	if (!workers_run(w, t->job, 0, 1, &window, f))
		return false;
	*slice = (struct slice){window.whole, clock_ns() - from};
	return true;
}

static bool
time_window(struct tune *t, struct workers *w, uint64_t warm_ns, uint64_t ns, struct slice *slice, struct failure *f)
{
	struct workers_window window;

	do { /* retry with a longer window if a thread did nothing */
		if (!workers_run(w, t->job, warm_ns, ns, &window, f))
			return false;
		ns *= 2;
	} while (window.ops == 0 && !tune_stop);
	if (window.allocated > 0)
		return failing(f, "%llu bytes were allocated while the clock ran",
		               (unsigned long long)window.allocated);
	*slice = (struct slice){window.ops, window.ns};
	return true;
}

/* Makes room for the answers of every thread, for calls whose answers are too long for a stack. */
static bool
room_for_hits(struct tune *t, size_t call, struct failure *f)
{
	if (call <= MEASURE_MOST || call <= t->hit_of_each)
		return true;
	free(t->hit);
	t->hit_of_each = call;
	t->hit = malloc(call * t->most_threads);
	if (!t->hit)
		return failing(f, "no memory for %zu answers", call * t->most_threads);
	memset(t->hit, 0, call * t->most_threads);
	return true;
}

static bool
tune_stages_look_up(struct tune *t, const struct tune_stage *stage, const struct tune_config *w, uint64_t warm_ns,
                    uint64_t ns, struct slice *slice, struct failure *f)
{
	const struct query_set *a = &stage->asked;
	struct workers *pool = pool_of(t, w->pin, w->threads, f);
	/* The ops of a view write nothing. A task's filter is not const only because other tasks insert. */
	struct filter *filter = (struct filter *)(uintptr_t)table_view(&w->table->kernels, w->kernel->name);
	uint64_t missed = 0;

	if (!pool || !room_for_hits(t, w->call, f))
		return false;
	for (unsigned i = 0; i < w->threads; i++) {
		/* Each thread begins at another place, and later continues where it stopped. */
		const size_t at = t->lookup[i].filter ? t->lookup[i].at % a->n / 8 * 8 : a->n / 8 / w->threads * i * 8;

		t->lookup[i] = (struct lookup_task){.filter = filter,
		                                    .asked = a,
		                                    .at = at,
		                                    .call = w->call,
		                                    .hit = w->call > MEASURE_MOST ? t->hit + i * t->hit_of_each : NULL};
		t->job[i] = (struct worker_job){lookup_body, &t->lookup[i]};
	}
	if (!(w->call > MEASURE_MOST ? time_once(t, pool, slice, f) : time_window(t, pool, warm_ns, ns, slice, f)))
		return false;
	for (unsigned i = 0; i < w->threads; i++)
		missed += t->lookup[i].missed;
	return !missed || failing(f, "false negatives: %s: %llu present keys were reported absent", w->kernel->name,
	                          (unsigned long long)missed);
}

static bool
run_style(struct tune *t, const struct tune_stage *stage, const struct tune_ceiling *c, enum ceiling_style style,
          uint64_t ns, struct slice *slice, struct failure *f)
{
	const struct test_table *k = &c->table->kernels;
	struct workers *pool = pool_of(t, c->pin, c->threads, f);

	if (!pool)
		return false;
	for (unsigned i = 0; i < c->threads; i++) {
		struct ceiling_memory g = ceiling_memory(&k->hash, (void *)(uintptr_t)k->info.table, k->info.bytes,
		                                         stage->asked.keys, stage->asked.n);

		g.at = stage->asked.n / 8 / c->threads * i * 8;
		t->ask[i] = (struct ceiling_task){.ground = g, .what = c->what, .style = style};
		if (!ceiling_has(&g, c->what, style)) {
			*slice = (struct slice){0};
			return true;
		}
		t->job[i] = (struct worker_job){ceiling_body, &t->ask[i]};
	}
	return time_window(t, pool, ns / 8, ns, slice, f);
}

/* Runs a ceiling in its fastest style, which the first call finds out. */
static bool
run_ceiling(struct tune *t, const struct tune_stage *stage, struct tune_ceiling *c, uint64_t ns, struct slice *slice,
            struct failure *f)
{
	*slice = (struct slice){0};
	if (c->style != CEILING_STYLES)
		return run_style(t, stage, c, c->style, ns, slice, f);
	for (enum ceiling_style style = 0; style < CEILING_STYLES; style++) {
		struct slice s;

		if (!run_style(t, stage, c, style, ns, &s, f))
			return false;
		if (slice_is_faster(s, *slice))
			*slice = s, c->style = style;
	}
	return true;
}

/* --- rounds ------------------------------------------------------------------------------------------------- */

/* Its time, and the work that false positives let through, shared by the threads. */
double
tune_cost(const struct tune *t, const struct tune_config *w, struct slice s)
{
	const double work = (1 - t->load.positives) * tune_fpr(w->table) * t->load.saved_ns;

	return (double)s.ns / (double)s.ops + work / w->threads;
}

struct slice *
tune_row(const struct tune_stage *stage, size_t round)
{
	return stage->slice + round * (stage->configs + stage->ceilings);
}

/* Does a configuration that is still in the race need this ceiling? */
static bool
tune_stages_is_wanted(const struct tune_stage *stage, size_t ceiling)
{
	for (size_t i = 0; i < stage->configs; i++)
		if (stage->config[i].ceiling == ceiling && stage->race.state[i] == RACE_IN)
			return true;
	return false;
}

/* Runs the configurations and ceilings of one table, in the order of a row of a Latin square. */
static bool
run_table(struct tune *t, struct tune_stage *stage, const struct tune_table *table, uint64_t ns, struct slice *slice,
          double *cost, struct failure *f)
{
	unsigned who[LATIN_MOST], order[LATIN_MOST], n = 0;
	bool good = true;

	for (unsigned i = 0; i < stage->configs + stage->ceilings; i++)
		if (i < stage->configs ? stage->config[i].table == table && stage->race.state[i] == RACE_IN
		                       : stage->ceiling[i - stage->configs].table == table &&
		                                 tune_stages_is_wanted(stage, i - stage->configs)) {
			if (n == LATIN_MOST)
				return failing(f, "more than %d configurations of one table", LATIN_MOST);
			who[n++] = i;
		}
	if (n > 0)
		latin_order(n, (unsigned)stage->race.rounds, t->seed, order);
	for (unsigned place = 0; good && place < n && !tune_stop; place++) {
		const unsigned i = who[order[place]];

		/* Tables replace each other in the caches. So the first slice after another table's starts with lines
		 * that are not cached, and warms up for longer. */
		if (i < stage->configs)
			good = tune_stages_look_up(t, stage, &stage->config[i], place ? ns / 8 : ns + 1000000, ns,
			                           &slice[i], f);
		else
			good = run_ceiling(t, stage, &stage->ceiling[i - stage->configs], ns, &slice[i], f);
		if (good && i < stage->configs)
			cost[i] = tune_cost(t, &stage->config[i], slice[i]);
	}
	return good;
}

/* Lists the stage's tables, each once. Returns how many. */
static size_t
tables_of(const struct tune *t, const struct tune_stage *stage, size_t *at)
{
	size_t n = 0;

	for (size_t i = 0; i < t->tables; i++)
		for (size_t k = 0; k < stage->configs; k++)
			if (stage->config[k].table == t->table[i]) {
				at[n++] = i;
				break;
			}
	return n;
}

static bool
go_round(struct tune *t, struct tune_stage *stage, const size_t *at, size_t tables, uint64_t ns, struct failure *f)
{
	const size_t round = stage->race.rounds, row = (stage->configs + stage->ceilings) * sizeof *stage->slice;
	double *cost = race_round(&stage->race);
	bool good = true;

	stage->slice = memory_grown(stage->slice, round, row);
	memset(tune_row(stage, round), 0, row);
	for (size_t i = 0; good && i < tables && !tune_stop; i++)
		good = run_table(t, stage, t->table[at[(i + round) % tables]], ns, tune_row(stage, round), cost, f);
	if (!good || tune_stop)
		race_forget_round(&stage->race); /* it is incomplete */
	return good;
}

/* Windows of one millisecond up to the first look, then of two and a half, then of five. Less if the budget is very
 * small. */
static uint64_t
slice_for(const struct tune *t, const struct tune_stage *stage)
{
	const uint64_t least = measure_least_ns(), most = (uint64_t)(t->budget * 1e9 / 5000),
		       ns = least / (stage->final             ? 1
	                             : stage->race.rounds < 3 ? 5
	                             : stage->race.left > 24  ? 2
	                                                      : 1);

	return ns < most ? ns : most > 100000 ? most : 100000;
}

bool
tune_run(struct tune *t, struct tune_stage *stage, double until, size_t least, size_t most, struct failure *f)
{
	const double from = tune_seconds(t);
	size_t *at = memory_new(t->tables, sizeof *at), tables;
	bool good = true;

	race_begin(&stage->race, stage->configs);
	tables = tables_of(t, stage, at);
	for (unsigned i = 0; i < t->most_threads; i++)
		t->lookup[i].filter = NULL;
	while (good && !tune_stop && stage->race.rounds < most &&
	       (stage->race.rounds < least || (tune_seconds(t) < until && stage->race.left > 1))) {
		good = go_round(t, stage, at, tables, slice_for(t, stage), f);
		if (stage->final)
			race_lead(&stage->race);
		else
			race_look(&stage->race);
		tune_progress(t, stage, "");
	}
	free(at);
	if (stage->race.rounds > 0)
		tune_order(t, stage);
	stage->seconds = tune_seconds(t) - from;
	t->interrupted |= tune_stop != 0;
	return good;
}
