/* SPDX-License-Identifier: MIT */
/* chaos.c - see chaos.h. */
#include "tests/chaos.h"

#include "core/rng.h"
#include "core/shared.h"

#include <sched.h>

static _Thread_local uint64_t random_state;

void
chaos_seed(uint64_t random)
{
	random_state = random;
}

static void
perhaps_yield(void)
{
	if (rng_next(&random_state) % CHAOS_ONE_IN == 0)
		sched_yield();
}

/* Orders are constants here, so that the compiler and the thread sanitizer know them. */
uint64_t
hook_load(const volatile void *word, unsigned bytes, memory_order order)
{
	const volatile shared64 *w64 = word;
	const volatile shared32 *w32 = word;
	uint64_t value;

	if (order == memory_order_relaxed)
		value = bytes == 8 ? atomic_load_explicit(w64, memory_order_relaxed)
		                   : atomic_load_explicit(w32, memory_order_relaxed);
	else
		value = bytes == 8 ? atomic_load_explicit(w64, memory_order_acquire)
		                   : atomic_load_explicit(w32, memory_order_acquire);
	perhaps_yield();
	return value;
}

void
hook_store(volatile void *word, unsigned bytes, uint64_t value, memory_order order)
{
	if (bytes == 8 && order == memory_order_relaxed)
		atomic_store_explicit((volatile shared64 *)word, value, memory_order_relaxed);
	else if (bytes == 8)
		atomic_store_explicit((volatile shared64 *)word, value, memory_order_release);
	else if (order == memory_order_relaxed)
		atomic_store_explicit((volatile shared32 *)word, (uint32_t)value, memory_order_relaxed);
	else
		atomic_store_explicit((volatile shared32 *)word, (uint32_t)value, memory_order_release);
	perhaps_yield();
}

bool
hook_swap(volatile void *word, unsigned bytes, uint64_t expected, uint64_t value)
{
	uint32_t expected32 = (uint32_t)expected;
	bool swapped;

	if (bytes == 8)
		swapped = atomic_compare_exchange_strong_explicit((volatile shared64 *)word, &expected, value,
		                                                  memory_order_acquire, memory_order_relaxed);
	else
		swapped =
			atomic_compare_exchange_strong_explicit((volatile shared32 *)word, &expected32, (uint32_t)value,
		                                                memory_order_acquire, memory_order_relaxed);
	perhaps_yield();
	return swapped;
}

void
hook_wait(void)
{
	sched_yield();
}
