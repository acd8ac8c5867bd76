/* SPDX-License-Identifier: MIT */
/* workload.h - the workload for which `cuckoobench tune` seeks a filter. */
#ifndef CUCKOOBENCH_WORKLOAD_H
#define CUCKOOBENCH_WORKLOAD_H

#include <stddef.h>

struct workload {
	size_t items;        /* keys in the filter; 0: the number that `bytes` hold */
	size_t bytes;        /* of a table with 12 bits an entry; 0: twice the last cache */
	double positives;    /* share of lookups for keys that are in the filter */
	double saved_ns;     /* nanoseconds of work saved by each key that the filter rejects */
	double bits_per_key; /* bits that the table may take; 0: WORKLOAD_BITS_PER_KEY */
	/* The highest false positive rate allowed. 0: any rate if saved_ns is given, otherwise WORKLOAD_MAX_FPR. */
	double max_fpr;
};

/* The budget of Lang et al. (harness/stats/overhead.h), and 1 %. Without a bound on errors the smallest and fastest
 * filter would always win. */
#define WORKLOAD_BITS_PER_KEY 20.0
#define WORKLOAD_MAX_FPR 0.01

/* Sets the defaults of values that were not given, except the number of keys. */
void workload_complete(struct workload *);
/* Returns the keys of a table of `bytes`, at 12 bits an entry. If `bytes` is 6 * 2^x, they fill 2^x buckets of
 * four entries to 94 %. */
size_t workload_items(size_t bytes);

#endif
