/* SPDX-License-Identifier: MIT */
/*
 * manifest_machine.c - the machine: the facts that one run must not mix unless the user allows it; and the processors
 * and nodes of it that a call may use. What changes from minute to minute is in manifest_state.c.
 */
#include "harness/run/manifest_facts.h"

#include "harness/base/sysfile.h"
#include "harness/machine/cgroup.h"
#include "harness/machine/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/utsname.h>
#include <time.h>

/* --- small texts ------------------------------------------------------------------------------------------ */

static json_t *
line_of(const char *path)
{
	char text[256];

	return manifest_text(sysfile_line(path, text, sizeof text));
}

json_t *
manifest_number(const char *path)
{
	unsigned long long n;
	const bool known = sysfile_number(path, &n);

	return manifest_count(n, known);
}

/* A value of /proc/cpuinfo; a whole number becomes a JSON integer. */
static json_t *
cpuinfo(const char *key)
{
	char text[256], *end;
	long long n;

	sysfile_value("/proc/cpuinfo", key, text, sizeof text);
	n = strtoll(text, &end, 10);
	return end != text && !*end ? json_integer(n) : manifest_text(text);
}

static json_t *
kilohertz(const char *file)
{
	char path[128];
	unsigned long long khz;
	bool known;

	snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cpufreq/%s", file);
	known = sysfile_number(path, &khz);
	return known ? json_integer((json_int_t)(khz / 1000)) : json_null();
}

/* What is found in a folder: for each name in it, or in a file of that name's folder. */
struct found {
	json_t *object;
	const char *file;
};

/* What `visit` adds to an object for each name in a folder (sysfile_each); null if there is no folder. */
static json_t *
each_in(const char *folder, const char *prefix, void (*visit)(const char *name, void *found), const char *file)
{
	struct found found = {json_object(), file};

	sysfile_each(folder, prefix, visit, &found);
	if (sysfile_exists(folder))
		return found.object;
	json_decref(found.object);
	return json_null();
}

/* --- processors ------------------------------------------------------------------------------------------- */

struct processors {
	json_t *sockets, *cores; /* used as sets: only the keys matter */
	size_t threads;          /* 0: not known */
};

static void
visit_cpu(const char *name, void *context)
{
	struct processors *t = context;
	char path[128], package[32], core[32], key[80];

	snprintf(path, sizeof path, "/sys/devices/system/cpu/%.32s/topology/physical_package_id", name);
	sysfile_line(path, package, sizeof package);
	snprintf(path, sizeof path, "/sys/devices/system/cpu/%.32s/topology/core_id", name);
	sysfile_line(path, core, sizeof core);
	if (!*package || !*core) /* offline, or the system does not report it */
		return;
	snprintf(key, sizeof key, "%s:%s", package, core);
	json_object_set_new(t->sockets, package, json_true());
	json_object_set_new(t->cores, key, json_true());
	t->threads++;
}

static void
add_processors(json_t *o)
{
	bool known;
	struct processors t = {json_object(), json_object(), 0};

	sysfile_each("/sys/devices/system/cpu", "cpu", visit_cpu, &t);
	known = t.threads > 0;
	json_object_set_new(o, "cpu", manifest_text(machine_cpu_model()));
	json_object_set_new(o, "cpu_vendor", cpuinfo("vendor_id"));
	json_object_set_new(o, "cpu_family", cpuinfo("cpu family"));
	json_object_set_new(o, "cpu_model", cpuinfo("model"));
	json_object_set_new(o, "cpu_stepping", cpuinfo("stepping"));
	json_object_set_new(o, "microcode", cpuinfo("microcode"));
	json_object_set_new(o, "cpu_implementer", cpuinfo("CPU implementer"));
	json_object_set_new(o, "cpu_part", cpuinfo("CPU part"));
	json_object_set_new(o, "sockets", manifest_count(json_object_size(t.sockets), known));
	json_object_set_new(o, "cores", manifest_count(json_object_size(t.cores), known));
	json_object_set_new(o, "threads", manifest_count(t.threads, known));
	json_object_set_new(o, "smt", known ? json_boolean(t.threads > json_object_size(t.cores)) : json_null());
	json_object_set_new(o, "processors_allowed", manifest_count(machine_cpus(), true));
	json_object_set_new(o, "processors_isolated", line_of("/sys/devices/system/cpu/isolated"));
	json_decref(t.sockets);
	json_decref(t.cores);
}

static void
add_caches(json_t *o)
{
	json_t *sizes = json_object(), *shared = json_object();
	char name[8];

	for (unsigned level = 1; level <= 3; level++) {
		snprintf(name, sizeof name, "L%u", level);
		json_object_set_new(sizes, name, manifest_count(machine_cache(level), machine_cache(level) > 0));
		json_object_set_new(shared, name, manifest_text(machine_cache_fact(level, "shared_cpu_list")));
	}
	json_object_set_new(o, "caches", sizes);
	json_object_set_new(o, "caches_shared_by", shared);
	json_object_set_new(o, "cache_line_bytes",
	                    manifest_count((unsigned)atoi(machine_cache_fact(1, "coherency_line_size")),
	                                   atoi(machine_cache_fact(1, "coherency_line_size")) > 0));
}

static void
visit_node(const char *name, void *nodes)
{
	struct found *found = nodes;
	char path[128], key[64], text[256];
	json_t *node = json_object();
	unsigned long long kib;

	snprintf(path, sizeof path, "/sys/devices/system/node/%.32s/cpulist", name);
	json_object_set_new(node, "processors", line_of(path));
	snprintf(path, sizeof path, "/sys/devices/system/node/%.32s/meminfo", name);
	snprintf(key, sizeof key, "Node %.32s MemTotal", name + strlen("node"));
	kib = strtoull(sysfile_value(path, key, text, sizeof text), NULL, 10);
	json_object_set_new(node, "memory_bytes", manifest_count(kib * 1024, kib > 0));
	json_object_set_new(found->object, name, node);
}

/* --- system ----------------------------------------------------------------------------------------------- */

/* The vulnerabilities that affect the processor; the summary leaves out the others. */
static void
visit_vulnerability(const char *name, void *mitigations)
{
	struct found *found = mitigations;
	char path[320], text[256];

	snprintf(path, sizeof path, "/sys/devices/system/cpu/vulnerabilities/%.200s", name);
	sysfile_line(path, text, sizeof text);
	if (strcmp(text, "Not affected") != 0)
		json_object_set_new(found->object, name, manifest_text(text));
}

static void
add_system(json_t *o)
{
	struct utsname u;

	json_object_set_new(o, "node", manifest_text(machine_node()));
	json_object_set_new(o, "kernel", manifest_text(machine_kernel()));
	json_object_set_new(o, "kernel_build", manifest_text(uname(&u) == 0 ? u.version : ""));
	json_object_set_new(o, "os", manifest_text(machine_os()));
	json_object_set_new(o, "virtualization", manifest_text(machine_virtualization()));
	json_object_set_new(o, "mitigations",
	                    each_in("/sys/devices/system/cpu/vulnerabilities", NULL, visit_vulnerability, NULL));
}

static void
add_frequency(json_t *o)
{
	const char *const boost = "/sys/devices/system/cpu/cpufreq/boost",
			  *const no_turbo = "/sys/devices/system/cpu/intel_pstate/no_turbo";
	unsigned long long flag = 0;
	json_t *turbo = json_null();

	if (sysfile_number(boost, &flag))
		turbo = json_boolean(flag != 0);
	else if (sysfile_number(no_turbo, &flag))
		turbo = json_boolean(flag == 0);
	json_object_set_new(o, "governor", manifest_text(machine_governor()));
	json_object_set_new(o, "frequency_driver", line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver"));
	json_object_set_new(o, "energy_preference",
	                    line_of("/sys/devices/system/cpu/cpu0/cpufreq/energy_performance_preference"));
	json_object_set_new(o, "turbo", turbo);
	json_object_set_new(o, "mhz_lowest", kilohertz("cpuinfo_min_freq"));
	json_object_set_new(o, "mhz_highest", kilohertz("cpuinfo_max_freq"));
}

static void
visit_hugetlb(const char *name, void *pages)
{
	struct found *found = pages;
	char path[320];

	if (strncmp(name, "hugepages-", 10) != 0)
		return;
	snprintf(path, sizeof path, "/sys/kernel/mm/hugepages/%.200s/%s", name, found->file);
	json_object_set_new(found->object, name + 10, manifest_number(path)); /* "2048kB": 0 */
}

json_t *
manifest_hugetlb(const char *file)
{
	return each_in("/sys/kernel/mm/hugepages", NULL, visit_hugetlb, file);
}

/* The kernel's setting, or 0 if this process was started with randomisation off (setarch -R). */
static json_t *
address_randomisation(void)
{
	const int personality_now = personality(0xffffffff);

	if (personality_now >= 0 && (personality_now & ADDR_NO_RANDOMIZE))
		return json_integer(0);
	return manifest_number("/proc/sys/kernel/randomize_va_space");
}

static void
add_memory(json_t *o)
{
	json_object_set_new(o, "numa", each_in("/sys/devices/system/node", "node", visit_node, NULL));
	json_object_set_new(o, "numa_balancing", manifest_number("/proc/sys/kernel/numa_balancing"));
	json_object_set_new(o, "memory_bytes", manifest_count(machine_memory_total(), machine_memory_total() > 0));
	json_object_set_new(o, "thp", manifest_text(machine_thp()));
	json_object_set_new(o, "thp_defrag", manifest_text(machine_thp_defrag()));
	json_object_set_new(o, "hugetlb_pages", manifest_hugetlb("nr_hugepages"));
	json_object_set_new(o, "aslr", address_randomisation());
}

json_t *
manifest_limit(double value, bool whole)
{
	if (value == CGROUP_UNKNOWN)
		return json_null();
	if (value == CGROUP_NONE)
		return json_string("none");
	return whole ? json_integer((json_int_t)value) : json_real(value);
}

json_t *
manifest_machine(void)
{
	json_t *o = json_object();
	struct timespec t;

	add_processors(o);
	add_caches(o);
	add_memory(o);
	add_frequency(o);
	add_system(o);
	json_object_set_new(o, "processor_quota", manifest_limit(cgroup_cpus(), false));
	json_object_set_new(o, "clock_source",
	                    line_of("/sys/devices/system/clocksource/clocksource0/current_clocksource"));
	json_object_set_new(o, "clock_resolution_ns",
	                    clock_getres(CLOCK_MONOTONIC, &t) == 0
	                            ? json_integer((json_int_t)t.tv_sec * 1000000000 + t.tv_nsec)
	                            : json_null());
	return o;
}

/* --- where threads and tables are placed -------------------------------------------------------------------------- */

/* 10 is a node's own memory; null where the system reports no distances. */
static json_t *
distances(const struct topology *t, size_t node)
{
	json_t *row = json_array();

	for (size_t other = 0; other < t->nodes; other++)
		json_array_append_new(row, manifest_count(t->distance[node][other], t->distance[node][other] > 0));
	return row;
}

static json_t *
node_of(const struct topology *t, size_t node)
{
	json_t *processors = json_array();

	for (size_t i = 0; i < t->cpus; i++)
		if (t->cpu[i].node == node)
			json_array_append_new(processors, json_integer(t->cpu[i].os));
	return json_pack("{sisbsoso}", "node", t->node_os[node], "memory_allowed", t->node_allowed[node], "processors",
	                 processors, "distances", distances(t, node));
}

json_t *
manifest_topology(enum pin_order kind)
{
	const char *why;
	const struct topology *t = topology_get(&why);
	json_t *nodes, *pins;
	int order[TOPOLOGY_MAX_CPUS];

	if (!t)
		return json_null();
	nodes = json_array();
	pins = json_array();
	topology_pins(t, kind, order);
	for (size_t i = 0; i < t->cpus; i++)
		json_array_append_new(pins, json_integer(order[i]));
	for (size_t node = 0; node < t->nodes; node++)
		json_array_append_new(nodes, node_of(t, node));
	return json_pack("{sbsIsIsIsIsoso}", "of_this_machine", t->this_system, "packages", (json_int_t)t->packages,
	                 "cores", (json_int_t)t->cores, "processors", (json_int_t)t->cpus, "processors_of_machine",
	                 (json_int_t)t->machine_cpus, "nodes", nodes, "pins", pins);
}
