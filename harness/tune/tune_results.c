/* SPDX-License-Identifier: MIT */
/* tune_results.c - what the rounds of a stage (tune_stages.c) come to: costs, rates, shares of ceilings, the order. */
#include "harness/tune/tune.h"

#include "harness/base/memory.h"
#include "harness/stats/overhead.h"
#include "harness/stats/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool
is_of_one_rate(const struct tune_table *a, const struct tune_table *b)
{
	return a->of.twin == b->of.twin && strcmp(a->of.name, b->of.name) == 0 && a->items == b->items;
}

struct paired
tune_behind(const struct tune *t, const struct tune_stage *stage, size_t config)
{
	const struct race *r = &stage->race;
	const struct tune_config *a = &stage->config[r->leader], *b = &stage->config[config];
	double times[2][RACE_ROUNDS];
	struct overhead_measured m[2] = {{.time = times[0],
	                                  .turn = r->turn,
	                                  .positives = a->table->false_positives,
	                                  .negatives = a->table->negatives,
	                                  .table = a},
	                                 {.time = times[1],
	                                  .turn = r->turn,
	                                  .positives = b->table->false_positives,
	                                  .negatives = b->table->negatives,
	                                  .table = b}};
	const double share = (double)a->threads / b->threads;
	const size_t n = r->until[config] < r->until[r->leader] ? r->until[config] : r->until[r->leader];
	struct paired p;

	if (t->load.saved_ns <= 0 || is_of_one_rate(a->table, b->table))
		return race_behind(r, config);
	/* The model needs the time of one thread, so that a thread's false positives are its own. `share` then divides
	 * by the threads again. */
	for (size_t round = 0; round < n; round++) {
		const struct slice *row = tune_row(stage, round);

		times[0][round] = a->threads / slice_rate(row[r->leader]);
		times[1][round] = b->threads / slice_rate(row[config]);
	}
	p = overhead_advantage(&m[0], &m[1], n, 1 - t->load.positives, t->load.saved_ns, race_level(r));
	p.ratio *= share, p.lo *= share, p.hi *= share;
	return p;
}

double
tune_rate(const struct tune_stage *stage, size_t config)
{
	double rate[RACE_ROUNDS];
	size_t n = stage->race.until[config];

	for (size_t i = 0; i < n; i++)
		rate[i] = slice_rate(tune_row(stage, i)[config]);
	n = per_process(rate, stage->race.turn, n);
	stats_sort(rate, n);
	return stats_median(rate, n);
}

struct paired
tune_over(const struct tune_stage *stage, size_t place, size_t other, double times)
{
	double a[RACE_ROUNDS], b[RACE_ROUNDS];
	uint64_t turn[RACE_ROUNDS];
	size_t n = 0;

	for (size_t i = 0; i < stage->race.rounds; i++) {
		const struct slice x = tune_row(stage, i)[place], y = tune_row(stage, i)[other];

		if (slice_rate(x) > 0 && slice_rate(y) > 0) {
			a[n] = slice_rate(x);
			turn[n] = stage->race.turn[i];
			b[n++] = slice_rate(y) * times;
		}
	}
	return paired_log_ratio(a, b, turn, n, STATS_LEVEL);
}

struct paired
tune_of_ceiling(const struct tune_stage *stage, size_t config)
{
	const struct tune_config *w = &stage->config[config];
	const double reads = stage->ceiling[w->ceiling].what == CEILING_READ_2 ? 2 : 1;

	return tune_over(stage, config, stage->configs + w->ceiling, reads / w->lines);
}

void
tune_order(const struct tune *t, struct tune_stage *stage)
{
	double *key = memory_new(stage->configs, sizeof *key);
	size_t *order = stage->order ? stage->order : memory_new(stage->configs, sizeof *order);

	stage->order = order;
	for (size_t i = 0; i < stage->configs; i++) {
		const double ratio = tune_behind(t, stage, i).ratio;
		size_t at = i;

		key[i] = i == stage->race.leader ? 0 : isnan(ratio) ? INFINITY : ratio;
		for (; at > 0 && key[order[at - 1]] > key[i]; at--)
			order[at] = order[at - 1];
		order[at] = i;
	}
	free(key);
}
