/* SPDX-License-Identifier: MIT */
/*
 * trace.c - cache lines and memory references of a lookup, on a filter filled as in section 7.1.
 *
 * The traced builds of the filters count them (core/probe.h). The counts are exact, and the same on every machine.
 */
#include "harness/programs/programs.h"

#include "core/probe.h"
#include "datasets/keys.h"

#include <stdio.h>

static void
count_lookups(struct run *run, const struct filter *f, const char *panel, uint64_t first, size_t n)
{
	const uint64_t seed = run_seed(run, 0);
	const char *name = f->ops->name;
	uint64_t lines = 0, references = 0;
	char metric[NAME_MAX_METRIC];

	for (size_t i = 0; i < n; i++) {
		uint64_t key = key_at(seed, first + i);
		struct probe_count count;
		uint8_t hit;

		probe_begin();
		f->ops->contains(f, &key, 1, &hit);
		count = probe_end();
		lines += count.lines;
		references += count.references;
	}
	snprintf(metric, sizeof metric, "lines_%s", panel);
	emit(run, "", name, 0, metric, "lines", lines, n);
	snprintf(metric, sizeof metric, "refs_%s", panel);
	emit(run, "", name, 0, metric, "references", references, n);
}

static void
trace_run(struct run *run, const struct cell *cell)
{
	struct filter *f = run_create(run, cell, true);
	const char *name = cell->filter->name;
	size_t n = program_fill_filter(run, f, 0, cell->target), queries = cell->queries / 8;
	struct filter_info info;

	program_verify_present(run, f, n);
	info = filter_told(f);
	emit(run, "", name, 0, "bits_per_item", "bits/item", info.bytes * 8, n);
	emit(run, "", name, 0, "fpr", "rate", program_false_positives(run, f, cell->queries), cell->queries);
	if (info.slots)
		emit(run, "", name, 0, "load", "fraction", n, info.slots);
	emit(run, "", name, 0, "deletes", "yes/no", f->ops->remove != NULL, 1);
	count_lookups(run, f, "positive", 0, n < queries ? n : queries);
	count_lookups(run, f, "negative", KEYS_ABSENT, queries);
}

static void
trace_estimate(const struct cell *cell, struct cell_estimate *e)
{
	e->inserts = cell->target == SIZE_MAX ? 0.7 * (double)cell->params.bytes : (double)cell->target;
	e->lookups = e->inserts + 2 * (double)cell->queries;
	e->keys = e->inserts + e->lookups;
}

const struct program program_trace = {.name = "trace", .run = trace_run, .estimate = trace_estimate};
