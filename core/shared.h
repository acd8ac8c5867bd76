/* SPDX-License-Identifier: MIT */
/*
 * shared.h - words that several threads read and write at once.
 *
 *      filter --> SHARED_LOAD, SHARED_STORE, SHARED_SWAP, SHARED_OR --> C11 atomics     (ordinary build: only these)
 *                                                                   \-> hook_load, hook_store ...   (hooked build)
 *
 * Every access to a shared word of a FILTER_SHARED filter goes through these macros. So the very file that is measured
 * can also be compiled for tests (FILTER_HOOKED). One test decides what each access sees and which thread runs next
 * (tests/explore.h); another sleeps at random between two accesses. (On x86-64 the ordinary build has loads and a store
 * that C11 cannot express; variants/striped/striped_find.h has them and their replacements here.) A mutant
 * (FILTER_MUTANT=n) is a hooked build with one ordering, bump or check left out; the tests must catch each.
 *
 * Orders are memory_order_*; the comment at each use gives the reason. The data themselves are loaded with acquire and
 * stored with release, so no stand-alone fence is needed. On x86 these are plain moves. ThreadSanitizer understands
 * this form, whereas it does not model fences (Vyukov's sequence lock, 2016. Boehm, "Can seqlocks get along with
 * programming language memory models?", MSPC 2012).
 */
#ifndef CUCKOOBENCH_SHARED_H
#define CUCKOOBENCH_SHARED_H

#include "core/sanitized.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef _Atomic uint64_t shared64;
typedef _Atomic uint32_t shared32;

/* Between two looks at a word that another thread will change. It orders nothing, and gives no processor away. */
static inline void
shared_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#endif
}

#ifdef FILTER_HOOKED

/* The test program defines these. `bytes` is 4 or 8. */
uint64_t hook_load(const volatile void *word, unsigned bytes, memory_order order);
void hook_store(volatile void *word, unsigned bytes, uint64_t value, memory_order order);
/* Compare and exchange, strong: acquire if it succeeds, relaxed if not. */
bool hook_swap(volatile void *word, unsigned bytes, uint64_t expected, uint64_t value);
/* Sets bits of the word. */
void hook_or(volatile void *word, unsigned bytes, uint64_t bits, memory_order order);
/* A writer waits for another's lock. */
void hook_wait(void);

#define SHARED_LOAD(word, order) hook_load((word), sizeof *(word), (order))
#define SHARED_STORE(word, value, order) hook_store((word), sizeof *(word), (value), (order))
#define SHARED_SWAP(word, expected, value) hook_swap((word), sizeof *(word), (expected), (value))
#define SHARED_OR(word, bits, order) hook_or((word), sizeof *(word), (bits), (order))
#define SHARED_WAIT(spins) ((void)(spins), hook_wait())

#else

#include <sched.h>

#define SHARED_LOAD(word, order) atomic_load_explicit((word), (order))
#define SHARED_STORE(word, value, order) atomic_store_explicit((word), (value), (order))
/* Compare and exchange, strong: acquire if it succeeds, relaxed if not. */
#define SHARED_SWAP(word, expected, value) \
	_Generic((word), shared32 * : shared_swap32, shared64 * : shared_swap64)((word), (expected), (value))
/* The old value is not used, so this is one `lock or` and no loop. */
#define SHARED_OR(word, bits, order) ((void)atomic_fetch_or_explicit((word), (bits), (order)))
#define SHARED_WAIT(spins) shared_wait(spins)

static inline bool
shared_swap32(shared32 *word, uint32_t expected, uint32_t value)
{
	return atomic_compare_exchange_strong_explicit(word, &expected, value, memory_order_acquire,
	                                               memory_order_relaxed);
}

static inline bool
shared_swap64(shared64 *word, uint64_t expected, uint64_t value)
{
	return atomic_compare_exchange_strong_explicit(word, &expected, value, memory_order_acquire,
	                                               memory_order_relaxed);
}

/* Spins between two checks of a lock that another thread holds. Locks are held for some tens of nanoseconds. So after
 * this many spins the holder is not running, and it is better to yield the processor. (A yield may take as long as
 * another process likes, which is right here, where it happens once in a great many locks. Who waits as a matter of
 * course, as at a meeting of threads, spins and sleeps: variants/cuckoo/cuckoo_meeting.h.) */
enum { SHARED_SPINS = 64 };

static inline void
shared_wait(unsigned spins)
{
	if (spins % SHARED_SPINS == SHARED_SPINS - 1)
		sched_yield();
	else
		shared_pause();
}

#endif

/* May loads and stores be used that C11 cannot express? Not where ThreadSanitizer or the hooks must see each. */
#if defined(__x86_64__) && !defined(FILTER_HOOKED) && !SANITIZED_THREADS
#define SHARED_BY_MACHINE 1
#else
#define SHARED_BY_MACHINE 0
#endif

/* Is this build the mutant in which `what` (an enumerator that the file defines) is done wrong? A constant, so it
 * leaves no trace in other builds. */
#ifdef FILTER_MUTANT
#define MUTANT(what) (FILTER_MUTANT == (what))
#else
#define MUTANT(what) 0
#endif

#endif
