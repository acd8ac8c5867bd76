/* SPDX-License-Identifier: MIT */
/*
 * histogram.h - the distribution of the durations of many operations in little memory: quantiles of any number of whole
 * numbers, accurate to 1.6 %.
 *
 *      value    0 1 2 ... 127 | 128 130 132 ... 254 | 256 260 264 ... 508 | ... up to 2^64 - 1
 *      cells    one each      | 64 cells of 2       | 64 cells of 4       | 64 for each further octave, twice as wide
 *  Cells are narrower for smaller numbers, so the relative error is the same for 40 ns and for 40 ms: the idea of
 * HdrHistogram (Tene, 2012). A cell is at most 1/64 as wide as its least value. A quantile is reported as the greatest
 * value of its cell, so it is never too low, and at most 1/64 too high. Count and maximum are exact.
 *
 * One thread adds to a histogram; those of several threads are merged when they have finished. All zeros is an empty
 * one.
 */
#ifndef CUCKOOBENCH_HISTOGRAM_H
#define CUCKOOBENCH_HISTOGRAM_H

#include <stdint.h>

/* The 128 cells of one value, then 64 cells for each octave from 2^7 to 2^63: 30 KiB, of which a distribution touches
 * little. */
enum { HISTOGRAM_PER_OCTAVE = 64, HISTOGRAM_CELLS = 57 * HISTOGRAM_PER_OCTAVE + 128 };

struct histogram {
	uint64_t count, max;
	uint64_t cell[HISTOGRAM_CELLS];
};

void histogram_add(struct histogram *, uint64_t ns);
/*
 * Returns the least value that is not exceeded by at least this share of all values; 0 if there are none. quantile in
 * 0..1: 0 is the smallest value, 1 the greatest.
 */
uint64_t histogram_at(const struct histogram *, double quantile);
/* Adds every value of `from` to `into`. */
void histogram_merge(struct histogram *into, const struct histogram *from);

#endif
