/* SPDX-License-Identifier: MIT */
/*
 * Pin orders on machines that are not here: hwloc reads a description (HWLOC_SYNTHETIC) or a recorded machine (HWLOC_XMLFILE,
 * tests/topologies) instead of this one. The golden orders were written by hand from the definitions in harness/topology.h.
 */
#include "tests/test.h"

#include "harness/topology.h"

#include <sched.h>
#include <unistd.h>

/* Reads a machine: a file if the text ends in .xml, else a synthetic description, NULL this one. */
static void
read_machine(struct topology *t, const char *text)
{
	const char *why = "no reason";
	const bool file = text && strlen(text) > 4 && strcmp(text + strlen(text) - 4, ".xml") == 0;
	char path[200];

	test_context("topology %s", text ? text : "of this machine");
	unsetenv("HWLOC_SYNTHETIC");
	unsetenv("HWLOC_XMLFILE");
	if (file) {
		snprintf(path, sizeof path, "tests/topologies/%s", text);
		require(access(path, R_OK) == 0, "%s is missing", path);
	}
	if (text)
		setenv(file ? "HWLOC_XMLFILE" : "HWLOC_SYNTHETIC", file ? path : text, 1);
	require(topology_read(t, &why), "%s", why);
	unsetenv("HWLOC_SYNTHETIC");
	unsetenv("HWLOC_XMLFILE");
}

static const struct golden {
	const char *machine, *order[PIN_ORDERS];
} golden[] = {
	/* The picture in harness/topology.h; a synthetic machine numbers hardware threads core by core. */
	{"pack:2 [numa] core:2 pu:2", {"0 2 4 6 1 3 5 7", "0 4 2 6 1 5 3 7", "0 1 2 3 4 5 6 7"}},
	/* Two nodes of two L3 caches of two cores: scatter goes round nodes first, then round each node's caches. */
	{"pack:2 [numa] l3:2 core:2 pu:1", {"0 1 2 3 4 5 6 7", "0 4 2 6 1 5 3 7", "0 1 2 3 4 5 6 7"}},
	/* Linux numbers all first threads before the second: core c has c and c + 4. */
	{"pack:2 [numa] core:2 pu:2(indexes=0,4,1,5,2,6,3,7)", {"0 1 2 3 4 5 6 7", "0 2 1 3 4 6 5 7", "0 4 1 5 2 6 3 7"}},
	/* Four nodes, two in a package. */
	{"pack:2 group:2 [numa] core:2 pu:1", {"0 1 2 3 4 5 6 7", "0 2 4 6 1 3 5 7", "0 1 2 3 4 5 6 7"}},
	/* One node, one core. */
	{"core:1 pu:1", {"0", "0", "0"}},
};

static void
orders_are_as_defined(void **state)
{
	struct topology t;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(golden); i++) {
		read_machine(&t, golden[i].machine);
		for (int kind = 0; kind < PIN_ORDERS; kind++) {
			int order[TOPOLOGY_MAX_CPUS];
			char text[400] = "";

			topology_pins(&t, kind, order);
			for (size_t c = 0; c < t.cpus; c++)
				snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d", c ? " " : "", order[c]);
			require(strcmp(text, golden[i].order[kind]) == 0, "%s: %s, not %s", pin_order_names[kind], text,
			        golden[i].order[kind]);
		}
	}
}

static void
a_machine_that_is_not_here_is_not_pinned_to(void **state)
{
	struct topology t;

	(void)state;
	read_machine(&t, "pack:2 [numa] core:2 pu:2");
	require(!t.this_system, "a synthetic topology passes for this machine's");
	read_machine(&t, NULL);
	require(t.this_system, "this machine's topology is taken for another's");
}

static void
this_machine_is_where_a_thread_is_put(void **state)
{
	const struct topology *t;
	cpu_set_t before, after;
	int order[TOPOLOGY_MAX_CPUS];
	const char *why = "no reason";

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
	t = topology_get(&why);
	require(t != NULL, "%s", why);
	require(t->cpus == (size_t)CPU_COUNT(&before), "%zu processors, %d allowed", t->cpus, CPU_COUNT(&before));
	topology_pins(t, PIN_COMPACT, order);
	for (size_t i = 0; i < t->cpus; i++) {
		require(topology_bind_thread(order[i], &why), "%s", why);
		require(sched_getcpu() == order[i], "on %d", sched_getcpu());
		require(topology_get(&why)->cpus == t->cpus, "pinning narrowed the topology");
	}
	assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
	assert_int_equal(CPU_COUNT(&after), 1);
	require(!topology_bind_thread(TOPOLOGY_MAX_CPUS - 1, &why) && strstr(why, "1023"), "%s", why);
	require(!topology_bind_thread(-1, &why) && strstr(why, "-1"), "%s", why);
	sched_setaffinity(0, sizeof before, &before);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(orders_are_as_defined),
		cmocka_unit_test(a_machine_that_is_not_here_is_not_pinned_to),
		cmocka_unit_test(this_machine_is_where_a_thread_is_put),
	};

	return test_run(argc, argv, "topology", tests, COUNT_OF(tests));
}
