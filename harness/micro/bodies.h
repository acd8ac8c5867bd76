/* SPDX-License-Identifier: MIT */
/*
 * bodies.h - what micro-benchmarks measure: one operation of one filter, at one table size and load.
 *
 *      lookup   keys, `hits` per cent of them present; several threads look up in one filter
 *      insert   a few of the keys up to the load, which are deleted before, untimed
 *      delete   a few of the keys, which are inserted again, untimed
 *      build    all keys up to the load, into an empty table; by several threads, if the filter is for them
 *
 * Lookups are compared with the ceilings of reads, the others with those of updates (ceiling.h).
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
	uint64_t round[2]; /* operations that a round counts as, with one thread and with several; 0: unknown yet */
};

/* For micro_register, with a struct micro_bench as data. Arguments: load, and for lookups hits. */
extern micro_body *const micro_bench_body;
/* Sets the processors of the threads. A single thread runs on the first, or on `cpu` if that is >= 0. The array
 * outlives the benchmarks. */
void micro_bodies_begin(const int *pins, size_t n, int cpu);
/* Has a benchmark failed so far? */
bool micro_failed(void);

#endif
