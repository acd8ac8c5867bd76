/* SPDX-License-Identifier: MIT */
/*
 * topology.h - the processors that this process may use, and in which order threads are pinned to them (by hwloc).
 *
 *      order          package 0: cores 0 1, package 1: cores 2 3, two hardware threads a core
 *      compact        c0 c1 c2 c3, then the second threads c0' c1' c2' c3'     (package, node, L3, core; thread first)
 *      scatter        c0 c2 c1 c3, then c0' c2' c1' c3'                        (round robin over nodes, then L3s)
 *      smt            c0 c0' c1 c1' c2 c2' c3 c3'                              (siblings next to each other)
 *  Orders are nested: n threads run on the first n places of an order, and n + 1 threads run there and on one more. So
 * neighbouring points of a scaling curve differ by one thread, not by all places. (hwloc_distrib's orders are not
 * nested: 8 of 32 and 9 of 32 share few places.) Only processors of the allowed cpuset appear. If a core's first
 * hardware thread is not among them, its second counts as its first.
 */
#ifndef CUCKOOBENCH_TOPOLOGY_H
#define CUCKOOBENCH_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>

enum pin_order { PIN_COMPACT, PIN_SCATTER, PIN_SMT, PIN_ORDERS };
extern const char *const pin_order_names[PIN_ORDERS];

enum { TOPOLOGY_MAX_CPUS = 1024, TOPOLOGY_MAX_NODES = 64 };

/* One processor (hardware thread), with the logical numbers of its package, node, L3 cache and core. */
struct topology_cpu {
	int os;                                   /* as in sched_setaffinity */
	unsigned package, node, l3, core, thread; /* thread: 0 for a core's first; l3: 0 if there is none */
};

struct topology {
	bool this_system;                    /* false: synthetic or recorded; nothing may be bound by it */
	size_t cpus, nodes, cores, packages; /* usable ones */
	size_t machine_cpus;                 /* processors of the whole machine, including those outside the cpuset */
	struct topology_cpu cpu[TOPOLOGY_MAX_CPUS];
	int node_os[TOPOLOGY_MAX_NODES];                           /* as in mbind */
	bool node_allowed[TOPOLOGY_MAX_NODES];                     /* memory may be allocated there */
	unsigned node_cpus[TOPOLOGY_MAX_NODES];                    /* usable processors there */
	unsigned distance[TOPOLOGY_MAX_NODES][TOPOLOGY_MAX_NODES]; /* 0: the system does not report it */
};

/*
 * Returns the topology of the machine (or of HWLOC_SYNTHETIC, HWLOC_XMLFILE), read once and the same for every thread.
 * Returns NULL, with a line in *why, if hwloc fails. "Allowed" is what the calling process may use at the *first* call.
 * So a process makes that call before it pins itself, or before it forks children that do. Children inherit the result.
 */
const struct topology *topology_get(const char **why);
/* Reads the topology again into *t, for tests. Returns false, with *why, on failure. */
bool topology_read(struct topology *t, const char **why);
/* Writes the processors in this order. order has room for t->cpus entries. */
void topology_pins(const struct topology *t, enum pin_order kind, int order[]);
/* Returns the entry of a processor, or NULL. */
const struct topology_cpu *topology_cpu(const struct topology *t, int os);
/* Returns the index of the node with this number in the system, or -1. */
int topology_node(const struct topology *t, int os);

#endif
