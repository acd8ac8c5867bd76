/* SPDX-License-Identifier: MIT */
/*
 * peel_node.h - what peeling keeps of the keys of a cell (peel_build.h), and the memory that it works in.
 *
 *      node of a cell:   | xor of its keys' offsets, 1 to 8 bytes | 4 * its keys ^ which cell of the key it is |
 */
#ifndef CUCKOOBENCH_PEEL_NODE_H
#define CUCKOOBENCH_PEEL_NODE_H

#include "baselines/peeled/peel_graph.h"
#include "core/cache.h"
#include "core/mem.h"

/* A node's last byte counts in steps of PEEL_KEY. 63 keys in a cell are none of a random graph's: their number is
 * Poisson with a mean below 4. */
enum { PEEL_KEY = 4, PEEL_CROWDED = 63 * PEEL_KEY };

struct peel_work {
	uint8_t *node;
	unsigned stride; /* of a node, in bytes */
	unsigned shift;  /* of its last byte in its word; fuse only */
	uint64_t kept;   /* the bits of a node's word that are of this node, without its last byte */
	uint32_t *order;
	uint64_t *sorted; /* peel_sort; the memory of the order, before there is one */
	bool near;        /* nothing is asked for, and nothing sorted */
	uint32_t *end;    /* peel_sort; NULL: the keys are taken as they come */
	struct mem nodes, orders;
};

/* What a node keeps of a key. */
ALWAYS_INLINE uint64_t
peel_kept(enum peel_graph graph, const struct peel_map *m, uint64_t h)
{
	uint64_t kept = 0;

	if (graph == PEEL_XOR)
		return h;
	for (unsigned i = 1; i < peel_arity(graph); i++)
		kept |= peel_offset(m, h, i) << (i - 1) * m->log2;
	return kept;
}

/* The cells of the key that `kept` is of, one of whose cells, the which-th, is `at`. */
ALWAYS_INLINE void
peel_cells_again(enum peel_graph graph, const struct peel_map *m, uint64_t kept, size_t at, unsigned which,
                 size_t cell[PEEL_MOST])
{
	uint64_t offset[PEEL_MOST] = {0}, first;

	if (graph == PEEL_XOR) {
		peel_cells(graph, m, kept, cell);
		return;
	}
	for (unsigned i = 1; i < peel_arity(graph); i++)
		offset[i] = kept >> (i - 1) * m->log2 & (m->length - 1);
	first = (at ^ offset[which]) - which * m->length;
	for (unsigned i = 0; i < peel_arity(graph); i++)
		cell[i] = (first + i * m->length) ^ offset[i];
}

ALWAYS_INLINE uint8_t *
peel_node(const struct peel_work *w, size_t cell)
{
	return w->node + cell * w->stride;
}

ALWAYS_INLINE uint8_t *
peel_count(const struct peel_work *w, size_t cell)
{
	return peel_node(w, cell) + w->stride - 1;
}

ALWAYS_INLINE void
peel_ask(enum peel_graph graph, const struct peel_map *m, const struct peel_work *w, const size_t cell[PEEL_MOST])
{
	for (unsigned i = 0; i < peel_arity(graph); i++) {
		cache_ask(peel_node(w, cell[i]), m->second);
		cache_ask(m->data + cell[i] * m->r / 8, m->second);
	}
}

/* Puts a key, whose i-th cell this is, into the cell's node (more: PEEL_KEY), or takes it out (-PEEL_KEY). Returns the
 * last byte as it was before. A fuse filter's node is one word, of which the bits above belong to the next. */
ALWAYS_INLINE unsigned
peel_change(enum peel_graph graph, const struct peel_work *w, size_t cell, uint64_t kept, unsigned i, int more)
{
	uint8_t *node = peel_node(w, cell), *count = node + 8;
	const uint64_t word = load64(node);
	unsigned was;

	if (graph == PEEL_XOR) {
		was = *count;
		store64(node, word ^ kept);
		*count = (uint8_t)((unsigned)((int)was + more) ^ i);
		return was;
	}
	store64(node, ((word ^ kept) + ((uint64_t)(int64_t)more << w->shift)) ^ (uint64_t)i << w->shift);
	return word >> w->shift & 0xff;
}

#endif
