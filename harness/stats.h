/* SPDX-License-Identifier: MIT */
/* stats.h - the few statistics the suite reports, each exact and without random numbers. */
#ifndef CUCKOOBENCH_STATS_H
#define CUCKOOBENCH_STATS_H

#include <stddef.h>
#include <stdint.h>

struct summary {
	double median, mean, variance, min, max; /* variance: sample variance, NaN below two values */
	double lo, hi;                           /* 95 % interval of the median; NaN where none can be claimed */
};

/* Sorts values in place. n >= 1. */
struct summary summarise(double *values, size_t n);

/*
 * 1-based ranks (*lo, *hi) of the order statistics that enclose the median with at least 95 % probability whatever the
 * distribution (sign test). False if n < 6, where no such pair exists.
 */
int median_ranks(size_t n, size_t *lo, size_t *hi);

/* Wilson's 95 % score interval of a proportion (Wilson, JASA 1927). den = 0 gives NaN. */
void wilson(uint64_t num, uint64_t den, double *lo, double *hi);

#endif
