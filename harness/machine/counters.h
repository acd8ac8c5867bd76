/* SPDX-License-Identifier: MIT */
/* counters.h - the processor's own count of cache misses, where there is one: most virtual machines have none. */
#ifndef CUCKOOBENCH_COUNTERS_H
#define CUCKOOBENCH_COUNTERS_H

#include <stdint.h>

/* A counter of last-level cache misses of the calling thread in user mode, stopped at 0; or -1 with errno. */
int counter_open(void);
void counter_start(int fd);
/* Stops and reads. A counter that the system gave only part of the time, or that reads 0, tells nothing: returns 0. */
uint64_t counter_stop(int fd);
void counter_close(int fd);

#endif
