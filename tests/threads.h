/* SPDX-License-Identifier: MIT */
/*
 * threads.h - a team of threads in a test: all begin together, and a fault that one of them finds is reported when all
 * have ended.
 *
 *      team_run ----> member 0: run(m) ... member_require ... member_meet ...  \
 *                ---> member 1: run(m) ... member_require ... member_meet ...   ----> joined; fails the test if any did
 *
 * cmocka fails a test by jumping out of it, which only the thread that runs the test may do. So a member records the
 * first fault of its team and goes on; it must still join every meeting. Every member has random numbers of its own,
 * from the test's seed. No seed fixes which thread runs when, so a failure may take several attempts to reproduce.
 *
 * `make check-threads` runs the programs that include this file under ThreadSanitizer.
 */
#ifndef CUCKOOBENCH_TEST_THREADS_H
#define CUCKOOBENCH_TEST_THREADS_H

#include "tests/test.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { TEAM_MOST = 16 };

struct team {
	pthread_barrier_t meeting;
	atomic_bool failed;
	char fault[512]; /* written by the member that set failed */
};

struct member {
	struct team *team;
	void (*run)(struct member *);
	void *with; /* the object that the team works on */
	unsigned index;
	uint64_t random;
	pthread_t thread;
};

/* The condition must hold; if it does not, the other arguments are the message. Returns whether it holds. */
#define member_require(m, condition, ...) ((condition) ? true : member_fault((m), __LINE__, #condition, __VA_ARGS__))

static inline bool __attribute__((format(printf, 4, 5)))
member_fault(struct member *m, int line, const char *condition, const char *format, ...)
{
	va_list arguments;
	int at;

	if (atomic_exchange(&m->team->failed, true))
		return false;
	at = snprintf(m->team->fault, sizeof m->team->fault, "thread %u, line %d: %s: ", m->index, line, condition);
	va_start(arguments, format);
	if (at > 0 && (size_t)at < sizeof m->team->fault)
		vsnprintf(m->team->fault + at, sizeof m->team->fault - (size_t)at, format, arguments);
	va_end(arguments);
	return false;
}

/* Waits until all members are here. */
static inline void
member_meet(struct member *m)
{
	pthread_barrier_wait(&m->team->meeting);
}

/* Lets another thread run now and then. With fewer processors than threads, threads would otherwise take turns of
 * milliseconds. */
static inline void
member_breathe(struct member *m)
{
	if (rng_next(&m->random) % 64 == 0)
		sched_yield();
}

static inline void *
team_member(void *member)
{
	struct member *m = member;

	member_meet(m);
	m->run(m);
	return NULL;
}

/* Runs n threads and waits for them. Fails the test if one found a fault. */
static inline void
team_run(const char *purpose, unsigned n, void (*run)(struct member *), void *with)
{
	struct member member[TEAM_MOST];
	struct team team = {.failed = false};

	if (n > TEAM_MOST || pthread_barrier_init(&team.meeting, NULL, n) != 0)
		abort();
	for (unsigned i = 0; i < n; i++) {
		member[i] = (struct member){.team = &team, .run = run, .with = with, .index = i};
		member[i].random = rng_derive(test_stream(purpose), i);
		if (pthread_create(&member[i].thread, NULL, team_member, &member[i]) != 0)
			abort(); /* other threads wait for it at the barrier */
	}
	for (unsigned i = 0; i < n; i++)
		pthread_join(member[i].thread, NULL);
	pthread_barrier_destroy(&team.meeting);
	require(!team.failed, "%s", team.fault);
}

/* Shapes that differ in their code or in how full they get; a filter refuses those that it cannot have. */
static const struct filter_params threads_shapes[] = {
	{.items = 4000},
	{.items = 3000, .hashes = 4},
	{.buckets = 512, .slots = 2, .fp_bits = 12},
	{.buckets = 1024, .slots = 1, .fp_bits = 9},
	{.buckets = 128, .slots = 8, .fp_bits = 16},
	{.buckets = 256, .fp_bits = 7},
	{.buckets = 256, .fp_bits = 32},
	{.buckets = 256, .stripes = 1},
	{.buckets = 256, .stripes = 4},
};

/* Tables so small, and fingerprints so short, that most keys share their fingerprint and buckets with another key. */
static const struct filter_params threads_tiny[] = {
	{.buckets = 4, .fp_bits = 5},
	{.buckets = 8, .fp_bits = 2},
	{.buckets = 2, .fp_bits = 12},
	{.buckets = 2, .fp_bits = 8},
	{.buckets = 16, .slots = 2, .fp_bits = 3},
	{.buckets = 32, .slots = 1, .fp_bits = 4},
	{.buckets = 8, .slots = 8, .fp_bits = 6},
	{.buckets = 64, .fp_bits = 5, .stripes = 2},
	{.buckets = 64, .fp_bits = 12},
	{.buckets = 64, .slots = 1, .fp_bits = 16},
	{.buckets = 16, .slots = 4, .fp_bits = 32},
	{.bytes = 64, .hashes = 3},
	{.bytes = 24, .hashes = 2},
};

/* Calls run for each of the n shapes that the filter accepts, and returns how many those are. */
static inline size_t
threads_each(const struct filter_ops *ops, const struct filter_params *shapes, size_t n,
             void (*run)(const struct filter_ops *, const struct test_config *))
{
	size_t some = 0;

	for (size_t i = 0; i < n; i++) {
		struct test_config c = {.params = shapes[i]};
		struct filter *f = NULL;
		const char *why = NULL;

		c.params.seed = test_stream("shape") + i;
		if (filter_create(ops, &c.params, &f, &why) != FILTER_OK)
			continue;
		ops->destroy(f);
		test_describe(&c, ops->name);
		if (run)
			run(ops, &c);
		some++;
	}
	return some;
}

#endif
