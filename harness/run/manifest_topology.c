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
	json_t *o = json_object(), *processors = json_array();

	for (size_t i = 0; i < t->cpus; i++)
		if (t->cpu[i].node == node)
			json_array_append_new(processors, json_integer(t->cpu[i].os));
	json_object_set_new(o, "node", json_integer(t->node_os[node]));
	json_object_set_new(o, "memory_allowed", json_boolean(t->node_allowed[node]));
	json_object_set_new(o, "processors", processors);
	json_object_set_new(o, "distances", distances(t, node));
	return o;
}

json_t *
manifest_topology(enum pin_order kind)
{
	const char *why;
	const struct topology *t = topology_get(&why);
	json_t *o, *nodes, *pins;
	int order[TOPOLOGY_MAX_CPUS];

	if (!t)
		return json_null();
	o = json_object();
	nodes = json_array();
	pins = json_array();
	topology_pins(t, kind, order);
	for (size_t i = 0; i < t->cpus; i++)
		json_array_append_new(pins, json_integer(order[i]));
	for (size_t node = 0; node < t->nodes; node++)
		json_array_append_new(nodes, node_of(t, node));
	json_object_set_new(o, "of_this_machine", json_boolean(t->this_system));
	json_object_set_new(o, "packages", manifest_count(t->packages, true));
	json_object_set_new(o, "cores", manifest_count(t->cores, true));
	json_object_set_new(o, "processors", manifest_count(t->cpus, true));
	json_object_set_new(o, "processors_of_machine", manifest_count(t->machine_cpus, true));
	json_object_set_new(o, "nodes", nodes);
	json_object_set_new(o, "pins", pins);
	return o;
}
