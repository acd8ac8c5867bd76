/* SPDX-License-Identifier: MIT */
/*
 * peeled_vector.h - lookups as in peeled_batch.h, of a vector of keys at a time. One source for both instruction sets:
 *
 *      hashes --> first cells (two products of 32 bits) --> a cell of each segment --> bit addresses, prefetched
 *      later:     one gather a segment, shifted, xor-ed;    all sums tested at once --> answers
 *
 * A table that the second cache holds is gathered from at once.
 *
 * peeled_avx2.h or peeled_avx512.h includes this file. Where the compiler has the instructions, it first defines
 * PEELED_TARGET, the attribute of functions that use them, and these:
 *
 *      enum { PEELED_LANES }              keys of a vector
 *      peeled_vector                      their numbers of 64 bits
 *      peeled_all(x)                      x in each lane
 *      peeled_hash(kind, hash, keys)
 *      peeled_product(a, b)               of the low halves
 *      peeled_mixed(h)                    h * HASH_MIX
 *      peeled_gather(data, at)            8 bytes from each byte offset
 *      peeled_report(sum, hit)            writes whether each sum is 0; returns how many are
 */
#ifndef CUCKOOBENCH_PEELED_VECTOR_H
#define CUCKOOBENCH_PEELED_VECTOR_H

#include "baselines/peeled/peeled_batch.h"

#ifdef PEELED_TARGET
/* Keys whose lines are asked for before the first of them is read, and a place for their vectors. */
struct peeled_ring {
	_Alignas(64) uint64_t bit[PEEL_MOST][PEELED_SOME]; /* where a cell begins in the table */
	uint64_t sum[PEELED_SOME];
};

PEELED_TARGET ALWAYS_INLINE peeled_vector
peeled_from(const uint64_t *ring)
{
	peeled_vector v;

	memcpy(&v, ring, sizeof v);
	return v;
}

/* Cell i of the keys with these hashes. `first` is their first cell, in a graph that has one. */
PEELED_TARGET ALWAYS_INLINE peeled_vector
peeled_cell(enum peel_graph graph, const struct peel_map *m, peeled_vector h, peeled_vector first, unsigned i)
{
	const peeled_vector skip = peeled_all(i * m->length);
	peeled_vector offset;

	if (graph == PEEL_XOR) {
		const peeled_vector turned = i ? h << 21 * i | h >> (64 - 21 * i) : h;

		return (peeled_product(turned, peeled_all(m->length)) >> 32) + skip;
	}
	if (i == 0)
		return first;
	offset = i == 1 ? h >> PEEL_OFFSET : i == 2 ? h : peeled_mixed(h) >> (64 - PEEL_OFFSET);
	return (first + skip) ^ (offset & peeled_all(m->length - 1));
}

PEELED_TARGET ALWAYS_INLINE void
peeled_locate_vector(enum peel_graph graph, const struct peel_map *m, enum hash_kind kind, const uint64_t *keys,
                     struct peeled_ring *ring, size_t at, bool asks, unsigned r)
{
	const peeled_vector h = peeled_hash(kind, &m->hash, keys), starts = peeled_all(m->starts);
	const peeled_vector first = (peeled_product(h >> 32, starts) + (peeled_product(h, starts) >> 32)) >> 32,
			    sum = h ^ h >> 32;

	memcpy(&ring->sum[at], &sum, sizeof sum);
	for (unsigned i = 0; i < peel_arity(graph); i++) {
		const peeled_vector bit = peeled_product(peeled_cell(graph, m, h, first, i), peeled_all(r));

		memcpy(&ring->bit[i][at], &bit, sizeof bit);
		for (unsigned k = 0; asks && k < PEELED_LANES; k++)
			cache_ask(m->data + ring->bit[i][at + k] / 8, m->second);
	}
}

/* peel_load of a vector of cells that begin at these bits. */
PEELED_TARGET ALWAYS_INLINE peeled_vector
peeled_cells(const uint8_t *data, peeled_vector bit, unsigned r)
{
	peeled_vector at = bit >> 3, last = (bit >> 9 << 6) + 56, past;

	if (64 % r == 0) /* never in two words */
		return peeled_gather(data, bit >> 6 << 3) >> (bit & peeled_all(63));
	past = (peeled_vector)((at > last) & ((bit & peeled_all(511)) <= peeled_all(512 - r)));
	at = (past & last) | (~past & at);
	return peeled_gather(data, at) >> (bit - (at << 3));
}

PEELED_TARGET ALWAYS_INLINE size_t
peeled_answer_vector(enum peel_graph graph, const struct peel_map *m, const struct peeled_ring *ring, size_t at,
                     uint8_t *hit, unsigned r)
{
	peeled_vector sum = peeled_from(&ring->sum[at]);

	for (unsigned i = 0; i < peel_arity(graph); i++)
		sum ^= peeled_cells(m->data, peeled_from(&ring->bit[i][at]), r);
	return peeled_report(sum & peeled_all(low_mask(r)), hit);
}

PEELED_TARGET ALWAYS_INLINE size_t
peeled_vectors(enum peel_graph graph, const struct peel_map map, enum hash_kind kind, const uint64_t *keys, size_t n,
               uint8_t *hit, unsigned r)
{
	struct peeled_ring ring[2];
	const size_t whole = n / PEELED_LANES * PEELED_LANES;
	size_t hits = 0, here = whole < PEELED_SOME ? whole : PEELED_SOME, next, which = 0;

	for (size_t i = 0; i < here; i += PEELED_LANES)
		peeled_locate_vector(graph, &map, kind, keys + i, &ring[0], i, !map.near, r);
	for (size_t j = 0; j < whole; j += here, here = next, which ^= 1) {
		next = whole - j - here < PEELED_SOME ? whole - j - here : PEELED_SOME;
		for (size_t i = 0; i < next; i += PEELED_LANES)
			peeled_locate_vector(graph, &map, kind, keys + j + here + i, &ring[which ^ 1], i, !map.near, r);
		for (size_t i = 0; i < here; i += PEELED_LANES)
			hits += peeled_answer_vector(graph, &map, &ring[which], i, hit + j + i, r);
	}
	return hits + peeled_look_up(graph, map, kind, keys + whole, n - whole, hit + whole, r);
}
#else
#define PEELED_TARGET
#define peeled_vectors peeled_batch
#endif

#endif
