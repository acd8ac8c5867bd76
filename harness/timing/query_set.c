/* SPDX-License-Identifier: MIT */
/* query_set.c - see query_set.h. */
#include "harness/timing/query_set.h"

#include "datasets/keys.h"
#include "harness/timing/answers.h"

#include <stdlib.h>
#include <string.h>

static size_t
chunks_of(size_t n)
{
	return n ? (n + QUERY_SET_CHUNK - 1) / QUERY_SET_CHUNK : 1;
}

size_t
query_set_bytes(size_t n)
{
	return chunks_of(n) * QUERY_SET_CHUNK * sizeof(uint64_t) + chunks_of(n) * QUERY_SET_CHUNK / 8;
}

void
query_set_draw(struct query_set *q, const struct query_source *s, size_t n, void *memory)
{
	const uint64_t percent = (uint64_t)s->percent;
	uint64_t random = rng_derive(s->seed, percent + 1), absent = KEYS_ABSENT + (percent << 40);

	*q = (struct query_set){
		.keys = memory, .n = chunks_of(n) * QUERY_SET_CHUNK, .chunks = chunks_of(n), .source = *s};
	q->present = (uint8_t *)(q->keys + q->n);
	memset(q->present, 0, q->n / 8);
	for (size_t i = 0; i < q->n; i++) {
		bool present;

		do {
			const uint64_t r = rng_next(&random);

			/* the higher bits decide where the percentage is not a whole number */
			present = (double)(r % 100) + (double)(r >> 32) * 0x1p-32 < s->percent;
			q->keys[i] = key_at(s->seed, present ? fast_range(rng_mix(r), s->items) : absent++);
		} while (s->takes && !s->takes(s->context, q->keys[i]));
		q->present[i / 8] = (uint8_t)(q->present[i / 8] | present << i % 8);
	}
}

static bool
query_set_ask(struct query_set *q, const struct filter *filter, struct failure *f)
{
	uint8_t hit[QUERY_SET_CHUNK];
	char why[ANSWERS_WHY];

	for (size_t chunk = 0; chunk < q->chunks; chunk++) {
		const size_t from = chunk * QUERY_SET_CHUNK;

		q->hits[chunk] = (uint32_t)filter->ops->contains(filter, q->keys + from, QUERY_SET_CHUNK, hit);
		q->all_hits += q->hits[chunk];
		if (answers_look(hit, QUERY_SET_CHUNK, q->hits[chunk], why) != ANSWERS_RIGHT)
			return failing(f, "wrong answers: %s, %s", filter->ops->name, why);
		for (size_t i = 0; i < QUERY_SET_CHUNK; i += 8)
			if (query_set_missed_of_eight(q, from + i, hit + i))
				return failing(f, "false negative: %s, a key that was found before", filter->ops->name);
	}
	return true;
}

bool
query_set_make(struct query_set *q, const struct query_source *source, const struct filter *filter, size_t n,
               struct failure *f)
{
	void *memory = malloc(query_set_bytes(n));
	uint32_t *hits = malloc(chunks_of(n) * sizeof *hits);
	bool good = memory && hits;

	if (!good) {
		free(memory);
		free(hits);
		*q = (struct query_set){.keys = NULL};
		return failing(f, "no memory for %zu keys to look up", n);
	}
	query_set_draw(q, source, n, memory);
	q->hits = hits;
	good = !filter || query_set_ask(q, filter, f);
	if (!good)
		query_set_free(q);
	return good;
}

void
query_set_share(struct query_set *q, const struct query_set *other)
{
	const struct query_source *a = &q->source, *b = &other->source;

	if (q->borrowed || q->n != other->n || a->seed != b->seed || a->items != b->items || a->percent != b->percent ||
	    a->takes || b->takes)
		return;
	free(q->keys);
	q->keys = other->keys, q->present = other->present;
	q->borrowed = true;
}

void
query_set_free(struct query_set *q)
{
	if (!q->borrowed)
		free(q->keys);
	free(q->hits);
	*q = (struct query_set){.keys = NULL};
}
