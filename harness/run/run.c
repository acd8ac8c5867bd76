/* SPDX-License-Identifier: MIT */
/* run.c - the functions that a program may use while its cell runs. */
#include "harness/run/run.h"

#include "core/build.h"
#include "core/rng.h"
#include "harness/filters/setup.h"
#include "harness/machine/machine.h"
#include "harness/run/running.h"
#include "harness/run/samples.h"
#include "harness/timing/measure.h"
#include "harness/timing/placer.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MAX_BLOCKS = 64, MAX_FILTERS = 32, MAX_POOLS = 64 };

struct run {
	const struct planned *planned;
	const struct options *options;
	FILE *out;
	jmp_buf failed;
	struct filter *filter[MAX_FILTERS]; /* NULL: free */
	void *block[MAX_BLOCKS];
	size_t blocks;
	int pins[TOPOLOGY_MAX_CPUS];
	struct workers *pool[MAX_POOLS];
	size_t pools;
	struct run_notes notes;
	unsigned round; /* of the samples (struct sample) */
};

void
emit(struct run *run, const char *place, const char *series, double x, const char *measure, const char *unit,
     uint64_t num, uint64_t den)
{
	struct sample s = {.round = run->round, .x = x + 0.0 /* no negative zero */, .num = num, .den = den};

	if (den == 0 || !isfinite(x))
		run_fail(run, "%s of %s at x = %g is %" PRIu64 " / %" PRIu64 ": no sample", measure, series, x, num,
		         den);
	snprintf(s.panel, sizeof s.panel, "%s", place);
	snprintf(s.series, sizeof s.series, "%s", series);
	snprintf(s.metric, sizeof s.metric, "%s", measure);
	snprintf(s.unit, sizeof s.unit, "%s", unit);
	run->notes.short_slices += strcmp(unit, "Mops/s") == 0 && den < measure_least_ns();
	sample_write(run->out, &s);
}

void
run_round(struct run *run, unsigned round)
{
	run->round = round;
}

uint64_t
run_seed(const struct run *run, uint64_t purpose)
{
	return rng_derive(rng_derive(run->options->seed, run->planned->cell.rep), purpose);
}

void
run_fail(struct run *run, const char *format, ...)
{
	va_list args;

	fputc('!', run->out);
	va_start(args, format);
	vfprintf(run->out, format, args);
	va_end(args);
	fputc('\n', run->out);
	longjmp(run->failed, 1);
}

const struct topology *
run_topology(struct run *run)
{
	const char *why;
	const struct topology *t = topology_get(&why);

	if (!t)
		run_fail(run, "%s", why);
	if (!t->this_system)
		run_fail(run, "threads and memory cannot be placed: the topology is not this machine's");
	return t;
}

const int *
run_pins(struct run *run, size_t *n)
{
	const struct topology *t = run_topology(run);
	const unsigned most = run->options->threads;

	topology_pins(t, run->options->pin, run->pins);
	*n = most && most < t->cpus ? most : t->cpus;
	return run->pins;
}

/* A free place for a filter. */
static struct filter **
filter_place(struct run *run)
{
	for (size_t i = 0; i < MAX_FILTERS; i++)
		if (!run->filter[i])
			return &run->filter[i];
	run_fail(run, "more than %d filters at a time", MAX_FILTERS);
}

/* The ops and the parameters of the cell's filter. */
static const struct filter_ops *
filter_wanted(struct run *run, const struct cell *cell, bool traced, struct filter_params *params)
{
	const struct filter_ops *ops = traced ? filter_find_traced(cell->filter->name) : cell->filter;

	if (!ops)
		run_fail(run, "%s was not built with line counting", cell->filter->name);
	*params = cell->params;
	params->seed = run_seed(run, 0x66696c746572 /* "filter" */);
	return ops;
}

_Noreturn static void
filter_refused(struct run *run, const struct filter_ops *ops, const struct filter_params *params, const char *why)
{
	const char *unplaced = placer_refusal(params->place);

	if (!unplaced && params->place)
		unplaced = mem_pages_refuses(params->place->pages, setup_table_bytes(ops, params));
	run_fail(run, "%s refused: %s", ops->name, unplaced ? unplaced : why);
}

struct filter *
run_create(struct run *run, const struct cell *cell, bool traced)
{
	struct filter **place = filter_place(run);
	struct filter_params params;
	const struct filter_ops *ops = filter_wanted(run, cell, traced, &params);
	const char *why;

	if (filter_create(ops, &params, place, &why) != FILTER_OK)
		filter_refused(run, ops, &params, why);
	return *place;
}

struct run_built
run_build_try(struct run *run, const struct cell *cell, bool traced, const uint64_t *keys, size_t n)
{
	struct filter **place = filter_place(run);
	struct filter_params params;
	const struct filter_ops *ops = filter_wanted(run, cell, traced, &params);
	struct run_built built = {.filter = NULL};
	const char *why;

	built.ns = measure_build(ops, &params, keys, n, place, &built.seeds, &why);
	if (!*place && built.seeds < BUILD_SEEDS)
		filter_refused(run, ops, &params, why);
	built.filter = *place;
	return built;
}

struct run_built
run_build(struct run *run, const struct cell *cell, bool traced, const uint64_t *keys, size_t n)
{
	const struct run_built built = run_build_try(run, cell, traced, keys, n);

	if (!built.filter)
		run_fail(run, "%s: none of %u seeds lays %zu keys out", cell->filter->name, built.seeds, n);
	return built;
}

void
run_discard(struct run *run, struct filter *filter)
{
	for (size_t i = 0; i < MAX_FILTERS; i++)
		if (filter && run->filter[i] == filter) {
			run->filter[i] = NULL;
			filter->ops->destroy(filter);
		}
}

/* Of large blocks, which are read at random, most of the cost on small pages is finding them: 1 GiB of keys took 5 s to
 * touch, and deletions in random order a tenth of their time (Zen 5, a virtual machine). Tables have pages of their own
 * choice (core/mem.h). */
enum { HUGE_PAGE = 2 << 20, LARGE = 64 << 20 };

static void *
block_of(size_t bytes)
{
	void *block;

	if (bytes < LARGE)
		return malloc(bytes ? bytes : 1);
	bytes = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	block = aligned_alloc(HUGE_PAGE, bytes);
	if (block)
		(void)madvise(block, bytes, MADV_HUGEPAGE);
	return block;
}

void *
run_alloc(struct run *run, size_t bytes)
{
	void *block = run->blocks < MAX_BLOCKS ? block_of(bytes) : NULL;

	if (!block)
		run_fail(run, "no memory for %zu bytes", bytes);
	memset(block, 0, bytes);
	return run->block[run->blocks++] = block;
}

struct workers *
run_workers_on(struct run *run, const int *cpus, size_t threads)
{
	struct failure failure;
	struct workers *w;
	size_t n;
	const int *pins = run_pins(run, &n);
	const size_t all = run_topology(run)->cpus;

	if (run->pools == MAX_POOLS)
		run_fail(run, "more than %d groups of threads", MAX_POOLS);
	w = workers_start(cpus, threads, &failure);
	if (!w)
		run_fail(run, "%s", failure.text);
	run->pool[run->pools++] = w;
	run->notes.threads = true;
	/* The last processor of the order, because workers get it last. */
	if (machine_pin(pins[all - 1]) < 0)
		run_fail(run, "cannot pin to processor %d: %s", pins[all - 1], strerror(errno));
	return w;
}

struct workers *
run_workers(struct run *run, size_t threads)
{
	size_t all;
	const int *pins = run_pins(run, &all);

	if (threads > all)
		run_fail(run, "%zu threads, but %zu may be used", threads, all);
	return run_workers_on(run, pins, threads);
}

void
run_window(struct run *run, struct workers *w, const struct worker_job *job, uint64_t warm_ns, uint64_t window_ns,
           struct workers_window *window)
{
	struct failure failure;

	if (!workers_run(w, job, warm_ns, window_ns, window, &failure))
		run_fail(run, "%s", failure.text);
	if (window->allocated > 0)
		run_fail(run, "%llu bytes were allocated while the clock ran", (unsigned long long)window->allocated);
}

/* Runs the cell's program. Returns false if it failed (run_fail), which has reported why. Everything it changes belongs
 * to the caller, and so is defined after the longjmp. */
static bool
run_program(struct run *run)
{
	if (setjmp(run->failed) != 0)
		return false;
	run->planned->cell.program->run(run, &run->planned->cell);
	if (measure_allocated() > 0)
		run_fail(run, "%llu bytes were allocated while the clock ran", (unsigned long long)measure_allocated());
	return true;
}

int
run_cell(const struct planned *planned, const struct options *options, FILE *out, struct run_notes *notes)
{
	struct run run = {.planned = planned, .options = options, .out = out, .round = planned->cell.rep};
	const int failed = !run_program(&run);

	while (run.pools)
		run.notes.switches += workers_stop(run.pool[--run.pools]);
	for (size_t i = 0; i < MAX_FILTERS; i++)
		run_discard(&run, run.filter[i]);
	while (run.blocks)
		free(run.block[--run.blocks]);
	*notes = run.notes;
	return failed;
}
