/* SPDX-License-Identifier: MIT */
/*
 * explore_memory.h - a memory that forgets nothing: which values release, acquire and relaxed accesses may see.
 *
 *      word w:   | m0 | m1 | m2 | m3 |        every value it ever had, in modification order
 *                       ^         ^
 *                  thread A    thread B       a thread's view: the oldest message it may still read, a place per word
 *
 *   load      reads any message from the thread's view on (a choice). The view moves up to that message; with acquire
 *             also up to the view that was released with the message
 *   store     puts a message anywhere behind the thread's view (a choice; nearly always the end is the only place).
 *             With release the message carries the thread's view, with relaxed only itself
 *   swap      reads the newest message with acquire and puts its own directly behind it, where no other may come
 *             between. It passes on the view that the message read carried: the release sequence continues
 *
 * This is the release-acquire and relaxed fragment of C11 as views over messages (Kang et al., "A promising semantics
 * for relaxed-memory concurrency", POPL 2017, without promises). For programs with neither fences nor seq_cst that is
 * RC11 (Lahav et al., "Repairing sequential consistency in C/C++11", PLDI 2017). In neither does a load read a store of
 * its future. Two remarks:
 *
 *  - Only swaps continue a release sequence, not later stores of the same thread. That is C17 as C++20 (P0982) weakened
 *    it. It allows more here than C11 does, never less.
 *  - A swap reads the newest message. C11 lets a swap also read an older message that no other swap has read, and lets
 *    a failing swap do so at any time. A word that is written only by threads that have swapped it (a lock) has no such
 *    message, and a thread whose swap fails tries again.
 *
 * Stores that are the newest also go to the real word, so code outside the threads finds the final state there.
 */
#ifndef CUCKOOBENCH_TESTS_EXPLORE_MEMORY_H
#define CUCKOOBENCH_TESTS_EXPLORE_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
	MEMORY_THREADS = 4,
	MEMORY_WORDS = 256,    /* different addresses in one exploration */
	MEMORY_MESSAGES = 128, /* in one word in one execution */
};

/* Before an exploration: no word is known. */
void memory_forget(void);
/* Before an execution: every word has one message, its present value. */
void memory_begin(void);
/* After an execution: restores in every word the value from before. */
void memory_end(void);

/* The number of a word. An address must always come with the same size. */
unsigned memory_word(volatile void *address, unsigned bytes);

/* How many messages thread t may read; and reads the one that has `older` newer ones. */
unsigned memory_load_choices(unsigned t, unsigned w);
uint64_t memory_load(unsigned t, unsigned w, unsigned older, memory_order);
/* How many places a store of thread t may take; and stores at the place that has `older` of those places behind it.
 * `name` is different for every message of an execution, and the same when the thread has seen the same. */
unsigned memory_store_choices(unsigned t, unsigned w);
void memory_store(unsigned t, unsigned w, unsigned older, uint64_t value, memory_order, uint64_t name);
bool memory_swap(unsigned t, unsigned w, uint64_t expected, uint64_t value, uint64_t name);

/* The name of the message that thread t last read or wrote in w (0: the initial one), the name of the newest message,
 * and whether they are the same. */
uint64_t memory_at(unsigned t, unsigned w);
uint64_t memory_newest(unsigned w);
bool memory_is_newest(unsigned t, unsigned w);
/* The newest message becomes visible to thread t, without what was released with it. */
void memory_refresh(unsigned t, unsigned w);

/* Synchronisation by client code: t releases all it has seen to a common place, or acquires what was released there. */
void memory_publish(unsigned t);
void memory_receive(unsigned t);

/* Equal iff every word has the same messages in the same order (except for collisions of a 64-bit hash). */
uint64_t memory_hash(void);
/* The same for what a thread that has read nothing can distinguish: values, and the views that go with them. */
uint64_t memory_contents(void);

#endif
