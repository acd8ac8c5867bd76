/* SPDX-License-Identifier: MIT */
/* clock.h - the clock of all durations; measure.h says what is timed by it, and how. */
#ifndef CUCKOOBENCH_CLOCK_H
#define CUCKOOBENCH_CLOCK_H

#include <stdint.h>

/* Nanoseconds since some moment; it never goes back. */
uint64_t clock_ns(void);

#endif
