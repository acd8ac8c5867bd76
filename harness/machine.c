/* SPDX-License-Identifier: MIT */
/* machine.c - see machine.h. Everything is read from /proc and /sys; nothing is guessed. */
#include "harness/machine.h"

#include "harness/files.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static bool
allowed_cpus(cpu_set_t *set)
{
	return sched_getaffinity(0, sizeof *set, set) == 0 && CPU_COUNT(set) > 0;
}

size_t
machine_cpus(void)
{
	cpu_set_t set;

	return allowed_cpus(&set) ? (size_t)CPU_COUNT(&set) : 1;
}

bool
machine_may_use(int cpu)
{
	cpu_set_t set;

	return cpu >= 0 && cpu < CPU_SETSIZE && allowed_cpus(&set) && CPU_ISSET((size_t)cpu, &set);
}

int
machine_pin(int cpu)
{
	cpu_set_t set, one;

	if (cpu < 0) {
		if (!allowed_cpus(&set))
			return -1;
		for (cpu = 0; !CPU_ISSET((size_t)cpu, &set);)
			cpu++;
	}
	if (cpu >= CPU_SETSIZE) {
		errno = EINVAL;
		return -1;
	}
	CPU_ZERO(&one);
	CPU_SET((size_t)cpu, &one);
	return sched_setaffinity(0, sizeof one, &one);
}

/* The first line of a file, without its newline. */
static const char *
first_line(const char *path, char *text, size_t room)
{
	FILE *f = fopen(path, "re");

	text[0] = '\0';
	if (f) {
		if (!fgets(text, (int)room, f))
			text[0] = '\0';
		fclose(f);
		text[strcspn(text, "\n")] = '\0';
	}
	return text;
}

/* What follows "key" and a separator (':' or '=') on its line in a file of such lines. */
static const char *
value_in(const char *path, const char *key, char *text, size_t room)
{
	FILE *f = fopen(path, "re");
	char line[1024];

	text[0] = '\0';
	while (f && fgets(line, sizeof line, f)) {
		size_t n = strlen(key);
		char *value;

		if (strncmp(line, key, n) != 0 || !strchr(" \t:=", line[n]))
			continue;
		value = line + n + strspn(line + n, " \t:=\"");
		value[strcspn(value, "\"\n")] = '\0';
		snprintf(text, room, "%s", value);
		break;
	}
	if (f)
		fclose(f);
	return text;
}

static size_t
meminfo(const char *key)
{
	char text[64];

	return (size_t)strtoull(value_in("/proc/meminfo", key, text, sizeof text), NULL, 10) * 1024;
}

size_t
machine_memory_total(void)
{
	return meminfo("MemTotal");
}

size_t
machine_memory_available(void)
{
	size_t available = meminfo("MemAvailable");
	char text[64];
	unsigned long long limit, used, cache;

	/* A container's own limit; "max" reads as 0. Page cache counts as used there, but gives way. */
	limit = strtoull(first_line("/sys/fs/cgroup/memory.max", text, sizeof text), NULL, 10);
	used = strtoull(first_line("/sys/fs/cgroup/memory.current", text, sizeof text), NULL, 10);
	cache = strtoull(value_in("/sys/fs/cgroup/memory.stat", "inactive_file", text, sizeof text), NULL, 10);
	used -= cache < used ? cache : used;
	if (limit > used && limit - used < available)
		available = (size_t)(limit - used);
	return available;
}

const char *
machine_cpu_model(void)
{
	static char text[256];

	return value_in("/proc/cpuinfo", "model name", text, sizeof text);
}

const char *
machine_kernel(void)
{
	static char text[256];
	struct utsname u;

	text[0] = '\0';
	if (uname(&u) == 0)
		snprintf(text, sizeof text, "%.60s %.120s %.60s", u.sysname, u.release, u.machine);
	return text;
}

const char *
machine_os(void)
{
	static char text[256];

	return value_in("/etc/os-release", "PRETTY_NAME", text, sizeof text);
}

const char *
machine_virtualization(void)
{
	static char text[320];
	char flags[4096], vendor[256];

	value_in("/proc/cpuinfo", "flags", flags, sizeof flags);
	first_line("/sys/class/dmi/id/sys_vendor", vendor, sizeof vendor);
	if (files_exists("/.dockerenv") || files_exists("/run/.containerenv"))
		return "container";
	if (!strstr(flags, " hypervisor"))
		return "";
	snprintf(text, sizeof text, "virtual machine%s%s%s", *vendor ? " (" : "", vendor, *vendor ? ")" : "");
	return text;
}

const char *
machine_governor(void)
{
	static char text[64];

	return first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", text, sizeof text);
}

const char *
machine_thp(void)
{
	static char text[64];
	char line[128], *open, *close;

	first_line("/sys/kernel/mm/transparent_hugepage/enabled", line, sizeof line);
	open = strchr(line, '[');
	close = open ? strchr(open, ']') : NULL;
	text[0] = '\0';
	if (close)
		snprintf(text, sizeof text, "%.*s", (int)(close - open - 1), open + 1);
	return text;
}

size_t
machine_cache(unsigned level)
{
	char path[128], text[64];

	for (unsigned i = 0; i < 8; i++) {
		char *end;
		size_t size;

		snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%u/level", i);
		if ((unsigned)atoi(first_line(path, text, sizeof text)) != level)
			continue;
		snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%u/type", i);
		if (strcmp(first_line(path, text, sizeof text), "Instruction") == 0)
			continue;
		snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%u/size", i);
		size = (size_t)strtoull(first_line(path, text, sizeof text), &end, 10);
		return *end == 'M' ? size << 20 : *end == 'K' ? size << 10 : size;
	}
	return 0;
}
