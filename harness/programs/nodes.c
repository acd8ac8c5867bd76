/* SPDX-License-Identifier: MIT */
/*
 * nodes.c - the cost of memory by distance: latency and bandwidth for each pair of a node's processors and a node's
 * memory.
 *
 *                  memory of node 0    node 1
 *      node 0's      latency (one thread), random lines and stream (one thread a core)
 *      processors
 *      node 1's        ...               ...
 */
#include "harness/programs/programs.h"

#include "harness/machine/placement.h"
#include "harness/timing/measure.h"
#include "harness/timing/memory_kernels.h"
#include "harness/timing/placer.h"

#include <stdio.h>

/* The memory of one node, bound there, and the threads on that node's cores. */
struct node_memory {
	struct placer placer;
	struct placement place;
	struct mem mem;
};

struct node_threads {
	size_t n;
	struct workers *one, *all;
};

/* One pair at a time: the cores of node `from` read the memory of node `to`. */
struct pair {
	struct run *run;
	const struct topology *topology;
	size_t from, to;
	const struct node_threads *threads;
	struct node_memory *memory;
	uint64_t window; /* ns */
	/* One for each thread. */
	struct memory_random *random;
	struct memory_in_order *stream;
	struct worker_job *job;
};

/* The name of the metric begins with its kind, because a table's columns of one name have one unit. */
static void
emit_pair(const struct pair *p, const char *panel, const char *unit, uint64_t num, uint64_t den)
{
	char from[NAME_MAX_SERIES], to[NAME_MAX_METRIC];

	snprintf(from, sizeof from, "cores-%d", p->topology->node_os[p->from]);
	snprintf(to, sizeof to, "%s-%d", panel, p->topology->node_os[p->to]);
	emit(p->run, panel, from, 0, to, unit, num, den);
}

/* On a busy machine a thread may lose its processor for a whole window; then it has no rate. */
static bool
some_did_nothing(const struct workers *workers, const struct workers_window *w)
{
	for (size_t i = 0; i < workers_count(workers); i++)
		if (w->of[i] == 0)
			return true;
	return false;
}

void
program_window(struct run *run, struct workers *workers, const struct worker_job *job, uint64_t ns,
               struct workers_window *w)
{
	enum { LONGER = 6 }; /* up to 64 times as long: half a second and more */
	int times = 0;

	do
		run_window(run, workers, job, ns / 10, ns << times, w);
	while (some_did_nothing(workers, w) && ++times <= LONGER);
	if (times > LONGER)
		run_fail(run, "a thread did nothing for %llu ms", (unsigned long long)(w->ns / 1000000));
}

static void
measure_latency(const struct pair *p)
{
	struct memory_chase chase = {p->memory->mem.data, 0};
	struct worker_job job = {memory_chase, &chase};
	struct workers_window w;

	program_window(p->run, p->threads->one, &job, p->window, &w);
	emit_pair(p, "latency", "ns", w.ns, w.ops);
}

/* All cores of one node read the memory of one node. Each thread draws its own random lines, and streams from its own
 * start. */
static void
measure_bandwidth(const struct pair *p)
{
	const size_t n = p->threads->n, lines = p->memory->mem.bytes / MEMORY_LINE;
	const void *table = p->memory->mem.data;
	struct workers_window w;

	for (size_t i = 0; i < n; i++) {
		p->random[i] = (struct memory_random){&table, 1, lines, run_seed(p->run, i), 0};
		p->job[i] = (struct worker_job){memory_random, &p->random[i]};
	}
	program_window(p->run, p->threads->all, p->job, p->window, &w);
	emit_pair(p, "random", "GB/s", w.ops * MEMORY_LINE, w.ns);
	for (size_t i = 0; i < n; i++) {
		p->stream[i] = (struct memory_in_order){table, lines, lines / n * i, 0};
		p->job[i] = (struct worker_job){memory_in_order, &p->stream[i]};
	}
	program_window(p->run, p->threads->all, p->job, p->window, &w);
	emit_pair(p, "stream", "GB/s", w.ops * MEMORY_LINE, w.ns);
}

/* Starts threads on the first hardware thread of each core of the node. */
static void
start_threads(struct run *run, const struct topology *t, size_t node, struct node_threads *threads)
{
	int cpus[TOPOLOGY_MAX_CPUS];

	for (size_t i = 0; i < t->cpus; i++)
		if (t->cpu[i].node == node && t->cpu[i].thread == 0)
			cpus[threads->n++] = t->cpu[i].os;
	threads->one = threads->n ? run_workers_on(run, cpus, 1) : NULL;
	threads->all = threads->n ? run_workers_on(run, cpus, threads->n) : NULL;
}

static void
take_memory(const struct pair *p, const struct cell *cell)
{
	struct node_memory *m = p->memory;
	const int node = p->topology->node_os[p->to];

	placer_init(&m->placer, (struct numa_choice){program_may_bind(p->run) ? NUMA_BIND : NUMA_UNSET, node},
	            PIN_COMPACT);
	m->place = (struct placement){.pages = cell->params.place->pages, .placer = &m->placer.base};
	if (mem_alloc(&m->mem, cell->params.bytes, &m->place) != 0)
		run_fail(p->run, "%zu bytes on node %d: %s", cell->params.bytes, node,
		         placer_refusal(&m->place) ? placer_refusal(&m->place) : "no memory");
	memory_ring(m->mem.data, m->mem.bytes / MEMORY_LINE, run_seed(p->run, p->to));
}

static void
nodes_run(struct run *run, const struct cell *cell)
{
	const struct topology *t = run_topology(run);
	struct node_threads *threads = run_alloc(run, t->nodes * sizeof *threads);
	/* 50 ms, ten times the minimum of a slice; or 5 ms if the memory is small, for runs that take seconds. */
	const uint64_t window = measure_least_ns() * (cell->params.bytes < (size_t)1 << 24 ? 1 : 10);
	struct pair p = {.run = run, .topology = t, .window = window};

	p.memory = run_alloc(run, sizeof *p.memory);
	p.random = run_alloc(run, t->cores * sizeof *p.random);
	p.stream = run_alloc(run, t->cores * sizeof *p.stream);
	p.job = run_alloc(run, t->cores * sizeof *p.job);
	for (size_t node = 0; node < t->nodes; node++)
		start_threads(run, t, node, &threads[node]);
	for (p.to = 0; p.to < t->nodes; p.to++) {
		if (!t->node_allowed[p.to])
			continue;
		take_memory(&p, cell);
		for (p.from = 0; p.from < t->nodes; p.from++) {
			p.threads = &threads[p.from];
			if (p.threads->n == 0)
				continue;
			measure_latency(&p);
			measure_bandwidth(&p);
		}
		mem_free(&p.memory->mem);
	}
}

static void
nodes_estimate(const struct cell *cell, struct cell_estimate *e)
{
	const double nodes = (double)program_memory_nodes();

	/* three windows and their warm-up per pair, in units of 2 ns (plan.c) */
	e->keys = nodes * nodes * 3 * 0.03e9;
	e->bytes = cell->params.bytes;
}

const struct program program_nodes = {.name = "nodes", .timed = true, .run = nodes_run, .estimate = nodes_estimate};
