/* SPDX-License-Identifier: MIT */
/*
 * histogram.h - how long each of many operations took, in little room: quantiles of any number of whole numbers, known
 * to 1.6 %.
 *
 *      value    0 1 2 ... 127 | 128 130 132 ... 254 | 256 260 264 ... 508 | ... up to 2^64 - 1
 *      cells    one each      | 64 cells of 2       | 64 cells of 4       | every octave again 64, twice as wide
 *  Cells are as fine as the number is small, so that the relative error is the same for 40 ns and for 40 ms: the idea
 * of HdrHistogram (Tene, 2012). A cell is at most 1/64 as wide as its least value; a quantile is told as the greatest
 * value of its cell, so never too low, and at most 1/64 too high. Count and maximum are exact.
 *
 * One thread adds; the histograms of several are merged when they have finished. Set to zero it is empty.
 */
#ifndef CUCKOOBENCH_HISTOGRAM_H
#define CUCKOOBENCH_HISTOGRAM_H

#include <stdint.h>

/* Octaves from 2^7 to 2^63, each of 64 cells, behind the 128 cells of one value. 30 KiB, of which a distribution
 * touches little. */
enum { HISTOGRAM_PER_OCTAVE = 64, HISTOGRAM_CELLS = 57 * HISTOGRAM_PER_OCTAVE + 128 };

struct histogram {
	uint64_t count, max;
	uint64_t cell[HISTOGRAM_CELLS];
};

void histogram_add(struct histogram *, uint64_t ns);
/*
 * The least value that at least this share of all those added do not exceed; 0 if none was added. quantile in 0..1: 0
 * is the smallest, 1 the greatest.
 */
uint64_t histogram_at(const struct histogram *, double quantile);
/* How many are greater than any value of the cell that `ns` falls into. */
uint64_t histogram_above(const struct histogram *, uint64_t ns);
/* As if every value of `from` had been added to `into`. */
void histogram_merge(struct histogram *into, const struct histogram *from);

#endif
