/* SPDX-License-Identifier: MIT */
/* counters.c - see counters.h. Uses perf_event_open(2) with one event. */
#include "harness/machine/counters.h"

#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int
counter_open(void)
{
	struct perf_event_attr attr;

	memset(&attr, 0, sizeof attr);
	attr.size = sizeof attr;
	attr.type = PERF_TYPE_HARDWARE;
	attr.config = PERF_COUNT_HW_CACHE_MISSES;
	attr.disabled = 1;
	attr.exclude_kernel = 1;
	attr.exclude_hv = 1;
	attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

void
counter_start(int fd)
{
	ioctl(fd, PERF_EVENT_IOC_RESET, 0);
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
}

uint64_t
counter_stop(int fd)
{
	uint64_t value[3]; /* count, time enabled, time running */

	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	if (read(fd, value, sizeof value) != (ssize_t)sizeof value || value[1] != value[2])
		return 0;
	return value[0];
}

void
counter_close(int fd)
{
	close(fd);
}
