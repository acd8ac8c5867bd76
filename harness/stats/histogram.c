/* SPDX-License-Identifier: MIT */
/* histogram.c - see histogram.h. */
#include "harness/stats/histogram.h"

#include "core/bits.h"

enum { PER_OCTAVE_LOG2 = 6 };
static_assert(HISTOGRAM_PER_OCTAVE == 1 << PER_OCTAVE_LOG2, "cells are found by shifting");

/* Values below 2^7 have a cell each. Above, the 7 highest bits (64 to 127) select the cell within the octave, and the
 * remaining bits are its width. */
static size_t
cell_of(uint64_t value)
{
	const unsigned shift = value < 2 * HISTOGRAM_PER_OCTAVE ? 0 : log2_floor(value) - PER_OCTAVE_LOG2;

	return (size_t)shift * HISTOGRAM_PER_OCTAVE + (size_t)(value >> shift);
}

/* Returns the greatest value of a cell. */
static uint64_t
greatest_of(size_t cell)
{
	const unsigned shift = cell < 2 * HISTOGRAM_PER_OCTAVE ? 0 : (unsigned)(cell / HISTOGRAM_PER_OCTAVE) - 1;
	const uint64_t high = cell - (size_t)shift * HISTOGRAM_PER_OCTAVE;

	return high << shift | low_mask(shift);
}

void
histogram_add(struct histogram *h, uint64_t ns)
{
	h->count++;
	h->max = ns > h->max ? ns : h->max;
	h->cell[cell_of(ns)]++;
}

uint64_t
histogram_at(const struct histogram *h, double quantile)
{
	/* The rank, from 1: the product rounded up, except that its own rounding error must not add 1 to a whole number
	 * (0.999 of 1000 is 999). */
	const double exact = quantile * (double)h->count * (1 - 1e-12);
	uint64_t rank = (uint64_t)exact + 1, seen = 0;

	if (h->count == 0)
		return 0;
	if (rank > h->count)
		rank = h->count;
	for (size_t cell = 0;; cell++) {
		seen += h->cell[cell];
		if (seen >= rank)
			return greatest_of(cell) < h->max ? greatest_of(cell) : h->max;
	}
}

void
histogram_merge(struct histogram *into, const struct histogram *from)
{
	into->count += from->count;
	into->max = from->max > into->max ? from->max : into->max;
	for (size_t cell = 0; cell < HISTOGRAM_CELLS; cell++)
		into->cell[cell] += from->cell[cell];
}
