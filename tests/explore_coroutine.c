/* SPDX-License-Identifier: MIT */
/* explore_coroutine.c - see explore_coroutine.h. AddressSanitizer must be informed of every change of stacks, or it
 * would confuse them. */
#include "tests/explore_coroutine.h"

#if SANITIZED_ADDRESSES
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

/* Enough for a breadth-first search of some thousand buckets, with a sanitizer's red zones. */
enum { STACK = 256 * 1024 };

static ucontext_t main_context;
static void (*first_call)(void);

#if SANITIZED_ADDRESSES
static const void *main_stack;
static size_t main_size;
static void *main_fake;
#endif

static void
begin(void)
{
#if SANITIZED_ADDRESSES
	__sanitizer_finish_switch_fiber(NULL, &main_stack, &main_size);
#endif
	first_call();
	abort();
}

void
coroutine_start(struct coroutine *c, void (*run)(void))
{
	if (!c->stack)
		c->stack = model_memory(1, STACK);
#if SANITIZED_ADDRESSES
	__asan_unpoison_memory_region(c->stack, STACK);
#endif
	first_call = run;
	getcontext(&c->context);
	c->context.uc_stack.ss_sp = c->stack;
	c->context.uc_stack.ss_size = STACK;
	c->context.uc_link = NULL;
	makecontext(&c->context, begin, 0);
}

void
coroutine_enter(struct coroutine *c)
{
#if SANITIZED_ADDRESSES
	__sanitizer_start_switch_fiber(&main_fake, c->stack, STACK);
#endif
	swapcontext(&main_context, &c->context);
#if SANITIZED_ADDRESSES
	__sanitizer_finish_switch_fiber(main_fake, NULL, NULL);
#endif
}

void
coroutine_leave(struct coroutine *c, bool for_good)
{
#if SANITIZED_ADDRESSES
	__sanitizer_start_switch_fiber(for_good ? NULL : &c->fake, main_stack, main_size);
#endif
	(void)for_good;
	swapcontext(&c->context, &main_context);
#if SANITIZED_ADDRESSES
	__sanitizer_finish_switch_fiber(c->fake, NULL, NULL);
#endif
}
