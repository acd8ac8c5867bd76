/* SPDX-License-Identifier: MIT */
/*
 * ribbon_solve.h - Gaussian elimination and back substitution for rows of 64 bits (ribbon_rows.h).
 *
 *      band:   a slot has the coefficients of the row whose first 1 is there, or 0
 *
 *      add a row c at s        | slot s is empty: the row stays there
 *                              | else  c ^= the slot's row;  c = 0: the others span it;  else on to its next 1
 *
 *      solve, from the last slot down:  each slot's r bits follow from the 63 after it. Those of an empty slot are free.
 *
 * The order in which rows are added does not matter for what they span. Sorted by start, they keep to one part of the
 * band at a time, which a core's first cache holds.
 */
#ifndef CUCKOOBENCH_RIBBON_SOLVE_H
#define CUCKOOBENCH_RIBBON_SOLVE_H

#include "baselines/ribbon/ribbon_rows.h"

/* Adds a row to a band. False: it is a sum of rows that are there. */
ALWAYS_INLINE bool
ribbon_add(uint64_t *band, uint64_t start, uint64_t row)
{
	while (band[start]) {
		unsigned zeros;

		row ^= band[start];
		if (!row)
			return false;
		zeros = (unsigned)__builtin_ctzll(row);
		start += zeros;
		row >>= zeros;
	}
	band[start] = row;
	return true;
}

/* Writes a solution of the band with so many blocks, by instructions up to `isa`. Free bits are a function of seed and
 * slot. */
void ribbon_solve(const uint64_t *band, uint64_t blocks, unsigned r, uint64_t seed, enum isa isa, uint64_t *words);

/*
 * The share of random rows whose product with a solution is 0, from those that start where one of so many blocks does.
 * Of the rows that start there it is 2^-rank, of the block's r words. The rank is r, except in blocks whose slots can
 * have few values: where keys crowd.
 */
double ribbon_rate(const uint64_t *words, uint64_t blocks, unsigned r);

#endif
