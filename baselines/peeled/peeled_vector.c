/* SPDX-License-Identifier: MIT */
/*
 * peeled_vector.c - xor, fuse3 and fuse4 with lookups of a vector of keys at a time (core/vector.h), in the order of
 * peeled_batch.h. Their tables are those of the filters that look up one key after the other.
 *
 *      hashes --> first cells (two products of 32 bits) --> a cell of each segment --> bit addresses, prefetched
 *      later:     one gather a segment, shifted, xor-ed;    all sums tested at once --> answers
 *
 * A table that the second cache holds is gathered from at once.
 */
#include "core/vector.h"

#include "baselines/peeled/peeled_batch.h"

#ifdef VECTOR_TARGET
#define PEELED_TARGET VECTOR_TARGET
/* Keys whose lines are asked for before the first of them is read, and a place for their vectors. */
struct peeled_ring {
	_Alignas(64) uint64_t bit[PEEL_MOST][PEELED_SOME]; /* where a cell begins in the table */
	uint64_t sum[PEELED_SOME];
};

VECTOR_TARGET ALWAYS_INLINE vector
peeled_from(const uint64_t *ring)
{
	vector v;

	memcpy(&v, ring, sizeof v);
	return v;
}

/* Cell i of the keys with these hashes. `first` is their first cell, in a graph that has one. */
VECTOR_TARGET ALWAYS_INLINE vector
peeled_cell(enum peel_graph graph, const struct peel_map *m, vector h, vector first, unsigned i)
{
	const vector skip = vector_all(i * m->length);
	vector offset;

	if (graph == PEEL_XOR) {
		const vector turned = i ? h << 21 * i | h >> (64 - 21 * i) : h;

		return (vector_product(turned, vector_all(m->length)) >> 32) + skip;
	}
	if (i == 0)
		return first;
	offset = i == 1 ? h >> PEEL_OFFSET : i == 2 ? h : vector_mixed(h) >> (64 - PEEL_OFFSET);
	return (first + skip) ^ (offset & vector_all(m->length - 1));
}

VECTOR_TARGET ALWAYS_INLINE void
peeled_locate_vector(enum peel_graph graph, const struct peel_map *m, enum hash_kind kind, const uint64_t *keys,
                     struct peeled_ring *ring, size_t at, bool asks, unsigned r)
{
	const vector h = vector_hash(kind, &m->hash, keys), starts = vector_all(m->starts);
	const vector first = (vector_product(h >> 32, starts) + (vector_product(h, starts) >> 32)) >> 32,
		     sum = h ^ h >> 32;

	memcpy(&ring->sum[at], &sum, sizeof sum);
	for (unsigned i = 0; i < peel_arity(graph); i++) {
		const vector bit = vector_product(peeled_cell(graph, m, h, first, i), vector_all(r));

		memcpy(&ring->bit[i][at], &bit, sizeof bit);
		for (unsigned k = 0; asks && k < VECTOR_LANES; k++)
			cache_ask(m->data + ring->bit[i][at + k] / 8, m->second);
	}
}

/* peel_load of a vector of cells that begin at these bits. */
VECTOR_TARGET ALWAYS_INLINE vector
peeled_cells(const uint8_t *data, vector bit, unsigned r)
{
	vector at = bit >> 3, last = (bit >> 9 << 6) + 56, past;

	if (64 % r == 0) /* never in two words */
		return vector_gather(data, bit >> 6 << 3) >> (bit & vector_all(63));
	past = (vector)((at > last) & ((bit & vector_all(511)) <= vector_all(512 - r)));
	at = vector_pick(past, last, at);
	return vector_gather(data, at) >> (bit - (at << 3));
}

VECTOR_TARGET ALWAYS_INLINE size_t
peeled_answer_vector(enum peel_graph graph, const struct peel_map *m, const struct peeled_ring *ring, size_t at,
                     uint8_t *hit, unsigned r)
{
	vector sum = peeled_from(&ring->sum[at]);
	unsigned found;

	for (unsigned i = 0; i < peel_arity(graph); i++)
		sum ^= peeled_cells(m->data, peeled_from(&ring->bit[i][at]), r);
	found = vector_bits(vector_zeros(sum & vector_all(low_mask(r))));
	vector_answer(hit, found);
	return (size_t)__builtin_popcount(found);
}

VECTOR_TARGET ALWAYS_INLINE size_t
peeled_vectors(enum hash_kind kind, enum peel_graph graph, const struct peel_map map, const uint64_t *keys, size_t n,
               uint8_t *hit, unsigned r)
{
	struct peeled_ring ring[2];
	const size_t whole = n / VECTOR_LANES * VECTOR_LANES;
	struct ahead a = ahead_begin(whole, PEELED_SOME);
	size_t hits = 0;

	for (size_t i = 0; i < a.here; i += VECTOR_LANES)
		peeled_locate_vector(graph, &map, kind, keys + i, &ring[0], i, !map.near, r);
	for (; a.at < whole; ahead_turn(&a)) {
		const uint64_t *ask = keys + a.at + a.here;

		for (size_t i = 0; i < a.next; i += VECTOR_LANES)
			peeled_locate_vector(graph, &map, kind, ask + i, &ring[a.which ^ 1], i, !map.near, r);
		for (size_t i = 0; i < a.here; i += VECTOR_LANES)
			hits += peeled_answer_vector(graph, &map, &ring[a.which], i, hit + a.at + i, r);
	}
	return hits + peeled_look_up(kind, graph, map, keys + whole, n - whole, hit + whole, r);
}
#else
#define PEELED_TARGET
#define peeled_vectors peeled_batch
#endif

#define PEELED_VECTORS(NAME, BITS)                                                                                     \
	.name = NAME "-" VECTOR_NAME, .title = NAME ", " VECTOR_CALLED,                                                \
	.about = NAME ", " VECTOR_KEYS " keys looked up at once (" VECTOR_CALLED ")", .twin = NAME, .isa = VECTOR_ISA, \
	.batch = PEELED_BATCH,                                                                                         \
	.facts = {.source = __FILE__, .params = {.fp_bits = PEELED_R}, .bits_per_item = BITS, .ns = {120, 15, 0}},     \
	PEELED_OPS

PEELED_CONTAINS(xor, PEELED_TARGET, peeled_vectors, PEEL_XOR)
static const struct peeled_kind xor_kind = {.graph = PEEL_XOR};
const struct filter_ops VECTOR_OPS(xor) = {PEELED_VECTORS("xor", 9.85), .kind = &xor_kind, .contains = xor_contains};

PEELED_CONTAINS(fuse3, PEELED_TARGET, peeled_vectors, PEEL_FUSE3)
static const struct peeled_kind fuse3_kind = {.graph = PEEL_FUSE3};
const struct filter_ops VECTOR_OPS(fuse3) = {PEELED_VECTORS("fuse3", 9.05), .kind = &fuse3_kind,
                                             .contains = fuse3_contains};

PEELED_CONTAINS(fuse4, PEELED_TARGET, peeled_vectors, PEEL_FUSE4)
static const struct peeled_kind fuse4_kind = {.graph = PEEL_FUSE4};
const struct filter_ops VECTOR_OPS(fuse4) = {PEELED_VECTORS("fuse4", 8.65), .kind = &fuse4_kind,
                                             .contains = fuse4_contains};
