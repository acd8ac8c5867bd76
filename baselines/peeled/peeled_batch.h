/* SPDX-License-Identifier: MIT */
/*
 * peeled_batch.h - lookups of many keys in a table whose cells xor to a fingerprint, pipelined across the keys of a
 * call, in portable C.
 *
 *      keys               | some 32 | the next | ...
 *      hash, prefetch     |=========|==========|=====        three or four lines a key
 *      load, xor, compare           |==========|=====        by then the lines have come
 *
 * A lookup always reads all of its cells. So nothing branches on an answer, and no line is fetched in vain. A table
 * that a core holds near is looked up one key after the other: asking for its lines takes longer than reading them.
 */
#ifndef CUCKOOBENCH_PEELED_BATCH_H
#define CUCKOOBENCH_PEELED_BATCH_H

#include "baselines/peeled/peeled.h"
#include "core/ahead.h"
#include "core/cache.h"

/* Keys that a call should have: each call waits for its first and last lines. */
enum { PEELED_BATCH = 4096 };

/* So many keys ask for 96 or 128 lines: more than a core can have in flight (10 to 70), and a quarter of its first
 * cache with those that are being read. */
enum { PEELED_SOME = 32 };

struct peeled_place {
	uint64_t sum;
	uint32_t cell[PEEL_MOST];
};

ALWAYS_INLINE void
peeled_locate(enum peel_graph graph, const struct peel_map *m, enum hash_kind kind, const uint64_t *keys, size_t n,
              struct peeled_place *place, unsigned r)
{
	for (size_t i = 0; i < n; i++) {
		const uint64_t h = hash_key_by(kind, &m->hash, keys[i]);
		size_t cell[PEEL_MOST];

		peel_cells(graph, m, h, cell);
		place[i].sum = peel_fingerprint(h);
		for (unsigned j = 0; j < peel_arity(graph); j++) {
			place[i].cell[j] = (uint32_t)cell[j];
			cache_ask(m->data + cell[j] * r / 8, m->second);
		}
	}
}

ALWAYS_INLINE size_t
peeled_answer(enum peel_graph graph, const struct peel_map *m, const struct peeled_place *place, size_t n, uint8_t *hit,
              unsigned r)
{
	size_t hits = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t sum = place[i].sum;

		for (unsigned j = 0; j < peel_arity(graph); j++) {
			const size_t cell = place[i].cell[j];

			PROBE(m->data + cell * r / 8, (cell * r % 8 + r + 7) / 8);
			sum ^= peel_load(m->data, cell, r);
		}
		hit[i] = !(sum & low_mask(r));
		hits += hit[i];
	}
	return hits;
}

ALWAYS_INLINE size_t
peeled_batch(enum hash_kind kind, enum peel_graph graph, const struct peel_map map, const uint64_t *keys, size_t n,
             uint8_t *hit, unsigned r)
{
	struct peeled_place place[2][PEELED_SOME];
	struct ahead a = ahead_begin(n, PEELED_SOME);
	size_t hits = 0;

	if (map.held)
		return peeled_look_up(kind, graph, map, keys, n, hit, r);
	peeled_locate(graph, &map, kind, keys, a.here, place[0], r);
	for (; a.at < n; ahead_turn(&a)) {
		peeled_locate(graph, &map, kind, keys + a.at + a.here, a.next, place[a.which ^ 1], r);
		hits += peeled_answer(graph, &map, place[a.which], a.here, hit + a.at, r);
	}
	return hits;
}

#endif
