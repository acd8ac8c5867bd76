/* SPDX-License-Identifier: MIT */
/*
 * conform_shrink.c - delta debugging (Zeller, Hildebrandt, IEEE TSE 2002). It leaves out half of the atoms, a quarter,
 * ..., one, while the rest breaks the same promise. Then it makes keys small numbers, and the table smaller. Each try
 * is a child of its own, so sequences that crash or hang shrink as well.
 */
#include "harness/filters/conform_parts.h"

#include "harness/base/memory.h"
#include "harness/timing/measure.h"

#include <stdlib.h>
#include <string.h>

static const double patience = 10, patience_with_hanging = 5; /* seconds */
/* VAIN: after this many failed tries in a row, the remaining atoms are taken as necessary. A fault at one number of
 * items needs every insertion, and each try is a process. LONG: in longer sequences, calls are joined first. */
enum { VAIN = 48, LONG = 1024 };

struct shrink {
	struct kit kit;
	struct sequence *s;
	struct outcome *o;
	uint64_t start;
	double patience;
};

static bool
has_time(const struct shrink *h)
{
	return (double)(clock_ns() - h->start) * 1e-9 < h->patience;
}

/* Replaces the sequence by the candidate if that ends in the same way. Returns whether it did. */
static bool
accept(struct shrink *h, const struct sequence *candidate)
{
	struct outcome o = sequence_run(&h->kit, candidate);

	if (o.kind != h->o->kind) {
		free(o.log);
		return false;
	}
	free(h->o->log);
	*h->o = o;
	memmove(h->s->atom, candidate->atom, candidate->n * sizeof *candidate->atom);
	h->s->n = candidate->n;
	h->s->bytes = candidate->bytes;
	return true;
}

static void
leave_out(struct shrink *h, struct atom *room)
{
	struct sequence c = *h->s;
	size_t vain;

	c.atom = room;
	for (size_t chunk = (h->s->n + 1) / 2; chunk > 0; chunk = chunk == 1 ? 0 : (chunk + 1) / 2) {
		/* Goes from the end, because operations after the failure are the first to leave out. */
		vain = 0;
		for (size_t end = h->s->n; end > 0 && vain < VAIN && has_time(h);) {
			const size_t from = end > chunk ? end - chunk : 0;

			memcpy(room, h->s->atom, from * sizeof *room);
			memcpy(room + from, h->s->atom + end, (h->s->n - end) * sizeof *room);
			c.n = h->s->n - (end - from);
			c.bytes = h->s->bytes;
			vain = accept(h, &c) ? 0 : vain + 1;
			end = from;
		}
	}
}

/* Exchanges two keys. */
static void
swap_keys(struct sequence *c, uint64_t key, uint64_t with)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->atom[i].key == key)
			c->atom[i].key = with;
		else if (c->atom[i].key == with)
			c->atom[i].key = key;
}

/* Renames keys in the order of their first use to 1, 2, 3, ...: all of them, or only those whose new names still break
 * the promise. */
static void
rename_keys(struct shrink *h, struct atom *room, bool all)
{
	struct sequence c = *h->s;
	uint64_t next = 1;
	size_t vain = 0;

	c.atom = room;
	memcpy(room, h->s->atom, c.n * sizeof *room);
	for (size_t i = 0; i < c.n && vain < VAIN && has_time(h); i++) {
		const uint64_t key = room[i].key;
		bool used = key < next;

		for (size_t j = 0; j < i && !used; j++)
			used = room[j].key == key;
		if (used || room[i].act == ACT_RELOAD)
			continue;
		swap_keys(&c, key, next);
		if (all || key == next || accept(h, &c)) {
			next++;
			vain = 0;
		} else {
			swap_keys(&c, key, next);
			vain++;
		}
	}
	if (all && !accept(h, &c))
		rename_keys(h, room, false);
}

/* Joins adjacent calls of a kind into one. If that does not break the promise, joins only insertions. A try then takes
 * less time, because everything is looked up after each call. */
static void
join_calls(struct shrink *h, struct atom *room, bool insertions_alone)
{
	struct sequence c = *h->s;

	c.atom = room;
	memcpy(room, h->s->atom, c.n * sizeof *room);
	for (size_t i = 1; i < c.n; i++)
		if (room[i].act == room[i - 1].act && (room[i].act == ACT_INSERT || !insertions_alone))
			room[i].step = room[i - 1].step;
	if (!accept(h, &c) && !insertions_alone)
		join_calls(h, room, true);
}

void
sequence_shrink(const struct kit *kit, struct sequence *s, struct outcome *o)
{
	struct shrink h = {.kit = *kit, .s = s, .o = o, .start = clock_ns(), .patience = patience};
	struct atom *room = memory_new(s->n, sizeof *room);
	struct sequence smaller;

	if (o->kind == KIND_SLOW) {
		h.patience = patience_with_hanging;
		h.kit.limits.seconds = h.kit.limits.seconds < 0.5 ? h.kit.limits.seconds : 0.5;
	}
	if (s->n > LONG)
		join_calls(&h, room, false);
	leave_out(&h, room);
	rename_keys(&h, room, true);
	for (smaller = *s; smaller.bytes > 64 && has_time(&h);) {
		smaller.bytes /= 2;
		smaller.n = s->n;
		if (!accept(&h, &smaller))
			break;
	}
	leave_out(&h, room);
	o->hurried = !has_time(&h);
	free(room);
}
