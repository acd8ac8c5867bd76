/* SPDX-License-Identifier: MIT */
/* slice.h - what one stretch of timed work came to. */
#ifndef CUCKOOBENCH_SLICE_H
#define CUCKOOBENCH_SLICE_H

#include <stdbool.h>
#include <stdint.h>

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

static inline struct slice
slice_sum(struct slice a, struct slice b)
{
	return (struct slice){a.ops + b.ops, a.ns + b.ns};
}

#endif
