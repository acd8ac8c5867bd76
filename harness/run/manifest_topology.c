/* SPDX-License-Identifier: MIT */
/* manifest_topology.c - writes the processors and memory nodes to the manifest. A call's threads and tables are placed
 * by them. */
#include "harness/run/manifest_facts.h"

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
