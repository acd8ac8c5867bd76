/* SPDX-License-Identifier: MIT */
/* explore_inside.h - what explore.c (which thread runs) and explore_hooks.c (what a step does) share. */
#ifndef CUCKOOBENCH_TESTS_EXPLORE_INSIDE_H
#define CUCKOOBENCH_TESTS_EXPLORE_INSIDE_H

#include "tests/explore.h"
#include "tests/explore_choice.h"
#include "tests/explore_coroutine.h"
#include "tests/explore_memory.h"

enum {
	STEPS = 5000, /* of one execution; a lock-free operation on a tiny table takes some tens */
	LOOKS = 64,   /* different words in one turn of a loop that waits */
	NOBODY = EXPLORE_THREADS,
};
_Static_assert((int)EXPLORE_THREADS <= (int)MEMORY_THREADS && (int)EXPLORE_ALL < (int)CHOICE_BUDGETS,
               "bounds of the explorer");

struct thread {
	struct coroutine coroutine;
	bool done, waiting;
	bool wrote; /* in its last step: other threads may run before its next step */
	/* For hook_wait. The words that the thread has read since it last waited, stored or began an operation, with
	 * the message that it saw in each. And how many times it has waited since it last stored or began. */
	struct look {
		unsigned word;
		uint64_t name;
	} look[LOOKS];
	unsigned looks, turns, last_word;
	uint64_t history, steps;
	/* ended: its own operations. known: the operations of every thread that had ended before its last one began */
	unsigned ended, known[EXPLORE_THREADS];
	uint64_t began; /* the time at which its last operation began */
};

struct explorer {
	const struct explore_test *test;
	struct explore_result *result;
	struct thread thread[EXPLORE_THREADS];
	unsigned current; /* the thread that runs; NOBODY outside */
	unsigned last;    /* the thread that ran last and could go on, or NOBODY */
	unsigned next;    /* the thread chosen to run, or NOBODY */
	unsigned preemptions;
	uint64_t steps, clock;
	bool over, tracing;
	size_t traced;
};
extern struct explorer x;

/* Back to the scheduler: until the thread is chosen again; or for good, which ends the execution. */
void explore_leave(void);
_Noreturn void explore_abandon(void);
bool explore_is_onlooker(unsigned t);
bool explore_may_run(unsigned t);
/* Which thread runs next? The one that ran last, or another. NOBODY: none can run, or running one is useless and x.over
 * is set. */
unsigned explore_next_thread(void);

#endif
