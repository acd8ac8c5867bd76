/* SPDX-License-Identifier: MIT */
/* cpus.h - how many processors there are for the calling thread. */
#ifndef CUCKOOBENCH_CPUS_H
#define CUCKOOBENCH_CPUS_H

#include <sched.h>

/*
 * The processors that the calling thread, and those that it starts, may run on: those of a container, of a service, of
 * taskset. A share of their time that a control group may have is not among it. At least 1.
 */
static inline unsigned
cpus_allowed(void)
{
	/* 8192 processors, the most that Linux is built for on x86-64 (NR_CPUS): with fewer, the call fails there. */
	cpu_set_t set[8192 / CPU_SETSIZE];
	const int n = sched_getaffinity(0, sizeof set, set) == 0 ? CPU_COUNT_S(sizeof set, set) : 0;

	return n > 0 ? (unsigned)n : 1;
}

#endif
