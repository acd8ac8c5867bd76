/* SPDX-License-Identifier: MIT */
/* workload.h - what a filter is wanted for: the flags of `cuckoobench tune`. */
#ifndef CUCKOOBENCH_WORKLOAD_H
#define CUCKOOBENCH_WORKLOAD_H

#include <stddef.h>

struct workload {
	size_t items;        /* keys in the filter; 0: as many as `bytes` hold */
	size_t bytes;        /* of a table with 12 bits an entry; 0: twice the last cache */
	double positives;    /* share of the keys asked for that are in */
	double saved_ns;     /* work saved by each key that is turned away */
	double bits_per_key; /* that the table may take; 0: WORKLOAD_BITS_PER_KEY */
	double max_fpr;      /* that it may err; 0: any if work saved decides, else WORKLOAD_MAX_FPR */
};

/* Lang et al.'s budget (harness/stats/overhead.h). And one per cent: without a bound the smallest and hastiest filter
 * would always win. */
#define WORKLOAD_BITS_PER_KEY 20.0
#define WORKLOAD_MAX_FPR 0.01

struct options;

/* Setters of options.c: NULL, or why the value is refused. */
const char *workload_set_items(struct options *, const char *value);
const char *workload_set_positives(struct options *, const char *value);
const char *workload_set_saved(struct options *, const char *value);
const char *workload_set_bits_per_key(struct options *, const char *value);
const char *workload_set_max_fpr(struct options *, const char *value);

/* Puts numbers where nothing was said, but for the keys. */
void workload_complete(struct workload *);
/* Keys of a table of so many bytes, at 12 bits an entry: where those are 6 * 2^x, as many as fill 2^x buckets of four
 * to 94 %. */
size_t workload_items(size_t bytes);

#endif
