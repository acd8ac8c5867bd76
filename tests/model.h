/* SPDX-License-Identifier: MIT */
/*
 * model.h - the exact multiset of keys that a filter should hold, as simple as it can be and still fast.
 *
 *      index: | . | 3 | . | 1 | 2 | . | ...     open addressing, linear probing; 0 = empty, else 1 + a place below
 *                       v
 *      key:   | k0 | k1 | k2 |      dense, so that a random one can be picked
 *      count: | 1  | 3  | 1  |      never 0
 *
 * Tests and the fuzzer use it; it depends on neither. If memory is short, the program ends.
 */
#ifndef CUCKOOBENCH_MODEL_H
#define CUCKOOBENCH_MODEL_H

#include "core/rng.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct model {
	uint64_t *key;
	uint32_t *count, *index;
	size_t distinct, total;
	size_t room, mask; /* room: for keys. mask: of index, which has at least twice as many cells */
};

static inline void *
model_memory(size_t n, size_t size)
{
	void *p = calloc(n, size);

	if (!p)
		abort();
	return p;
}

/* An empty model for at most `room` distinct keys. */
static inline void
model_init(struct model *m, size_t room)
{
	size_t cells = 4;

	while (cells < 2 * room)
		cells *= 2;
	*m = (struct model){.room = room, .mask = cells - 1};
	m->key = model_memory(room + 1, sizeof *m->key);
	m->count = model_memory(room + 1, sizeof *m->count);
	m->index = model_memory(cells, sizeof *m->index);
}

static inline void
model_free(struct model *m)
{
	free(m->key);
	free(m->count);
	free(m->index);
	*m = (struct model){0};
}

static inline size_t
model_home(const struct model *m, uint64_t key)
{
	return (size_t)(rng_mix(key) >> 20) & m->mask;
}

/* The cell of key, or the empty cell where it would go. */
static inline size_t
model_cell(const struct model *m, uint64_t key)
{
	size_t cell = model_home(m, key);

	while (m->index[cell] && m->key[m->index[cell] - 1] != key)
		cell = (cell + 1) & m->mask;
	return cell;
}

static inline uint32_t
model_count(const struct model *m, uint64_t key)
{
	uint32_t place = m->index[model_cell(m, key)];

	return place ? m->count[place - 1] : 0;
}

static inline void
model_add(struct model *m, uint64_t key)
{
	size_t cell = model_cell(m, key);

	m->total++;
	if (m->index[cell]) {
		m->count[m->index[cell] - 1]++;
		return;
	}
	if (m->distinct == m->room)
		abort();
	m->key[m->distinct] = key;
	m->count[m->distinct] = 1;
	m->index[cell] = (uint32_t)++m->distinct;
}

/* Empties a cell and moves later ones of its run forward, so that no probe ends early. */
static inline void
model_clear_cell(struct model *m, size_t hole)
{
	for (size_t cell = (hole + 1) & m->mask; m->index[cell]; cell = (cell + 1) & m->mask) {
		size_t home = model_home(m, m->key[m->index[cell] - 1]);

		if (((cell - home) & m->mask) >= ((cell - hole) & m->mask)) {
			m->index[hole] = m->index[cell];
			hole = cell;
		}
	}
	m->index[hole] = 0;
}

/* Removes one copy; false if there was none. */
static inline bool
model_drop(struct model *m, uint64_t key)
{
	size_t cell = model_cell(m, key), place = m->index[cell], last = m->distinct;

	if (!place)
		return false;
	m->total--;
	if (--m->count[place - 1])
		return true;
	model_clear_cell(m, cell);
	if (place != last) { /* the last key moves into the gap */
		m->index[model_cell(m, m->key[last - 1])] = (uint32_t)place;
		m->key[place - 1] = m->key[last - 1];
		m->count[place - 1] = m->count[last - 1];
	}
	m->distinct--;
	return true;
}

/* Some key that is present; there must be one. */
static inline uint64_t
model_pick(const struct model *m, uint64_t random)
{
	return m->key[(size_t)(((random >> 32) * m->distinct) >> 32)];
}

#endif
