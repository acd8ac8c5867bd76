/* SPDX-License-Identifier: MIT */
/* tune_configs.c - the axes: turns tables, kernels, keys a call, threads, pages and places into a stage's
 * configurations. */
#include "harness/tune/tune.h"

#include "harness/base/memory.h"
#include "harness/filters/setup.h"
#include "harness/programs/windows.h"
#include "harness/timing/contestant.h"
#include "harness/timing/measure.h"
#include "harness/timing/placer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* From a call that barely hides one cache miss to a call whose keys and answers fill the first cache. */
static const size_t calls[] = {16, 64, 256, 1024, 4096};
/* Configurations that cost less than this many times the best are measured again in the last stage. */
#define NEAR 1.25
enum { CALLS = sizeof calls / sizeof *calls, USUAL_CALL = 256 };

/* --- what is allowed ---------------------------------------------------------------------------------------- */

static bool
is_asked(const struct options *o, const struct filter_ops *kernel)
{
	return !(kernel->caps & FILTER_CONTROL) && pattern_matches(&o->filter, kernel->name);
}

static bool
admits(const struct tune *t, const struct filter_ops *kernel)
{
	return is_asked(t->options, kernel) && !isa_refuses(kernel->isa, t->options->isa);
}

bool
tune_skips(const struct tune *t, const struct filter_ops *kernel)
{
	struct candidate candidate[CANDIDATES_MOST];
	const size_t n = candidates_make(candidate, CANDIDATES_INSERT, t->size[t->sizes - 1], t->load.bits_per_key);
	bool of_any = false;

	for (size_t i = 0; i < n; i++)
		of_any |= table_include(kernel, candidate[i].twin);
	return of_any && is_asked(t->options, kernel) && isa_refuses(kernel->isa, t->options->isa);
}

bool
tune_admits_any(const struct tune *t, const struct candidate *c)
{
	for (size_t i = 0; filter_all[i]; i++)
		if (table_include(filter_all[i], c->twin) && admits(t, filter_all[i]))
			return true;
	return false;
}

size_t
tune_pages(const struct tune *t, size_t bytes, enum mem_pages pages[4])
{
	static const enum mem_pages all[] = {MEM_PAGES_THP, MEM_PAGES_4K, MEM_PAGES_HUGETLB, MEM_PAGES_1G};
	const size_t table_of_the_heap = (size_t)2 << 20; /* below this, all kinds are the same (mem.h) */
	const bool given = options_given(t->options, "pages");
	size_t n = 0;

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (given ? all[i] == t->options->place.pages
		          : all[i] == MEM_PAGES_THP ||
		                    (bytes >= table_of_the_heap && !mem_pages_refuses(all[i], bytes)))
			pages[n++] = all[i];
	if (n == 0)
		pages[n++] = MEM_PAGES_THP; /* --pages gave the default */
	return n;
}

/* Do two orders pin this number of threads to the same processors? */
static bool
same_places(const struct topology *topology, enum pin_order a, enum pin_order b, unsigned threads)
{
	int x[TOPOLOGY_MAX_CPUS], y[TOPOLOGY_MAX_CPUS];

	topology_pins(topology, a, x);
	topology_pins(topology, b, y);
	for (unsigned i = 0; i < threads; i++) {
		unsigned k = 0;

		while (k < threads && x[i] != y[k])
			k++;
		if (k == threads)
			return false;
	}
	return true;
}

static size_t
orders(const struct tune *t, unsigned threads, enum pin_order pin[PIN_ORDERS])
{
	size_t n = 0;

	if (options_given(t->options, "pin")) {
		pin[0] = t->options->pin;
		return 1;
	}
	for (int order = 0; order < PIN_ORDERS; order++) {
		bool new = true;

		for (size_t i = 0; i < n && new; i++)
			new = !same_places(t->topology, pin[i], (enum pin_order)order, threads);
		if (new)
			pin[n++] = (enum pin_order)order;
	}
	return n;
}

static size_t
policies(const struct tune *t, struct numa_choice numa[4])
{
	const char *why;

	numa[0] = t->options->numa;
	if (t->options->numa.policy != NUMA_UNSET || t->topology->nodes < 2 || !placement_permitted(&why))
		return 1;
	numa[1] = (struct numa_choice){NUMA_LOCAL, 0};
	numa[2] = (struct numa_choice){NUMA_INTERLEAVE, 0};
	numa[3] = (struct numa_choice){NUMA_FIRSTTOUCH, 0};
	return 4;
}

/* --- adding configurations ---------------------------------------------------------------------------------- */

/* The index of the ceiling with the same table, threads and places; adds it if it is new. */
static size_t
ceiling_for(struct tune_stage *stage, const struct tune_config *w)
{
	const enum ceiling what = setup_are_two(w->lines) ? CEILING_READ_2 : CEILING_READ_1;
	size_t i = 0;

	while (i < stage->ceilings && (stage->ceiling[i].table != w->table || stage->ceiling[i].threads != w->threads ||
	                               stage->ceiling[i].pin != w->pin || stage->ceiling[i].what != what))
		i++;
	if (i == stage->ceilings) {
		stage->ceiling = memory_grown(stage->ceiling, stage->ceilings, sizeof *stage->ceiling);
		stage->ceiling[stage->ceilings++] = (struct tune_ceiling){
			.table = w->table, .threads = w->threads, .pin = w->pin, .what = what, .style = CEILING_STYLES};
	}
	return i;
}

static void
tune_configs_add(struct tune *t, struct tune_stage *stage, struct tune_config config)
{
	config.lines = setup_lookup_lines(config.table->of.twin, config.table->of.params.fp_bits,
	                                  config.table->of.params.hashes, t->load.positives);
	config.ceiling = ceiling_for(stage, &config);
	stage->config = memory_grown(stage->config, stage->configs, sizeof *stage->config);
	stage->config[stage->configs++] = config;
}

bool
tune_configs_again(struct tune *t, struct tune_stage *stage, const struct tune_config *like, size_t n,
                   struct failure *f)
{
	for (size_t i = 0; i < n; i++) {
		const struct tune_table *old = like[i].table;
		struct tune_config config = like[i];

		config.table = tune_table_for(t, &old->of, old->items, old->pages, old->numa, old->pin, f);
		if (!config.table)
			return false;
		tune_configs_add(t, stage, config);
	}
	return true;
}

static size_t
usual_call(const struct filter_ops *ops)
{
	return ops->batch <= USUAL_CALL ? USUAL_CALL : ops->batch <= MEASURE_MOST ? ops->batch : MEASURE_MOST;
}

void
tune_configs_of_size(struct tune *t, struct tune_stage *stage, const struct tune_table *table)
{
	for (size_t i = 0; i < table->kernels.views; i++) {
		const struct filter_ops *ops = table->kernels.view[i]->ops;

		if (admits(t, ops) && !contestant_is_bulk(ops))
			tune_configs_add(t, stage,
			                 (struct tune_config){.table = table,
			                                      .kernel = ops,
			                                      .call = usual_call(ops),
			                                      .threads = 1,
			                                      .pin = t->options->pin});
	}
}

/* A filter that looks up millions of keys in a call has one call length, and takes part only if the table is large
 * enough for it. */
void
tune_configs_of_kernel(struct tune *t, struct tune_stage *stage, const struct tune_table *table)
{
	const size_t bulk_from = (size_t)1 << 20;

	for (size_t i = 0; i < table->kernels.views; i++) {
		const struct filter_ops *ops = table->kernels.view[i]->ops;
		const bool bulk = contestant_is_bulk(ops);
		struct tune_config config = {
			.table = table, .kernel = ops, .threads = t->most_threads, .pin = t->options->pin};

		if (!admits(t, ops) || (bulk && table->items < bulk_from))
			continue;
		for (size_t k = 0; k < (bulk ? 1 : CALLS); k++) {
			config.call = bulk ? ops->batch / 8 * 8 : calls[k];
			tune_configs_add(t, stage, config);
		}
	}
}

/* --- the best few, placed ----------------------------------------------------------------------------------- */

static bool
place(struct tune *t, struct tune_stage *stage, const struct tune_config *best, enum mem_pages pages,
      struct numa_choice numa, struct failure *f)
{
	size_t count[WINDOWS_COUNTS];
	const size_t counts = windows_counts(t->most_threads, count);

	for (size_t c = 0; c < counts; c++) {
		enum pin_order pin[PIN_ORDERS];
		const size_t pins = orders(t, (unsigned)count[c], pin);

		for (size_t p = 0; p < pins; p++) {
			struct tune_config config = *best;

			config.threads = (unsigned)count[c];
			config.pin = pin[p];
			config.table = tune_table_for(t, &best->table->of, best->table->items, pages, numa, pin[p], f);
			if (!config.table)
				return false;
			tune_configs_add(t, stage, config);
		}
	}
	return true;
}

static bool
is_needed(const struct tune_table *table, const struct tune_config *best, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (best[i].table == table)
			return true;
	return false;
}

/*
 * Picks the best few, with at most two call lengths for each kernel and table; otherwise call lengths would fill the
 * list. It includes some that have dropped out: what costs a bit more with all threads may not with fewer threads, or
 * on other processors.
 */
static size_t
pick_best(const struct tune *t, const struct tune_stage *stage, struct tune_config best[TUNE_BEST])
{
	size_t n = 0;

	for (size_t i = 0; i < stage->configs && n < TUNE_BEST; i++) {
		const size_t config = stage->order[i];
		const struct tune_config *w = &stage->config[config];
		size_t alike = 0;

		for (size_t k = 0; k < n; k++)
			alike += best[k].table == w->table && best[k].kernel == w->kernel;
		if (alike < 2 &&
		    (n == 0 || stage->race.state[config] == RACE_IN || tune_behind(t, stage, config).ratio < NEAR))
			best[n++] = *w;
	}
	return n;
}

bool
tune_configs_of_place(struct tune *t, struct tune_stage *stage, const struct tune_stage *kernels, double until,
                      struct failure *f)
{
	struct tune_config best[TUNE_BEST];
	const size_t n = pick_best(t, kernels, best);
	struct numa_choice numa[4];
	const size_t numas = policies(t, numa);

	for (size_t i = 0; i < t->tables; i++)
		if (!is_needed(t->table[i], best, n))
			tune_empty(t->table[i]);
	for (size_t i = 0; i < n; i++) {
		enum mem_pages pages[4];
		const size_t kinds = tune_pages(t, tune_bytes(&best[i].table->of, best[i].table->items), pages);

		for (size_t k = 0; k < kinds; k++)
			for (size_t m = 0; m < numas && !tune_stop; m++)
				if ((stage->configs == 0 || tune_affords(t, &best[i].table->of, best[i].table->items,
				                                         pages[k], numa[m], t->options->pin, until)) &&
				    !place(t, stage, &best[i], pages[k], numa[m], f))
					return false;
	}
	return true;
}

void
tune_stage_free(struct tune_stage *stage)
{
	race_end(&stage->race);
	free(stage->config);
	free(stage->ceiling);
	free(stage->slice);
	free(stage->order);
	query_set_free(&stage->asked);
	*stage = (struct tune_stage){0};
}
