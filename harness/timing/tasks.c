/* SPDX-License-Identifier: MIT */
/* tasks.c - see tasks.h. */
#include "harness/timing/tasks.h"

#include "harness/timing/measure.h"

/* Looks up the next n keys, a multiple of 8, at most `most` per call. */
static void
tasks_look_up(struct lookup_task *t, size_t n, size_t most, uint8_t *hit)
{
	const struct query_set *q = t->asked;

	while (n > 0) {
		size_t batch = n < most ? n : most;

		if (batch > q->n - t->at)
			batch = q->n - t->at;
		t->missed += query_set_missed(q, t->at, batch,
		                              t->filter->ops->contains(t->filter, q->keys + t->at, batch, hit));
		t->at = t->at + batch == q->n ? 0 : t->at + batch;
		n -= batch;
	}
}

static size_t
look_up_long(struct lookup_task *t)
{
	uint8_t hit[MEASURE_MOST];

	tasks_look_up(t, t->call, t->call, t->hit ? t->hit : hit);
	return t->call;
}

size_t
lookup_body(void *lookup_task)
{
	struct lookup_task *t = lookup_task;
	uint8_t hit[QUERIES_BATCH];

	if (t->call > QUERIES_BATCH)
		return look_up_long(t);
	tasks_look_up(t, t->call ? t->call : QUERIES_BATCH, QUERIES_BATCH, hit);
	return t->call ? t->call : QUERIES_BATCH;
}

size_t
build_body(void *build_task)
{
	struct build_task *t = build_task;
	const size_t left = t->n - t->at, batch = left < MEASURE_BATCH ? left : MEASURE_BATCH;
	size_t got;

	if (batch == 0 || t->refused)
		return 0;
	got = t->filter->ops->insert(t->filter, t->keys + t->at, batch);
	t->at += got;
	t->refused = got < batch;
	return got;
}

/* --- rings --- */

static size_t
around(const struct ring *r, size_t at)
{
	return at < r->size ? at : at - r->size;
}

static void
put_off(struct ring *r, size_t at)
{
	const size_t last = r->head ? r->head - 1 : r->size - 1;
	const uint64_t refused = r->keys[at];

	r->keys[at] = r->keys[last];
	r->keys[last] = refused;
}

static void
insert_round(struct filter *f, struct ring *r, size_t n)
{
	while (n > 0) {
		const size_t room = r->size - r->head, batch = n < room ? n : room;

		(void)f->ops->insert(f, r->keys + r->head, batch); /* such a filter cannot refuse */
		r->head = around(r, r->head + batch);
		n -= batch;
	}
}

size_t
ring_insert(struct filter *f, struct ring *r, size_t n)
{
	size_t refused = 0;

	if (!f->ops->remove) {
		insert_round(f, r, n);
		return 0;
	}
	while (n > 0) {
		const size_t tail = around(r, r->head + r->resident), room = r->size - tail,
			     batch = n < room ? n : room;
		const size_t got = f->ops->insert(f, r->keys + tail, batch);

		r->resident += got;
		n -= got;
		if (got < batch) {
			put_off(r, around(r, tail + got));
			refused++;
			n--;
		}
	}
	return refused;
}

size_t
ring_remove(struct filter *f, struct ring *r, size_t n)
{
	size_t lost = 0;

	while (n > 0) {
		const size_t room = r->size - r->head, batch = n < room ? n : room;

		lost += batch - f->ops->remove(f, r->keys + r->head, batch);
		r->head = around(r, r->head + batch);
		r->resident -= batch;
		n -= batch;
	}
	return lost;
}

size_t
churn_body(void *churn_task)
{
	struct churn_task *t = churn_task;
	struct filter *f = t->lookup.filter;
	struct ring *r = &t->ring[t->first + t->turn * t->stride];
	size_t removes = f->ops->remove ? t->updates / 2 : 0, inserts = t->updates - removes;
	uint8_t hit[QUERIES_BATCH];

	t->turn = t->first + (t->turn + 1) * t->stride < t->rings ? t->turn + 1 : 0;
	tasks_look_up(&t->lookup, t->lookups, QUERIES_BATCH, hit);
	if (removes > 0) {
		removes = removes < r->resident ? removes : r->resident;
		t->lost += ring_remove(f, r, removes);
		inserts = r->resident < t->target ? t->target - r->resident : 0;
		inserts = inserts < t->updates ? inserts : t->updates;
	}
	t->refused += ring_insert(f, r, inserts);
	t->inserts += inserts;
	return t->lookups + removes + inserts;
}

size_t
fill_body(void *churn_task)
{
	struct churn_task *t = churn_task;

	for (; t->first + t->turn * t->stride < t->rings; t->turn++) {
		struct ring *r = &t->ring[t->first + t->turn * t->stride];
		const size_t left = r->resident < t->target ? t->target - r->resident : 0,
			     n = left < MEASURE_BATCH ? left : MEASURE_BATCH;
		size_t refused;

		if (n == 0)
			continue;
		refused = ring_insert(t->lookup.filter, r, n);
		if (!t->lookup.filter->ops->remove)
			r->resident += n;
		t->refused += refused;
		t->turn += refused > 0;
		return n;
	}
	return 0;
}

/* --- the ceiling --- */

/* A call prefetches lines before their use and waits for the last of them at its end. Long calls make that wait
 * negligible. */
enum { CEILING_BATCH = 16 * QUERIES_BATCH };

size_t
ceiling_body(void *ceiling_task)
{
	struct ceiling_task *t = ceiling_task;

	return ceiling_pass(&t->ground, t->what, t->style, CEILING_BATCH);
}
