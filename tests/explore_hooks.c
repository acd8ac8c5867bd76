/* SPDX-License-Identifier: MIT */
/* explore_hooks.c - a step of a thread: the hooks of core/shared.h, and the clock of histories. See explore.h. */
#include "tests/explore_inside.h"

static const char *
order_text(memory_order order)
{
	return order == memory_order_relaxed ? "relaxed" : order == memory_order_acquire ? "acquire" : "release";
}

/* A thread has learnt something that its further steps depend on. */
static void
remember(struct thread *c, uint64_t what)
{
	c->history = rng_mix(c->history + RNG_STEP * (what + 1));
}

/* Before a thread's step: if the step before was a store, another thread may run first. */
static struct thread *
step(void)
{
	struct thread *self = &x.thread[x.current];
	unsigned t = x.current;

	if (++x.steps > STEPS)
		explore_fail("no end in %d steps", STEPS);
	if (self->wrote) {
		unsigned next;

		x.last = t;
		next = explore_next_thread();
		if (x.over)
			explore_abandon();
		if (next != t) {
			x.preemptions++;
			x.next = next;
			explore_leave();
		}
	}
	self->wrote = false;
	self->steps++;
	return self;
}

/* The hooks of core/shared.h. */

static void
look_at(unsigned t, unsigned w)
{
	struct thread *c = &x.thread[t];

	c->last_word = w;
	for (unsigned i = 0; i < c->looks; i++)
		if (c->look[i].word == w)
			return;
	if (c->looks == LOOKS)
		explore_fail("more than %d words looked at without waiting, storing or ending", LOOKS);
	c->look[c->looks++] = (struct look){w, memory_at(t, w)};
}

/* Its further looks belong to another loop. */
static void
stop_looking(struct thread *c)
{
	c->looks = c->turns = 0;
}

static uint64_t
cut_to(uint64_t value, unsigned bytes)
{
	return bytes == 8 ? value : (uint32_t)value;
}

static uint64_t
message_name(const struct thread *c)
{
	return (uint64_t)(c - x.thread + 1) << 32 | c->steps;
}

uint64_t
hook_load(const volatile void *address, unsigned bytes, memory_order order)
{
	volatile void *word = (volatile void *)(uintptr_t)address;
	struct thread *self;
	unsigned older, w, t = x.current;
	uint64_t value;

	if (t == NOBODY)
		return bytes == 8 ? atomic_load((volatile shared64 *)word) : atomic_load((volatile shared32 *)word);
	self = step();
	w = memory_word(word, bytes);
	older = choose(memory_load_choices(t, w));
	value = memory_load(t, w, older, order);
	look_at(t, w);
	remember(self, memory_at(t, w));
	explore_note("load  w%u %s: 0x%llx%s", w, order_text(order), (unsigned long long)value,
	             older ? ", not the newest" : "");
	return value;
}

void
hook_store(volatile void *word, unsigned bytes, uint64_t value, memory_order order)
{
	struct thread *self;
	unsigned older, w, t = x.current;

	value = cut_to(value, bytes);
	if (t == NOBODY) {
		if (bytes == 8)
			atomic_store((volatile shared64 *)word, value);
		else
			atomic_store((volatile shared32 *)word, (uint32_t)value);
		return;
	}
	self = step();
	w = memory_word(word, bytes);
	older = choose(memory_store_choices(t, w));
	memory_store(t, w, older, value, order, message_name(self));
	self->wrote = true;
	stop_looking(self);
	remember(self, 0);
	explore_note("store w%u %s: 0x%llx%s", w, order_text(order), (unsigned long long)value,
	             older ? ", before one that is there" : "");
}

bool
hook_swap(volatile void *word, unsigned bytes, uint64_t expected, uint64_t value)
{
	struct thread *self;
	unsigned w, t = x.current;
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
	w = memory_word(word, bytes);
	remember(self, memory_newest(w));
	swapped = memory_swap(t, w, expected, value, message_name(self));
	self->wrote = swapped;
	if (swapped)
		stop_looking(self);
	else
		look_at(t, w);
	explore_note("swap  w%u 0x%llx -> 0x%llx: %s", w, (unsigned long long)expected, (unsigned long long)value,
	             swapped ? "done" : "no");
	return swapped;
}

/* In the first turn of a loop, all looks except the last may be from before the loop. Only from the second turn on is
 * it known which words the loop would read in vain again. Those must be seen as they are now. */
void
hook_wait(void)
{
	const unsigned t = x.current;
	struct thread *self = &x.thread[t];

	if (t == NOBODY)
		return;
	remember(self, 1);
	self->waiting = true;
	if (!explore_may_run(t)) {
		explore_note("waits");
		explore_leave();
		self->wrote = false;
	}
	self->waiting = false;
	for (unsigned i = 0; i < self->looks; i++)
		if (self->turns > 0 || self->look[i].word == self->last_word) {
			memory_refresh(t, self->look[i].word);
			remember(self, memory_at(t, self->look[i].word));
		}
	self->turns++;
	self->looks = 0;
}

uint64_t
explore_begin(void)
{
	struct thread *self = &x.thread[x.current];
	bool news = false;

	stop_looking(self);
	self->wrote = self->steps > 0; /* others may go on between two operations */
	self = step();
	for (unsigned t = 0; t < x.test->threads; t++)
		news |= t != x.current && x.thread[t].ended != self->known[t] && !explore_is_onlooker(x.current);
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
