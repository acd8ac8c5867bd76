/* SPDX-License-Identifier: MIT */
/* slice.h - what one stretch of timed work came to. */
#ifndef CUCKOOBENCH_SLICE_H
#define CUCKOOBENCH_SLICE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Operations and the nanoseconds that they took; 0, 0: nothing was timed. */
struct slice {
	uint64_t ops, ns;
};

/* Returns operations a nanosecond; 0 if nothing was timed. */
static inline double
slice_rate(struct slice s)
{
	return s.ns ? (double)s.ops / (double)s.ns : 0;
}

static inline bool
slice_is_faster(struct slice a, struct slice b)
{
	return slice_rate(a) > slice_rate(b);
}

/* For qsort: the faster first. */
static inline int
slice_compare(const void *a, const void *b)
{
	const struct slice *x = a, *y = b;

	return slice_is_faster(*y, *x) - slice_is_faster(*x, *y);
}

/* Sorts the slices, and returns the one in the middle. */
static inline struct slice
slice_median(struct slice *s, size_t n)
{
	qsort(s, n, sizeof *s, slice_compare);
	return s[n / 2];
}

static inline struct slice
slice_sum(struct slice a, struct slice b)
{
	return (struct slice){a.ops + b.ops, a.ns + b.ns};
}

#endif
