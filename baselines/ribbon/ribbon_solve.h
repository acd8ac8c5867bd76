/* SPDX-License-Identifier: MIT */
/*
 * ribbon_solve.h - Gaussian elimination and back substitution for rows of 64 bits (ribbon_rows.h).
 *
 *      band:   a slot has the coefficients of the row whose first 1 is there, or 0
 *
 *      add a row c at s        | slot s is empty: the row stays there
 *                              | else  c ^= the slot's row;  c = 0: the others span it;  else on to its next 1
 *
 *      solve, from the last slot down: a slot's r bits follow from the 63 after it; an empty slot's are free
 *
 * The order in which rows are added changes neither which slots are empty nor the solution. Sorted roughly by start,
 * they keep to one part of the band at a time. Some rows take turns, a step each: a row needs three steps on average,
 * of ten cycles that wait for each other, and when it ends nobody can predict.
 */
#ifndef CUCKOOBENCH_RIBBON_SOLVE_H
#define CUCKOOBENCH_RIBBON_SOLVE_H

#include "baselines/ribbon/ribbon_rows.h"
#include "core/hash.h"
#include "core/mem.h"

/* Adds a row to a band. False: it is linearly dependent on rows of the band. */
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

/* Adds the rows of so many keys, by their hashes, to a band with so many starts. */
void ribbon_add_all(uint64_t *band, uint64_t starts, const uint64_t *hash, size_t n, enum isa);

/* A row whose product is to be `wanted`. */
struct ribbon_equation {
	uint64_t start, row;
	uint32_t wanted;
};

/*
 * Adds equations to a band; `right` has what the products of its rows are, and 0 in empty slots. An equation that is a
 * sum of others needs no slot. False: two contradict each other, and nothing was added. There is room for n in `taken`,
 * which is undefined afterwards. full: slots there are nearly all taken, and the equations start near each other.
 */
bool ribbon_add_equations(uint64_t *band, uint32_t *right, const struct ribbon_equation *, size_t n, bool full,
                          enum isa, uint64_t *taken);

/*
 * Writes a solution of the band with so many blocks, by instructions up to `isa`. With `right` rows have these
 * products, and empty slots are 0. Without, products are 0, and free bits are a function of seed and slot.
 */
void ribbon_solve(const uint64_t *band, const uint32_t *right, uint64_t blocks, unsigned r, uint64_t seed, enum isa isa,
                  uint64_t *words);

/*
 * The share of random rows whose product with a solution is 0, from those that start where one of so many blocks does.
 * Of the rows that start there it is 2^-rank, of the block's r words. The rank is r, except in blocks whose slots can
 * have few values: where keys crowd.
 */
double ribbon_rate(const uint64_t *words, uint64_t blocks, unsigned r);

/* Of the hashes of keys, roughly in the order of where their rows start (ribbon_sort.c): starts of a part, 16 KiB of a
 * band, half of the smallest first cache that is common. */
enum { RIBBON_PART = 2048 };

struct ribbon_sorted {
	uint64_t *hash;
	size_t scratch; /* the most bytes that were taken */
	struct mem hashes;
};

/* Starts are high bits of hashes (ribbon_start). False: no memory. */
bool ribbon_sort(const struct hash *, uint64_t starts, const uint64_t *keys, size_t n, const struct placement *,
                 struct ribbon_sorted *);
void ribbon_sorted_free(struct ribbon_sorted *);

#endif
