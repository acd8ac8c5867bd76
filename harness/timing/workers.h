/* SPDX-License-Identifier: MIT */
/*
 * workers.h - threads that measure: pinned and warm before the clock starts, told to stop after it.
 *
 *      thread 0   ..|=====warm=====|=========== window ===========|==tail==|..
 *      thread 1  ...|====warm======|=========== window ===========|=tail=|....        .. parked on a condition variable
 *                                  ^ clock, all counters          ^ clock, all counters
 *  Throughput is the difference of the counters over one common window of wall time. Neither creating a thread nor
 * waiting for the slowest is inside it: every thread works from before the window's begin until after its end. (A
 * driver that takes the time from the first start to the last join measures its own tails; see the universal benchmark
 * of Li et al., EuroSys 2014.)
 *  A thread calls its body again and again. A body does one batch of operations and returns how many; 0 says that it
 * has nothing left to do. Where each thread has a fixed share (the building of a table), the window ends with the first
 * share, while all still work, and what is left of the others is done outside it.
 */
#ifndef CUCKOOBENCH_WORKERS_H
#define CUCKOOBENCH_WORKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct workers;

/* What one thread does. `state` is its own; whatever it wrote may be read once workers_run has returned. */
typedef size_t worker_body(void *state);
struct worker_job {
	worker_body *body;
	void *state;
};

struct workers_window {
	uint64_t ns;        /* its length, at least 1 */
	uint64_t ops;       /* of all threads, inside it */
	const uint64_t *of; /* of each thread, inside it; lives until the next run or stop */
	uint64_t whole;     /* operations of all threads in the whole run, before and behind the window too */
	uint64_t allocated; /* bytes that the threads were given while they worked, inside the window or beside it */
	bool ran_out;       /* some body had nothing left to do before the time was up */
};

enum { WORKERS_WHY = 160 };

/*
 * n threads, the i-th pinned to processor cpus[i] (as in sched_setaffinity) and to no other, which is read back. They
 * have touched their stacks and wait. NULL with a reason: a thread that is not where it should be is an error, not a
 * worse measurement.
 */
struct workers *workers_start(const int *cpus, size_t n, char why[WORKERS_WHY]);
/* Ends the threads. NULL is fine. */
void workers_stop(struct workers *);
size_t workers_count(const struct workers *);
/* How often the thread that called workers_run has woken while they worked: each time it takes a processor from one of
 * them. */
uint64_t workers_wakes(const struct workers *);

/*
 * Runs job[i] on thread i, for all threads at once, and waits until all have stopped.
 *  window_ns > 0: bodies are called until the time is up. The window opens when warm_ns are over and every body has
 * returned once; it lasts window_ns, or until some body has nothing left to do. window_ns = 0: bodies are called until
 * they have nothing left to do. The window is from the moment when all threads stand ready to the end of the first
 * one's share.
 *
 * False with a reason if a thread was found on another processor or with another affinity than it was given.
 */
bool workers_run(struct workers *, const struct worker_job *job, uint64_t warm_ns, uint64_t window_ns,
                 struct workers_window *, char why[WORKERS_WHY]);

/*
 * How evenly the threads were served. num/den of the least over the greatest, and of Jain's index, (sum x)^2 / (n sum
 * x^2), which is 1/n when one had everything (Jain, Chiu, Hawe, DEC TR-301, 1984). Counts are scaled down where squares
 * would not fit; den >= 1.
 */
void workers_least_over_greatest(const uint64_t *ops, size_t n, uint64_t *num, uint64_t *den);
void workers_jain(const uint64_t *ops, size_t n, uint64_t *num, uint64_t *den);

#endif
