/* SPDX-License-Identifier: MIT */
/*
 * explore.c - see explore.h.
 *
 *      execute:  next_thread --> coroutine: step, step, step --> next_thread --> another ... --> all ended: judge
 *                                                |
 *                                     hook_*: memory_*(which message?)
 */
#include "tests/explore_inside.h"

struct explorer x = {.current = NOBODY};

void
explore_or_skip(void)
{
#if SANITIZED_THREADS
	print_message("one real thread only: the thread sanitizer would see nothing, and coroutines confuse it\n");
	skip();
#endif
}

unsigned
explore_bound(void)
{
	return test_stress() >= 3 ? 3 : 2;
}

/* The schedule, for people. */

void
explore_note(const char *format, ...)
{
	const size_t room = sizeof x.result->schedule;
	char line[160];
	va_list arguments;
	int n;

	if (!x.tracing)
		return;
	n = snprintf(line, sizeof line, "  %*sT%u ", (int)x.current * 4, "", x.current);
	va_start(arguments, format);
	vsnprintf(line + n, sizeof line - (size_t)n, format, arguments);
	va_end(arguments);
	if (x.traced + sizeof line + 2 > room) { /* forget the first half */
		memmove(x.result->schedule, x.result->schedule + room / 2, x.traced - room / 2);
		x.traced -= room / 2;
	}
	x.traced += (size_t)snprintf(x.result->schedule + x.traced, room - x.traced, "%s\n", line);
}

/* Leaving. */

void
explore_leave(void)
{
	struct thread *self = &x.thread[x.current];

	x.current = NOBODY;
	coroutine_leave(&self->coroutine, self->done || x.over);
}

static void
thread_main(void)
{
	unsigned t = x.current;

	x.test->thread(x.test->world, t);
	x.thread[t].done = true;
	explore_note("ends");
	explore_leave();
}

/* Ends the execution from inside a thread, which does not return. */
_Noreturn void
explore_abandon(void)
{
	x.over = true;
	explore_leave();
	abort();
}

static void
set_broken(const char *format, va_list arguments)
{
	x.result->failed = true;
	vsnprintf(x.result->broken, sizeof x.result->broken, format, arguments);
}

static void broken(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void
broken(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	set_broken(format, arguments);
	va_end(arguments);
}

_Noreturn void
explore_fail(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	set_broken(format, arguments);
	va_end(arguments);
	explore_abandon();
}

/* Which thread runs next? */

bool
explore_is_onlooker(unsigned t)
{
	return x.test->onlookers >> t & 1;
}

/* Have all threads ended that are not onlookers? */
static bool
is_judged(void)
{
	for (unsigned t = 0; t < x.test->threads; t++)
		if (!explore_is_onlooker(t) && !x.thread[t].done)
			return false;
	return true;
}

static bool
is_known_state(void)
{
	const bool judged = is_judged();
	uint64_t state = (judged ? memory_contents() : memory_hash()) + x.last;

	for (unsigned t = 0; t < x.test->threads; t++)
		state = rng_mix(state * RNG_STEP + (judged && !explore_is_onlooker(t) ? 0 : x.thread[t].history));
	return choice_is_known(state, x.test->preemptions - x.preemptions);
}

bool
explore_may_run(unsigned t)
{
	const struct thread *c = &x.thread[t];

	if (!c->waiting)
		return !c->done;
	for (unsigned i = 0; i < c->looks; i++)
		if (memory_newest(c->look[i].word) != c->look[i].name)
			return true;
	return false;
}

/* The thread that ran last, or another. NOBODY: none can run, or running one is useless. */
unsigned
explore_next_thread(void)
{
	const bool judged = is_judged();
	unsigned able[EXPLORE_THREADS], n = 0;

	if (x.last < NOBODY && !explore_may_run(x.last))
		x.last = NOBODY;
	if (x.last < NOBODY)
		able[n++] = x.last;
	for (unsigned t = 0; t < x.test->threads; t++)
		if (t != x.last && explore_may_run(t) && (!explore_is_onlooker(t) || judged) &&
		    (x.last == NOBODY || x.preemptions < x.test->preemptions))
			able[n++] = t;
	if (n == 0)
		return NOBODY;
	if (choice_is_new() && !x.tracing && is_known_state()) {
		x.over = true;
		return NOBODY;
	}
	return able[choose(n)];
}

/* Executions. */

static void
check_all_done(void)
{
	for (unsigned t = 0; t < x.test->threads; t++)
		if (!x.thread[t].done) {
			broken("deadlock: thread %u waits", t);
			return;
		}
}

static void
judge(void)
{
	const char *wrong = x.test->finish(x.test->world);

	if (wrong)
		broken("%s", wrong);
	x.over |= wrong != NULL;
}

static void
begin_execution(void)
{
	if (x.test->start)
		x.test->start(x.test->world);
	memory_begin();
	for (unsigned t = 0; t < x.test->threads; t++) {
		x.thread[t] = (struct thread){.coroutine = x.thread[t].coroutine};
		coroutine_start(&x.thread[t].coroutine, thread_main);
	}
	x.last = x.next = x.current = NOBODY;
	choice_begin();
	x.preemptions = 0;
	x.steps = x.clock = 0;
	x.over = false;
}

/* One execution, by the choices that are set and the first alternative of every further one. */
static void
execute(void)
{
	bool judged = false;

	begin_execution();
	while (!x.over) {
		unsigned t = x.next;

		if (!judged && is_judged()) {
			judged = true;
			judge();
		}
		if (!x.over && t == NOBODY)
			t = explore_next_thread();
		x.next = NOBODY;
		if (x.over || t == NOBODY)
			break;
		x.last = x.current = t;
		coroutine_enter(&x.thread[t].coroutine);
	}
	if (!x.over)
		check_all_done();
	if (x.over && !x.result->failed)
		x.result->cut++;
	else
		x.result->executions++;
	memory_end();
}

/* Repeats the failed execution and records its schedule. */
static void
execute_again(void)
{
	x.tracing = true;
	execute();
	x.tracing = false;
	x.result->executions--;
}

void
explore(const struct explore_test *test, struct explore_result *result)
{
	*result = (struct explore_result){0};
	x.test = test;
	x.result = result;
	x.traced = 0;
	choice_forget();
	memory_forget();
	do
		execute();
	while (!result->failed && !(test->most && result->executions + result->cut >= test->most) &&
	       !(result->complete = !choice_next()));
	if (result->failed) {
		choice_repeat();
		execute_again();
	}
	choice_release();
	x.current = NOBODY;
}
