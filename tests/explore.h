/* SPDX-License-Identifier: MIT */
/*
 * explore.h - runs a few threads in every order, and lets every load read every value that C11 allows it to read.
 *
 *      test --> explore(): for each execution, until none is left
 *                 |    thread 0   thread 1   thread 2           coroutines; each access to a shared word
 *                 |       |          |          |               (core/shared.h, FILTER_HOOKED) makes choices:
 *                 |       +---- hook_load, hook_store, hook_swap, hook_wait ----> which thread is next? which message
 *                 |                                                               is read? (explore_memory.h)
 *                 +--> finish(): is what happened allowed?
 *
 * Stateless model checking by replay: an execution is the list of its choices. The next execution repeats all of them
 * up to the last that has an alternative left. A thread is preempted if it is taken off the processor while it could go
 * on. That happens at most `preemptions` times in an execution (Musuvathi et al., "Finding and reproducing Heisenbugs
 * in concurrent programs" [CHESS], OSDI 2008): most errors need one or two. The effects of other threads are often seen
 * without any preemption here, since a load may also read older values.
 *
 * Other threads may run only after a store, a swap or the end of an operation. A thread that has stored nothing since
 * then is indistinguishable from one that has not yet read, because its loads may all read what was there before.
 *
 * Two executions that differ only in the order of independent steps reach the same state, and continue in the same
 * ways. A state is what every thread has read (its steps are a function of that) and the order of the messages in every
 * word. A state that was met before, with no fewer preemptions left, is not explored again (the executions cut). A
 * state is remembered as 60 bits of hash: with 10^6 states the probability that any two of them agree by chance is 4 *
 * 10^-7.
 *
 * A thread in hook_wait continues when one of the words that it read in this turn of its loop has a newer message than
 * it saw. Then it sees those words as they are (explore_hooks.c says which). C11 requires that stores become visible in
 * finite time (5.1.2.4), and reading the old values again changes nothing. If all threads wait, that is a deadlock.
 */
#ifndef CUCKOOBENCH_TESTS_EXPLORE_H
#define CUCKOOBENCH_TESTS_EXPLORE_H

#include "core/shared.h"

#include <stddef.h>

enum {
	EXPLORE_THREADS = 4,
	EXPLORE_ALL = 15, /* preemptions: more than can matter in a litmus test */
};

struct explore_test {
	void *world; /* built once, by the caller; its words are restored after each execution */
	unsigned threads;
	/* Runs before each execution and resets what is not a shared word. May be NULL. */
	void (*start)(void *world);
	void (*thread)(void *world, unsigned t);
	/* Runs when all threads except onlookers have ended. NULL, or what is wrong. */
	const char *(*finish)(void *world);
	/* Onlookers: a bit set of threads that store nothing, and whose results may come at any time. They run when the
	 * other threads have ended and finish() has judged those, and they begin as early as they could. They may read
	 * every value that ever was there, so nothing is left out. It does not matter how the others brought those
	 * values about, so onlookers run once for any contents of memory. */
	unsigned onlookers;
	unsigned preemptions;
	uint64_t most; /* executions; 0: no limit */
};

struct explore_result {
	uint64_t executions; /* run to the end */
	uint64_t cut;        /* cut in a state met before */
	bool complete;       /* nothing was left out, within the bound on preemptions */
	bool failed;
	char broken[256];     /* what is wrong with the last execution, if that failed */
	char schedule[16384]; /* its steps; only the last ones if there are too many */
};

void explore(const struct explore_test *, struct explore_result *);

/* In a thread: ends this execution as wrong. */
_Noreturn void explore_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* In a thread: adds a line to the schedule. */
void explore_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * In a thread, around an operation whose history is judged: the time of its beginning, and the time of its end. The
 * unit is operations ended. An operation that begins after others have ended knows what they did, as if it took its
 * time from a common counter. It may also begin right after the thread's last operation and only be slow (a choice). So
 * nothing weaker is left out.
 */
uint64_t explore_begin(void);
uint64_t explore_end(void);

/* How many preemptions to allow: 2, or 3 if CUCKOOBENCH_STRESS is at least 3. */
unsigned explore_bound(void);
/* Skips the test, with the reason, in a build in which exploring is impossible. */
void explore_or_skip(void);

#endif
