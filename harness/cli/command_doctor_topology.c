/* SPDX-License-Identifier: MIT */
/* command_doctor_topology.c - the doctor's report on processors and memory nodes. */
#include "harness/cli/commands.h"

#include "harness/base/sysfile.h"
#include "harness/machine/topology.h"

#include <stdio.h>
#include <string.h>

static const char *
plural(size_t n)
{
	return n == 1 ? "" : "s";
}

/* "node 1: processors 4 5 6 7; distances 21 10". A list that is too long ends in dots. */
static void
describe_node(const struct topology *t, size_t node, char *text, size_t room)
{
	size_t used =
		(size_t)snprintf(text, room, "node %d:%s", t->node_os[node], t->node_cpus[node] ? " processors" : "");

	for (size_t i = 0; i < t->cpus && used < room; i++)
		if (t->cpu[i].node == node)
			used += (size_t)snprintf(text + used, room - used, " %d", t->cpu[i].os);
	if (t->node_cpus[node] == 0 && used < room)
		used += (size_t)snprintf(text + used, room - used, " no processor that may be used");
	if (!t->node_allowed[node] && used < room)
		used += (size_t)snprintf(text + used, room - used, "; its memory may not be used");
	for (size_t i = 0; i < t->nodes && t->distance[node][i] && used < room; i++)
		used += (size_t)snprintf(text + used, room - used, "%s %u", i ? "" : "; distances",
		                         t->distance[node][i]);
	if (used >= room)
		memcpy(text + room - sizeof "...", "...", sizeof "...");
}

static void
report_nodes(const struct topology *t, doctor_report *report)
{
	unsigned long long balancing;
	char text[300];

	for (size_t i = 0; i < t->nodes; i++) {
		describe_node(t, i, text, sizeof text);
		report("ok", "memory node", text);
	}
	if (t->nodes == 1)
		report("note", "memory nodes",
		       "one: all memory is near, so what remote memory costs cannot be measured here (X3)");
	else if (sysfile_number("/proc/sys/kernel/numa_balancing", &balancing) && balancing != 0)
		report("note", "memory nodes",
		       "numa_balancing is on: the kernel may move pages while they are measured");
}

void
doctor_topology(doctor_report *report)
{
	const char *why;
	const struct topology *t = topology_get(&why);
	char text[300];

	if (!t) {
		report("note", "topology", why);
		return;
	}
	snprintf(text, sizeof text, "%zu package%s, %zu memory node%s, %zu core%s, %zu processor%s", t->packages,
	         plural(t->packages), t->nodes, plural(t->nodes), t->cores, plural(t->cores), t->cpus, plural(t->cpus));
	report("ok", "topology", text);
	if (!t->this_system)
		report("note", "topology",
		       "it is not this machine's (HWLOC_SYNTHETIC, HWLOC_XMLFILE): nothing can be placed by it");
	if (t->cpus < t->machine_cpus) {
		snprintf(text, sizeof text,
		         "%zu of the machine's %zu processors may be used: others may work beside what is timed",
		         t->cpus, t->machine_cpus);
		report("note", "cpuset", text);
	}
	if (t->cpus > t->cores)
		report("note", "SMT", "hardware threads share cores: beyond one thread a core, speeds grow less");
	report_nodes(t, report);
}
