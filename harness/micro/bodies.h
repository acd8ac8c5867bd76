/* SPDX-License-Identifier: MIT */
/*
 * bodies.h - what micro-benchmarks measure: one operation of one filter, at a table of some size and load.
 *
 *      lookup   keys of which `hits` per cent are in; by several threads, one filter for all       beside the ceilings of reads (ceiling.h)
 *      insert   the last few keys up to the load, which were taken out before, untimed             and of updates
 *      delete   the same few, which are put back, untimed
 *      build    all keys up to the load, into an empty table; by several threads, if the filter is for them
 */
#ifndef CUCKOOBENCH_MICRO_BODIES_H
#define CUCKOOBENCH_MICRO_BODIES_H

#include "core/filter.h"
#include "harness/machine/topology.h"
#include "harness/micro/shim.h"

enum micro_op { MICRO_LOOKUP, MICRO_INSERT, MICRO_DELETE, MICRO_BUILD, MICRO_OPS };

struct micro_bench {
	enum micro_op op;
	const struct filter_ops *ops;
	size_t bytes;
	uint64_t round[2]; /* operations that a round counts as, with one thread and with several; 0: not known yet */
};

/* For micro_register, with the bench as data. Arguments: load, and of lookups, hits. */
extern micro_body *const micro_bench_body;
/* The processors that threads take; the first is that of a single one, unless `cpu` >= 0 is. They outlive the
 * benchmarks. */
void micro_bodies_begin(const int *pins, size_t n, int cpu);
/* Has a benchmark failed so far? */
bool micro_failed(void);

#endif
