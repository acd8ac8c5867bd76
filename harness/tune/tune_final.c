/* SPDX-License-Identifier: MIT */
/*
 * tune_final.c - the last stage: the best few, in several processes.
 *
 *      this process         child 0            child 1             ...
 *      empties its tables   builds tables      builds tables             of other keys, by another hash seed
 *                           round 0 1 ... 8    round 0 1 ... 8           slices of all, and of the ceilings, in turn
 *                <---------- "ops ns ops ns ..." a round                 through a pipe (guard.h)
 *
 * What differs between processes is part of the answer's interval, and what happens within one is not counted as if it
 * had been seen many times.
 */
#include "harness/tune/tune.h"

#include "core/rng.h"
#include "harness/base/guard.h"
#include "harness/base/memory.h"
#include "harness/timing/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* With seven processes, three comparisons can be separated at 0.05 all together (stats.h): those of the best with three
 * others. */
enum { PROCESSES_MOST = 7, ROUNDS = 9, FINALISTS = 4 };

/* --- a child ------------------------------------------------------------------------------------------------ */

struct child {
	struct tune *t;
	const struct tune_stage *final;
	unsigned number;
};

/* Nothing that it changes is seen by the parent. It has no threads yet. */
static void
run_child(FILE *out, void *context)
{
	const struct child *c = context;
	struct tune *t = c->t;
	struct tune_stage stage = {.name = c->final->name, .items = c->final->items, .final = true};
	struct options quiet = *t->options;
	struct failure failure;
	const size_t row = c->final->configs + c->final->ceilings;

	quiet.quiet = true;
	t->options = &quiet;
	t->seed = rng_derive(t->seed, c->number + 1);
	t->tables = 0, t->table = NULL; /* those of the parent are empty */
	if (!tune_configs_again(t, &stage, c->final->config, c->final->configs, &failure) ||
	    !tune_ask(t, &stage, &failure) || !tune_run(t, &stage, 0, ROUNDS, ROUNDS, &failure)) {
		fprintf(out, "!%s\n", failure.text);
		return;
	}
	for (size_t i = 0; i < ROUNDS * row; i++)
		fprintf(out, "%llu %llu\n", (unsigned long long)stage.slice[i].ops,
		        (unsigned long long)stage.slice[i].ns);
}

/* --- this process --------------------------------------------------------------------------------------------- */

/* Takes a child's slices. Returns false if they are not all there. */
static bool
take(const struct tune *t, struct tune_stage *final, const char *text)
{
	const size_t row = final->configs + final->ceilings;

	for (unsigned round = 0; round < ROUNDS; round++) {
		const size_t at = final->race.rounds;
		double *cost = race_round(&final->race);
		struct slice *slice;

		final->slice = memory_grown(final->slice, at, row * sizeof *final->slice);
		slice = tune_row(final, at);
		for (size_t i = 0; i < row; i++) {
			char *end;

			slice[i].ops = strtoull(text, &end, 10);
			slice[i].ns = strtoull(end, &end, 10);
			if (*end != '\n')
				return false;
			text = end + 1;
			if (i < final->configs)
				cost[i] = tune_cost(t, &final->config[i], slice[i]);
		}
	}
	return true;
}

static bool
run_process(struct tune *t, struct tune_stage *final, unsigned number, struct failure *f)
{
	struct child child = {t, final, number};
	struct guard g;
	bool good = true;

	final->race.process = number;
	g = guard_run(run_child, &child, &(struct guard_limits){.seconds = 0});
	if (tune_stop)
		final->race.rounds = 0;
	else if (g.end != GUARD_WHOLE)
		good = failing(f, "a process of the last leg %s", g.why);
	else if (*g.text == '!')
		good = failing(f, "%.*s", (int)strcspn(g.text + 1, "\n"), g.text + 1);
	else if (!take(t, final, g.text))
		good = failing(f, "a process of the last leg told less than its rounds");
	free(g.text);
	return good;
}

static bool
is_listed(const struct tune_table *table, const struct tune_config *config, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (config[i].table == table)
			return true;
	return false;
}

/*
 * Picks the best, the next of another family, and others in their order. Of those, one that needs another table goes on
 * only if there is time to build it in every process.
 */
static size_t
pick(const struct tune *t, const struct tune_stage *from, struct tune_config config[FINALISTS])
{
	const struct tune_config *best = &from->config[from->order[0]];
	double left = (t->budget - tune_seconds(t)) / PROCESSES_MOST - best->table->seconds;
	size_t n = 0, other = 1;

	while (other < from->configs && from->config[from->order[other]].table->of.twin == best->table->of.twin)
		other++;
	config[n++] = *best;
	if (other < from->configs) {
		config[n++] = from->config[from->order[other]];
		left -= is_listed(config[1].table, config, 1) ? 0 : config[1].table->seconds;
	}
	for (size_t i = 1; i < from->configs && n < FINALISTS; i++) {
		const struct tune_config *next = &from->config[from->order[i]];
		const double seconds = is_listed(next->table, config, n) ? 0 : next->table->seconds;

		if (i == other || (seconds > 0 && seconds > left))
			continue;
		left -= seconds;
		config[n++] = *next;
	}
	return n;
}

/* How many processes there is time for. Each builds the tables, and starts. */
static unsigned
processes_for(const struct tune *t, const struct tune_config *config, size_t n)
{
	/* the ways, and about as many ceilings, each for a warm-up and a slice; and what a process takes to start */
	double each = 0.1 + ROUNDS * 2.5 * (double)n * fmin((double)measure_least_ns() * 1e-9, t->budget / 5000);
	unsigned processes;

	for (size_t i = 0; i < n; i++)
		each += is_listed(config[i].table, config, i) ? 0 : config[i].table->seconds;
	processes = (unsigned)fmax(0, (t->budget - tune_seconds(t)) / each);
	return processes < TUNE_PROCESSES_LEAST ? TUNE_PROCESSES_LEAST
	       : processes < PROCESSES_MOST     ? processes
	                                        : PROCESSES_MOST;
}

bool
tune_finish(struct tune *t, struct tune_stage *final, const struct tune_stage *from, struct failure *f)
{
	struct tune_config config[FINALISTS];
	const size_t n = pick(t, from, config);
	const unsigned processes = processes_for(t, config, n);
	const double begin = tune_seconds(t);
	bool good = tune_configs_again(t, final, config, n, f);

	final->final = true;
	race_begin(&final->race, final->configs);
	final->race.looks = 1;
	tune_stop_threads(t);
	for (size_t i = 0; i < t->tables; i++)
		tune_empty(t->table[i]);
	for (unsigned i = 0; good && i < processes && !tune_stop; i++) {
		char doing[TUNE_LONG];

		snprintf(doing, sizeof doing, "process %u of %u", i + 1, processes);
		tune_progress(t, final, doing);
		good = run_process(t, final, i, f);
	}
	final->processes = processes;
	race_lead(&final->race);
	if (final->race.rounds > 0)
		tune_order(t, final);
	final->seconds = tune_seconds(t) - begin;
	return good;
}
