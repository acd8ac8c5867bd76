/* SPDX-License-Identifier: MIT */
/*
 * cgroup.c - see cgroup.h. The least limit from the process's group up to the top counts:
 *
 *      /sys/fs/cgroup/            (or .../unified, or .../CONTROLLER in version 1)
 *        system.slice/            memory.max 8G
 *          run.service/           memory.max max        <- /proc/self/cgroup names this one; its limit is 8G
 */
#include "harness/machine/cgroup.h"

#include "harness/base/files.h"
#include "harness/base/sysfile.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct group {
	char path[FILES_PATH];
	size_t top; /* length of the mount's part of the path */
	int version;
};

/* Returns whether `name` is in a list such as "cpu,cpuacct". */
static bool
lists(const char *names, const char *name)
{
	const size_t n = strlen(name);

	for (const char *at = names; *at; at += strcspn(at, ","), at += *at == ',')
		if (strcspn(at, ",") == n && strncmp(at, name, n) == 0)
			return true;
	return false;
}

/* Finds the group of this process for a controller: version 1's if that manages the controller, otherwise version
 * 2's. */
static bool
find_group(const char *controller, struct group *g)
{
	char full[FILES_PATH], line[FILES_PATH], *rest, *names, *folder;
	FILE *f = files_path(full, "%s/proc/self/cgroup", sysfile_root) ? fopen(full, "re") : NULL;
	const char *top =
		sysfile_exists("/sys/fs/cgroup/cgroup.controllers") ? "/sys/fs/cgroup" : "/sys/fs/cgroup/unified";
	bool fits = false;

	*g = (struct group){.version = 0};
	while (f && g->version != 1 && fgets(line, sizeof line, f)) {
		line[strcspn(line, "\n")] = '\0';
		rest = line;
		strsep(&rest, ":");
		names = strsep(&rest, ":");
		folder = rest;
		if (!folder || (*names && !lists(names, controller)))
			continue;
		g->version = *names ? 1 : 2;
		fits = *names ? files_path(g->path, "/sys/fs/cgroup/%s", controller) : files_path(g->path, "%s", top);
		g->top = strlen(g->path);
		fits = fits && strlen(folder) < sizeof g->path - g->top;
		if (fits && strcmp(folder, "/") != 0) {
			memcpy(g->path + g->top, folder, strlen(folder) + 1);
			if (!sysfile_exists(g->path))
				/* the path is the host's, and only our own part is mounted here */
				g->path[g->top] = '\0';
		}
	}
	if (f)
		fclose(f);
	return fits && sysfile_exists(g->path);
}

/* Moves one group up. Returns false at the top. */
static bool
go_up(struct group *g)
{
	char *slash = strrchr(g->path, '/');

	if (g->path[g->top] == '\0')
		return false;
	*slash = '\0';
	return true;
}

static const char *
group_line(const struct group *g, const char *file, char *text, size_t room)
{
	char path[FILES_PATH];

	text[0] = '\0';
	return files_path(path, "%s/%s", g->path, file) ? sysfile_line(path, text, room) : text;
}

/* What one group leaves: > 0, INFINITY if it has no limit; negative if that is not known. */
static double
cpus_of(const struct group *g)
{
	char text[64], *end;
	double quota, period;

	group_line(g, g->version == 1 ? "cpu.cfs_quota_us" : "cpu.max", text, sizeof text);
	if (strncmp(text, "max", 3) == 0)
		return INFINITY;
	quota = strtod(text, &end);
	if (end == text)
		return CGROUP_UNKNOWN;
	if (g->version == 1)
		group_line(g, "cpu.cfs_period_us", text, sizeof text);
	period = strtod(g->version == 1 ? text : end, NULL);
	return quota > 0 && period > 0 ? quota / period : INFINITY; /* version 1 writes -1 for no limit */
}

static double
memory_of(const struct group *g)
{
	char text[64], *end;
	double limit;

	group_line(g, g->version == 1 ? "memory.limit_in_bytes" : "memory.max", text, sizeof text);
	if (strncmp(text, "max", 3) == 0)
		return INFINITY;
	limit = strtod(text, &end);
	if (end == text)
		return CGROUP_UNKNOWN;
	/* version 1 writes the largest whole number of pages for no limit */
	return limit < 0x1p62 ? limit : INFINITY;
}

/* The bytes below the limit. The inactive part of the page cache counts as not used. */
static double
room_of(const struct group *g)
{
	const double limit = memory_of(g);
	double used, cache;
	char text[64], path[FILES_PATH];

	if (limit <= 0 || isinf(limit) || !files_path(path, "%s/memory.stat", g->path))
		return INFINITY;
	group_line(g, g->version == 1 ? "memory.usage_in_bytes" : "memory.current", text, sizeof text);
	used = strtod(text, NULL);
	sysfile_value(path, g->version == 1 ? "total_inactive_file" : "inactive_file", text, sizeof text);
	cache = strtod(text, NULL);
	used -= cache < used ? cache : used;
	return limit > used ? limit - used : 0;
}

/* Returns the least of the process's group and those above it; `none` if there is none. The top group of a real root
 * has no limit file. */
static double
cgroup_least(const char *controller, double (*of)(const struct group *), double none)
{
	struct group g;
	double least = INFINITY, its;

	if (!find_group(controller, &g))
		return CGROUP_UNKNOWN;
	do {
		its = of(&g);
		if (its >= 0 && its < least)
			least = its;
	} while (go_up(&g));
	return isinf(least) ? none : least;
}

double
cgroup_cpus(void)
{
	return cgroup_least("cpu", cpus_of, CGROUP_NONE);
}

long long
cgroup_memory_limit(void)
{
	return (long long)cgroup_least("memory", memory_of, CGROUP_NONE);
}

size_t
cgroup_memory_room(void)
{
	const double room = cgroup_least("memory", room_of, CGROUP_UNKNOWN);

	return room == CGROUP_UNKNOWN ? SIZE_MAX : (size_t)room;
}

uint64_t
cgroup_throttled_ms(void)
{
	char path[FILES_PATH], text[64];
	struct group g;
	double ms = 0;

	if (!find_group("cpu", &g))
		return 0;
	do {
		if (!files_path(path, "%s/cpu.stat", g.path))
			continue;
		ms += g.version == 1
		              ? strtod(sysfile_value(path, "throttled_time", text, sizeof text), NULL) * 1e-6 /* ns */
		              : strtod(sysfile_value(path, "throttled_usec", text, sizeof text), NULL) * 1e-3;
	} while (go_up(&g));
	return (uint64_t)ms;
}
