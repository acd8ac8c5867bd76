/* SPDX-License-Identifier: MIT */
/* table.c - see table.h. */
#include "harness/timing/table.h"

#include "core/build.h"
#include "core/mem.h"
#include "datasets/keys.h"
#include "harness/timing/measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Keys in a call that is not timed. */
enum { TABLE_CALL = 1 << 14 };

bool
table_include(const struct filter_ops *ops, const struct filter_ops *twin)
{
	return ops->view && !(ops->caps & FILTER_SHARED) &&
	       (ops == twin || (ops->twin && strcmp(ops->twin, twin->name) == 0));
}

bool
table_accepts(const struct filter_ops *ops, const struct filter_params *params)
{
	struct filter_params tiny = *params;
	const uint64_t none = 0;
	struct filter *f;
	const char *why;
	enum filter_status status;

	/* The size does not affect which parameters a filter takes. */
	tiny.items = 0, tiny.place = NULL;
	if (ops->caps & FILTER_STATIC) {
		status = build_filter(ops, &tiny, &none, 0, &f, NULL, &why);
		ops->destroy(f);
		return status == FILTER_OK;
	}
	tiny.buckets = params->buckets ? 64 : 0;
	tiny.bytes = params->buckets ? 0 : 4096;
	status = filter_create(ops, &tiny, &f, &why);
	ops->destroy(f);
	return status == FILTER_OK;
}

const struct filter_ops *
table_builder(const struct filter_ops *twin, const struct filter_params *params)
{
	const struct filter_ops *batch;
	char name[64];

	snprintf(name, sizeof name, "%s-batch", twin->name);
	batch = filter_find(name);
	return batch && table_include(batch, twin) && table_accepts(batch, params) ? batch : twin;
}

uint64_t
table_hits(const struct filter *f, uint64_t seed, uint64_t first, size_t n)
{
	uint64_t keys[TABLE_CALL], hits = 0;
	uint8_t hit[TABLE_CALL];

	for (size_t done = 0; done < n; done += TABLE_CALL) {
		const size_t call = n - done < TABLE_CALL ? n - done : TABLE_CALL;

		keys_fill(keys, call, seed, first + done);
		hits += f->ops->contains(f, keys, call, hit);
	}
	return hits;
}

/* Makes a view by each filter, in the order of the registry. */
static bool
table_look(struct test_table *k, const struct filter_ops *twin, struct failure *f)
{
	for (size_t i = 0; filter_all[i]; i++) {
		const struct filter_ops *ops = filter_all[i];
		enum filter_status status;

		if (!table_include(ops, twin))
			continue;
		if (k->views == TABLE_VIEWS)
			return failing(f, "more than %d look-ups for one table", TABLE_VIEWS);
		status = filter_view(ops, k->filter, &k->view[k->views]);
		if (status != FILTER_OK && status != FILTER_EISA)
			return failing(f, "%s: %s", ops->name, filter_status_text(status));
		k->views += status == FILTER_OK;
	}
	return true;
}

/* Builds a static filter of `target` keys. They go back to the system at once, which an allocator would put off: where
 * many tables are made one after the other that is gigabytes. */
static bool
table_build(struct test_table *k, const struct filter_ops *builder, const struct filter_params *params, size_t target,
            struct failure *f)
{
	const char *refusal = "out of memory";
	struct mem m;

	if (mem_alloc(&m, (target + 1) * sizeof(uint64_t), NULL) == 0) {
		uint64_t *keys = (uint64_t *)m.data;

		keys_fill(keys, target, k->seed, 0);
		k->built.ns = measure_build(builder, params, keys, target, &k->filter, NULL, &refusal);
		mem_free(&m);
	}
	k->items = target;
	return k->filter || failing(f, "%s refused: %s", builder->name, refusal);
}

/* Fills another filter, a call at a time. */
static bool
table_insert(struct test_table *k, const struct filter_ops *builder, const struct filter_params *params, size_t target,
             struct failure *f)
{
	const size_t call = builder->batch > TABLE_CALL ? builder->batch : TABLE_CALL;
	uint64_t *keys = malloc(call * sizeof *keys);
	const char *refusal = "out of memory";
	size_t n = 0, got = 0;

	if (!keys || filter_create(builder, params, &k->filter, &refusal) != FILTER_OK) {
		free(keys);
		return failing(f, "%s refused: %s", builder->name, refusal);
	}
	for (; k->items < target && got == n; k->items += got) {
		n = target - k->items < call ? target - k->items : call;
		keys_fill(keys, n, k->seed, k->items);
		k->built.ns += measure_insert(k->filter, keys, n, &got);
	}
	free(keys);
	return true;
}

static bool
fill_once(struct test_table *k, const struct filter_ops *builder, const struct filter_params *params, uint64_t seed,
          size_t target, struct failure *f)
{
	const bool at_once = builder->caps & FILTER_STATIC;

	*k = (struct test_table){.seed = seed, .huge = -1};
	if (!(at_once ? table_build : table_insert)(k, builder, params, target, f))
		return false;
	k->built.ops = k->items;
	return true;
}

bool
table_fill(struct test_table *k, const struct filter_ops *builder, const struct filter_params *params, uint64_t seed,
           size_t target, struct failure *f)
{
	const long long huge = mem_huge_bytes();

	if (!fill_once(k, builder, params, seed, target, f))
		return false;
	if (huge >= 0)
		k->huge = mem_huge_bytes() - huge;
	hash_init(&k->hash, params->hash, params->seed);
	k->filter->ops->info(k->filter, &k->info);
	return true;
}

bool
table_make(struct test_table *k, const struct filter_ops *twin, const struct filter_params *params, uint64_t seed,
           size_t target, struct failure *f)
{
	uint64_t hits;

	if (!table_fill(k, table_builder(twin, params), params, seed, target, f))
		return false;
	hits = table_hits(k->filter, seed, 0, k->items);
	if (hits == k->items ? table_look(k, twin, f)
	                     : failing(f, "false negative: %s finds %" PRIu64 " of its %zu keys", k->filter->ops->name,
	                               hits, k->items))
		return true;
	table_free(k);
	return false;
}

void
table_free(struct test_table *k)
{
	while (k->views) {
		struct filter *view = k->view[--k->views];

		view->ops->destroy(view);
	}
	if (k->filter)
		k->filter->ops->destroy(k->filter);
	*k = (struct test_table){.filter = NULL};
}

bool
table_time_build(struct slice *built, const struct test_table *k, const struct filter_ops *twin,
                 const struct filter_params *params, uint64_t least_ns, struct failure *f)
{
	const struct filter_ops *builder = table_builder(twin, params);
	struct test_table again;

	*built = k->built;
	while (built->ns < least_ns) {
		if (!fill_once(&again, builder, params, k->seed, k->items, f))
			return false;
		*built = slice_sum(*built, again.built);
		table_free(&again);
	}
	return true;
}

const struct filter *
table_view(const struct test_table *k, const char *name)
{
	for (size_t i = 0; i < k->views; i++)
		if (strcmp(k->view[i]->ops->name, name) == 0)
			return k->view[i];
	return NULL;
}

uint64_t
table_false_positives(const struct test_table *k, const struct filter *f, uint64_t first, size_t n)
{
	return table_hits(f, k->seed, KEYS_ABSENT + (UINT64_C(1) << 60) + first, n);
}
