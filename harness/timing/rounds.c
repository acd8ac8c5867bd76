/* SPDX-License-Identifier: MIT */
/* rounds.c - see rounds.h. */
#include "harness/timing/rounds.h"

#include "harness/timing/measure.h"

#include <stdio.h>
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
		.kernels = k,
		.asked = q,
		.ground = ceiling_memory(&k->hash, (void *)(uintptr_t)k->info.table, k->info.bytes, q->keys, q->n)};
}

bool
contestant_is_bulk(const struct filter_ops *ops)
{
	return ops->batch > MEASURE_MOST;
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
contend(struct contestant *c, uint64_t least, struct slice *slice, struct failure *f)
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

		if (hits != right) {
			(void)failed(f, STATUS_FAILED, "%s: %s: %zu of %zu keys reported present, not %zu",
			             hits < right ? "false negatives" : "false positives", contestant_name(c), hits,
			             keys, right);
			return false;
		}
		if (warm || c->hit)
			slice->ns += ns, slice->ops += keys;
		warm = true;
	}
	return true;
}

bool
rounds_enter(struct contestant *to, size_t *count, const struct test_table *k, const struct query_set *q)
{
	size_t n = 0;

	for (size_t i = 0; i < k->views; i++) {
		const struct filter_ops *ops = k->view[i]->ops;
		const bool bulk = contestant_is_bulk(ops);

		if (bulk && ops->batch > q->n)
			continue;
		to[n] = (struct contestant){
			.filter = k->view[i], .kernels = k, .asked = q, .hit = bulk ? malloc(q->n) : NULL};
		if (bulk && !to[n].hit) {
			rounds_leave(to, n);
			return false;
		}
		if (bulk)
			memset(to[n].hit, 0, q->n);
		n++;
	}
	for (enum ceiling what = CEILING_READ_1; what <= CEILING_READ_2; what++)
		to[n++] = contestant_ceiling(what, k, q);
	for (size_t i = 0; i < n; i++) {
		to[i].next = i * q->chunks / n;
		to[i].ground.at = to[i].next * QUERY_SET_CHUNK;
	}
	*count = n;
	return true;
}

void
rounds_leave(struct contestant *c, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		free(c[i].hit);
		c[i].hit = NULL;
	}
}

bool
rounds_run(struct contestant *c, size_t count, unsigned round, uint64_t seed, uint64_t least, struct slice *slice,
           struct failure *f)
{
	unsigned order[LATIN_MOST];

	latin_order((unsigned)count, round, seed, order);
	for (size_t place = 0; place < count; place++)
		if (!contend(&c[order[place]], least, &slice[order[place]], f))
			return false;
	return true;
}
