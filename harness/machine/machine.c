/* SPDX-License-Identifier: MIT */
/* machine.c - see machine.h. Everything is read from /proc and /sys; nothing is guessed. */
#include "harness/machine/machine.h"

#include "core/cpus.h"
#include "harness/base/sysfile.h"
#include "harness/machine/cgroup.h"

#include <errno.h>
#include <sched.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

static bool
allowed_cpus(cpu_set_t *set)
{
	return sched_getaffinity(0, sizeof *set, set) == 0 && CPU_COUNT(set) > 0;
}

size_t
machine_cpus(void)
{
	return cpus_allowed();
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
	return sched_setaffinity(0, sizeof one, &one) == 0 ? cpu : -1;
}

bool
machine_allow(const int *cpus, size_t n)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	for (size_t i = 0; i < n; i++) {
		if (cpus[i] < 0 || cpus[i] >= CPU_SETSIZE)
			return false;
		CPU_SET((size_t)cpus[i], &set);
	}
	return sched_setaffinity(0, sizeof set, &set) == 0;
}

void
machine_check_thread(size_t index, int cpu, char why[MACHINE_WHY])
{
	const int here = sched_getcpu();
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof set, &set) != 0)
		snprintf(why, MACHINE_WHY, "thread %zu: its affinity cannot be read: %s", index, strerror(errno));
	else if (CPU_COUNT(&set) != 1 || !CPU_ISSET((size_t)cpu, &set))
		snprintf(why, MACHINE_WHY, "thread %zu: pinned to processor %d, but its affinity is another now", index,
		         cpu);
	else if (here >= 0 && here != cpu)
		snprintf(why, MACHINE_WHY, "thread %zu: pinned to processor %d, but found on %d", index, cpu, here);
}

void
machine_pin_thread(size_t index, int cpu, char why[MACHINE_WHY])
{
	errno = EINVAL;
	if (cpu < 0 || machine_pin(cpu) < 0)
		snprintf(why, MACHINE_WHY, "thread %zu cannot be pinned to processor %d: %s", index, cpu,
		         strerror(errno));
	else
		machine_check_thread(index, cpu, why);
}

static size_t
meminfo(const char *key)
{
	char text[64];

	return (size_t)strtoull(sysfile_value("/proc/meminfo", key, text, sizeof text), NULL, 10) * 1024;
}

size_t
machine_memory_total(void)
{
	return meminfo("MemTotal");
}

size_t
machine_memory_available(void)
{
	const size_t available = meminfo("MemAvailable"), room = cgroup_memory_room();

	return room < available ? room : available;
}

const char *
machine_cpu_model(void)
{
	static char text[256];
	char maker[32], part[32];

	if (!*sysfile_value("/proc/cpuinfo", "model name", text, sizeof text) &&
	    *sysfile_value("/proc/cpuinfo", "CPU part", part, sizeof part))
		snprintf(text, sizeof text, "implementer %s, part %s",
		         sysfile_value("/proc/cpuinfo", "CPU implementer", maker, sizeof maker), part);
	return text;
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
machine_node(void)
{
	static char digest[SHA256_DIGEST_STRING_LENGTH];
	char text[256] = "";
	const char *slurm = getenv("SLURMD_NODENAME"),
		   *id = slurm && *slurm ? slurm : sysfile_line("/etc/machine-id", text, sizeof text);

	if (*id)
		SHA256Data((const uint8_t *)id, strlen(id), digest);
	digest[*id ? 16 : 0] = '\0';
	return digest;
}

const char *
machine_os(void)
{
	static char text[256];

	return sysfile_value("/etc/os-release", "PRETTY_NAME", text, sizeof text);
}

/* Returns the name that the hypervisor reports; "" if there is none, or it reports none. */
static const char *
hypervisor(char text[64])
{
	char vendor[48]; /* text must hold it and 12 letters */

	text[0] = '\0';
#if defined(__x86_64__) || defined(__i386__)
	unsigned highest, name[3];

	/* Leaf 1 bit 31 of ecx, as the kernel's flag "hypervisor"; hypervisors sign at leaf 0x40000000. */
	if (!*sysfile_root && __get_cpuid(1, &highest, &name[0], &name[1], &name[2]) && name[1] >> 31) {
		__cpuid(0x40000000, highest, name[0], name[1], name[2]);
		snprintf(text, 64, "%.12s", (const char *)name);
		text[strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .-")] = '\0';
	}
#endif
	sysfile_line("/sys/class/dmi/id/sys_vendor", vendor, sizeof vendor);
	if (*vendor)
		snprintf(text + strlen(text), 64 - strlen(text), "%s%s", *text ? ", " : "", vendor);
	return text;
}

static bool
is_virtual(void)
{
	char flags[SYSFILE_TEXT], text[64];

	return strstr(sysfile_value("/proc/cpuinfo", "flags", flags, sizeof flags), " hypervisor") ||
	       sysfile_exists("/proc/device-tree/hypervisor") ||
	       strncmp(sysfile_line("/sys/class/dmi/id/sys_vendor", text, sizeof text), "QEMU", 4) == 0;
}

const char *
machine_virtualization(void)
{
	static char text[128];
	char name[64], flags[SYSFILE_TEXT];
	const bool inside = sysfile_exists("/.dockerenv") || sysfile_exists("/run/.containerenv") ||
	                    sysfile_exists("/run/systemd/container") || getenv("container");

	if (is_virtual())
		snprintf(text, sizeof text, "%svirtual machine%s%s%s", inside ? "container in a " : "",
		         *hypervisor(name) ? " (" : "", hypervisor(name), *hypervisor(name) ? ")" : "");
	else if (inside)
		snprintf(text, sizeof text, "container");
	else /* x86 reports a hypervisor if there is one; elsewhere no report means unknown */
		snprintf(text, sizeof text, "%s",
		         *sysfile_value("/proc/cpuinfo", "flags", flags, sizeof flags) ? "none" : "");
	return text;
}

const char *
machine_governor(void)
{
	static char text[64];

	return sysfile_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", text, sizeof text);
}

/* Returns the word in brackets of "always [madvise] never". */
static const char *
chosen(const char *path, char *text, size_t room)
{
	char line[128], *open, *close;

	sysfile_line(path, line, sizeof line);
	open = strchr(line, '[');
	close = open ? strchr(open, ']') : NULL;
	text[0] = '\0';
	if (close)
		snprintf(text, room, "%.*s", (int)(close - open - 1), open + 1);
	return text;
}

const char *
machine_thp(void)
{
	static char text[64];

	return chosen("/sys/kernel/mm/transparent_hugepage/enabled", text, sizeof text);
}

const char *
machine_thp_defrag(void)
{
	static char text[64];

	return chosen("/sys/kernel/mm/transparent_hugepage/defrag", text, sizeof text);
}

const char *
machine_gnuplot(void)
{
	static char text[64];
	FILE *pipe = popen("gnuplot --version 2>/dev/null", "re");

	text[0] = '\0';
	if (!pipe)
		return text;
	if (!fgets(text, sizeof text, pipe))
		text[0] = '\0';
	if (pclose(pipe) != 0)
		text[0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return text;
}

/* Finds the folder of cpu0's data or unified cache of this level. Returns false if there is none. */
static bool
cache_folder(unsigned level, char path[128])
{
	char file[160], text[64];

	for (unsigned i = 0; i < 8; i++) {
		snprintf(path, 128, "/sys/devices/system/cpu/cpu0/cache/index%u", i);
		snprintf(file, sizeof file, "%s/level", path);
		if ((unsigned)atoi(sysfile_line(file, text, sizeof text)) != level)
			continue;
		snprintf(file, sizeof file, "%s/type", path);
		if (strcmp(sysfile_line(file, text, sizeof text), "Instruction") != 0)
			return true;
	}
	return false;
}

const char *
machine_cache_fact(unsigned level, const char *fact)
{
	static char text[256];
	char path[128], file[160];

	text[0] = '\0';
	if (!cache_folder(level, path))
		return text;
	snprintf(file, sizeof file, "%s/%s", path, fact);
	return sysfile_line(file, text, sizeof text);
}

size_t
machine_cache(unsigned level)
{
	char *end;
	size_t size = (size_t)strtoull(machine_cache_fact(level, "size"), &end, 10);

	return *end == 'M' ? size << 20 : *end == 'K' ? size << 10 : size;
}

size_t
machine_program_peak(void)
{
	struct rusage usage;

	return getrusage(RUSAGE_SELF, &usage) == 0 ? (size_t)usage.ru_maxrss * 1024 : 0;
}
