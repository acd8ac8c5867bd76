/* SPDX-License-Identifier: MIT */
/*
 * test_topology.c - pin orders on machines other than this one: hwloc reads a description or a recorded machine
 * (tests/topologies.h) instead of this one. The golden orders were written by hand from the definitions in
 * harness/machine/topology.h.
 */
#include "tests/topologies.h"

#include <sched.h>

static const struct golden {
	const char *machine, *order[PIN_ORDERS];
} golden[] = {
	/* The picture in harness/machine/topology.h; a synthetic machine numbers hardware threads core by core. */
	{"pack:2 [numa] core:2 pu:2", {"0 2 4 6 1 3 5 7", "0 4 2 6 1 5 3 7", "0 1 2 3 4 5 6 7"}},
	/* Two nodes of two L3 caches of two cores: scatter rotates over the nodes first, then over each node's
	 * caches. */
	{"pack:2 [numa] l3:2 core:2 pu:1", {"0 1 2 3 4 5 6 7", "0 4 2 6 1 5 3 7", "0 1 2 3 4 5 6 7"}},
	/* Linux numbers all first threads before the second: core c has c and c + 4. */
	{"pack:2 [numa] core:2 pu:2(indexes=0,4,1,5,2,6,3,7)",
         {"0 1 2 3 4 5 6 7", "0 2 1 3 4 6 5 7", "0 4 1 5 2 6 3 7"}},
	/* Four nodes, two in a package. */
	{"pack:2 group:2 [numa] core:2 pu:1", {"0 1 2 3 4 5 6 7", "0 2 4 6 1 3 5 7", "0 1 2 3 4 5 6 7"}},
	/* One node, one core. */
	{"core:1 pu:1", {"0", "0", "0"}},
	/* Two packages of two L3 caches of two cores of two threads, numbered as Linux does. */
	{"two.xml",
         {"0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "0 4 2 6 1 5 3 7 8 12 10 14 9 13 11 15",
          "0 8 1 9 2 10 3 11 4 12 5 13 6 14 7 15"}},
	/* The same in a container that has processors 7 and 12 to 15, and node 1: three cores have only their second
	 * threads left. */
	{"two_narrow.xml", {"12 13 14 7 15", "12 14 13 7 15", "12 13 14 7 15"}},
	/* Two packages of two nodes of two L3 caches of two cores. */
	{"four.xml",
         {"0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "0 4 8 12 2 6 10 14 1 5 9 13 3 7 11 15",
          "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"}},
	/* Eight packages of one core of two threads. */
	{"eight.xml",
         {"0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
          "0 8 1 9 2 10 3 11 4 12 5 13 6 14 7 15"}},
};

TEST(orders_are_as_defined)
{
	struct topology t;

	for (size_t i = 0; i < COUNT_OF(golden); i++) {
		topologies_read(&t, golden[i].machine);
		for (int kind = 0; kind < PIN_ORDERS; kind++) {
			int order[TOPOLOGY_MAX_CPUS];
			char text[400] = "";

			topology_pins(&t, (enum pin_order)kind, order);
			for (size_t c = 0; c < t.cpus; c++)
				snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d", c ? " " : "",
				         order[c]);
			require(strcmp(text, golden[i].order[kind]) == 0, "%s: %s, not %s", pin_order_names[kind], text,
			        golden[i].order[kind]);
		}
	}
}

/* How many cores, and how many nodes, the first n processors of an order are on. */
static size_t
cores_of(const struct topology *t, const int *order, size_t n)
{
	bool seen[TOPOLOGY_MAX_CPUS] = {false};
	size_t cores = 0;

	for (size_t i = 0; i < n; i++) {
		const unsigned core = topology_cpu(t, order[i])->core;

		cores += !seen[core];
		seen[core] = true;
	}
	return cores;
}

static size_t
nodes_of(const struct topology *t, const int *order, size_t n)
{
	bool seen[TOPOLOGY_MAX_NODES] = {false};
	size_t nodes = 0;

	for (size_t i = 0; i < n; i++) {
		const unsigned node = topology_cpu(t, order[i])->node;

		nodes += !seen[node];
		seen[node] = true;
	}
	return nodes;
}

/* Among the first n of an order: how many are on the node that has most, minus how many are on the one that has
 * fewest. */
static unsigned
unevenness(const struct topology *t, const int *order, size_t n)
{
	unsigned on[TOPOLOGY_MAX_NODES] = {0}, most = 0, least = UINT32_MAX;

	for (size_t i = 0; i < n; i++)
		on[topology_cpu(t, order[i])->node]++;
	for (size_t i = 0; i < t->nodes; i++) {
		most = on[i] > most ? on[i] : most;
		least = on[i] < least ? on[i] : least;
	}
	return most - least;
}

static size_t
round_up(size_t n, size_t of)
{
	return (n + of - 1) / of;
}

/* What every prefix of an order promises, on machines whose parts are all alike. */
TEST(prefixes_keep_their_promise)
{
	struct topology t;

	for (size_t m = 0; m < topologies_alike; m++) {
		int order[PIN_ORDERS][TOPOLOGY_MAX_CPUS];

		topologies_read(&t, topologies[m]);
		for (int kind = 0; kind < PIN_ORDERS; kind++) {
			topology_pins(&t, (enum pin_order)kind, order[kind]);
			require(cores_of(&t, order[kind], t.cpus) == t.cores, "%s leaves a core out",
			        pin_order_names[kind]);
		}
		for (size_t n = 1; n <= t.cpus; n++) {
			const size_t first = n < t.cores ? n : t.cores, threads = t.cpus / t.cores;
			size_t cores = cores_of(&t, order[PIN_COMPACT], n);

			require(cores == first, "compact: %zu threads on %zu cores", n, cores);
			cores = cores_of(&t, order[PIN_SCATTER], n);
			require(cores == first, "scatter: %zu threads on %zu cores", n, cores);
			cores = cores_of(&t, order[PIN_SMT], n);
			require(cores == round_up(n, threads), "smt: %zu threads on %zu cores", n, cores);
			require(nodes_of(&t, order[PIN_COMPACT], first) == round_up(first, t.cores / t.nodes),
			        "compact: %zu threads on too many nodes", first);
			require(unevenness(&t, order[PIN_SCATTER], n) <= 1,
			        "scatter: %zu threads are not spread over nodes", n);
		}
	}
}

TEST(nodes_and_distances)
{
	struct topology t;

	topologies_read(&t, "eight.xml");
	require(t.nodes == 8 && t.packages == 8 && t.cores == 8 && t.cpus == 16 && t.machine_cpus == 16, "%zu nodes",
	        t.nodes);
	for (size_t i = 0; i < 8; i++)
		for (size_t j = 0; j < 8; j++) {
			const unsigned hops = (unsigned)__builtin_popcountl(i ^ j), want = hops == 0   ? 10
			                                                                   : hops == 1 ? 16
			                                                                               : 22;

			require(t.distance[i][j] == want, "distance %zu to %zu is %u", i, j, t.distance[i][j]);
		}
	topologies_read(&t, "four.xml");
	require(t.nodes == 4 && t.packages == 2 && t.distance[0][1] == 12 && t.distance[1][2] == 32,
	        "four.xml is read wrongly");
	topologies_read(&t, "two_narrow.xml");
	require(t.nodes == 2 && t.packages == 1 && t.cpus == 5 && t.cores == 4 && t.machine_cpus == 16,
	        "%zu processors", t.cpus);
	require(!t.node_allowed[0] && t.node_allowed[1] && t.node_cpus[0] == 0 && t.node_cpus[1] == 5, "allowed nodes");
	topologies_read(&t, "pack:2 [numa] core:2 pu:2");
	require(t.distance[0][1] == 0, "a synthetic machine tells distances");
	/* Fast memory next to ordinary memory: both nodes are near all processors, which belong to the ordinary one. */
	topologies_read(&t, "pack:1 [numa] [numa] core:2 pu:1");
	require(t.nodes == 2 && t.node_cpus[0] == 2 && t.node_cpus[1] == 0, "%zu nodes", t.nodes);
}

TEST(only_this_machine_is_this_machine)
{
	struct topology t;

	for (size_t m = 0; m < topologies_count; m++) {
		topologies_read(&t, topologies[m]);
		require(!t.this_system, "a machine that is not here passes for this one");
	}
	topologies_read(&t, NULL);
	require(t.this_system, "this machine's topology is taken for another's");
}

/* A restriction before the first look counts; one after it does not. */
TEST(the_allowed_processors_are_those_at_first)
{
	const struct topology *t;
	struct topology now;
	cpu_set_t before, one;
	int order[TOPOLOGY_MAX_CPUS];
	const char *why = "no reason";

	assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
	t = topology_get(&why);
	require(t != NULL, "%s", why);
	require(t->cpus == (size_t)CPU_COUNT(&before), "%zu processors, %d allowed", t->cpus, CPU_COUNT(&before));
	topology_pins(t, PIN_SCATTER, order);
	CPU_ZERO(&one);
	CPU_SET((size_t)order[t->cpus - 1], &one);
	assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
	topologies_read(&now, NULL);
	assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
	require(now.cpus == 1 && now.cpu[0].os == order[t->cpus - 1], "%zu processors of a process that may use one",
	        now.cpus);
	require(now.machine_cpus == t->machine_cpus, "%zu processors in all, then %zu", t->machine_cpus,
	        now.machine_cpus);
	require(topology_get(&why)->cpus == (size_t)CPU_COUNT(&before), "pinning narrowed the topology");
}
