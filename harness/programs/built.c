/* SPDX-License-Identifier: MIT */
/*
 * built.c - a filter that its own threads build of all its keys at once, by their number.
 *
 *      round 0    1 thread | 2 threads | 3 | ...        a whole build each, on as many processors
 *      round 1    ... | 3 | 2 threads | 1 thread
 *
 * Such a filter starts its threads itself (params.threads), so they are not the run's workers. They may run on the
 * first processors of the run's pin order, as many as they are, and nowhere else.
 */
#include "harness/programs/programs.h"
#include "harness/programs/windows.h"

#include "datasets/keys.h"
#include "harness/filters/setup.h"
#include "harness/machine/machine.h"
#include "harness/timing/measure.h"

enum { BUILT_KEYS, BUILT_HASH, BUILT_PER_CENT = 90 };

static void
built_one(struct run *run, const struct cell *cell, const uint64_t *keys, size_t n, size_t threads)
{
	const struct filter_ops *ops = cell->filter;
	struct filter_params params = cell->params;
	struct filter *f;
	const char *why;
	uint64_t ns;

	params.seed = run_seed(run, BUILT_HASH);
	params.threads = (unsigned)threads;
	ns = measure_build(ops, &params, keys, n, &f, NULL, &why);
	if (!f)
		run_fail(run, "%s refused: %s", ops->name, why);
	program_verify_present(run, f, n);
	emit(run, "build", ops->name, (double)threads, "throughput", "Mops/s", n, ns);
	if (threads > 1)
		emit(run, "build", ops->name, (double)threads, "scratch", "bytes/key", filter_told(f).scratch, n);
	ops->destroy(f);
}

static void
built_run(struct run *run, const struct cell *cell)
{
	size_t cpus, count[WINDOWS_COUNTS], counts, n;
	const int *pins = run_pins(run, &cpus);
	struct filter *empty = run_create(run, cell, false);
	uint64_t *keys;

	n = filter_told(empty).slots / 100 * BUILT_PER_CENT;
	run_discard(run, empty);
	keys = run_alloc(run, n * sizeof *keys);
	keys_fill(keys, n, run_seed(run, BUILT_KEYS), 0);
	counts = windows_counts(cpus, count);
	for (unsigned round = 0; round < cell->rounds; round++) {
		run_round(run, round);
		for (size_t k = 0; k < counts; k++) {
			const size_t threads = count[round % 2 ? counts - 1 - k : k];

			if (!machine_allow(pins, threads))
				run_fail(run, "the system does not give %zu processors to a thread", threads);
			built_one(run, cell, keys, n, threads);
		}
	}
}

static void
built_estimate(const struct cell *cell, struct cell_estimate *e)
{
	const double n = 0.9 * (double)cell->params.bytes * 8 / 12;

	/* Two numbers of threads; a build and its check take some 60 ns a key, of 2 ns each (plan.c). */
	e->keys = n + cell->rounds * 2 * n * 30;
	e->bytes = (size_t)(n * 12) + cell->params.bytes;
}

const struct program program_built = {.name = "built", .timed = true, .run = built_run, .estimate = built_estimate};
