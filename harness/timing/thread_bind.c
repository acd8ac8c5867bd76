/* SPDX-License-Identifier: MIT */
/* thread_bind.c - see thread_bind.h. */
#include "harness/timing/thread_bind.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

void
thread_check(size_t index, int cpu, char why[THREAD_WHY])
{
	const int here = sched_getcpu();
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof set, &set) != 0)
		snprintf(why, THREAD_WHY, "thread %zu: its affinity cannot be read: %s", index, strerror(errno));
	else if (CPU_COUNT(&set) != 1 || !CPU_ISSET((size_t)cpu, &set))
		snprintf(why, THREAD_WHY, "thread %zu: pinned to processor %d, but its affinity is another now", index,
		         cpu);
	else if (here >= 0 && here != cpu)
		snprintf(why, THREAD_WHY, "thread %zu: pinned to processor %d, but found on %d", index, cpu, here);
}

void
thread_bind(size_t index, int cpu, char why[THREAD_WHY])
{
	cpu_set_t set;

	CPU_ZERO(&set);
	if (cpu >= 0 && cpu < CPU_SETSIZE)
		CPU_SET((size_t)cpu, &set);
	if (sched_setaffinity(0, sizeof set, &set) != 0) /* an empty set is refused, too */
		snprintf(why, THREAD_WHY, "thread %zu cannot be pinned to processor %d: %s", index, cpu,
		         strerror(errno));
	else
		thread_check(index, cpu, why);
}
