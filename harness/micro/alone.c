/* SPDX-License-Identifier: MIT */
/*
 * alone.c - one thread's operations on a filter, in slices of some milliseconds, by the loops of
 * harness/timing/contestant.h and harness/timing/measure.h.
 *
 *      insert, delete    keys  0 ... | at .. at + n | ... items - 1     n keys are deleted and inserted again,
 *                                                                       then the next n; one of the two is timed
 *      build             an empty filter, all keys, another filter ...  only the insertions are timed
 */
#include "harness/micro/work.h"

#include "datasets/keys.h"
#include "harness/timing/measure.h"

#include <stdlib.h>

/* Keys in one call of insert or delete: a two-hundredth of the items, so that the load differs by no more than that
 * from the benchmark's name. The smallest tables take a larger part, because the time to read the clock would show. */
static size_t
part_of(const struct work *w)
{
	enum { PART = 200, LEAST = 128, MOST = 1 << 15 };
	const size_t items = w->table->kernels.items, part = items / PART,
		     some = part < LEAST  ? LEAST
	                    : part < MOST ? part
	                                  : MOST;

	return some < items ? some : items;
}

/* Keys in one call of insert while building: the filter's batch, but at least LEAST. */
static size_t
chunk_of(const struct work *w)
{
	enum { LEAST = 1 << 16 };
	const size_t items = w->table->kernels.items,
		     chunk = w->bench->ops->batch > LEAST ? w->bench->ops->batch : LEAST;

	return chunk < items ? chunk : items;
}

/* Ceilings access the table itself and leave it unchanged. If the table may move, they access another of equal size
 * (tables.h). */
bool
alone_begin(struct work *w)
{
	const struct test_table *k = &w->table->kernels;
	struct filter *view = NULL;

	for (size_t i = 0; i < k->views; i++)
		if (k->view[i]->ops == w->bench->ops)
			view = k->view[i];
	w->filter = view ? view : k->filter;
	w->ground =
		ceiling_memory(&k->hash, (void *)(uintptr_t)k->info.table, k->info.bytes, w->asked->keys, w->asked->n);
	if (w->bench->op == MICRO_LOOKUP) {
		w->ground.at = w->asked->n / 2;
		return contestant_lookups(&w->contestant, w->filter, w->asked, &w->failure);
	}
	if (w->bench->op == MICRO_BUILD)
		w->filter = NULL;
	w->keys = malloc((w->bench->op == MICRO_BUILD ? chunk_of(w) : part_of(w)) * sizeof *w->keys);
	return w->keys || failing(&w->failure, "no memory for keys");
}

void
alone_end(struct work *w)
{
	if (w->bench->op == MICRO_BUILD)
		w->bench->ops->destroy(w->filter);
	contestant_free(&w->contestant);
	free(w->keys);
}

bool
alone_ceiling(struct work *w, double *ns)
{
	const uint64_t least = measure_least_ns();
	const struct slice s = w->style == CEILING_STYLES ? measure_ceiling_best(&w->ground, w->what, least, &w->style)
	                                                  : measure_ceiling(&w->ground, w->what, w->style, least);

	*ns = (double)s.ns / (double)s.ops;
	return true;
}

bool
alone_lookup(struct work *w, struct slice *done)
{
	return contend(&w->contestant, measure_least_ns(), done, &w->failure);
}

/* A filter that cannot delete inserts keys that are already in it: it sets bits that are set. */
static bool
change_once(struct work *w, size_t n, struct slice *done)
{
	struct filter *f = w->filter;
	uint64_t out_ns = 0, in_ns;
	size_t found = n, accepted;

	if (f->ops->remove)
		out_ns = measure_remove(f, w->keys, n, &found);
	in_ns = measure_insert(f, w->keys, n, &accepted);
	done->ops += n;
	done->ns += w->bench->op == MICRO_DELETE ? out_ns : in_ns;
	if (found == n && accepted == n)
		return true;
	if (found < n)
		(void)failing(&w->failure, "%zu of %zu keys that are in were not found to delete", n - found, n);
	else
		(void)failing(&w->failure, "%zu of %zu keys were refused, which had been in", n - accepted, n);
	micro_table_drop(w->table);
	return false;
}

bool
alone_change(struct work *w, struct slice *done)
{
	struct micro_table *t = w->table;
	const size_t n = part_of(w);

	*done = (struct slice){0};
	do {
		for (size_t i = 0; i < n; i++)
			w->keys[i] = key_at(t->kernels.seed, (t->at + i) % t->kernels.items);
		if (!change_once(w, n, done))
			return false;
		t->at = (t->at + n) % t->kernels.items;
	} while (done->ns < measure_least_ns());
	return true;
}

bool
alone_build(struct work *w, struct slice *done)
{
	const size_t items = w->table->kernels.items, chunk = chunk_of(w);

	*done = (struct slice){0};
	do {
		size_t accepted = 0, n = 0, got = 0;

		if (!work_create(w))
			return false;
		for (; accepted < items && got == n; accepted += got) {
			n = items - accepted < chunk ? items - accepted : chunk;
			keys_fill(w->keys, n, w->table->kernels.seed, accepted);
			done->ns += measure_insert(w->filter, w->keys, n, &got);
		}
		if (!work_built(w, accepted))
			return false;
		done->ops += accepted;
	} while (done->ns < measure_least_ns());
	return true;
}
