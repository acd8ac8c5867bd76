/* SPDX-License-Identifier: MIT */
/*
 * placement.c - lookups from all cores on one filter whose table each policy places in turn; and where its pages were.
 *
 *      local | interleave | firsttouch      one filter                  every core --> its table, wherever that is
 *      replicate | shard                    a filter on each node       every core --> its node's copy, or the shard
 *                                                                                      that owns the key
 *
 *      create, count pages --> fill --> window of lookups --> window of random lines of the same pages --> count pages
 *
 * Every policy holds the same keys, and half the entries are full. So an insertion seldom evicts, and what a lookup
 * reads from memory does not depend on how full a bucket is. The policies of one repetition run in turn, starting with
 * a different one each time.
 */
#include "harness/programs/programs.h"

#include "core/rng.h"
#include "datasets/keys.h"
#include "harness/machine/placement.h"
#include "harness/timing/ensemble.h"
#include "harness/timing/measure.h"
#include "harness/timing/memory_kernels.h"
#include "harness/timing/placer.h"

#include <stdio.h>
#include <string.h>

enum { SEED_KEYS = 0, SEED_QUERIES = 1, SEED_LINES = 2 };

struct policy {
	const char *name;
	enum numa_policy numa; /* of one filter */
	bool per_node;         /* true: a filter on each node, bound there */
	enum ensemble_kind kind;
};

static const struct policy policies[] = {
	{"local", NUMA_LOCAL, false, ENSEMBLE_REPLICATE},
	{"interleave", NUMA_INTERLEAVE, false, ENSEMBLE_REPLICATE},
	{"firsttouch", NUMA_FIRSTTOUCH, false, ENSEMBLE_REPLICATE},
	{"replicate", NUMA_BIND, true, ENSEMBLE_REPLICATE},
	{"shard", NUMA_BIND, true, ENSEMBLE_SHARD},
};
enum { POLICIES = sizeof policies / sizeof *policies };

/* One thread. It looks up its queries batch by batch, cyclically. The first of each two is for a present key, so that
 * each missed key is seen; in a query set (query_set.h) a false positive could make up for one. */
struct asker {
	const struct ensemble *filters;
	size_t near; /* index of the member that it uses */
	uint64_t *query;
	size_t queries, at;
	bool missed; /* a present key was reported absent */
	struct memory_random random;
};

/* A placed filter and the threads that query it. */
struct world {
	struct run *run;
	const struct cell *cell;
	const struct topology *topology;
	const struct policy *policy;
	const int *pins;
	size_t threads;
	struct workers *workers;
	struct asker *asker;
	struct worker_job *job;
	uint64_t window; /* ns */
	struct ensemble filters;
	struct placer placer[TOPOLOGY_MAX_NODES]; /* one for each member */
	size_t node[TOPOLOGY_MAX_NODES];          /* the node of each member, if there are several */
	struct placement_pages pages[TOPOLOGY_MAX_NODES];
	const void *table[TOPOLOGY_MAX_NODES]; /* each member's largest mapping */
	size_t lines;                          /* of the smallest such mapping */
};

bool
program_may_bind(struct run *run)
{
	const char *why;
	const bool may = placement_permitted(&why);

	if (!may && run_topology(run)->nodes > 1)
		run_fail(run, "memory cannot be placed on nodes, so nothing could be said of them: %s", why);
	return may;
}

size_t
program_memory_nodes(void)
{
	const char *why;
	const struct topology *t = topology_get(&why);

	return t ? t->nodes : 1;
}

/* --- filters ---------------------------------------------------------------------------------------------- */

/* The member that threads on a node use: their node's, or the first if that node has no memory. */
static size_t
member_near(const struct world *w, size_t node)
{
	for (size_t m = 0; w->policy->per_node && m < w->filters.members; m++)
		if (w->node[m] == node)
			return m;
	return 0;
}

static void
create_filters(struct world *w)
{
	const struct topology *t = w->topology;
	const bool bind = program_may_bind(w->run);
	struct filter_params params = w->cell->params;
	struct placement place[TOPOLOGY_MAX_NODES];
	const struct placement *places[TOPOLOGY_MAX_NODES];
	size_t members = 0;
	const char *why;

	for (size_t node = 0; node < t->nodes && (w->policy->per_node || members == 0); node++) {
		if (w->policy->per_node && !t->node_allowed[node])
			continue;
		placer_init(&w->placer[members],
		            (struct numa_choice){bind ? w->policy->numa : NUMA_UNSET, t->node_os[node]}, PIN_SCATTER);
		place[members] = (struct placement){.pages = params.place->pages, .placer = &w->placer[members].base};
		places[members] = &place[members];
		w->node[members++] = node;
	}
	params.seed = run_seed(w->run, 0x66696c746572 /* "filter" */);
	if (ensemble_create(&w->filters, w->policy->kind, w->cell->filter, &params, places, members, &why))
		return;
	for (size_t m = 0; m < members; m++)
		why = placer_refusal(places[m]) ? placer_refusal(places[m]) : why;
	run_fail(w->run, "%s, %s: %s", w->cell->filter->name, w->policy->name, why);
}

static void
placement_fill(struct world *w, size_t items)
{
	uint64_t keys[MEASURE_BATCH];

	for (size_t done = 0; done < items; done += MEASURE_BATCH) {
		const size_t n = items - done < MEASURE_BATCH ? items - done : MEASURE_BATCH;

		keys_fill(keys, n, run_seed(w->run, SEED_KEYS), done);
		if (ensemble_insert(&w->filters, keys, n) < n)
			run_fail(w->run, "%s, %s: full at about %zu items", w->cell->filter->name, w->policy->name,
			         done);
	}
}

/* --- pages ------------------------------------------------------------------------------------------------ */

/* Returns false if the kernel does not report it. */
static bool
count_pages(struct world *w, struct placement_pages pages[TOPOLOGY_MAX_NODES])
{
	const char *why;

	for (size_t m = 0; m < w->filters.members; m++)
		if (!placement_count(&w->placer[m], &pages[m], &why))
			return false;
	return true;
}

/* Counts all pairs of a thread and a page that it reads, with the thread on node `from` and the page on node `to`. */
static uint64_t
pairs(const struct world *w, size_t from, size_t to)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < w->threads; i++) {
		if (topology_cpu(w->topology, w->pins[i])->node != from)
			continue;
		for (size_t m = 0; m < w->filters.members; m++)
			if (w->policy->kind == ENSEMBLE_SHARD || m == w->asker[i].near)
				sum += w->pages[m].on[to];
	}
	return sum;
}

/* Emits the placement matrix, as shares of all pairs, and the share off its diagonal. */
static void
emit_matrix(const struct world *w)
{
	const struct topology *t = w->topology;
	uint64_t all = 0, remote = 0;

	for (size_t from = 0; from < t->nodes; from++)
		for (size_t to = 0; to < t->nodes; to++) {
			all += pairs(w, from, to);
			remote += from == to ? 0 : pairs(w, from, to);
		}
	if (all == 0)
		return;
	for (size_t from = 0; from < t->nodes; from++)
		for (size_t to = 0; to < t->nodes; to++) {
			char series[NAME_MAX_SERIES], metric[NAME_MAX_METRIC];

			snprintf(series, sizeof series, "threads-%d", t->node_os[from]);
			snprintf(metric, sizeof metric, "pages-%d", t->node_os[to]);
			if (t->node_cpus[from] > 0 && t->node_allowed[to])
				emit(w->run, w->policy->name, series, 0, metric, "fraction", pairs(w, from, to), all);
		}
	emit(w->run, "policies", w->policy->name, 0, "remote", "fraction", remote, all);
}

/* Emits the share of pages that have moved since the table was touched. */
static void
emit_moved(struct world *w)
{
	struct placement_pages now[TOPOLOGY_MAX_NODES];
	uint64_t moved = 0, all = 0;

	if (!count_pages(w, now))
		return;
	for (size_t m = 0; m < w->filters.members; m++) {
		all += w->pages[m].total;
		for (size_t node = 0; node < w->topology->nodes; node++)
			if (w->pages[m].on[node] > now[m].on[node])
				moved += w->pages[m].on[node] - now[m].on[node];
	}
	if (all > 0)
		emit(w->run, "policies", w->policy->name, 0, "moved", "fraction", moved, all);
}

/* Finds the largest mapping of each member, for the ceiling. Returns false if a member has no pages of its own. */
static bool
find_tables(struct world *w)
{
	w->lines = SIZE_MAX;
	for (size_t m = 0; m < w->filters.members; m++) {
		size_t best = 0;

		for (size_t i = 0; i < w->placer[m].mappings; i++)
			if (w->placer[m].mapping[i].bytes > best) {
				best = w->placer[m].mapping[i].bytes;
				w->table[m] = w->placer[m].mapping[i].data;
			}
		w->lines = best / MEMORY_LINE < w->lines ? best / MEMORY_LINE : w->lines;
	}
	return w->lines > 0;
}

/* --- lookups --------------------------------------------------------------------------------------------- */

static size_t
placement_ask(void *state)
{
	struct asker *a = state;
	uint8_t hit[MEASURE_BATCH];

	(void)ensemble_contains(a->filters, a->near, a->query + a->at, MEASURE_BATCH, hit);
	for (size_t i = 0; i < MEASURE_BATCH; i += 2)
		a->missed |= !hit[i];
	a->at = (a->at + MEASURE_BATCH) % a->queries;
	return MEASURE_BATCH;
}

static void
placement_draw_queries(struct world *w, size_t items)
{
	const uint64_t seed = run_seed(w->run, SEED_KEYS);
	const size_t each = w->cell->queries / MEASURE_BATCH * MEASURE_BATCH;
	uint64_t random = run_seed(w->run, SEED_QUERIES), absent = KEYS_ABSENT;
	uint64_t *query = run_alloc(w->run, w->threads * each * sizeof *query);

	for (size_t i = 0; i < w->threads; i++) {
		struct asker *a = &w->asker[i];

		a->queries = each;
		a->query = query + i * each;
		for (size_t q = 0; q < a->queries; q += 2) {
			a->query[q] = key_at(seed, rng_next(&random) % items);
			a->query[q + 1] = key_at(seed, absent++);
		}
	}
}

static void
measure_lookups(struct world *w)
{
	struct workers_window window;

	for (size_t i = 0; i < w->threads; i++) {
		struct asker *a = &w->asker[i];

		a->filters = &w->filters;
		a->near = member_near(w, topology_cpu(w->topology, w->pins[i])->node);
		a->at = 0;
		w->job[i] = (struct worker_job){placement_ask, a};
	}
	program_window(w->run, w->workers, w->job, w->window, &window);
	for (size_t i = 0; i < w->threads; i++)
		if (w->asker[i].missed)
			run_fail(w->run, "false negatives: %s, %s: a present key was reported absent",
			         w->cell->filter->name, w->policy->name);
	emit(w->run, "policies", w->policy->name, 0, "lookup", "Mops/s", window.ops, window.ns);
}

/* The ceiling: random lines of the same pages, by the same threads, immediately afterwards. */
static void
measure_lines(struct world *w)
{
	struct workers_window window;

	if (!find_tables(w))
		return;
	for (size_t i = 0; i < w->threads; i++) {
		struct asker *a = &w->asker[i];
		const bool all = w->policy->kind == ENSEMBLE_SHARD;

		a->random = (struct memory_random){all ? w->table : w->table + a->near, all ? w->filters.members : 1,
		                                   w->lines, run_seed(w->run, SEED_LINES + i), 0};
		w->job[i] = (struct worker_job){memory_random, &a->random};
	}
	program_window(w->run, w->workers, w->job, w->window, &window);
	emit(w->run, "policies", w->policy->name, 0, "lines", "Mops/s", window.ops, window.ns);
}

static void
measure_policy(struct world *w, size_t items)
{
	const long long huge_before = mem_huge_bytes();
	long long huge;
	uint64_t pages = 0;
	bool told;

	create_filters(w);
	told = count_pages(w, w->pages);
	huge = mem_huge_bytes() - huge_before;
	for (size_t m = 0; told && m < w->filters.members; m++)
		pages += w->pages[m].total;
	placement_fill(w, items);
	measure_lookups(w);
	measure_lines(w);
	if (told) {
		emit_matrix(w);
		emit_moved(w);
	}
	if (pages > 0 && huge_before >= 0)
		emit(w->run, "policies", w->policy->name, 0, "huge_pages", "fraction", (uint64_t)(huge > 0 ? huge : 0),
		     pages * 4096);
	ensemble_destroy(&w->filters);
}

static void
placement_run(struct run *run, const struct cell *cell)
{
	struct world *w = run_alloc(run, sizeof *w);
	const size_t items = cell->target;
	int *pins;

	w->run = run;
	w->cell = cell;
	w->topology = run_topology(run);
	w->pins = pins = run_alloc(run, w->topology->cpus * sizeof *pins);
	/* the first `cores` places are one thread per core, on every node */
	topology_pins(w->topology, PIN_SCATTER, pins);
	w->threads = w->topology->cores;
	w->asker = run_alloc(run, w->threads * sizeof *w->asker);
	w->job = run_alloc(run, w->threads * sizeof *w->job);
	w->window = measure_least_ns() * (cell->params.bytes < (size_t)2 << 20 ? 1 : 10);
	w->workers = run_workers_on(run, pins, w->threads);
	placement_draw_queries(w, items);
	emit(run, "policies", "all", 0, "nodes", "nodes", w->topology->nodes, 1);
	emit(run, "policies", "all", 0, "threads", "threads", w->threads, 1);
	for (size_t i = 0; i < POLICIES; i++) {
		w->policy = &policies[(cell->rep + i) % POLICIES];
		measure_policy(w, items);
	}
}

static void
placement_estimate(const struct cell *cell, struct cell_estimate *e)
{
	e->inserts = POLICIES * (double)cell->target / 4; /* half full: no evictions */
	e->keys = POLICIES * 0.06e9;                      /* two windows each, in units of 2 ns (plan.c) */
	e->bytes = (program_memory_nodes() - 1) * cell->params.bytes + program_memory_nodes() * cell->queries * 8;
}

const struct program program_placement = {
	.name = "placement", .timed = true, .run = placement_run, .estimate = placement_estimate};
