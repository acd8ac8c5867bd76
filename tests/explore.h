/* SPDX-License-Identifier: MIT */
/*
 * explore.h - runs a few threads in every order, and lets every load read every value that C11 allows it to read.
 *
 *      test --> explore(): for each execution, until none is left
 *                 |    thread 0   thread 1   thread 2           coroutines; each access to a shared word (core/shared.h,
 *                 |       |          |          |               FILTER_HOOKED) asks:
 *                 |       +---- hook_load, hook_store, hook_swap, hook_wait ----> who is next? which message is read?
 *                 |                                                               (explore_memory.h)
 *                 +--> finish(): is what happened allowed?
 *
 * Stateless model checking by replay: an execution is the list of its choices; the next one repeats all but the last
 * that has an alternative left. A thread is taken off the processor while it could go on (preempted) at most
 * `preemptions` times in an execution (Musuvathi et al., "Finding and reproducing Heisenbugs in concurrent programs"
 * [CHESS], OSDI 2008): most errors need one or two. What other threads do is often seen without any preemption here,
 * since a load may also read what was there before.
 *
 * Others are let on only behind a store, a swap or the end of an operation: a thread that has stored nothing since
 * cannot be told from one that has not yet read, as its loads may all read what was there before.
 *  Two executions that differ in the order of independent steps only come to the same state, and go on in the same
 * ways. A state is what every thread has read (its steps are a function of that) and the order of the messages in every
 * word; one that was met before, with no fewer preemptions left, is not explored again (the executions cut). What is
 * kept of a state is 60 bits of hash: with 10^6 states the probability that any two of them agree by chance is 4 *
 * 10^-7.
 *  A thread in hook_wait goes on when one of the words that it has looked at in this turn of its loop has a newer
 * message than it saw; then it sees them as they are (explore_hooks.c says which), for C11 asks that stores become
 * visible in finite time (5.1.2.4), and looking at the old values again changes nothing. All threads waiting is a
 * deadlock.
 */
#ifndef CUCKOOBENCH_TESTS_EXPLORE_H
#define CUCKOOBENCH_TESTS_EXPLORE_H

#include "core/shared.h"

#include <stddef.h>

enum {
	EXPLORE_THREADS = 4,
	EXPLORE_ALL = 15, /* preemptions: any number that matters in a litmus test */
};

struct explore_test {
	void *world; /* built once, by the caller; words are put back after each execution */
	unsigned threads;
	/* Before each execution: what is not a shared word. May be NULL. */
	void (*start)(void *world);
	void (*thread)(void *world, unsigned t);
	/* When the threads that are no onlookers have ended: NULL, or what is wrong. */
	const char *(*finish)(void *world);
	/* Threads, by bits, that store nothing and of whose results it does not matter when they came: they run when
	 * the others have ended and finish() has judged these, and begin as early as they could. They may read all that
	 * was ever there, so nothing is left out; and how the others brought that about is of no matter, so they run
	 * once for any contents of memory. */
	unsigned onlookers;
	unsigned preemptions;
	uint64_t most; /* executions; 0: no limit */
};

struct explore_result {
	uint64_t executions; /* to the end */
	uint64_t cut;        /* given up in a state met before */
	bool complete;       /* nothing was left out, within the bound on preemptions */
	bool failed;
	char broken[256];     /* what is wrong with the last execution, if it failed */
	char schedule[16384]; /* and its steps, the last ones if there are too many */
};

void explore(const struct explore_test *, struct explore_result *);

/* In a thread: this execution is wrong. Ends it. */
_Noreturn void explore_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* In a thread: a line of the schedule. */
void explore_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * In a thread, around an operation whose history is judged: the time it begins, and the time it has ended, in
 * operations ended. An operation that begins after others have ended knows what they did, as one that took its time
 * from a common counter would; it may also begin right after the thread's last one and only be slow (a choice), so
 * nothing weaker is left out.
 */
uint64_t explore_begin(void);
uint64_t explore_end(void);

/* Preemptions to allow: 2, but 3 if CUCKOOBENCH_STRESS is at least 3. */
unsigned explore_bound(void);
/* Why it cannot run in this build; NULL if it can. */
const char *explore_obstacle(void);

#endif
