/* SPDX-License-Identifier: MIT */
/*
 * test_machine.c - facts about machines other than this one: small made-up trees of /proc and /sys. A fact that they
 * lack must be null, and never left out.
 */
#include "tests/test.h"

#include "harness/base/files.h"
#include "harness/base/sysfile.h"
#include "harness/machine/cgroup.h"
#include "harness/machine/machine.h"
#include "harness/run/manifest_facts.h"

#include <ftw.h>
#include <unistd.h>

static char root[] = "/tmp/cuckoobench-system-XXXXXX";

static void
put(const char *path, const char *text)
{
	char full[FILES_PATH], *slash;
	FILE *f;

	require(files_path(full, "%s%s", root, path), "path too long");
	slash = strrchr(full, '/');
	*slash = '\0';
	require(files_make_folder("%s", full) == 0, "%s", full);
	*slash = '/';
	f = fopen(full, "w");
	require(f && fputs(text, f) >= 0 && fclose(f) == 0, "%s", full);
}

static int
remove_one(const char *path, const struct stat *st, int kind, struct FTW *ftw)
{
	(void)st, (void)kind, (void)ftw;
	return remove(path);
}

static int
begin(void **state)
{
	(void)state;
	unsetenv("container"); /* some containers set it, and it is one of the signs */
	strcpy(strrchr(root, '-'), "-XXXXXX");
	sysfile_root = mkdtemp(root);
	return sysfile_root ? 0 : -1;
}

static int
end(void **state)
{
	(void)state;
	sysfile_root = "";
	return nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* --- limits of containers --------------------------------------------------------------------------------- */

TEST_WITHIN(limits_of_version_2, begin, end)
{
	put("/proc/self/cgroup", "0::/work.slice/run.service\n");
	put("/sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
	put("/sys/fs/cgroup/work.slice/cpu.max", "150000 100000\n");
	put("/sys/fs/cgroup/work.slice/memory.max", "8589934592\n");
	put("/sys/fs/cgroup/work.slice/memory.current", "1000000000\n");
	put("/sys/fs/cgroup/work.slice/memory.stat", "anon 5\ninactive_file 400000000\nactive_file 1\n");
	put("/sys/fs/cgroup/work.slice/run.service/cpu.max", "max 100000\n");
	put("/sys/fs/cgroup/work.slice/run.service/memory.max", "max\n");
	assert_true(cgroup_cpus() == 1.5);
	assert_true(cgroup_memory_limit() == 8589934592);
	assert_true(cgroup_memory_room() == 8589934592 - 600000000);
	put("/sys/fs/cgroup/work.slice/run.service/cpu.max", "50000 100000\n");
	assert_true(cgroup_cpus() == 0.5); /* the least limit on the way up */
	assert_true(cgroup_throttled_ms() == 0);
	put("/sys/fs/cgroup/cpu.stat", "usage_usec 7\n");
	put("/sys/fs/cgroup/work.slice/cpu.stat", "usage_usec 7\nnr_throttled 3\nthrottled_usec 1500000\n");
	put("/sys/fs/cgroup/work.slice/run.service/cpu.stat", "nr_throttled 1\nthrottled_usec 20999\n");
	assert_true(cgroup_throttled_ms() == 1520); /* of all on the way up */
	put("/proc/meminfo", "MemTotal:       16000000 kB\nMemAvailable:   12000000 kB\n");
	assert_true(machine_memory_available() == 8589934592 - 600000000);
	put("/proc/meminfo", "MemTotal:       16000000 kB\nMemAvailable:   2000000 kB\n");
	assert_true(machine_memory_available() == 2000000ull * 1024);
}

/* In a container the path is the host's; the mounted tree is our own group. */
TEST_WITHIN(limits_of_version_1, begin, end)
{
	put("/proc/self/cgroup", "5:cpu,cpuacct:/docker/abc\n4:memory:/docker/abc\n0::/\n");
	put("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
	put("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
	put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
	assert_true(cgroup_cpus() == CGROUP_NONE);
	assert_true(cgroup_memory_limit() == CGROUP_NONE);
	assert_true(cgroup_memory_room() == SIZE_MAX);
	put("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "250000\n");
	put("/sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", "1073741824\n");
	put("/sys/fs/cgroup/memory/docker/abc/memory.usage_in_bytes", "2073741824\n");
	put("/sys/fs/cgroup/memory/docker/abc/memory.stat", "inactive_file 1\ntotal_inactive_file 1000000100\n");
	assert_true(cgroup_cpus() == 2.5);
	assert_true(cgroup_throttled_ms() == 0);
	put("/sys/fs/cgroup/cpu/cpu.stat", "nr_periods 9\nnr_throttled 2\nthrottled_time 42999999\n");
	assert_true(cgroup_throttled_ms() == 42);
	assert_true(cgroup_memory_limit() == 1073741824);
	assert_true(cgroup_memory_room() == 100);
}

TEST_WITHIN(no_limits_to_see, begin, end)
{
	assert_true(cgroup_cpus() == CGROUP_UNKNOWN);
	assert_true(cgroup_memory_limit() == CGROUP_UNKNOWN);
	assert_true(cgroup_memory_room() == SIZE_MAX);
}

/* --- facts ------------------------------------------------------------------------------------------------ */

static void
is(json_t *machine, const char *key, const char *want)
{
	json_t *value = json_object_get(machine, key);
	char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);

	require(text && strcmp(text, want) == 0, "%s is %s, not %s", key, text ? text : "left out", want);
	free(text);
}

TEST_WITHIN(an_arm_server, begin, end)
{
	json_t *m;

	put("/proc/cpuinfo",
	    "processor\t: 0\nBogoMIPS\t: 50.00\nFeatures\t: fp asimd\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n");
	for (int cpu = 0; cpu < 12; cpu++) { /* two sockets of three cores, two threads each */
		char path[96], text[8];

		snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/physical_package_id", cpu);
		put(path, cpu % 6 < 3 ? "0\n" : "36\n");
		snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/core_id", cpu);
		snprintf(text, sizeof text, "%d\n", cpu % 3);
		put(path, text);
	}
	put("/sys/devices/system/cpu/cpu0/cache/index0/level", "1\n");
	put("/sys/devices/system/cpu/cpu0/cache/index0/type", "Instruction\n");
	put("/sys/devices/system/cpu/cpu0/cache/index0/size", "16K\n");
	put("/sys/devices/system/cpu/cpu0/cache/index1/level", "1\n");
	put("/sys/devices/system/cpu/cpu0/cache/index1/type", "Data\n");
	put("/sys/devices/system/cpu/cpu0/cache/index1/size", "64K\n");
	put("/sys/devices/system/cpu/cpu0/cache/index1/shared_cpu_list", "0,6\n");
	put("/sys/devices/system/cpu/cpu0/cache/index1/coherency_line_size", "64\n");
	put("/sys/devices/system/node/node0/cpulist", "0-2,6-8\n");
	put("/sys/devices/system/node/node0/meminfo", "Node 0 MemTotal:       1024 kB\nNode 0 MemFree:        12 kB\n");
	put("/sys/devices/system/node/node10/cpulist", "3-5,9-11\n");
	put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
	put("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "3000000\n");
	put("/sys/devices/system/cpu/cpufreq/boost", "0\n");
	put("/sys/devices/system/cpu/vulnerabilities/meltdown", "Not affected\n");
	put("/sys/devices/system/cpu/vulnerabilities/spectre_v2", "Mitigation: CSV2, BHB\n");
	put("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
	put("/sys/kernel/mm/transparent_hugepage/defrag", "always defer [defer+madvise] madvise never\n");
	put("/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages", "7\n");
	m = manifest_machine();
	is(m, "cpu", "\"implementer 0x41, part 0xd0c\"");
	is(m, "cpu_family", "null");
	is(m, "microcode", "null");
	is(m, "cpu_part", "\"0xd0c\"");
	is(m, "sockets", "2");
	is(m, "cores", "6");
	is(m, "threads", "12");
	is(m, "smt", "true");
	is(m, "caches", "{\"L1\":65536,\"L2\":null,\"L3\":null}");
	is(m, "caches_shared_by", "{\"L1\":\"0,6\",\"L2\":null,\"L3\":null}");
	is(m, "cache_line_bytes", "64");
	is(m, "numa",
	   "{\"node0\":{\"processors\":\"0-2,6-8\",\"memory_bytes\":1048576},"
	   "\"node10\":{\"processors\":\"3-5,9-11\",\"memory_bytes\":null}}");
	is(m, "governor", "\"performance\"");
	is(m, "mhz_highest", "3000");
	is(m, "turbo", "false");
	is(m, "mitigations", "{\"spectre_v2\":\"Mitigation: CSV2, BHB\"}");
	is(m, "thp", "\"madvise\"");
	is(m, "thp_defrag", "\"defer+madvise\"");
	is(m, "hugetlb_pages", "{\"2048kB\":7}");
	is(m, "virtualization", "null");
	json_decref(m);
}

TEST_WITHIN(a_silent_machine, begin, end)
{
	static const char *const keys[] = {
		"cpu",          "cpu_vendor",    "cpu_family",       "cpu_model", "cpu_stepping",     "microcode",
		"sockets",      "cores",         "threads",          "smt",       "cache_line_bytes", "numa",
		"memory_bytes", "governor",      "frequency_driver", "turbo",     "mhz_highest",      "thp",
		"thp_defrag",   "hugetlb_pages", "mitigations",      "os",        "virtualization",   "processor_quota",
		"clock_source",
	};
	static const char *const now[] = {"pressure_cpu",       "pressure_memory",   "pressure_io",
	                                  "mhz_least",          "thermal_throttles", "memory_available_bytes",
	                                  "memory_limit_bytes", "hugetlb_free"};
	json_t *m, *s;

	m = manifest_machine();
	for (size_t i = 0; i < COUNT_OF(keys); i++)
		is(m, keys[i], "null");
	json_decref(m);
	s = manifest_state();
	for (size_t i = 0; i < COUNT_OF(now); i++)
		is(s, now[i], "null");
	json_decref(s);
}

TEST_WITHIN(a_long_list_of_flags, begin, end)
{
	char text[4096] = "model\t\t: 2\nmodel name\t: A Processor\nflags\t\t: fpu";

	while (strlen(text) < 3000)
		strcat(text, " feature");
	strcat(text, "\nbugs\t\t: none\n");
	put("/proc/cpuinfo", text);
	assert_string_equal(machine_virtualization(), "none");
	assert_string_equal(machine_cpu_model(), "A Processor");
	strcpy(strstr(text, "\nbugs"), " hypervisor lahf_lm\n");
	put("/proc/cpuinfo", text);
	assert_string_equal(machine_virtualization(), "virtual machine");
	put("/.dockerenv", "");
	put("/sys/class/dmi/id/sys_vendor", "QEMU\n");
	assert_string_equal(machine_virtualization(), "container in a virtual machine (QEMU)");
}

/* Machines of one kind are distinguished, and no name is recorded. */
TEST_WITHIN(one_of_its_kind, begin, end)
{
	char first[32], second[32];

	unsetenv("SLURMD_NODENAME");
	assert_string_equal(machine_node(), "");
	put("/etc/machine-id", "b08dfa6083e7567a1921a715000001fb\n");
	strcpy(first, machine_node());
	assert_int_equal(strlen(first), 16);
	assert_int_equal(strspn(first, "0123456789abcdef"), 16);
	assert_null(strstr("b08dfa6083e7567a1921a715000001fb", first));
	/* systems started over the network share a machine-id */
	assert_int_equal(setenv("SLURMD_NODENAME", "node17", 1), 0);
	strcpy(second, machine_node());
	assert_string_not_equal(first, second);
	assert_int_equal(setenv("SLURMD_NODENAME", "node18", 1), 0);
	assert_string_not_equal(second, machine_node());
	unsetenv("SLURMD_NODENAME");
	assert_string_equal(machine_node(), first);
}
