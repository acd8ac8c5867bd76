/* SPDX-License-Identifier: MIT */
/*
 * explore.c - see explore.h.
 *
 *      choice:   | 0 of 2 | 1 of 3 | 0 of 2 | 1 of 2 |        one execution; the next: | 0 of 2 | 1 of 3 | 1 of 2 |
 *
 * The scheduler is a coroutine too (main's own stack): a thread that does not go on swaps to it, and it to the next.
 */
#include "tests/explore.h"
#include "tests/explore_memory.h"
#include "tests/test.h"

#include <ucontext.h>

/* A coroutine that is left in mid-execution never comes back: its stack is used again for the next. */
#if defined(__SANITIZE_ADDRESS__)
#define EXPLORE_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EXPLORE_ASAN 1
#endif
#endif
#ifdef EXPLORE_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

enum {
	STACK = 256 * 1024, /* a breadth-first search of some hundred buckets, with a sanitizer's red zones */
	CHOICES = 16384,
	STEPS = 5000,            /* of one execution; a lock-free operation on a tiny table takes some tens */
	STATES = 1 << 22,        /* 32 MiB; when three quarters are taken, further ones are not kept */
	REMAINING_BITS = 4,      /* of a kept state: the preemptions that were left */
	NOBODY = EXPLORE_THREADS,
};
_Static_assert((int)EXPLORE_THREADS <= (int)MEMORY_THREADS && EXPLORE_ALL < 1 << REMAINING_BITS, "bounds of the explorer");

struct coroutine {
	ucontext_t context;
	char *stack;
	void *fake; /* AddressSanitizer's */
	bool done, waiting, unscheduled;
	unsigned word; /* looked at last */
	uint64_t history, steps;
	unsigned ended, known[EXPLORE_THREADS]; /* operations: its own, and those of all that its last one has begun after */
	uint64_t began;                         /* the time of that beginning */
};

struct choice {
	uint16_t taken, of;
};

static struct {
	const struct explore_test *test;
	struct explore_result *result;
	struct coroutine thread[EXPLORE_THREADS];
	ucontext_t main;
	const void *main_stack;
	size_t main_size;
	void *main_fake;
	unsigned current; /* thread that runs, NOBODY outside */
	unsigned last;    /* that ran last and could go on, or NOBODY */
	unsigned next;    /* that was chosen to run, or NOBODY */
	unsigned preemptions;
	uint64_t steps, clock;
	bool over, tracing;
	struct choice choice[CHOICES];
	size_t depth, length;
	uint64_t *state;
	size_t states;
	size_t traced;
} x = {.current = NOBODY};

const char *
explore_obstacle(void)
{
#if TEST_SANITIZED && !defined(EXPLORE_ASAN)
	return "one real thread only: the thread sanitizer would see nothing, and coroutines confuse it";
#else
	return NULL;
#endif
}

unsigned
explore_bound(void)
{
	const char *text = getenv("CUCKOOBENCH_STRESS");

	return text && strtol(text, NULL, 10) >= 3 ? 3 : 2;
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

static const char *
order_text(memory_order order)
{
	return order == memory_order_relaxed ? "relaxed" : order == memory_order_acquire ? "acquire" : "release";
}

/* Coroutines. */

static void
to_main(void)
{
	struct coroutine *self = &x.thread[x.current];

	x.current = NOBODY;
#ifdef EXPLORE_ASAN
	__sanitizer_start_switch_fiber(self->done || x.over ? NULL : &self->fake, x.main_stack, x.main_size);
#endif
	swapcontext(&self->context, &x.main);
#ifdef EXPLORE_ASAN
	__sanitizer_finish_switch_fiber(self->fake, NULL, NULL);
#endif
}

static void
to_thread(unsigned t)
{
	x.current = t;
#ifdef EXPLORE_ASAN
	__sanitizer_start_switch_fiber(&x.main_fake, x.thread[t].stack, STACK);
#endif
	swapcontext(&x.main, &x.thread[t].context);
#ifdef EXPLORE_ASAN
	__sanitizer_finish_switch_fiber(x.main_fake, NULL, NULL);
#endif
}

static void
coroutine_main(void)
{
	unsigned t = x.current;

#ifdef EXPLORE_ASAN
	__sanitizer_finish_switch_fiber(NULL, &x.main_stack, &x.main_size);
#endif
	x.test->thread(x.test->world, t);
	x.thread[t].done = true;
	explore_note("ends");
	to_main();
}

static void
new_coroutine(struct coroutine *c)
{
	char *stack = c->stack ? c->stack : malloc(STACK);

	if (!stack)
		abort();
#ifdef EXPLORE_ASAN
	__asan_unpoison_memory_region(stack, STACK);
#endif
	*c = (struct coroutine){.stack = stack, .unscheduled = true};
	getcontext(&c->context);
	c->context.uc_stack.ss_sp = stack;
	c->context.uc_stack.ss_size = STACK;
	c->context.uc_link = NULL;
	makecontext(&c->context, coroutine_main, 0);
}

/* Ends the execution from inside a thread, which does not come back. */
static _Noreturn void
leave(void)
{
	x.over = true;
	to_main();
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
	leave();
}

/* Choices. */

static unsigned
choose(unsigned of)
{
	if (of < 2)
		return 0;
	if (x.depth == CHOICES) {
		fprintf(stderr, "explore: too many choices\n");
		abort();
	}
	if (x.depth == x.length)
		x.choice[x.length++] = (struct choice){0, (uint16_t)of};
	if (x.choice[x.depth].of != of) {
		fprintf(stderr, "explore: the same choices lead to another state: the scenario is not deterministic\n");
		abort();
	}
	return x.choice[x.depth++].taken;
}

/* Makes the last choice that has an alternative left another way. False if there is none. */
static bool
next_choices(void)
{
	while (x.length && x.choice[x.length - 1].taken + 1 == x.choice[x.length - 1].of)
		x.length--;
	if (x.length)
		x.choice[x.length - 1].taken++;
	return x.length > 0;
}

/* Was this state met before, with at least as many preemptions left? Remembers it. */
static bool
is_known_state(void)
{
	const uint64_t low = (1u << REMAINING_BITS) - 1;
	uint64_t remaining = x.test->preemptions - x.preemptions, key = memory_hash() + x.last;
	size_t cell;

	for (unsigned t = 0; t < x.test->threads; t++)
		key = rng_mix(key * RNG_STEP + x.thread[t].history);
	cell = key >> 32 & (STATES - 1);
	while (x.state[cell] && ((x.state[cell] ^ key) & ~low))
		cell = (cell + 1) & (STATES - 1);
	if (x.state[cell] && (x.state[cell] & low) >= remaining)
		return true;
	if (x.state[cell] || x.states < STATES / 4 * 3) {
		x.states += !x.state[cell];
		x.state[cell] = (key & ~low) | remaining;
	}
	return false;
}

static bool
may_run(unsigned t)
{
	const struct coroutine *c = &x.thread[t];

	return !c->done && !(c->waiting && memory_is_newest(t, c->word));
}

/* Who goes on? The one that ran last, or another. NOBODY: none can, or there is no use in it. */
static unsigned
next_thread(void)
{
	unsigned able[EXPLORE_THREADS], n = 0;

	if (x.last < NOBODY && !may_run(x.last))
		x.last = NOBODY;
	if (x.last < NOBODY)
		able[n++] = x.last;
	for (unsigned t = 0; t < x.test->threads; t++)
		if (t != x.last && may_run(t) && (x.last == NOBODY || x.preemptions < x.test->preemptions))
			able[n++] = t;
	if (n == 0)
		return NOBODY;
	if (x.depth == x.length && !x.tracing && is_known_state()) {
		x.over = true;
		return NOBODY;
	}
	return able[choose(n)];
}

/* A thread has learnt something, on which its further steps depend. */
static void
remember(struct coroutine *c, uint64_t what)
{
	c->history = rng_mix(c->history + RNG_STEP * (what + 1));
}

/* Before a thread's step: another may run first. */
static struct coroutine *
step(void)
{
	struct coroutine *self = &x.thread[x.current];
	unsigned t = x.current;

	if (++x.steps > STEPS)
		explore_fail("no end in %d steps", STEPS);
	if (!self->unscheduled) {
		unsigned next;

		x.last = t;
		next = next_thread();
		if (x.over)
			leave();
		if (next != t) {
			x.preemptions++;
			x.next = next;
			to_main();
		}
	}
	self->unscheduled = false;
	if (self->waiting) {
		memory_refresh(t, self->word);
		remember(self, memory_at(t, self->word));
		self->waiting = false;
	}
	self->steps++;
	return self;
}

/* The hooks of core/shared.h. */

static uint64_t
cut_to(uint64_t value, unsigned bytes)
{
	return bytes == 8 ? value : (uint32_t)value;
}

static uint64_t
message_name(const struct coroutine *c)
{
	return (uint64_t)(c - x.thread + 1) << 32 | c->steps;
}

uint64_t
hook_load(const volatile void *address, unsigned bytes, memory_order order)
{
	volatile void *word = (volatile void *)(uintptr_t)address;
	struct coroutine *self;
	unsigned older, t = x.current;
	uint64_t value;

	if (t == NOBODY)
		return bytes == 8 ? atomic_load((volatile shared64 *)word) : atomic_load((volatile shared32 *)word);
	self = step();
	self->word = memory_word(word, bytes);
	older = choose(memory_load_choices(t, self->word));
	value = memory_load(t, self->word, older, order);
	remember(self, memory_at(t, self->word));
	explore_note("load  w%u %s: 0x%llx%s", self->word, order_text(order), (unsigned long long)value,
	      older ? ", not the newest" : "");
	return value;
}

void
hook_store(volatile void *word, unsigned bytes, uint64_t value, memory_order order)
{
	struct coroutine *self;
	unsigned older, t = x.current;

	value = cut_to(value, bytes);
	if (t == NOBODY) {
		if (bytes == 8)
			atomic_store((volatile shared64 *)word, value);
		else
			atomic_store((volatile shared32 *)word, (uint32_t)value);
		return;
	}
	self = step();
	self->word = memory_word(word, bytes);
	older = choose(memory_store_choices(t, self->word));
	memory_store(t, self->word, older, value, order, message_name(self));
	remember(self, 0);
	explore_note("store w%u %s: 0x%llx%s", self->word, order_text(order), (unsigned long long)value,
	      older ? ", before one that is there" : "");
}

bool
hook_swap(volatile void *word, unsigned bytes, uint64_t expected, uint64_t value)
{
	struct coroutine *self;
	unsigned t = x.current;
	bool swapped;

	expected = cut_to(expected, bytes);
	value = cut_to(value, bytes);
	if (t == NOBODY && bytes == 8)
		return atomic_compare_exchange_strong((volatile shared64 *)word, &expected, value);
	if (t == NOBODY) {
		uint32_t expected32 = (uint32_t)expected;

		return atomic_compare_exchange_strong((volatile shared32 *)word, &expected32, (uint32_t)value);
	}
	self = step();
	self->word = memory_word(word, bytes);
	remember(self, memory_newest(self->word));
	swapped = memory_swap(t, self->word, expected, value, message_name(self));
	explore_note("swap  w%u 0x%llx -> 0x%llx: %s", self->word, (unsigned long long)expected, (unsigned long long)value,
	      swapped ? "done" : "no");
	return swapped;
}

void
hook_wait(void)
{
	struct coroutine *self = &x.thread[x.current];

	if (x.current == NOBODY)
		return;
	self->waiting = true;
	remember(self, 1);
	if (may_run(x.current)) /* it looked at an old value */
		return;
	explore_note("waits for w%u", self->word);
	to_main();
	self->unscheduled = true;
}

uint64_t
explore_begin(void)
{
	struct coroutine *self = step();
	bool news = false;

	self->unscheduled = true; /* the choice before its first access was made here */
	for (unsigned t = 0; t < x.test->threads; t++)
		news |= t != x.current && x.thread[t].ended != self->known[t];
	if (news && choose(2) == 0) {
		for (unsigned t = 0; t < x.test->threads; t++)
			remember(self, self->known[t] = x.thread[t].ended);
		memory_receive(x.current);
		self->began = x.clock;
	} else {
		remember(self, 0);
	}
	return self->began;
}

uint64_t
explore_end(void)
{
	x.thread[x.current].ended++;
	memory_publish(x.current);
	return ++x.clock;
}

/* Executions. */

static void
check_all_done(void)
{
	for (unsigned t = 0; t < x.test->threads; t++)
		if (!x.thread[t].done) {
			broken("deadlock: thread %u waits for w%u", t, x.thread[t].word);
			return;
		}
}

/* One execution, by the choices that are set and the first alternative of every further one. */
static void
execute(void)
{
	const char *wrong;

	if (x.test->start)
		x.test->start(x.test->world);
	memory_begin();
	for (unsigned t = 0; t < x.test->threads; t++)
		new_coroutine(&x.thread[t]);
	x.last = x.next = x.current = NOBODY;
	x.depth = x.preemptions = 0;
	x.steps = x.clock = 0;
	x.over = false;
	while (!x.over) {
		unsigned t = x.next < NOBODY ? x.next : next_thread();

		x.next = NOBODY;
		if (t == NOBODY)
			break;
		x.last = t;
		to_thread(t);
	}
	if (!x.over) {
		check_all_done();
		if (!x.result->failed && (wrong = x.test->finish(x.test->world)))
			broken("%s", wrong);
	}
	if (x.over && !x.result->failed)
		x.result->cut++;
	else
		x.result->executions++;
	memory_end();
}

/* The failed execution once more, with its schedule written down. */
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
	x.length = x.states = x.traced = 0;
	x.state = model_memory(STATES, sizeof *x.state);
	memory_forget();
	for (;;) {
		execute();
		if (result->failed || (test->most && result->executions + result->cut >= test->most))
			break;
		if (!next_choices()) {
			result->complete = true;
			break;
		}
	}
	if (result->failed) {
		x.length = x.depth;
		execute_again();
	}
	free(x.state);
	x.current = NOBODY;
}
