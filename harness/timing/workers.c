/* SPDX-License-Identifier: MIT */
/*
 * workers.c - see workers.h.
 *
 *      run number 7   main       lock, post jobs, number = 7, broadcast, unlock
 *                                 |
 *                     threads     '--> start line, bodies, lock, parked++, signal
 *  Memory orders. Jobs go to the threads, and their results come back, under the mutex. The words that are read without
 * it need not order anything else:
 *  - counters: each has one writer. Readers want a recent value, and its order with other memory does not matter:
 *    relaxed.
 *  - stop: says that the time is up, and hands over no data: relaxed.
 *  - arrived: acquire and release. So no thread's first batch begins, in any other thread's view, before the last
 *    thread has arrived.
 *  - closed: the thread that is first to close the window writes its record. The second writes none. Whoever reads the
 *    record does so under the mutex, when all threads are parked: relaxed.
 */
#include "harness/timing/workers.h"

#include "harness/base/memory.h"
#include "harness/machine/allocation.h"
#include "harness/machine/machine.h"
#include "harness/timing/canary.h"
#include "harness/timing/measure.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* A pair of lines: Intel's adjacent-line prefetcher fetches both (Optimization Reference Manual, 2.5.5.4). One thread's
 * counter must not travel with another's. */
enum { APART = 128 };

struct worker {
	_Alignas(APART) _Atomic uint64_t ops; /* of this run */
	_Alignas(APART) struct workers *pool;
	size_t index;
	int cpu;
	pthread_t thread;
	struct worker_job job;
	uint64_t allocated;    /* in this run */
	uint64_t switches;     /* involuntary ones while it worked in this run */
	char why[MACHINE_WHY]; /* not empty: the thread is not where it should be */
};

/* All counters at one moment. */
struct reading {
	uint64_t ns, *ops;
};

struct workers {
	size_t n, created;
	pthread_mutex_t lock;
	pthread_cond_t posted, settled;
	uint64_t number; /* of the run to do; under the lock */
	size_t parked;   /* threads without work; under the lock */
	/* ending: the threads are to exit. listed: bodies run until they have nothing left. Both are set under the
	 * lock, between runs. */
	bool ending, listed;
	struct reading opened, closing;
	uint64_t *of;        /* of the last window */
	uint64_t wakes, own; /* wakes: in this run; own: involuntary switches that runs caused themselves */
	_Alignas(APART) atomic_size_t arrived;
	_Alignas(APART) atomic_bool stop;
	atomic_bool closed, ran_out;
	_Alignas(APART) struct worker worker[];
};

/* --- reading the counters --- */

/* If more time than this passes between first and last counter, the reader was interrupted. It then reads again. */
enum { READING_NS = 5000, READINGS = 16 };

static void
read_counters(struct workers *w, struct reading *r)
{
	uint64_t from, to;
	int left = READINGS;

	do {
		from = clock_ns();
		for (size_t i = 0; i < w->n; i++)
			r->ops[i] = atomic_load_explicit(&w->worker[i].ops, memory_order_relaxed);
		to = clock_ns();
	} while (to - from > READING_NS && --left > 0);
	r->ns = from + (to - from) / 2;
}

/* Closes the window. Only the first caller of a run does so. */
static void
close_window(struct workers *w)
{
	if (!atomic_exchange_explicit(&w->closed, true, memory_order_relaxed))
		read_counters(w, &w->closing);
}

/* --- in the threads --- */

/* Touches the stack pages that bodies will use, so that no page fault falls inside a window. */
static void
touch_stack(void)
{
	volatile char page[256 * 1024];

	for (size_t at = 0; at < sizeof page; at += 4096)
		page[at] = 0;
}

/* Holds all threads until the last has arrived. They leave within the time that a line takes between processors. */
static void
start_line(struct workers *w)
{
	const size_t before = atomic_fetch_add_explicit(&w->arrived, 1, memory_order_acq_rel);

	if (before + 1 == w->n) {
		if (w->listed)
			read_counters(w, &w->opened); /* all others still wait, so every counter is 0 */
		atomic_fetch_add_explicit(&w->arrived, 1, memory_order_acq_rel);
	}
	for (unsigned spins = 1; atomic_load_explicit(&w->arrived, memory_order_acquire) <= w->n; spins++)
		/* with more threads than free processors, the last thread may need this one's processor */
		if (spins % 1024 == 0)
			sched_yield();
}

static void
work(struct workers *w, struct worker *me)
{
	const struct worker_job job = me->job;
	const uint64_t given = allocation_given();
	uint64_t done = 0, switches;

	start_line(w);
	switches = involuntary_switches(RUSAGE_THREAD);
	while (!atomic_load_explicit(&w->stop, memory_order_relaxed)) {
		const size_t n = job.body(job.state);

		if (n == 0) {
			/* The others need not have stopped: they do the rest of their shares outside the window. */
			atomic_store_explicit(&w->ran_out, true, memory_order_relaxed);
			close_window(w);
			break;
		}
		done += n;
		atomic_store_explicit(&me->ops, done, memory_order_relaxed);
	}
	me->switches = involuntary_switches(RUSAGE_THREAD) - switches;
	me->allocated = allocation_given() - given;
	machine_check_thread(me->index, me->cpu, me->why);
}

static void *
thread_main(void *argument)
{
	struct worker *me = argument;
	struct workers *w = me->pool;
	uint64_t seen = 0;

	machine_pin_thread(me->index, me->cpu, me->why);
	touch_stack();
	pthread_mutex_lock(&w->lock);
	for (;;) {
		w->parked++;
		pthread_cond_signal(&w->settled);
		while (w->number == seen && !w->ending)
			pthread_cond_wait(&w->posted, &w->lock);
		if (w->ending)
			break;
		seen = w->number;
		pthread_mutex_unlock(&w->lock);
		work(w, me);
		pthread_mutex_lock(&w->lock);
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

/* --- outside --- */

static bool
all_well(const struct workers *w, struct failure *f)
{
	for (size_t i = 0; i < w->n; i++)
		if (*w->worker[i].why)
			return failing(f, "%s", w->worker[i].why);
	return true;
}

static void
wait_parked(struct workers *w)
{
	while (w->parked < w->created)
		pthread_cond_wait(&w->settled, &w->lock), w->wakes++;
}

static struct workers *
allocate(const int *cpus, size_t n)
{
	struct workers *w = aligned_alloc(APART, sizeof *w + n * sizeof *w->worker);
	uint64_t *ops = memory_new(3 * n, sizeof *ops);
	pthread_condattr_t monotonic;

	memory_needed(w);
	memset(w, 0, sizeof *w + n * sizeof *w->worker);
	w->n = n;
	w->of = ops;
	w->opened.ops = ops + n;
	w->closing.ops = ops + 2 * n;
	pthread_mutex_init(&w->lock, NULL);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&w->posted, NULL);
	pthread_cond_init(&w->settled, &monotonic);
	pthread_condattr_destroy(&monotonic);
	for (size_t i = 0; i < n; i++) {
		w->worker[i].pool = w;
		w->worker[i].index = i;
		w->worker[i].cpu = cpus[i];
	}
	return w;
}

struct workers *
workers_start(const int *cpus, size_t n, struct failure *f)
{
	const uint64_t before = involuntary_switches(RUSAGE_SELF);
	struct workers *w;
	bool well = true;

	if (n == 0 || n > CPU_SETSIZE) {
		(void)failing(f, "no thread is asked for, or more than %d", CPU_SETSIZE);
		return NULL;
	}
	w = allocate(cpus, n);
	while (well && w->created < n) {
		struct worker *worker = &w->worker[w->created];
		const int error = pthread_create(&worker->thread, NULL, thread_main, worker);

		well = error == 0 || failing(f, "thread %zu cannot be created: %s", w->created, strerror(error));
		w->created += well;
	}
	pthread_mutex_lock(&w->lock);
	wait_parked(w);
	well = well && all_well(w, f);
	pthread_mutex_unlock(&w->lock);
	if (!well) {
		(void)workers_stop(w);
		return NULL;
	}
	w->own = involuntary_switches(RUSAGE_SELF) - before;
	return w;
}

uint64_t
workers_stop(struct workers *w)
{
	const uint64_t before = involuntary_switches(RUSAGE_SELF);
	uint64_t own;

	if (!w)
		return 0;
	pthread_mutex_lock(&w->lock);
	wait_parked(w);
	w->ending = true;
	pthread_cond_broadcast(&w->posted);
	pthread_mutex_unlock(&w->lock);
	for (size_t i = 0; i < w->created; i++)
		pthread_join(w->worker[i].thread, NULL);
	pthread_cond_destroy(&w->settled);
	pthread_cond_destroy(&w->posted);
	pthread_mutex_destroy(&w->lock);
	own = w->own + involuntary_switches(RUSAGE_SELF) - before;
	free(w->of);
	free(w);
	return own;
}

size_t
workers_count(const struct workers *w)
{
	return w->n;
}

/* Sleeps until the time has come, or the window is closed. Holds the lock, except while waiting. */
static void
sleep_until(struct workers *w, uint64_t ns)
{
	const struct timespec time = {.tv_sec = (time_t)(ns / 1000000000u), .tv_nsec = (long)(ns % 1000000000u)};

	while (clock_ns() < ns && !atomic_load_explicit(&w->closed, memory_order_relaxed))
		pthread_cond_timedwait(&w->settled, &w->lock, &time), w->wakes++;
}

static bool
all_began(const struct workers *w)
{
	for (size_t i = 0; i < w->n; i++)
		if (atomic_load_explicit(&w->worker[i].ops, memory_order_relaxed) == 0)
			return false;
	return true;
}

/* Opens the window, and closes it unless a thread has done so. Holds the lock, except while waiting. */
static void
watch(struct workers *w, uint64_t warm_ns, uint64_t window_ns)
{
	const uint64_t look_again = 50000; /* a batch takes some tens of microseconds */

	sleep_until(w, clock_ns() + warm_ns);
	while (!all_began(w) && !atomic_load_explicit(&w->closed, memory_order_relaxed))
		sleep_until(w, clock_ns() + look_again);
	read_counters(w, &w->opened);
	sleep_until(w, w->opened.ns + window_ns);
	close_window(w);
	atomic_store_explicit(&w->stop, true, memory_order_relaxed);
}

static void
sum_up(struct workers *w, struct workers_window *window)
{
	/* If a body ran out during the warm-up, the window was closed before it opened. */
	const bool some = w->closing.ns > w->opened.ns;

	*window = (struct workers_window){.ns = some ? w->closing.ns - w->opened.ns : 1, .of = w->of};
	window->ran_out = atomic_load_explicit(&w->ran_out, memory_order_relaxed);
	for (size_t i = 0; i < w->n; i++) {
		w->of[i] = some ? w->closing.ops[i] - w->opened.ops[i] : 0;
		window->ops += w->of[i];
		window->whole += atomic_load_explicit(&w->worker[i].ops, memory_order_relaxed);
		window->allocated += w->worker[i].allocated;
	}
}

/* Of so many switches of the process during a run, those by others are what threads suffered while they worked. Each
 * time the caller woke may have been one of these. */
static uint64_t
own_switches(const struct workers *w, uint64_t all)
{
	uint64_t suffered = 0;

	for (size_t i = 0; i < w->n; i++)
		suffered += w->worker[i].switches;
	suffered -= suffered < w->wakes ? suffered : w->wakes;
	return all > suffered ? all - suffered : 0;
}

bool
workers_run(struct workers *w, const struct worker_job *job, uint64_t warm_ns, uint64_t window_ns,
            struct workers_window *window, struct failure *f)
{
	const uint64_t before = involuntary_switches(RUSAGE_SELF);
	bool well;

	pthread_mutex_lock(&w->lock);
	w->wakes = 0;
	for (size_t i = 0; i < w->n; i++) {
		w->worker[i].job = job[i];
		atomic_store_explicit(&w->worker[i].ops, 0, memory_order_relaxed);
	}
	atomic_store_explicit(&w->arrived, 0, memory_order_relaxed);
	atomic_store_explicit(&w->stop, false, memory_order_relaxed);
	atomic_store_explicit(&w->closed, false, memory_order_relaxed);
	atomic_store_explicit(&w->ran_out, false, memory_order_relaxed);
	w->listed = window_ns == 0;
	w->parked = 0;
	w->number++;
	pthread_cond_broadcast(&w->posted);
	if (window_ns > 0)
		watch(w, warm_ns, window_ns);
	wait_parked(w);
	sum_up(w, window);
	w->own += own_switches(w, involuntary_switches(RUSAGE_SELF) - before);
	well = all_well(w, f);
	pthread_mutex_unlock(&w->lock);
	return well;
}
