/* SPDX-License-Identifier: MIT */
/*
 * explore_coroutine.h - several threads of control in one real thread (ucontext); one of them runs at a time.
 *
 *      main ---enter---> coroutine ---leave---> main ---enter---> another ...
 */
#ifndef CUCKOOBENCH_TESTS_EXPLORE_COROUTINE_H
#define CUCKOOBENCH_TESTS_EXPLORE_COROUTINE_H

#include "tests/test.h"

#include <ucontext.h>

struct coroutine {
	ucontext_t context;
	/* kept when the coroutine is started anew, even if it had not ended: the rest of its old run never continues */
	char *stack;
	void *fake; /* AddressSanitizer's stack of variables that outlive their functions */
};

/* Makes it ready to call run, which must not return. A zeroed coroutine gets a stack. */
void coroutine_start(struct coroutine *, void (*run)(void));
void coroutine_enter(struct coroutine *);
/* Back to main; for_good: it is not entered again. */
void coroutine_leave(struct coroutine *, bool for_good);

#endif
