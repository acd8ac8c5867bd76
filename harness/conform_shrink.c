/* SPDX-License-Identifier: MIT */
/*
 * conform_shrink.c - delta debugging (Zeller, Hildebrandt, IEEE TSE 2002): leaves out half of the atoms, a quarter, ..., one, as long as
 * the rest breaks the same promise; then keys become small numbers, and the table smaller. Each try is a child of its own, so that what
 * crashes or hangs shrinks as well.
 */
#include "harness/conform_parts.h"

#include "harness/measure.h"

#include <stdlib.h>
#include <string.h>

static const double patience = 10, patience_with_hanging = 5; /* seconds */

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

/* Does the candidate end as the sequence does? Then it takes its place. */
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

	c.atom = room;
	for (size_t chunk = (h->s->n + 1) / 2; chunk > 0; chunk = chunk == 1 ? 0 : (chunk + 1) / 2) {
		/* From the end: what came after the failure goes first. */
		for (size_t end = h->s->n; end > 0 && has_time(h);) {
			const size_t from = end > chunk ? end - chunk : 0;

			memcpy(room, h->s->atom, from * sizeof *room);
			memcpy(room + from, h->s->atom + end, (h->s->n - end) * sizeof *room);
			c.n = h->s->n - (end - from);
			c.bytes = h->s->bytes;
			(void)accept(h, &c);
			end = from;
		}
	}
}

/* Keys in the order of their first use become 1, 2, 3, ... where that does not matter. */
static void
rename_keys(struct shrink *h, struct atom *room)
{
	struct sequence c = *h->s;
	uint64_t next = 1;

	c.atom = room;
	for (size_t i = 0; i < h->s->n && has_time(h); i++) {
		const uint64_t key = h->s->atom[i].key;
		bool used = key < next;

		for (size_t j = 0; j < i && !used; j++)
			used = h->s->atom[j].key == key;
		if (used || h->s->atom[i].act == ACT_RELOAD)
			continue;
		memcpy(room, h->s->atom, h->s->n * sizeof *room);
		for (size_t j = 0; j < h->s->n; j++)
			if (room[j].key == key)
				room[j].key = next;
			else if (room[j].key == next)
				room[j].key = key;
		c.n = h->s->n;
		c.bytes = h->s->bytes;
		if (key == next || accept(h, &c))
			next++;
	}
}

void
sequence_shrink(const struct kit *kit, struct sequence *s, struct outcome *o)
{
	struct shrink h = {.kit = *kit, .s = s, .o = o, .start = clock_ns(), .patience = patience};
	struct atom *room = malloc((s->n + 1) * sizeof *room);
	struct sequence smaller;

	if (!room)
		abort(); /* as in points.c */
	if (o->kind == KIND_SLOW) {
		h.patience = patience_with_hanging;
		h.kit.limits.seconds = h.kit.limits.seconds < 0.5 ? h.kit.limits.seconds : 0.5;
	}
	leave_out(&h, room);
	rename_keys(&h, room);
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
