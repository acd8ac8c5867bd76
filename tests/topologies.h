/* SPDX-License-Identifier: MIT */
/*
 * topologies.h - machines other than this one, for tests of code that depends on a topology.
 *
 *      "pack:2 [numa] core:2 pu:2"  --HWLOC_SYNTHETIC--\
 *      "four.xml"                   --HWLOC_XMLFILE-----+--> topology_read
 *      NULL (this machine)          --------------------/
 *
 * The files in tests/topologies have the format in which lstopo records a machine, cut down to what this program reads:
 *
 *      two          2 packages x 2 L3 x 2 cores x 2 threads, as Linux numbers them
 *      two_narrow   the same from inside a container with processors 7 and 12 to 15 and memory of node 1
 *      four         2 packages x 2 nodes x 2 L3 x 2 cores, distances 10, 12, 32
 *      eight        a cube of 8 packages of a core each, distances 10, 16 along an edge, 22 otherwise
 */
#ifndef CUCKOOBENCH_TESTS_TOPOLOGIES_H
#define CUCKOOBENCH_TESTS_TOPOLOGIES_H

#include "tests/test.h"

#include "harness/machine/topology.h"

/* All except the last two have only identical parts. */
static const char *const topologies[] = {
	"core:1 pu:1",
	"core:4 pu:2",
	"pack:2 [numa] core:2 pu:2",
	"pack:2 [numa] l3:2 core:4 pu:2",
	"pack:2 group:4 [numa] core:3 pu:1",
	"[numa] core:3 pu:4",
	"two.xml",
	"four.xml",
	"eight.xml",
	"pack:1 [numa] [numa] core:2 pu:1",
	"two_narrow.xml",
};
static const size_t topologies_count = COUNT_OF(topologies), topologies_alike = COUNT_OF(topologies) - 2;

static inline void
topologies_read(struct topology *t, const char *text)
{
	const char *why = "no reason", *variable = text && strstr(text, ".xml") ? "HWLOC_XMLFILE" : "HWLOC_SYNTHETIC";
	char path[200];

	test_context("topology %s", text ? text : "of this machine");
	snprintf(path, sizeof path, "%s%s", text && strstr(text, ".xml") ? "tests/topologies/" : "", text ? text : "");
	if (text)
		setenv(variable, path, 1);
	require(topology_read(t, &why), "%s", why);
	/* hwloc ignores a missing file and uses this machine. */
	require(!text || !t->this_system, "%s was not read", path);
	unsetenv(variable);
}

#endif
