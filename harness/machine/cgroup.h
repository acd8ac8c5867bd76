/* SPDX-License-Identifier: MIT */
/*
 * cgroup.h - the limits that a container or a service manager set for this process: of its own control group and of
 * every group above it that can be seen, in both versions of the kernel's interface.
 */
#ifndef CUCKOOBENCH_CGROUP_H
#define CUCKOOBENCH_CGROUP_H

#include <stddef.h>

enum { CGROUP_UNKNOWN = -1, CGROUP_NONE = 0 };

/* How many processors' time may be used, such as 1.5; or CGROUP_NONE, CGROUP_UNKNOWN. */
double cgroup_cpus(void);
/* The memory limit in bytes; or CGROUP_NONE, CGROUP_UNKNOWN. */
long long cgroup_memory_limit(void);
/* What is left of it, in bytes; SIZE_MAX if there is no limit. Page cache counts as used there, but gives way. */
size_t cgroup_memory_room(void);

#endif
