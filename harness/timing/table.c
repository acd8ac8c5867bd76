/* SPDX-License-Identifier: MIT */
/* table.c - see table.h. */
#include "harness/timing/table.h"

#include "core/bits.h"
#include "core/mem.h"
#include "datasets/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the table -------------------------------------------------------------------------------------------- */

bool
table_include(const struct filter_ops *ops, const struct filter_ops *twin)
{
	return ops->view && !(ops->caps & FILTER_SHARED) &&
	       (ops == twin || (ops->twin && strcmp(ops->twin, twin->name) == 0));
}

static bool
accepts(const struct filter_ops *ops, const struct filter_params *params)
{
	struct filter_params tiny = *params;
	struct filter *f;
	const char *why;
	enum filter_status status;

	/* The size does not affect which parameters a filter takes. */
	tiny.items = 0, tiny.place = NULL;
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
	return batch && table_include(batch, twin) && accepts(batch, params) ? batch : twin;
}

/* Inserts the keys of the stream in long calls, until `target` keys are in or one is refused. */
static void
table_fill(struct test_table *k, size_t target, uint64_t *keys)
{
	while (k->items < target) {
		const size_t n = target - k->items < QUERY_SET_CHUNK ? target - k->items : QUERY_SET_CHUNK;
		size_t in;

		keys_fill(keys, n, k->seed, k->items);
		in = k->filter->ops->insert(k->filter, keys, n);
		k->items += in;
		if (in < n)
			break;
	}
}

/* Checks that no key that is in is reported absent. */
static bool
table_verify(const struct test_table *k, uint64_t *keys, uint8_t *hit, struct failure *f)
{
	for (size_t done = 0; done < k->items; done += QUERY_SET_CHUNK) {
		const size_t n = k->items - done < QUERY_SET_CHUNK ? k->items - done : QUERY_SET_CHUNK;

		keys_fill(keys, n, k->seed, done);
		if (k->filter->ops->contains(k->filter, keys, n, hit) != n)
			return failing(f, "false negative: %s, of the keys from %zu on", k->filter->ops->name, done);
	}
	return true;
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

static bool
table_build(struct test_table *k, const struct filter_ops *twin, size_t target, struct failure *f)
{
	uint64_t *keys = malloc(QUERY_SET_CHUNK * sizeof *keys);
	uint8_t *hit = malloc(QUERY_SET_CHUNK);
	bool good = keys && hit;

	if (good) {
		table_fill(k, target, keys);
		k->filter->ops->info(k->filter, &k->info);
		good = table_verify(k, keys, hit, f) && table_look(k, twin, f);
	} else {
		failing(f, "out of memory");
	}
	free(keys);
	free(hit);
	return good;
}

bool
table_make(struct test_table *k, const struct filter_ops *twin, const struct filter_params *params, uint64_t seed,
           size_t target, struct failure *f)
{
	const struct filter_ops *builder = table_builder(twin, params);
	const long long huge = mem_huge_bytes();
	const char *refusal;

	*k = (struct test_table){.seed = seed, .huge = -1};
	if (!hash_init(&k->hash, params->hash, params->seed))
		return failing(f, "no hash of that name");
	if (filter_create(builder, params, &k->filter, &refusal) != FILTER_OK)
		return failing(f, "%s refused: %s", builder->name, refusal);
	if (huge >= 0)
		k->huge = mem_huge_bytes() - huge;
	if (table_build(k, twin, target, f))
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

const struct filter *
table_view(const struct test_table *k, const char *name)
{
	for (size_t i = 0; i < k->views; i++)
		if (strcmp(k->view[i]->ops->name, name) == 0)
			return k->view[i];
	return NULL;
}

/* --- query sets ------------------------------------------------------------------------------------------ */

/* The source of keys, and the predicate that accepts them. */
struct source {
	const struct test_table *kernels;
	unsigned percent;
	uint64_t random, absent; /* the index of the next absent key */
	bool (*takes)(void *, uint64_t);
	void *context;
};

static uint64_t
draw(struct source *s, bool *present)
{
	uint64_t key;

	do {
		const uint64_t r = rng_next(&s->random), seed = s->kernels->seed;

		*present = r % 100 < s->percent;
		key = *present ? key_at(seed, fast_range(rng_mix(r), s->kernels->items)) : key_at(seed, s->absent++);
	} while (s->takes && !s->takes(s->context, key));
	return key;
}

/* Draws one chunk of keys. Counts those that the filter which filled the table reports present. */
static bool
ask_chunk(struct query_set *q, struct source *s, size_t chunk, uint8_t *hit, struct failure *f)
{
	const struct test_table *k = s->kernels;
	uint64_t *keys = q->keys + chunk * QUERY_SET_CHUNK;
	bool present[QUERY_SET_CHUNK];

	for (size_t i = 0; i < QUERY_SET_CHUNK; i++)
		keys[i] = draw(s, &present[i]);
	q->hits[chunk] = (uint32_t)k->filter->ops->contains(k->filter, keys, QUERY_SET_CHUNK, hit);
	q->all_hits += q->hits[chunk];
	for (size_t i = 0; i < QUERY_SET_CHUNK; i++)
		if (present[i] && !hit[i])
			return failing(f, "false negative: %s, a key that was found before", k->filter->ops->name);
	return true;
}

bool
query_set_choose(struct query_set *q, const struct test_table *k, unsigned percent, size_t n,
                 bool (*takes)(void *context, uint64_t key), void *context, struct failure *f)
{
	const size_t chunks = n ? (n + QUERY_SET_CHUNK - 1) / QUERY_SET_CHUNK : 1;
	struct source source = {
		k, percent, rng_derive(k->seed, percent + 1), KEYS_ABSENT + ((uint64_t)percent << 40), takes, context};
	uint8_t *hit = malloc(QUERY_SET_CHUNK);
	bool good = true;

	*q = (struct query_set){.n = chunks * QUERY_SET_CHUNK, .chunks = chunks, .percent = percent};
	q->keys = malloc(q->n * sizeof *q->keys);
	q->hits = malloc(chunks * sizeof *q->hits);
	if (!hit || !q->keys || !q->hits)
		good = failing(f, "no memory for %zu keys to look up", q->n);
	for (size_t chunk = 0; good && chunk < chunks; chunk++)
		good = ask_chunk(q, &source, chunk, hit, f);
	free(hit);
	if (!good)
		query_set_free(q);
	return good;
}

bool
query_set_make(struct query_set *q, const struct test_table *k, unsigned percent, size_t n, struct failure *f)
{
	return query_set_choose(q, k, percent, n, NULL, NULL, f);
}

void
query_set_free(struct query_set *q)
{
	free(q->keys);
	free(q->hits);
	*q = (struct query_set){.keys = NULL};
}
