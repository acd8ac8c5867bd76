/* SPDX-License-Identifier: MIT */
/*
 * bodies.c - see micro.h. Operations in slices of some milliseconds, by the loops of harness/timing/contestant.h and
 * harness/timing/measure.h.
 *
 *      insert, delete    keys  0 ... | at .. at + n | ... items - 1     n keys are deleted and inserted again,
 *                                                                       then the next n; one of the two is timed
 */
#include "harness/micro/micro.h"

#include "datasets/keys.h"
#include "harness/base/memory.h"
#include "harness/machine/machine.h"
#include "harness/timing/measure.h"

#include <stdlib.h>

static bool any_failed;

bool
micro_failed(void)
{
	return any_failed;
}

struct work {
	struct micro_run *run;
	struct micro_bench *bench;
	struct micro_table *table;
	struct filter *filter; /* a view of the table, or its owner; for building, the last filter built */
	struct contestant contestant;
	uint64_t *keys;         /* to delete and insert, or to build with */
	struct failure failure; /* why there is no result; set by whatever returns false */
};

/* One slice of some milliseconds: sets operations and nanoseconds. */
typedef bool work_slice(struct work *, struct slice *);

/* --- lookups ---------------------------------------------------------------------------------------------- */

static bool
look_up(struct work *w, struct slice *done)
{
	return contend(&w->contestant, measure_least_ns(), done, &w->failure);
}

/* --- insertions and deletions ----------------------------------------------------------------------------- */

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

static bool
change(struct work *w, struct slice *done)
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

/* --- building --------------------------------------------------------------------------------------------- */

/* Keys in one call of insert while building: the filter's batch, but at least LEAST. */
static size_t
chunk_of(const struct work *w)
{
	enum { LEAST = 1 << 16 };
	const size_t items = w->table->kernels.items,
		     chunk = w->bench->ops->batch > LEAST ? w->bench->ops->batch : LEAST;

	return chunk < items ? chunk : items;
}

static bool
is_built(struct work *w, size_t accepted)
{
	enum { MOST = 1 << 16 };
	const size_t items = w->table->kernels.items, n = items < MOST ? items : MOST, step = items / n;
	size_t missed = 0;
	uint8_t hit;

	if (accepted < items)
		return failing(&w->failure, "full at %zu of %zu keys", accepted, items);
	for (size_t i = 0; i < n; i++) {
		const uint64_t key = key_at(w->table->kernels.seed, i * step);

		missed += !w->filter->ops->contains(w->filter, &key, 1, &hit);
	}
	return missed == 0 ||
	       failing(&w->failure, "false negatives: %zu of %zu keys that were accepted are reported absent", missed,
	               n);
}

static bool
build(struct work *w, struct slice *done)
{
	const size_t items = w->table->kernels.items, chunk = chunk_of(w);

	*done = (struct slice){0};
	do {
		size_t accepted = 0, n = 0, got = 0;

		w->bench->ops->destroy(w->filter);
		w->filter = micro_table_create(w->bench->ops, w->bench->bytes, &w->failure);
		for (; w->filter && accepted < items && got == n; accepted += got) {
			n = items - accepted < chunk ? items - accepted : chunk;
			keys_fill(w->keys, n, w->table->kernels.seed, accepted);
			done->ns += measure_insert(w->filter, w->keys, n, &got);
		}
		if (!w->filter || !is_built(w, accepted))
			return false;
		done->ops += accepted;
	} while (done->ns < measure_least_ns());
	return true;
}

/* --- the body --------------------------------------------------------------------------------------------- */

static bool
prepare(struct work *w)
{
	const enum micro_op op = w->bench->op;
	const bool own = op != MICRO_LOOKUP;
	const struct test_table *k;
	const struct query_set *asked;

	w->table = micro_table(own ? w->bench->ops : micro_table_owner(w->bench->ops), own, w->bench->bytes,
	                       (unsigned)micro_argument(w->run, 0), &w->failure);
	if (!w->table)
		return false;
	k = &w->table->kernels;
	w->filter = op == MICRO_BUILD ? NULL : k->filter;
	if (own) {
		w->keys = malloc((op == MICRO_BUILD ? chunk_of(w) : part_of(w)) * sizeof *w->keys);
		return w->keys || failing(&w->failure, "no memory for keys");
	}
	for (size_t i = 0; i < k->views; i++)
		if (k->view[i]->ops == w->bench->ops)
			w->filter = k->view[i];
	asked = micro_questions(w->table, (unsigned)micro_argument(w->run, 1), &w->failure);
	return asked && contestant_lookups(&w->contestant, w->filter, asked, &w->failure);
}

/* A round does all operations that it has time for. But Google Benchmark wants a number that it knows beforehand, the
 * same in every repetition: those of the first round. Times do not depend on it. */
static void
go_rounds(struct work *w, work_slice *slice)
{
	struct filter_info info;
	struct slice done;

	if (w->bench->round == 0) {
		if (!slice(w, &done))
			return;
		w->bench->round = done.ops;
	}
	while (micro_more(w->run, w->bench->round)) {
		if (!slice(w, &done))
			return;
		micro_did(w->run, done.ops, done.ns);
	}
	info = filter_told(w->filter);
	micro_counter(w->run, "bytes_per_item", (double)info.bytes / (double)w->table->kernels.items);
	if (info.kernel)
		micro_label(w->run, info.kernel);
}

static void
body(struct micro_run *run, void *bench)
{
	static work_slice *const slices[MICRO_OPS] = {look_up, change, change, build};
	struct work w = {.run = run, .bench = bench};

	if (prepare(&w))
		go_rounds(&w, slices[w.bench->op]);
	if (w.bench->op == MICRO_BUILD)
		w.bench->ops->destroy(w.filter);
	contestant_free(&w.contestant);
	free(w.keys);
	if (w.failure.status != STATUS_DONE) {
		micro_error(run, w.failure.text);
		any_failed = true;
	}
}

micro_body *const micro_bench_body = body;
