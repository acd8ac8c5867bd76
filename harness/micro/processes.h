/* SPDX-License-Identifier: MIT */
/*
 * processes.h - the same benchmarks in several processes, put together as if they were repetitions.
 *
 *      child 0   all benchmarks --> JSON     for each benchmark: a run of each process, then mean, median, stddev, cv,
 *      child 1        "         --> JSON --> min and max over the processes, as Google Benchmark writes repetitions
 *      ...
 *
 * Repetitions of Google Benchmark (--benchmark_repetitions) share a process, and so tables, keys and pages. Their
 * spread lacks what differs between processes. Children have tables, keys and seeds of their own; if they repeat a
 * benchmark themselves, the median is the process's one value (stats.h).
 */
#ifndef CUCKOOBENCH_MICRO_PROCESSES_H
#define CUCKOOBENCH_MICRO_PROCESSES_H

#include "harness/base/failure.h"

#include <stdio.h>

/* What a child does: runs the benchmarks with these arguments; `number` is the process, from 0. Returns the status. */
typedef int processes_main(int argc, char **argv, unsigned number, void *context);

/* Measures in n processes, then writes the results: to --benchmark_out as JSON, and to standard output as JSON or as a
 * table. argv has Google Benchmark's options. */
int processes_run(unsigned n, int argc, char **argv, processes_main *, void *context, struct failure *);

#endif
