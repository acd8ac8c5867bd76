/* SPDX-License-Identifier: MIT */
/* manifest_state.c - the state of the machine at this moment: what changes from minute to minute. */
#include "harness/run/manifest_facts.h"

#include "core/mem.h"
#include "harness/base/sysfile.h"
#include "harness/machine/cgroup.h"
#include "harness/machine/machine.h"
#include "harness/timing/measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nanoseconds that one reading of the clock takes: the least of several averages, because disturbances only add. */
static double
clock_cost_ns(void)
{
	enum { ROUNDS = 5, READINGS = 10000 };
	double least = 0;

	for (int i = 0; i < ROUNDS; i++) {
		const uint64_t start = clock_ns();
		double cost;

		for (int j = 1; j < READINGS; j++)
			(void)clock_ns();
		cost = (double)(clock_ns() - start) / READINGS;
		least = i == 0 || cost < least ? cost : least;
	}
	return least;
}

/* The share of time in per cent that some task waited for a resource, over ten seconds: "some avg10=0.12 avg60=...". */
static json_t *
pressure(const char *resource)
{
	char path[64], line[128], *at;

	snprintf(path, sizeof path, "/proc/pressure/%s", resource);
	at = strstr(sysfile_line(path, line, sizeof line), "avg10=");
	return at ? json_real(strtod(at + 6, NULL)) : json_null();
}

struct frequencies {
	double least, most;
};

static void
visit_frequency(const char *name, void *context)
{
	struct frequencies *f = context;
	char path[128];
	unsigned long long khz;
	double mhz;

	snprintf(path, sizeof path, "/sys/devices/system/cpu/%.32s/cpufreq/scaling_cur_freq", name);
	if (!machine_may_use(atoi(name + 3)) || !sysfile_number(path, &khz))
		return;
	mhz = (double)khz / 1000;
	f->least = f->least == 0 || mhz < f->least ? mhz : f->least;
	f->most = mhz > f->most ? mhz : f->most;
}

/* Of the processors that this process may use; if the kernel has no such files, its figure for the first one. */
static struct frequencies
frequencies_now(void)
{
	struct frequencies f = {0, 0};
	char text[64];

	sysfile_each("/sys/devices/system/cpu", "cpu", visit_frequency, &f);
	if (f.most == 0)
		f.least = f.most = strtod(sysfile_value("/proc/cpuinfo", "cpu MHz", text, sizeof text), NULL);
	return f;
}

/* How much of MACHINE_PAGES_TEST bytes that request huge pages receives them; null if the system does not report it. */
static json_t *
huge_pages_obtained(void)
{
	struct mem m;
	long long before = mem_huge_bytes(), after;

	if (before < 0 || mem_alloc(&m, MACHINE_PAGES_TEST, NULL) != 0)
		return json_null();
	after = mem_huge_bytes();
	mem_free(&m);
	return after < before ? json_null() : json_integer(after - before);
}

static json_t *
real_or_null(double value, bool known)
{
	return known ? json_real(value) : json_null();
}

json_t *
manifest_state(void)
{
	json_t *o = json_object();
	const struct frequencies f = frequencies_now();
	double load[3] = {0};
	const int loads = getloadavg(load, 3);
	char text[SYSFILE_TEXT];

	json_object_set_new(o, "processors_allowed",
	                    manifest_text(sysfile_value("/proc/self/status", "Cpus_allowed_list", text, sizeof text)));
	json_object_set_new(o, "load_1_min", real_or_null(load[0], loads > 0));
	json_object_set_new(o, "load_5_min", real_or_null(load[1], loads > 1));
	json_object_set_new(o, "load_15_min", real_or_null(load[2], loads > 2));
	json_object_set_new(o, "pressure_cpu", pressure("cpu"));
	json_object_set_new(o, "pressure_memory", pressure("memory"));
	json_object_set_new(o, "pressure_io", pressure("io"));
	json_object_set_new(o, "mhz_least", real_or_null(f.least, f.least > 0));
	json_object_set_new(o, "mhz_most", real_or_null(f.most, f.most > 0));
	json_object_set_new(o, "thermal_throttles",
	                    manifest_number("/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count"));
	json_object_set_new(o, "memory_available_bytes",
	                    manifest_count(machine_memory_available(), machine_memory_total() > 0));
	json_object_set_new(o, "program_peak_bytes",
	                    manifest_count(machine_program_peak(), machine_program_peak() > 0));
	json_object_set_new(o, "memory_limit_bytes", manifest_limit((double)cgroup_memory_limit(), true));
	json_object_set_new(o, "hugetlb_free", manifest_hugetlb("free_hugepages"));
	json_object_set_new(o, "huge_pages_asked_bytes", json_integer(MACHINE_PAGES_TEST));
	json_object_set_new(o, "huge_pages_obtained_bytes", huge_pages_obtained());
	json_object_set_new(o, "clock_tick_ns", json_integer((json_int_t)measure_resolution_ns()));
	json_object_set_new(o, "clock_reading_ns", json_real(clock_cost_ns()));
	return o;
}
