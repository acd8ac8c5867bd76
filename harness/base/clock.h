/* SPDX-License-Identifier: MIT */
/* clock.h - the clock of all durations; measure.h says what is timed by it, and how. */
#ifndef CUCKOOBENCH_CLOCK_H
#define CUCKOOBENCH_CLOCK_H

#include <stdint.h>

/* Nanoseconds since some moment; it never goes back. */
uint64_t clock_ns(void);
/* What the calling thread had of a processor, in nanoseconds: without what others took meanwhile. It takes longer to
 * read. */
uint64_t thread_ns(void);

#endif
