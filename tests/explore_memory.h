/* SPDX-License-Identifier: MIT */
/*
 * explore_memory.h - a memory that forgets nothing: what release, acquire and relaxed accesses may see.
 *
 *      word w:   | m0 | m1 | m2 | m3 |        every value it ever had, in modification order
 *                       ^         ^
 *                  thread A    thread B       a thread's view: the oldest message it may still read, a place per word
 *
 *   load      reads any message from the thread's view on (a choice); the view moves up to it, and with acquire also up to the
 *             view that was released with the message
 *   store     puts a message anywhere behind the thread's view (a choice; nearly always the end is the only place); with
 *             release it carries the thread's view, with relaxed only itself
 *   swap      reads the newest message with acquire and puts its own right behind it, where nothing may come between; it passes
 *             on the view which that message carried: the release sequence continues
 *  This is the release-acquire and relaxed fragment of C11 as views over messages (Kang et al., "A promising semantics
 * for relaxed- memory concurrency", POPL 2017, without promises), which is RC11 (Lahav et al., "Repairing sequential
 * consistency in C/C++11", PLDI 2017) for programs with neither fences nor seq_cst. No load reads a store of its
 * future, in either. Two remarks:
 *
 *  - A release sequence is continued by swaps only, not by later stores of the same thread: so C17 as C++20 (P0982)
 *    weakened it. More is possible here than in C11, never less.
 *  - A swap reads the newest message. C11 lets one also read an older message that no other swap has read, and lets one
 *    that fails do so at any time; of a word that is only written by who has swapped it (a lock) there is no such
 *    message, and who fails tries again.
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
	MEMORY_MESSAGES = 128, /* of one word in one execution */
};

/* Before an exploration: no word is known. */
void memory_forget(void);
/* Before an execution: every word has one message, what it holds. */
void memory_begin(void);
/* After an execution: every word holds again what it held before. */
void memory_end(void);

/* The number of a word. The same address always has the same size. */
unsigned memory_word(volatile void *address, unsigned bytes);

/* How many messages thread t may read, and reading the one that has `older` newer ones. */
unsigned memory_load_choices(unsigned t, unsigned w);
uint64_t memory_load(unsigned t, unsigned w, unsigned older, memory_order);
/* How many places a store of thread t may take, and storing at the one that has `older` of those behind it. `name` is
 * different for every message of an execution, and the same when the thread has seen the same. */
unsigned memory_store_choices(unsigned t, unsigned w);
void memory_store(unsigned t, unsigned w, unsigned older, uint64_t value, memory_order, uint64_t name);
bool memory_swap(unsigned t, unsigned w, uint64_t expected, uint64_t value, uint64_t name);

/* The name of the message that thread t read or wrote last in w (0: what was there),
 * the name of the newest, and whether they are the same. */
uint64_t memory_at(unsigned t, unsigned w);
uint64_t memory_newest(unsigned w);
bool memory_is_newest(unsigned t, unsigned w);
/* The newest message becomes visible to thread t, without what was released with it. */
void memory_refresh(unsigned t, unsigned w);

/* Client code synchronises: t releases all it has seen to a common place, or acquires what was released there. */
void memory_publish(unsigned t);
void memory_receive(unsigned t);

/* Equal iff (but for collisions of a 64-bit hash) every word has the same messages in the same order. */
uint64_t memory_hash(void);
/* The same, of what a thread that has read nothing can tell apart: values, and the views that go with them. */
uint64_t memory_contents(void);

#endif
