/* SPDX-License-Identifier: MIT */
/* bloomier.h - what both Bloomier filters do with the cells of a key: they tell fingerprint and value apart. */
#ifndef CUCKOOBENCH_BLOOMIER_H
#define CUCKOOBENCH_BLOOMIER_H

#include "baselines/peeled/peeled.h"

/* The cells of a key with this hash, xor-ed, and xor-ed with its fingerprint. Bits above a cell's are undefined. */
ALWAYS_INLINE uint64_t
bloomier_sum(const struct peeled *f, uint64_t h, size_t cell[PEEL_MOST])
{
	const struct peel_map *m = &f->map;
	uint64_t sum = peel_fingerprint(h) & low_mask(m->check);

	peel_cells(PEEL_XOR, m, h, cell);
	for (unsigned i = 0; i < peel_arity(PEEL_XOR); i++) {
		PROBE(m->data + cell[i] * m->r / 8, (cell[i] * m->r % 8 + m->r + 7) / 8);
		sum ^= peel_load(m->data, cell[i], m->r);
	}
	return sum;
}

/* The value in a cell, or in the sum of cells. */
ALWAYS_INLINE uint32_t
bloomier_above(const struct peeled *f, uint64_t cell)
{
	return (uint32_t)(cell >> f->map.check & low_mask(f->map.r - f->map.check));
}

#endif
