/* SPDX-License-Identifier: MIT */
/*
 * misses.c - cache misses of a lookup as the processor counts them, on machines that let a process read its counters.
 *
 * They complement the exact count of lines (trace.c). The kernels are the production ones, not the traced build, and
 * query keys are generated beforehand.
 */
#include "harness/programs/programs.h"

#include "datasets/keys.h"
#include "harness/machine/counters.h"
#include "harness/timing/measure.h"

#include <errno.h>
#include <string.h>

bool
program_misses_available(void)
{
	int fd = counter_open();

	if (fd >= 0)
		counter_close(fd);
	return fd >= 0;
}

static void
count_misses(struct run *run, const struct filter *f, int fd, const char *metric, const uint64_t *keys, size_t n)
{
	size_t hits;
	uint64_t misses;

	counter_start(fd);
	measure_contains(f, keys, n, &hits);
	misses = counter_stop(fd);
	if (misses > 0)
		emit(run, "", f->ops->name, 0, metric, "misses", misses, n);
}

static void
misses_run(struct run *run, const struct cell *cell)
{
	struct filter *f = run_create(run, cell, false);
	size_t n = program_fill_filter(run, f, 0, cell->target), queries = cell->queries;
	uint64_t *keys = run_alloc(run, queries * sizeof *keys);
	int fd = counter_open();

	if (fd < 0)
		run_fail(run, "cannot open the counter of cache misses: %s", strerror(errno));
	queries = n < queries ? n : queries;
	keys_fill(keys, queries, run_seed(run, 0), 0);
	count_misses(run, f, fd, "misses_positive", keys, queries);
	keys_fill(keys, queries, run_seed(run, 0), KEYS_ABSENT);
	count_misses(run, f, fd, "misses_negative", keys, queries);
	counter_close(fd);
}

static void
misses_estimate(const struct cell *cell, struct cell_estimate *e)
{
	e->inserts = cell->target == SIZE_MAX ? 0.7 * (double)cell->params.bytes : (double)cell->target;
	e->lookups = 2 * (double)cell->queries;
	e->keys = e->inserts + e->lookups;
	e->bytes = cell->queries * 8;
}

const struct program program_misses = {.name = "misses", .timed = true, .run = misses_run, .estimate = misses_estimate};
