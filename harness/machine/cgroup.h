/* SPDX-License-Identifier: MIT */
/*
 * cgroup.h - the limits that a container or a service manager set for this process. They are those of its own control
 * group and of every visible group above it, in both versions of the kernel's interface.
 */
#ifndef CUCKOOBENCH_CGROUP_H
#define CUCKOOBENCH_CGROUP_H

#include <stddef.h>
#include <stdint.h>

enum { CGROUP_UNKNOWN = -1, CGROUP_NONE = 0 };

/* Returns how many processors' time may be used, such as 1.5; or CGROUP_NONE, CGROUP_UNKNOWN. */
double cgroup_cpus(void);
/* Returns the memory limit in bytes; or CGROUP_NONE, CGROUP_UNKNOWN. */
long long cgroup_memory_limit(void);
/* Returns the bytes left below that limit; SIZE_MAX if there is none. The kernel counts page cache as used. Its
 * inactive part counts as left here, because it can be reclaimed. */
size_t cgroup_memory_room(void);
/* Returns the milliseconds in which this process's groups had used up their processors' time and were not run, since
 * they were made; 0 if the kernel does not count them. */
uint64_t cgroup_throttled_ms(void);

#endif
