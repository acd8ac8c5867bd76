/* SPDX-License-Identifier: MIT */
/* counters.h - the processor's own count of cache misses, if it has one. Most virtual machines do not. */
#ifndef CUCKOOBENCH_COUNTERS_H
#define CUCKOOBENCH_COUNTERS_H

#include <stdint.h>

/* Opens a counter of last-level cache misses of the calling thread in user mode. It is stopped at 0. Returns its
 * descriptor, or -1 with errno. */
int counter_open(void);
void counter_start(int fd);
/* Stops the counter and returns its value. Returns 0, which means unknown, if it ran only part of the time or reads
 * 0. */
uint64_t counter_stop(int fd);
void counter_close(int fd);

#endif
