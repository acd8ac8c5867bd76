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

/* Returns the limit of one group: > 0, or CGROUP_NONE, CGROUP_UNKNOWN. */
static double
cpus_of(const struct group *g)
{
	char text[64], *end;
	double quota, period;

	group_line(g, g->version == 1 ? "cpu.cfs_quota_us" : "cpu.max", text, sizeof text);
	if (strncmp(text, "max", 3) == 0)
		return CGROUP_NONE;
	quota = strtod(text, &end);
	if (end == text)
		return CGROUP_UNKNOWN;
	if (g->version == 1)
		group_line(g, "cpu.cfs_period_us", text, sizeof text);
	period = strtod(g->version == 1 ? text : end, NULL);
	return quota > 0 && period > 0 ? quota / period : CGROUP_NONE; /* version 1 writes -1 for no limit */
}

static double
memory_of(const struct group *g)
{
	char text[64], *end;
	double limit;

	group_line(g, g->version == 1 ? "memory.limit_in_bytes" : "memory.max", text, sizeof text);
	if (strncmp(text, "max", 3) == 0)
		return CGROUP_NONE;
	limit = strtod(text, &end);
	if (end == text)
		return CGROUP_UNKNOWN;
	/* version 1 writes the largest whole number of pages for no limit */
	return limit < 0x1p62 ? limit : CGROUP_NONE;
}

/* Returns the least limit from the process's group to the top. The top group of a real root has no limit file. */
static double
cgroup_least(const char *controller, double (*limit_of)(const struct group *))
{
	struct group g;
	double result = CGROUP_NONE, limit;

	if (!find_group(controller, &g))
		return CGROUP_UNKNOWN;
	do {
		limit = limit_of(&g);
		if (limit > 0 && (result <= 0 || limit < result))
			result = limit;
	} while (go_up(&g));
	return result;
}

double
cgroup_cpus(void)
{
	return cgroup_least("cpu", cpus_of);
}

long long
cgroup_memory_limit(void)
{
	return (long long)cgroup_least("memory", memory_of);
}

size_t
cgroup_memory_room(void)
{
	struct group g;
	size_t result = SIZE_MAX;

	if (!find_group("memory", &g))
		return result;
	do {
		double limit = memory_of(&g), used, cache, room;
		char text[64], path[FILES_PATH];

		if (limit <= 0 || !files_path(path, "%s/memory.stat", g.path))
			continue;
		used = strtod(
			group_line(&g, g.version == 1 ? "memory.usage_in_bytes" : "memory.current", text, sizeof text),
			NULL);
		cache = strtod(sysfile_value(path, g.version == 1 ? "total_inactive_file" : "inactive_file", text,
		                             sizeof text),
		               NULL);
		used -= cache < used ? cache : used;
		room = limit > used ? limit - used : 0;
		if (room < (double)result)
			result = (size_t)room;
	} while (go_up(&g));
	return result;
}
