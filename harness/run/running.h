/* SPDX-License-Identifier: MIT */
/* running.h - what a program may call while its cell runs. */
#ifndef CUCKOOBENCH_RUNNING_H
#define CUCKOOBENCH_RUNNING_H

#include "harness/plan/experiment.h"
#include "harness/timing/workers.h"

/* Emits a sample in the program's own words: where it was measured (place, series, x) and what (measure). Its value is
 * num / den, times the unit's scale (samples.c). The cell fails if den is 0 or x is not finite. */
void emit(struct run *, const char *place, const char *series, double x, const char *measure, const char *unit,
          uint64_t num, uint64_t den);
/*
 * Assigns the samples from here on to round 0, 1, ... of the cell. Such a cell measures several contestants in turn,
 * round after round, in one process. So values that are compared were measured within a second of each other. The
 * median over the rounds is the cell's one value: statistics count processes (stats.h).
 */
void run_round(struct run *, unsigned round);
/* Returns this cell's seed for a purpose. It is derived from master seed and repetition, so all filters get the same
 * one. */
uint64_t run_seed(const struct run *, uint64_t purpose);
/* Fails the cell with a reason. Does not return. */
_Noreturn void run_fail(struct run *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Returns this machine's topology. Fails the cell if the topology is unknown or another machine's, because results
 * would then be labelled with places where they did not run. */
const struct topology *run_topology(struct run *);
/* Returns the processors for threads, in the run's pin order (--pin). *n is how many of them may be used (--threads).
 * Fails the cell as run_topology does. */
const int *run_pins(struct run *, size_t *n);
/* Creates the cell's filter, identical each time, or fails the cell. traced: creates its traced build, which
 * counts lines. The run destroys it when the cell ends. */
struct filter *run_create(struct run *, const struct cell *, bool traced);
/* Makes the cell's filter, which is FILTER_STATIC, of these keys, or fails the cell. The time is of all seeds that were
 * tried. The run destroys the filter when the cell ends. */
struct run_built {
	struct filter *filter;
	unsigned seeds;
	uint64_t ns;
};
struct run_built run_build(struct run *, const struct cell *, bool traced, const uint64_t *keys, size_t n);
/* The same, but without failure if no seed lays the keys out: then there is no filter. */
struct run_built run_build_try(struct run *, const struct cell *, bool traced, const uint64_t *keys, size_t n);
/* Destroys a filter of run_create or run_build before the end of the cell. */
void run_discard(struct run *, struct filter *);
/* Allocates and touches memory that lives as long as the cell, or fails the cell. */
void *run_alloc(struct run *, size_t bytes);
/* Starts threads on the first processors of the run's pin order, or on the processors that the caller names. They live
 * as long as the cell. Fails the cell if they cannot be started there. The calling thread, which only waits while they
 * work, is pinned to the last processor of the order. */
struct workers *run_workers(struct run *, size_t threads);
struct workers *run_workers_on(struct run *, const int *cpus, size_t threads);
/* Runs workers_run (workers.h). Fails the cell if a thread was found elsewhere, or if any thread allocated memory. */
void run_window(struct run *, struct workers *, const struct worker_job *, uint64_t warm_ns, uint64_t window_ns,
                struct workers_window *);

#endif
