/* SPDX-License-Identifier: MIT */
/*
 * chaos.h - real threads, which give up the processor at random between any two accesses to a shared word.
 *
 *      thread ---> hook_load, hook_store, hook_swap (core/shared.h) ---> the atomic access, with the memory order
 *                                                                        given there; then, one time in
 *                                                                        CHAOS_ONE_IN, sched_yield
 *
 * Without this, a reader is hardly ever stopped between its two buckets for the time that a writer takes to change
 * both. Then errors of one miss in 10^8 lookups stay unseen.
 */
#ifndef CUCKOOBENCH_TESTS_CHAOS_H
#define CUCKOOBENCH_TESTS_CHAOS_H

#include <stdint.h>

/* An operation makes 8 to 40 accesses, so most operations are interrupted once or twice. */
enum { CHAOS_ONE_IN = 16 };

/* Seeds the random numbers of the calling thread. */
void chaos_seed(uint64_t random);

#endif
