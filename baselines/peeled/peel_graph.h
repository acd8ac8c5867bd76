/* SPDX-License-Identifier: MIT */
/*
 * peel_graph.h - which cells of a table belong to a key, for filters whose cells xor to what is asked for.
 *
 *      xor      |     block 0     |     block 1     |     block 2     |      a cell in each third of the table
 *                     a                        b        c
 *      fuse3    | segment 0 | segment 1 | segment 2 | segment 3 | ...        in three neighbouring segments
 *                              a            b   c
 *      fuse4                                                                 in four
 *
 *      cell a ^ cell b ^ cell c == the key's fingerprint, of r bits
 *
 * xor: Graf and Lemire, "Xor filters: faster and smaller than Bloom and cuckoo filters", JEA 25, 2020. fuse: the same,
 * "Binary fuse filters: fast and smaller than xor filters", JEA 27, 2022, after Dietzfelbinger and Walzer ("Dense
 * peelable random uniform hypergraphs", ESA 2019). All cells and the fingerprint come from one 64-bit hash, as in the
 * authors' programs:
 *
 *      xor      cell i:  32 bits of the hash, rotated by 21 i, scaled to a block
 *      fuse     first:   the hash scaled to all starts.   cell i:  first + i segments, low bits xor-ed with offset i
 *               offset 0 is 0, offset 1 is hash >> 18, offset 2 the hash; of each the bits of a segment's length
 *      both     fingerprint:  the halves of the hash xor-ed, their low r bits
 *
 * The fourth offset would overlap the high bits that choose the first cell, so it is taken from a product of the hash.
 */
#ifndef CUCKOOBENCH_PEEL_GRAPH_H
#define CUCKOOBENCH_PEEL_GRAPH_H

#include "core/bits.h"
#include "core/hash.h"

enum peel_graph { PEEL_XOR, PEEL_FUSE3, PEEL_FUSE4 };
enum { PEEL_MOST = 4 /* cells of a key */, PEEL_OFFSET = 18 /* bits of an offset, at most: the authors' limit */ };

/* Where a key's cells are. Hot loops work on a copy, which no store to the table can alias. */
struct peel_map {
	uint8_t *data;
	uint64_t starts; /* cells in which a key's first cell may be; fuse only */
	uint64_t length; /* of a segment, a power of two; of a block */
	unsigned log2;   /* of a segment's length */
	unsigned r;      /* bits of a cell */
	unsigned check;  /* low bits that hold the fingerprint; those above hold a value (bloomier.c) */
	bool owned;      /* the check bits tell which of a key's cells has its value (bloomier.c) */
	struct hash hash;
	bool second; /* prefetched lines go into the second cache (core/cache.h), and */
	bool near;   /* lookups of 8 keys at a time need no prefetches; */
	bool held;   /* nor do those of one key after the other */
};

ALWAYS_INLINE unsigned
peel_arity(enum peel_graph graph)
{
	return graph == PEEL_FUSE4 ? 4 : 3;
}

/* All cells of the table. */
ALWAYS_INLINE uint64_t
peel_total(enum peel_graph graph, const struct peel_map *m)
{
	return graph == PEEL_XOR ? 3 * m->length : m->starts + (peel_arity(graph) - 1) * m->length;
}

/* Offset i of a hash. */
ALWAYS_INLINE uint64_t
peel_offset(const struct peel_map *m, uint64_t h, unsigned i)
{
	const uint64_t bits = i == 0 ? 0 : i == 1 ? h >> PEEL_OFFSET : i == 2 ? h : h * HASH_MIX >> (64 - PEEL_OFFSET);

	return bits & (m->length - 1);
}

/* The cells of a key with this hash. */
ALWAYS_INLINE void
peel_cells(enum peel_graph graph, const struct peel_map *m, uint64_t h, size_t cell[PEEL_MOST])
{
	const uint64_t first = graph == PEEL_XOR ? 0 : mul_high(h, m->starts);

	for (unsigned i = 0; i < peel_arity(graph); i++)
		cell[i] = graph == PEEL_XOR
		                  ? i * m->length +
		                            ((i ? hash_rotate(h, 21 * i) : h) % (UINT64_C(1) << 32) * m->length >> 32)
		                  : (first + i * m->length) ^ peel_offset(m, h, i);
}

/* The fingerprint; the bits above r are undefined. */
ALWAYS_INLINE uint64_t
peel_fingerprint(uint64_t h)
{
	return h ^ h >> 32;
}

/* A cell of r bits; the bits above r are undefined. Reads eight bytes, but never of a line in which the cell is not: a
 * ninth of the loads would wait for a line that no lookup asks for. */
ALWAYS_INLINE uint64_t
peel_load(const uint8_t *data, size_t cell, unsigned r)
{
	const size_t bit = cell * r, last = (bit / 512 * 64) + 56;
	size_t at = bit / 8;
	uint16_t two;

	if (__builtin_constant_p(r) && r == 8)
		return data[cell];
	if (__builtin_constant_p(r) && r == 16) {
		memcpy(&two, data + 2 * cell, sizeof two);
		return two;
	}
	if (__builtin_constant_p(r) && r == 12) { /* two cells in three bytes */
		memcpy(&two, data + at, sizeof two);
		return two >> bit % 8; /* a choice would be a branch, half of the time mispredicted */
	}
	at = at > last && bit % 512 + r <= 512 ? last : at;
	return load64(data + at) >> (bit - 8 * at);
}

/* Xors a value of r bits into a cell. */
ALWAYS_INLINE void
peel_flip(uint8_t *data, size_t cell, unsigned r, uint64_t value)
{
	uint8_t *at = data + cell * r / 8;
	uint16_t two;

	if (__builtin_constant_p(r) && r == 8) {
		*at ^= (uint8_t)value;
		return;
	}
	if (__builtin_constant_p(r) && r == 16) {
		memcpy(&two, at, sizeof two);
		two ^= (uint16_t)value;
		memcpy(at, &two, sizeof two);
		return;
	}
	store64(at, load64(at) ^ value << cell * r % 8);
}

/* Is this a key of the table, as far as its cells tell? */
ALWAYS_INLINE bool
peel_has(enum peel_graph graph, const struct peel_map *m, uint64_t h, unsigned r)
{
	uint64_t sum = peel_fingerprint(h);
	size_t cell[PEEL_MOST];

	peel_cells(graph, m, h, cell);
	for (unsigned i = 0; i < peel_arity(graph); i++)
		sum ^= peel_load(m->data, cell[i], r);
	return !(sum & low_mask(r));
}

#endif
