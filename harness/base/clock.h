/* SPDX-License-Identifier: MIT */
/* clock.h - the clock of all durations. measure.h describes what it times, and how. */
#ifndef CUCKOOBENCH_CLOCK_H
#define CUCKOOBENCH_CLOCK_H

#include <stdint.h>

/* Returns nanoseconds since some moment. The value never decreases. */
uint64_t clock_ns(void);
/* Returns the processor time of the calling thread in nanoseconds. It excludes time in which others had the processor.
 * It takes longer to read than clock_ns. */
uint64_t thread_ns(void);

#endif
