/* SPDX-License-Identifier: MIT */
/*
 * together.c - several threads' operations on one filter, by the tasks of harness/timing/tasks.h in the common windows
 * of harness/timing/workers.h. The threads are pinned and warm, and all work from before a window begins until after it
 * ends.
 */
#include "harness/micro/work.h"

#include "datasets/keys.h"
#include "harness/base/memory.h"

#include <stdlib.h>

/* The window is so long that its ends do not show, and so short that the machine is the same during it and its
 * ceiling. */
enum { WARM_NS = 1000000, WINDOW_NS = 10000000 };

static bool
start(struct work *w, struct team *t)
{
	t->n = micro_run_threads(w->run);
	t->task = aligned_alloc(TASK_APART, t->n * sizeof *t->task);
	t->job = memory_new(t->n, sizeof *t->job);
	memory_needed(t->task);
	t->workers = workers_start(w->pins, t->n, &w->failure);
	return t->workers;
}

/* Makes all keys before the clock runs, in one array that the threads share out. The ceiling's atomic counters have
 * memory of their own, because they would change a table. */
static bool
prepare_build(struct work *w)
{
	const struct test_table *k = &w->table->kernels;

	if (!micro_table_memory(&w->team.own, k->info.bytes))
		return failing(&w->failure, "no memory for a ceiling");
	w->ground = ceiling_memory(&k->hash, w->team.own.data, k->info.bytes, w->asked->keys, w->asked->n);
	w->keys = malloc(k->items * sizeof *w->keys);
	if (!w->keys)
		return failing(&w->failure, "no memory for keys");
	keys_fill(w->keys, k->items, k->seed, 0);
	return true;
}

bool
together_begin(struct work *w)
{
	return (w->bench->op == MICRO_LOOKUP ? alone_begin(w) : prepare_build(w)) && start(w, &w->team);
}

void
together_end(struct work *w)
{
	workers_stop(w->team.workers);
	if (w->team.own.data)
		mem_free(&w->team.own);
	free(w->team.task);
	free(w->team.job);
	alone_end(w);
}

static bool
window_of(struct work *w, uint64_t window_ns, struct slice *done)
{
	const struct team *t = &w->team;
	struct workers_window window;

	if (!workers_run(t->workers, t->job, window_ns ? WARM_NS : 0, window_ns, &window, &w->failure))
		return false;
	*done = (struct slice){window.ops, window.ns};
	return window.ops > 0 ||
	       failing(&w->failure, "nothing was done in %.1f ms by %zu threads", (double)window.ns * 1e-6, t->n);
}

/* The first query of thread i. */
static size_t
from(const struct team *t, size_t i, size_t queries)
{
	return queries / QUERIES_BATCH / t->n * i * QUERIES_BATCH;
}

static bool
ceiling_window(struct work *w, enum ceiling_style style, double *ns)
{
	struct team *t = &w->team;
	struct slice done;

	for (size_t i = 0; i < t->n; i++) {
		t->task[i].ceiling = (struct ceiling_task){.ground = w->ground, .what = w->what, .style = style};
		t->task[i].ceiling.ground.at = from(t, i, w->ground.n);
		t->job[i] = (struct worker_job){ceiling_body, &t->task[i]};
	}
	if (!window_of(w, WINDOW_NS, &done))
		return false;
	*ns = (double)done.ns / (double)done.ops;
	return true;
}

/* The first call tries every style. */
bool
together_ceiling(struct work *w, double *ns)
{
	double other;

	if (w->style != CEILING_STYLES)
		return ceiling_window(w, w->style, ns);
	for (enum ceiling_style style = 0; style < CEILING_STYLES; style++) {
		if (!ceiling_has(&w->ground, w->what, style))
			continue;
		if (!ceiling_window(w, style, &other))
			return false;
		if (w->style == CEILING_STYLES || other < *ns) {
			w->style = style;
			*ns = other;
		}
	}
	return true;
}

bool
together_lookup(struct work *w, struct slice *done)
{
	struct team *t = &w->team;
	uint64_t missed = 0;

	for (size_t i = 0; i < t->n; i++) {
		t->task[i].lookup =
			(struct lookup_task){.filter = w->filter, .asked = w->asked, .at = from(t, i, w->asked->n)};
		t->job[i] = (struct worker_job){lookup_body, &t->task[i]};
	}
	if (!window_of(w, WINDOW_NS, done))
		return false;
	for (size_t i = 0; i < t->n; i++)
		missed += t->task[i].lookup.missed;
	return missed == 0 ||
	       failing(&w->failure, "false negatives: %llu keys reported absent", (unsigned long long)missed);
}

/* Each thread builds a share. The window ends with the first thread that is done. */
bool
together_build(struct work *w, struct slice *done)
{
	const size_t items = w->table->kernels.items;
	struct team *t = &w->team;
	size_t accepted = 0;

	if (!work_create(w))
		return false;
	for (size_t i = 0; i < t->n; i++) {
		const size_t first = items / t->n * i, end = i + 1 == t->n ? items : items / t->n * (i + 1);

		t->task[i].build = (struct build_task){.filter = w->filter, .keys = w->keys + first, .n = end - first};
		t->job[i] = (struct worker_job){build_body, &t->task[i]};
	}
	if (!window_of(w, 0, done))
		return false;
	for (size_t i = 0; i < t->n; i++)
		accepted += t->task[i].build.at;
	return work_built(w, accepted);
}
