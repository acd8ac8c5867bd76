/* SPDX-License-Identifier: MIT */
/*
 * explore_memory.c - see explore_memory.h.
 *
 *      word.order[]:  | 0 | 2 | 1 |       modification order, as indices of messages in the order in which they came
 *      word.rank[]:   | 0 | 2 | 1 |       the inverse; a view holds indices, so it survives a message put before them
 *
 * Words keep their numbers in all executions of an exploration. So views are plain arrays, and a replay meets the same
 * views.
 */
#include "tests/explore_memory.h"

#include "core/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For every word, the index of a message. The words from `known` on are at their first message, 0. */
struct view {
	unsigned known;
	uint8_t at[MEMORY_WORDS];
};
_Static_assert(MEMORY_MESSAGES <= 256, "an index of a message fits a view");

struct message {
	uint64_t value, name;
	bool swapped; /* by a swap: no message may come between it and the one before */
	struct view carried;
};

struct word {
	volatile void *address;
	unsigned bytes, messages;
	uint8_t order[MEMORY_MESSAGES], rank[MEMORY_MESSAGES];
	struct message *message[MEMORY_MESSAGES];
	uint64_t hash;
};

static struct {
	struct word word[MEMORY_WORDS];
	unsigned words;
	uint16_t index[4 * MEMORY_WORDS]; /* address -> 1 + number, linear probing */
	struct view view[MEMORY_THREADS], common;
	struct message **all; /* the first `used` of `made` belong to this execution */
	size_t made, used;
	uint64_t hash;
} memory;

static _Noreturn void
give_up(const char *why)
{
	fprintf(stderr, "explore: %s\n", why);
	abort();
}

static uint64_t
raw_load(const struct word *w)
{
	return w->bytes == 8 ? atomic_load((volatile _Atomic uint64_t *)w->address)
	                     : atomic_load((volatile _Atomic uint32_t *)w->address);
}

static void
raw_store(const struct word *w, uint64_t value)
{
	if (w->bytes == 8)
		atomic_store((volatile _Atomic uint64_t *)w->address, value);
	else
		atomic_store((volatile _Atomic uint32_t *)w->address, (uint32_t)value);
}

static struct message *
new_message(void)
{
	if (memory.used == memory.made) {
		size_t more = memory.made ? 2 * memory.made : 256;

		memory.all = realloc(memory.all, more * sizeof *memory.all);
		if (!memory.all)
			give_up("out of memory");
		for (; memory.made < more; memory.made++)
			if (!(memory.all[memory.made] = malloc(sizeof(struct message))))
				give_up("out of memory");
	}
	return memory.all[memory.used++];
}

void
memory_forget(void)
{
	memory.words = 0;
	memset(memory.index, 0, sizeof memory.index);
}

void
memory_begin(void)
{
	memory.used = 0;
	memory.hash = 0;
	for (unsigned w = 0; w < memory.words; w++)
		memory.word[w].messages = 0;
	for (unsigned t = 0; t < MEMORY_THREADS; t++)
		memory.view[t].known = 0;
	memory.common.known = 0;
}

void
memory_end(void)
{
	for (unsigned w = 0; w < memory.words; w++)
		if (memory.word[w].messages > 1)
			raw_store(&memory.word[w], memory.word[w].message[0]->value);
}

unsigned
memory_word(volatile void *address, unsigned bytes)
{
	const size_t cells = 4 * MEMORY_WORDS;
	size_t cell = (size_t)(rng_mix((uintptr_t)address) % cells);
	struct word *w;

	while (memory.index[cell] && memory.word[memory.index[cell] - 1].address != address)
		cell = (cell + 1) % cells;
	if (!memory.index[cell]) {
		if (memory.words == MEMORY_WORDS)
			give_up("too many words");
		memory.word[memory.words] = (struct word){.address = address, .bytes = bytes};
		memory.index[cell] = (uint16_t)++memory.words;
	}
	w = &memory.word[memory.index[cell] - 1];
	if (w->bytes != bytes)
		give_up("a word is accessed in two sizes");
	if (!w->messages) {
		w->message[0] = new_message();
		w->message[0]->value = raw_load(w);
		w->message[0]->name = 0;
		w->message[0]->swapped = false;
		w->message[0]->carried.known = 0;
		w->order[0] = w->rank[0] = 0;
		w->messages = 1;
		w->hash = 0;
	}
	return memory.index[cell] - 1u;
}

/* Views. */

static unsigned
view_get(const struct view *v, unsigned w)
{
	return w < v->known ? v->at[w] : 0;
}

static void
view_set(struct view *v, unsigned w, unsigned index)
{
	for (; v->known <= w; v->known++)
		v->at[v->known] = 0;
	v->at[w] = (uint8_t)index;
}

static void
view_join(struct view *v, const struct view *other)
{
	for (unsigned w = 0; w < other->known; w++)
		if (other->at[w] && memory.word[w].rank[other->at[w]] > memory.word[w].rank[view_get(v, w)])
			view_set(v, w, other->at[w]);
}

static void
view_copy(struct view *v, const struct view *other)
{
	v->known = other->known;
	memcpy(v->at, other->at, other->known);
}

static unsigned
rank_of(unsigned t, unsigned w)
{
	return memory.word[w].rank[view_get(&memory.view[t], w)];
}

/* Accesses. */

static bool
acquires(memory_order order)
{
	if (order == memory_order_relaxed)
		return false;
	if (order != memory_order_acquire)
		give_up("a load is neither relaxed nor acquire");
	return true;
}

static bool
releases(memory_order order)
{
	if (order == memory_order_relaxed)
		return false;
	if (order != memory_order_release)
		give_up("a store is neither relaxed nor release");
	return true;
}

unsigned
memory_load_choices(unsigned t, unsigned w)
{
	return memory.word[w].messages - rank_of(t, w);
}

uint64_t
memory_load(unsigned t, unsigned w, unsigned older, memory_order order)
{
	struct word *word = &memory.word[w];
	unsigned index = word->order[word->messages - 1 - older];
	const struct message *m = word->message[index];

	if (index)
		view_set(&memory.view[t], w, index);
	if (acquires(order))
		view_join(&memory.view[t], &m->carried);
	return m->value;
}

/* May a store be placed between the messages of ranks p - 1 and p? */
static bool
is_place(const struct word *word, unsigned p)
{
	return p == word->messages || !word->message[word->order[p]]->swapped;
}

unsigned
memory_store_choices(unsigned t, unsigned w)
{
	const struct word *word = &memory.word[w];
	unsigned choices = 0;

	for (unsigned p = word->messages; p > rank_of(t, w); p--)
		choices += is_place(word, p);
	return choices;
}

/* Puts a message at rank p. Its writer has then seen it. */
static struct message *
put(unsigned t, unsigned w, unsigned p, uint64_t value, uint64_t name)
{
	struct word *word = &memory.word[w];
	unsigned index = word->messages++;
	struct message *m = new_message();

	if (index >= MEMORY_MESSAGES)
		give_up("too many stores to one word");
	*m = (struct message){.value = value, .name = name};
	word->message[index] = m;
	for (unsigned r = index; r > p; r--)
		word->order[r] = word->order[r - 1];
	word->order[p] = (uint8_t)index;
	memory.hash ^= word->hash;
	word->hash = w + 1;
	for (unsigned r = 0; r <= index; r++) {
		word->rank[word->order[r]] = (uint8_t)r;
		word->hash = rng_mix(word->hash + word->message[word->order[r]]->name);
	}
	memory.hash ^= word->hash;
	view_set(&memory.view[t], w, index);
	if (p == index)
		raw_store(word, value);
	return m;
}

void
memory_store(unsigned t, unsigned w, unsigned older, uint64_t value, memory_order order, uint64_t name)
{
	struct word *word = &memory.word[w];
	unsigned p = word->messages;
	struct message *m;

	while (!is_place(word, p) || older-- > 0)
		p--;
	m = put(t, w, p, value, name);
	if (releases(order))
		view_copy(&m->carried, &memory.view[t]);
	else
		view_set(&m->carried, w, view_get(&memory.view[t], w));
}

bool
memory_swap(unsigned t, unsigned w, uint64_t expected, uint64_t value, uint64_t name)
{
	struct word *word = &memory.word[w];
	const struct message *newest = word->message[word->order[word->messages - 1]];
	struct message *m;

	if (newest->value != expected) {
		memory_load(t, w, 0, memory_order_relaxed);
		return false;
	}
	view_join(&memory.view[t], &newest->carried);
	m = put(t, w, word->messages, value, name);
	m->swapped = true;
	view_copy(&m->carried, &newest->carried);
	view_set(&m->carried, w, view_get(&memory.view[t], w));
	return true;
}

uint64_t
memory_at(unsigned t, unsigned w)
{
	return memory.word[w].message[view_get(&memory.view[t], w)]->name;
}

uint64_t
memory_newest(unsigned w)
{
	const struct word *word = &memory.word[w];

	return word->message[word->order[word->messages - 1]]->name;
}

bool
memory_is_newest(unsigned t, unsigned w)
{
	return rank_of(t, w) == memory.word[w].messages - 1;
}

void
memory_refresh(unsigned t, unsigned w)
{
	memory_load(t, w, 0, memory_order_relaxed);
}

void
memory_publish(unsigned t)
{
	view_join(&memory.common, &memory.view[t]);
}

void
memory_receive(unsigned t)
{
	view_join(&memory.view[t], &memory.common);
}

uint64_t
memory_hash(void)
{
	return memory.hash;
}

uint64_t
memory_contents(void)
{
	uint64_t hash = 0;

	for (unsigned w = 0; w < memory.words; w++)
		for (unsigned r = 0; r < memory.word[w].messages; r++) {
			const struct message *m = memory.word[w].message[memory.word[w].order[r]];

			hash = rng_mix(hash + m->value + (w + 1) * RNG_STEP);
			for (unsigned v = 0; v < m->carried.known; v++)
				if (m->carried.at[v])
					hash = rng_mix(hash + memory.word[v].rank[m->carried.at[v]] +
					               (v + 1) * RNG_STEP);
		}
	return hash;
}
