/* SPDX-License-Identifier: MIT */
/* contestant.c - see contestant.h. */
#include "harness/timing/contestant.h"

#include "harness/timing/measure.h"

#include <stdlib.h>
#include <string.h>

const char *
contestant_name(const struct contestant *c)
{
	return c->filter ? c->filter->ops->name : ceiling_series[c->what];
}

struct contestant
contestant_ceiling(enum ceiling what, const struct test_table *k, const struct query_set *q)
{
	/* The cast is safe for reads. The pointer is not const because the same structure serves ceilings that
	 * store. */
	return (struct contestant){
		.what = what,
		.asked = q,
		.ground = ceiling_memory(&k->hash, (void *)(uintptr_t)k->info.table, k->info.bytes, q->keys, q->n)};
}

bool
contestant_is_bulk(const struct filter_ops *ops)
{
	return ops->batch > MEASURE_MOST;
}

bool
contestant_lookups(struct contestant *c, const struct filter *filter, const struct query_set *q, struct failure *f)
{
	const bool bulk = contestant_is_bulk(filter->ops);

	*c = (struct contestant){.filter = filter, .asked = q, .hit = bulk ? malloc(q->n) : NULL};
	if (c->hit)
		memset(c->hit, 1, q->n); /* gets its pages before the clock runs; with zeros it could become a calloc */
	return c->hit || !bulk || failing(f, "no memory for %zu answers", q->n);
}

void
contestant_free(struct contestant *c)
{
	free(c->hit);
	c->hit = NULL;
}

void
contestant_start(struct contestant *c, size_t chunk)
{
	c->next = chunk % c->asked->chunks;
	c->ground.at = c->next * QUERY_SET_CHUNK;
}

/* Looks up the next chunk, or all keys in one call. *right is the number of hits that there must be. */
static uint64_t
step(struct contestant *c, size_t *keys, size_t *hits, size_t *right)
{
	const struct query_set *q = c->asked;
	const size_t chunk = c->next;

	*keys = QUERY_SET_CHUNK;
	if (c->hit) {
		*keys = q->n;
		*right = q->all_hits;
		return measure_contains_at_once(c->filter, q->keys, q->n, c->hit, hits);
	}
	c->next = (chunk + 1) % q->chunks;
	*right = q->hits[chunk];
	return measure_contains(c->filter, q->keys + chunk * QUERY_SET_CHUNK, QUERY_SET_CHUNK, hits);
}

bool
contend_by_chunks(struct contestant *c, uint64_t least, struct slice *slice, struct failure *f)
{
	bool warm = false;

	*slice = (struct slice){0};
	if (!c->filter) {
		*slice = measure_ceiling_best(&c->ground, c->what, least, NULL);
		return true;
	}
	while (slice->ns < least || slice->ops == 0) {
		size_t keys, hits, right;
		const uint64_t ns = step(c, &keys, &hits, &right);

		if (hits != right)
			return failing(f, "%s: %s: %zu of %zu keys reported present, not %zu",
			               hits < right ? "false negatives" : "false positives", contestant_name(c), hits,
			               keys, right);
		if (warm || c->hit)
			slice->ns += ns, slice->ops += keys;
		warm = true;
	}
	return true;
}

bool
contend(struct contestant *c, uint64_t least, struct slice *slice, struct failure *f)
{
	*slice = (struct slice){0};
	return (c->measure ? c->measure : contend_by_chunks)(c, least, slice, f);
}
