/* SPDX-License-Identifier: MIT */
/* memory_kernels.c - see memory_kernels.h. Sums are stored in the state, because the compiler would otherwise drop the
 * loads. */
#include "harness/timing/memory_kernels.h"

#include "core/bits.h"
#include "core/rng.h"

/* Lines per call: some microseconds to some hundred. So the clock is read seldom, and yet a window ends in time. */
enum { CHASE_LOADS = 512, RANDOM_LINES = 4096, STREAM_LINES = 4096 };
/* Addresses known before their loads: more than the misses that a core can have outstanding (10 to 64). */
enum { AHEAD = 64 };

struct line {
	uint32_t next, rest[15];
};

void
memory_ring(void *memory, size_t lines, uint64_t seed)
{
	struct line *line = memory;

	for (size_t i = 0; i < lines; i++)
		line[i].next = (uint32_t)i;
	for (size_t i = lines - 1; i > 0; i--) { /* Sattolo's algorithm: one ring through all lines */
		const size_t j = fast_range(rng_next(&seed), i);
		const uint32_t other = line[i].next;

		line[i].next = line[j].next;
		line[j].next = other;
	}
}

size_t
memory_chase(void *state)
{
	struct memory_chase *c = state;
	const struct line *line = c->ring;
	uint32_t at = c->at;

	for (size_t i = 0; i < CHASE_LOADS; i++)
		at = line[at].next;
	c->at = at;
	return CHASE_LOADS;
}

size_t
memory_random(void *state)
{
	struct memory_random *r = state;
	const struct line *ahead[AHEAD];

	for (size_t done = 0; done < RANDOM_LINES; done += AHEAD) {
		for (size_t i = 0; i < AHEAD; i++) {
			const uint64_t draw = rng_next(&r->state);
			/* The high bits select the line, the low ones the table. */
			const struct line *table = r->table[r->tables == 1 ? 0 : fast_range(draw << 32, r->tables)];

			ahead[i] = table + fast_range(draw, r->lines);
			__builtin_prefetch(ahead[i]);
		}
		for (size_t i = 0; i < AHEAD; i++)
			r->sum += ahead[i]->next;
	}
	return RANDOM_LINES;
}

size_t
memory_in_order(void *state)
{
	struct memory_in_order *s = state;
	const uint64_t *word = s->table;
	const size_t n = s->lines - s->at < STREAM_LINES ? s->lines - s->at : STREAM_LINES;
	uint64_t sum = 0;

	word += s->at * (MEMORY_LINE / sizeof *word);
	for (size_t i = 0; i < n * (MEMORY_LINE / sizeof *word); i++)
		sum += word[i];
	s->sum += sum;
	s->at = s->at + n < s->lines ? s->at + n : 0;
	return n;
}
