/* SPDX-License-Identifier: MIT */
/*
 * thread_bind.h - a thread and the one processor that it may run on.
 *
 *      thread_bind      at its start: asks for the processor, and reads back what it got
 *      thread_check     at its end: was it moved since?
 */
#ifndef CUCKOOBENCH_THREAD_BIND_H
#define CUCKOOBENCH_THREAD_BIND_H

#include <stddef.h>

/* Each writes into `why` what is wrong with the calling thread, whose number is `index`, and leaves `why` as it is if
 * nothing is. */
enum { THREAD_WHY = 160 };
void thread_bind(size_t index, int cpu, char why[THREAD_WHY]);
void thread_check(size_t index, int cpu, char why[THREAD_WHY]);

#endif
