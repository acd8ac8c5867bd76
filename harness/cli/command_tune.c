/* SPDX-License-Identifier: MIT */
/*
 * command_tune.c - `cuckoobench tune`: runs the stages (tune.h) one after the other within the time budget, then prints
 * what it found.
 *
 *      time    |size|size|size|===== kernel =====|===== place =====|==== final ====|
 *
 * An interruption ends only the measuring. The results so far are written and printed, and the status shows the
 * interruption.
 */
#include "harness/cli/commands.h"

#include "core/rng.h"
#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/machine/machine.h"
#include "harness/plan/plan.h"
#include "harness/timing/measure.h"
#include "harness/timing/workers.h"
#include "harness/tune/tune.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Seconds, unless --time-budget gives another number. */
#define BUDGET 60.0
/* The sizes together get SHARE_OF_SIZES of the budget. Filling tables for the kernel stage gets SHARE_OF_FILLS of the
 * rest, that stage SHARE_OF_KERNELS of what is left then, and placing ends when SHARE_OF_RACES of all is over. The
 * last stage has as many processes as there is time for. */
#define SHARE_OF_SIZES 0.2
#define SHARE_OF_FILLS 0.4
#define SHARE_OF_KERNELS 0.45
#define SHARE_OF_RACES 0.65
/* The fewest rounds from which a stage can conclude anything. A smaller size gets at most MOST_OF_SIZE rounds, because
 * it serves only the heat maps. */
enum { LEAST_ROUNDS = 3, LEAST_OF_PLACE = 6, MOST_OF_SIZE = 12 };

/* The budget of Lang et al. (harness/stats/overhead.h), and 1 %. Without a bound on errors the smallest and fastest
 * filter would always win. */
#define BITS_PER_KEY 20.0
#define MAX_FPR 0.01

static void
on_signal(int number)
{
	tune_stop = number;
}

/* --- sizes and resources ------------------------------------------------------------------------------------ */

/* Returns the keys of a table of `bytes`, at 12 bits an entry. If `bytes` is 6 * 2^x, they fill 2^x buckets of
 * four entries to 94 %. */
static size_t
keys_of(size_t bytes)
{
	return bytes / 6 * 4 / 16 * 15 + bytes / 6 * 4 % 16 * 15 / 16;
}

/* Sets the sizes: half of each cache, then the workload's. The workload's size comes from --bytes or --items, or is
 * twice the last cache, limited to what can be filled many times in a minute. */
static int
choose_sizes(struct tune *t, struct failure *f)
{
	const struct options *o = t->options;
	const size_t least = (size_t)6 << 20, most = (size_t)24 << 20;
	size_t last = 0;

	if (options_given(o, "bytes") && o->workload.items)
		return failed(f, STATUS_USAGE, "tune: --items or --bytes, not both");
	if (options_given(o, "bytes")) {
		for (size_t i = 0; i < o->sizes; i++) {
			t->size[t->sizes++] = keys_of(o->size[i]);
			if (t->size[i] < 1000 || (i > 0 && t->size[i] <= t->size[i - 1]))
				return failed(f, STATUS_USAGE,
				              "tune: --bytes: from small to large, the first at least 2K");
		}
		return STATUS_DONE;
	}
	for (unsigned level = 1; level <= 3; level++)
		last = machine_cache(level) ? machine_cache(level) : last;
	t->load.items = o->workload.items;
	if (!t->load.items)
		t->load.items = keys_of(2 * last < least ? least : 2 * last > most ? most : 2 * last);
	for (unsigned level = 1; level <= 3; level++) {
		size_t bytes = 6 << 9;

		while (2 * bytes <= machine_cache(level) / 2)
			bytes *= 2;
		if (machine_cache(level) && keys_of(bytes) <= t->load.items / 2 &&
		    (!t->sizes || keys_of(bytes) > t->size[t->sizes - 1]))
			t->size[t->sizes++] = keys_of(bytes);
	}
	t->size[t->sizes++] = t->load.items;
	return STATUS_DONE;
}

static size_t
memory_for(const struct tune *t, size_t items)
{
	struct candidate c[CANDIDATES_MOST];
	const size_t n = candidates_make(c, CANDIDATES_INSERT, items, t->load.bits_per_key);
	size_t bytes = 0;

	for (size_t i = 0; i < n; i++)
		bytes += tune_admits_any(t, &c[i]) ? tune_bytes(&c[i], items) : 0;
	return bytes + (32 << 20);
}

/* What filling takes at the least: the candidate that is filled fastest, once for the race and in each process of the
 * last stage. */
static double
least_seconds(const struct tune *t)
{
	struct candidate c[CANDIDATES_MOST];
	const size_t items = t->size[t->sizes - 1],
		     n = candidates_make(c, CANDIDATES_INSERT, items, t->load.bits_per_key);
	double least = INFINITY;

	for (size_t i = 0; i < n; i++)
		if (tune_admits_any(t, &c[i]))
			least = fmin(least, tune_fill_seconds(t, &c[i], items));
	return isfinite(least) ? (1 + TUNE_PROCESSES_LEAST) * least : 0;
}

static int
tune_prepare(struct tune *t, struct failure *f)
{
	const struct options *o = t->options;
	const char *why;
	const int status = choose_sizes(t, f);
	size_t memory;

	if (status != STATUS_DONE)
		return status;
	t->topology = topology_get(&why);
	if (!t->topology || !t->topology->this_system)
		return failed(f, STATUS_UNFIT, "%s", t->topology ? "the topology is not this machine's" : why);
	t->most_threads = (unsigned)(o->threads && o->threads < t->topology->cpus ? o->threads : t->topology->cpus);
	memory = memory_for(t, t->size[t->sizes - 1]);
	if (memory > plan_memory_limit(o))
		return failed(f, STATUS_UNFIT,
		              "tune: needs %zu MiB of memory and %zu MiB may be used: ask for fewer keys", memory >> 20,
		              plan_memory_limit(o) >> 20);
	if (least_seconds(t) > t->budget)
		return failed(f, STATUS_USAGE,
		              "tune: --time-budget %gs: %zu keys take at least %.0f s: more time, or fewer --items",
		              t->budget, t->size[t->sizes - 1], ceil(least_seconds(t)));
	t->lookup = aligned_alloc(TASK_APART, t->most_threads * sizeof *t->lookup);
	t->ask = aligned_alloc(TASK_APART, t->most_threads * sizeof *t->ask);
	t->job = memory_new(t->most_threads, sizeof *t->job);
	if (!t->lookup || !t->ask)
		return failed(f, STATUS_FAILED, "tune: out of memory");
	memset(t->lookup, 0, t->most_threads * sizeof *t->lookup);
	memset(t->ask, 0, t->most_threads * sizeof *t->ask);
	return STATUS_DONE;
}

/* --- stages ------------------------------------------------------------------------------------------------- */

static struct tune_stage *
begin_stage(struct tune *t, const char *name, size_t items)
{
	struct tune_stage *stage = &t->stage[t->stages++];

	*stage = (struct tune_stage){.name = name, .items = items};
	return stage;
}

/* Builds the tables of a candidate and adds its configurations: one for all kernels, or one on every kind of pages for
 * the heat maps of sizes. */
static bool
build_candidate(struct tune *t, struct tune_stage *stage, const struct candidate *c, bool maps, double until,
                struct failure *f)
{
	enum mem_pages pages[4];
	const size_t kinds = tune_pages(t, tune_bytes(c, stage->items), pages);
	char doing[TUNE_LONG];

	snprintf(doing, sizeof doing, "filling %s:%s", c->twin->name, c->name);
	for (size_t k = 0; k < (maps ? kinds : 1) && !tune_stop; k++) {
		const struct tune_table *table;

		if (stage->configs > 0 &&
		    !tune_affords(t, c, stage->items, pages[k], t->options->numa, t->options->pin, until))
			continue;
		tune_progress(t, stage, doing);
		table = tune_table_for(t, c, stage->items, pages[k], t->options->numa, t->options->pin, f);
		if (!table)
			return false;
		t->left_out += !maps && tune_fpr(table) > t->load.max_fpr;
		if (maps)
			tune_configs_of_size(t, stage, table);
		else if (tune_fpr(table) <= t->load.max_fpr)
			tune_configs_of_kernel(t, stage, table);
	}
	return true;
}

/* Builds a stage's tables, as far as there is time: those of each family's usual candidate; then, unless it is for
 * maps, the others. */
static bool
tune_build(struct tune *t, struct tune_stage *stage, bool maps, double until, struct failure *f)
{
	struct candidate c[CANDIDATES_MOST];
	const size_t n = candidates_make(c, CANDIDATES_INSERT, stage->items, t->load.bits_per_key);

	for (unsigned others = 0; others < (maps ? 1 : 2); others++)
		for (size_t i = 0; i < n && !tune_stop; i++)
			if (c[i].usual != others && tune_admits_any(t, &c[i]) &&
			    !build_candidate(t, stage, &c[i], maps, until, f))
				return false;
	return true;
}

static bool
run_stage(struct tune *t, struct tune_stage *stage, double until, size_t least, size_t most, struct failure *f)
{
	if (stage->configs == 0 || tune_stop)
		return true;
	return tune_ask(t, stage, f) && tune_run(t, stage, until, least, most, f);
}

static bool
run_sizes(struct tune *t, struct failure *f)
{
	for (size_t i = 0; i < t->sizes && !tune_stop; i++) {
		struct tune_stage *stage = begin_stage(t, "size", t->size[i]);
		const double until = t->budget * SHARE_OF_SIZES * (double)(i + 1) / (double)t->sizes;

		if (!tune_build(t, stage, true, until, f) || !run_stage(t, stage, until, LEAST_ROUNDS, MOST_OF_SIZE, f))
			return false;
		for (size_t k = 0; k < t->tables && i + 1 < t->sizes; k++) /* later stages need the last ones */
			tune_empty(t->table[k]);
	}
	return true;
}

/* When the last race has to end: in time for the fewest processes, in which the best and another are filled anew. */
static double
races_end(const struct tune *t, const struct tune_stage *kernels)
{
	const double each = 2 * kernels->config[kernels->race.leader].table->seconds + 0.1,
		     last = t->budget - TUNE_PROCESSES_LEAST * each;

	return last < t->budget * SHARE_OF_RACES ? last : t->budget * SHARE_OF_RACES;
}

static bool
run_workload(struct tune *t, struct failure *f)
{
	const size_t items = t->size[t->sizes - 1];
	struct tune_stage *kernels = begin_stage(t, "kernel", items), *place, *final;
	double now = tune_seconds(t), races;

	if (!tune_build(t, kernels, false, now + (t->budget - now) * SHARE_OF_FILLS, f))
		return false;
	now = tune_seconds(t);
	if (!run_stage(t, kernels, now + (t->budget - now) * SHARE_OF_KERNELS, LEAST_ROUNDS, RACE_ROUNDS, f))
		return false;
	if (kernels->race.rounds == 0)
		return true;
	place = begin_stage(t, "place", items);
	races = races_end(t, kernels);
	if (!tune_stop && (!tune_configs_of_place(t, place, kernels, (tune_seconds(t) + races) / 2, f) ||
	                   !run_stage(t, place, races, LEAST_OF_PLACE, RACE_ROUNDS, f)))
		return false;
	if (tune_stop || place->race.rounds == 0)
		return true;
	final = begin_stage(t, "final", items);
	return tune_finish(t, final, place, f);
}

/* --- the command -------------------------------------------------------------------------------------------- */

static void
tune_release(struct tune *t)
{
	tune_stop_threads(t);
	for (size_t i = 0; i < t->stages; i++)
		tune_stage_free(&t->stage[i]);
	for (size_t i = 0; i < t->tables; i++) {
		tune_empty(t->table[i]);
		free(t->table[i]);
	}
	free(t->table);
	free(t->lookup);
	free(t->ask);
	free(t->job);
	free(t->hit);
}

static int
tune_measure(struct tune *t, struct failure *f)
{
	const bool good = run_sizes(t, f) && run_workload(t, f);

	tune_progress_end(t);
	t->seconds = tune_seconds(t);
	t->interrupted |= tune_stop != 0;
	tune_stop_threads(t);
	if (!good)
		return failed(f, STATUS_FAILED, "tune: %s", f->text);
	if (!t->interrupted && !tune_answering(t))
		return failed(f, STATUS_USAGE,
		              "tune: no filter is left: --filter, --isa, --bits-per-key and --max-fpr allow none");
	return STATUS_DONE;
}

static int
tune_tell_all(const struct tune *t, struct failure *f)
{
	const int status = tune_answering(t) ? tune_write(t, f) : STATUS_DONE;

	tune_answer(t, stdout);
	if (tune_answering(t))
		printf("  %s/report.html\n  cuckoobench run --config %s/tuned.conf\n", t->dir, t->dir);
	if (!t->interrupted)
		return status;
	if (status != STATUS_DONE && *f->text)
		notice("%s", f->text);
	return failed(f, status == STATUS_DONE ? STATUS_INTERRUPTED : status, "interrupted: what was known by then");
}

int
command_tune(const struct options *o, struct failure *f)
{
	const struct sigaction action = {.sa_handler = on_signal};
	struct sigaction old_int, old_term;
	struct tune *t = memory_new(1, sizeof *t);
	int status, lock = -1;

	t->options = o;
	t->load = o->workload;
	if (t->load.bits_per_key <= 0)
		t->load.bits_per_key = BITS_PER_KEY;
	if (t->load.max_fpr <= 0)
		t->load.max_fpr = t->load.saved_ns > 0 ? 1 : MAX_FPR;
	t->dir = o->folder ? o->folder : folder_in_results("tune");
	t->seed = rng_derive(o->seed, 0x74756e65 /* "tune" */);
	t->budget = o->time_limit > 0 ? o->time_limit : BUDGET;
	t->start = clock_ns();
	status = at_home(f) ? plan_check_filters(o, f) : STATUS_UNFIT;
	if (status == STATUS_DONE)
		status = measure_ready(f);
	if (status == STATUS_DONE)
		status = tune_prepare(t, f);
	if (status == STATUS_DONE)
		status = folder_make_and_take(t->dir, &lock, f);
	if (status == STATUS_DONE) {
		sigaction(SIGINT, &action, &old_int);
		sigaction(SIGTERM, &action, &old_term);
		status = tune_measure(t, f);
		sigaction(SIGINT, &old_int, NULL);
		sigaction(SIGTERM, &old_term, NULL);
		if (status == STATUS_DONE)
			status = tune_tell_all(t, f);
		close(lock);
	}
	tune_release(t);
	free(t);
	return status;
}
