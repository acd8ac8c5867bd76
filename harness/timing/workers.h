/* SPDX-License-Identifier: MIT */
/*
 * workers.h - threads that measure: pinned and warm before the clock starts, stopped after it ends.
 *
 *      thread 0   ..|=====warm=====|=========== window ===========|==tail==|..
 *      thread 1  ...|====warm======|=========== window ===========|=tail=|....        .. parked on a condition variable
 *                                  ^ clock, all counters          ^ clock, all counters
 *  Throughput is the difference of the counters over one common window of wall time. The window includes neither
 * creating a thread nor waiting for the slowest: every thread works from before the window's start until after its end.
 * (A driver that takes the time from the first start to the last join measures its own tails; see the universal
 * benchmark of Li et al., EuroSys 2014.)
 *  A thread calls its body again and again. A body does one batch of operations and returns how many; 0 means that it
 * has nothing left to do. If each thread has a fixed share, as in building a table, the window ends with the first
 * share that is done. All threads still work at that moment, and the rest of their shares is done outside the window.
 */
#ifndef CUCKOOBENCH_WORKERS_H
#define CUCKOOBENCH_WORKERS_H

#include "harness/base/failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct workers;

/* What one thread does. `state` belongs to it. Whatever it wrote may be read once workers_run has returned. */
typedef size_t worker_body(void *state);
struct worker_job {
	worker_body *body;
	void *state;
};

struct workers_window {
	uint64_t ns;        /* length of the window, at least 1 */
	uint64_t ops;       /* operations of all threads inside the window */
	const uint64_t *of; /* operations of each thread inside the window; valid until the next run or stop */
	uint64_t whole;     /* operations of all threads in the whole run, including before and after the window */
	uint64_t allocated; /* bytes that the threads allocated while they worked, inside the window or outside it */
	bool ran_out;       /* some body had nothing left to do before the time was up */
};

/*
 * Starts n threads. The i-th is pinned to processor cpus[i] only (as in sched_setaffinity), which is read back. When
 * this returns they have touched their stacks and wait. Returns NULL on failure: a thread on the wrong
 * processor is an error, not a worse measurement.
 */
struct workers *workers_start(const int *cpus, size_t n, struct failure *);
/* Ends the threads; NULL is allowed. Returns how many of the process's involuntary context switches came from starting,
 * watching and ending them and their runs. All others came from other work on this machine. */
uint64_t workers_stop(struct workers *);
size_t workers_count(const struct workers *);

/*
 * Runs job[i] on thread i, for all threads at once, and waits until all have stopped.
 *  window_ns > 0: calls the bodies until the time is up. The window opens when warm_ns are over and every body has
 * returned once. It lasts window_ns, or until some body has nothing left to do.
 *  window_ns = 0: calls the bodies until they have nothing left to do. The window opens when all threads are ready, and
 * closes when the first one finishes its share.
 *
 * Fails if a thread was found on another processor, or with another affinity, than it was given.
 */
bool workers_run(struct workers *, const struct worker_job *job, uint64_t warm_ns, uint64_t window_ns,
                 struct workers_window *, struct failure *);

#endif
