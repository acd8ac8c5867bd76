/* SPDX-License-Identifier: MIT */
/*
 * test_workers.c - the threads that measure: where they run, what their common window contains, and what it leaves out.
 * Nothing here depends on speed: where an order matters, bodies wait for each other.
 */
#include "tests/test.h"

#include "harness/machine/allocation.h"
#include "harness/timing/canary.h"
#include "harness/timing/workers.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/resource.h>

enum { THREADS = 4, LONG_NS = 1000000000 };

/* Processors this program may use, in turn: with fewer than THREADS some get two threads. */
static void
allowed(int cpus[THREADS])
{
	cpu_set_t set;
	int n = 0;

	require(sched_getaffinity(0, sizeof set, &set) == 0, "no affinity");
	while (n < THREADS)
		for (int cpu = 0; cpu < CPU_SETSIZE && n < THREADS; cpu++)
			if (CPU_ISSET((size_t)cpu, &set))
				cpus[n++] = cpu;
}

static struct workers *
start(size_t n)
{
	int cpus[THREADS];
	struct failure failure;
	struct workers *w;

	allowed(cpus);
	w = workers_start(cpus, n, &failure);
	require(w, "%s", failure.text);
	return w;
}

static void
run(struct workers *w, const struct worker_job *job, uint64_t warm_ns, uint64_t window_ns,
    struct workers_window *window)
{
	struct failure failure;

	require(workers_run(w, job, warm_ns, window_ns, window, &failure), "%s", failure.text);
}

/* `left` batches of `batch` operations each. */
struct share {
	size_t left, batch, done;
	size_t wait_at;                /* before this batch, counted from 1, wait until... */
	const atomic_size_t *wait_for; /* ...this one is at least... */
	size_t wait_until;
	atomic_size_t batches; /* made so far */
	int cpu;
};

static size_t
share_body(void *state)
{
	struct share *s = state;
	const size_t made = atomic_load_explicit(&s->batches, memory_order_relaxed);

	s->cpu = sched_getcpu();
	if (s->left == 0)
		return 0;
	while (made + 1 == s->wait_at && atomic_load_explicit(s->wait_for, memory_order_relaxed) < s->wait_until)
		sched_yield();
	s->left--;
	s->done += s->batch;
	atomic_store_explicit(&s->batches, made + 1, memory_order_relaxed);
	return s->batch;
}

static void
jobs_of(struct worker_job job[THREADS], struct share share[THREADS])
{
	for (size_t i = 0; i < THREADS; i++)
		job[i] = (struct worker_job){share_body, &share[i]};
}

TEST(test_window)
{
	struct share share[THREADS];
	struct worker_job job[THREADS];
	struct workers_window window;
	int cpus[THREADS];
	struct workers *w = start(THREADS);
	uint64_t total = 0, length = 1000000;

	allowed(cpus);
	jobs_of(job, share);
	require(workers_count(w) == THREADS, "%zu", workers_count(w));
	/* On a busy machine some windows may see nothing done, but not windows that grow longer and longer. */
	for (int round = 0; round < 10 || (total == 0 && length < 60 * (uint64_t)LONG_NS);
	     round++, length += length / 4) {
		uint64_t sum = 0;

		for (size_t i = 0; i < THREADS; i++)
			share[i] = (struct share){.left = SIZE_MAX, .batch = 10 + i};
		run(w, job, 100000, length, &window);
		require(!window.ran_out && window.ns >= length, "%llu ns", (unsigned long long)window.ns);
		for (size_t i = 0; i < THREADS; i++) {
			sum += window.of[i];
			require(window.of[i] % share[i].batch == 0, "thread %zu: %llu", i,
			        (unsigned long long)window.of[i]);
			/* The first batch of each opens the window. */
			require(window.of[i] < share[i].done, "thread %zu: %llu of %zu", i,
			        (unsigned long long)window.of[i], share[i].done);
			require(share[i].cpu == cpus[i], "thread %zu ran on %d, not %d", i, share[i].cpu, cpus[i]);
		}
		require(sum == window.ops, "%llu of %llu", (unsigned long long)window.ops, (unsigned long long)sum);
		require(window.allocated == 0, "%llu bytes", (unsigned long long)window.allocated);
		total += sum;
	}
	require(total > 0, "nothing was done");
	workers_stop(w);
}

/* The window opens when the last thread has begun: it does not contain what the others did before. Of the process's
 * context switches at most all are its own. */
TEST(test_warm)
{
	struct share share[THREADS];
	struct worker_job job[THREADS];
	struct workers_window window;
	const uint64_t before = involuntary_switches(RUSAGE_SELF);
	struct workers *w = start(2);
	uint64_t own, all;

	jobs_of(job, share);
	share[0] = (struct share){.left = SIZE_MAX, .batch = 1};
	share[1] = (struct share){
		.left = SIZE_MAX, .batch = 1, .wait_at = 1, .wait_for = &share[0].batches, .wait_until = 500};
	run(w, job, 0, 1000000, &window);
	require(window.of[0] + 500 <= share[0].done, "%llu of %zu", (unsigned long long)window.of[0], share[0].done);
	own = workers_stop(w);
	all = involuntary_switches(RUSAGE_SELF) - before;
	require(own <= all, "%llu switches of %llu", (unsigned long long)own, (unsigned long long)all);
}

/* Shares: all are completed; the window ends when the first of them is. */
TEST(test_shares)
{
	struct share share[THREADS];
	struct worker_job job[THREADS];
	struct workers_window window;
	struct workers *w = start(3);

	jobs_of(job, share);
	for (int round = 0; round < 50; round++) {
		for (size_t i = 0; i < 3; i++)
			share[i] = (struct share){.left = 100 * (i + 1), .batch = 3};
		run(w, job, 0, 0, &window);
		require(window.ran_out && window.ns > 0, "no end");
		for (size_t i = 0; i < 3; i++)
			require(window.of[i] <= share[i].done && share[i].done == 300 * (i + 1),
			        "thread %zu: %llu of %zu", i, (unsigned long long)window.of[i], share[i].done);
		require(window.of[0] == 300 || window.of[1] == 600 || window.of[2] == 900,
		        "ended before any share did");
	}
	workers_stop(w);
}

/* One batch that begins after the other thread's share was done, and takes so long that the window closes meanwhile. */
struct late {
	const atomic_size_t *others;
	long sleep_ns;
	bool done;
};

static size_t
late_body(void *state)
{
	struct late *l = state;

	if (l->done)
		return 0;
	while (atomic_load_explicit(l->others, memory_order_relaxed) < 5)
		sched_yield();
	nanosleep(&(struct timespec){.tv_nsec = l->sleep_ns}, NULL);
	l->done = true;
	return 1000;
}

TEST(test_rest_is_outside)
{
	struct share share = {.left = 0};
	struct late late;
	struct worker_job job[2] = {{share_body, &share}, {late_body, &late}};
	struct workers_window window;
	struct workers *w = start(2);
	bool outside = false;

	/* However slow the machine is, some sleep is long enough; no sleep would be if the window ended with the last
	 * share. */
	for (long sleep_ns = 100000; !outside && sleep_ns < LONG_NS; sleep_ns *= 2) {
		share = (struct share){.left = 5, .batch = 2};
		late = (struct late){.others = &share.batches, .sleep_ns = sleep_ns};
		run(w, job, 0, 0, &window);
		require(late.done && share.done == 10 && window.of[0] == 10, "%llu of 10",
		        (unsigned long long)window.of[0]);
		outside = window.of[1] == 0;
	}
	require(outside, "what was done after the first share's end is in the window");
	workers_stop(w);
}

/* A share that ends before the time is up ends the window; before it opens, there is none. */
TEST(test_runs_out)
{
	struct share share[THREADS];
	struct worker_job job[THREADS];
	struct workers_window window;
	struct workers *w = start(2);

	jobs_of(job, share);
	share[0] = (struct share){.left = SIZE_MAX, .batch = 1};
	share[1] = (struct share){.left = 2000, .batch = 1};
	run(w, job, 0, 3600 * (uint64_t)LONG_NS, &window);
	require(window.ran_out && window.of[1] < 2000, "%llu", (unsigned long long)window.of[1]);
	share[0] = (struct share){.left = SIZE_MAX, .batch = 1};
	share[1] = (struct share){.left = 2000, .batch = 1};
	run(w, job, 3600 * (uint64_t)LONG_NS, 1, &window);
	require(window.ran_out && window.ops == 0 && window.ns >= 1, "%llu", (unsigned long long)window.ops);
	workers_stop(w);
}

TEST(test_cannot_bind)
{
	const int cpus[] = {0, CPU_SETSIZE - 1}, negative = -1, beyond = CPU_SETSIZE;
	struct failure failure;
	char no_such[32];

	snprintf(no_such, sizeof no_such, "processor %d:", CPU_SETSIZE - 1);
	require(!workers_start(cpus, 2, &failure) && strstr(failure.text, "thread 1 ") && strstr(failure.text, no_such),
	        "%s", failure.text);
	require(!workers_start(&negative, 1, &failure) && strstr(failure.text, "-1"), "%s", failure.text);
	require(!workers_start(&beyond, 1, &failure) && strstr(failure.text, "cannot be pinned"), "%s", failure.text);
	require(!workers_start(cpus, 0, &failure), "%s", failure.text);
}

static size_t
straying_body(void *state)
{
	return pthread_setaffinity_np(pthread_self(), sizeof(cpu_set_t), state) == 0 ? 0 : 1;
}

/* A body that removes its thread's binding is detected, whether the thread has moved yet or not. */
TEST(test_strays)
{
	cpu_set_t set;
	struct share share = {.left = SIZE_MAX, .batch = 1};
	struct worker_job job[2] = {{straying_body, &set}, {share_body, &share}};
	struct workers_window window;
	struct workers *w = start(2);
	struct failure failure = {.text = ""};

	require(sched_getaffinity(0, sizeof set, &set) == 0, "no affinity");
	if (CPU_COUNT(&set) < 2) {
		workers_stop(w);
		skip();
	}
	require(!workers_run(w, job, 0, LONG_NS, &window, &failure), "not found out");
	require(strstr(failure.text, "thread 0") && strstr(failure.text, "affinity"), "%s", failure.text);
	workers_stop(w);
}

/* An allocation in a body is detected, where the allocator counts. */
static size_t
allocating_body(void *state)
{
	void **kept = state;

	if (*kept)
		return 0;
	*kept = malloc(1000);
	return 1;
}

TEST(test_allocates)
{
	void *kept = NULL;
	struct share share = {.left = 3, .batch = 1};
	struct worker_job job[2] = {{allocating_body, &kept}, {share_body, &share}};
	struct workers_window window;
	struct workers *w = start(2);

	run(w, job, 0, 0, &window);
	require(kept, "out of memory");
	free(kept);
	workers_stop(w);
	if (!allocation_counts())
		skip();
	require(window.allocated >= 1000 && window.allocated <= 2000, "%llu bytes",
	        (unsigned long long)window.allocated);
}
