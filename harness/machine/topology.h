/* SPDX-License-Identifier: MIT */
/*
 * topology.h - the processors this process may run on, and in which order threads are pinned to them (hwloc
 * underneath).
 *
 *      order          package 0: cores 0 1, package 1: cores 2 3, two hardware threads a core
 *      compact        c0 c1 c2 c3, then the second threads c0' c1' c2' c3'      (package, node, L3, core; first threads first)
 *      scatter        c0 c2 c1 c3, then c0' c2' c1' c3'                          (round robin over nodes, then L3s)
 *      smt            c0 c0' c1 c1' c2 c2' c3 c3'                                (siblings side by side)
 *  Orders are nested: the first n of an order are where n threads run, and n + 1 threads run there and on one more, so
 * that points of a scaling curve differ by one thread, not by all places. (hwloc_distrib's are not: 8 of 32 and 9 of 32
 * share few places.) Only processors of the allowed cpuset appear, and a core whose first hardware thread is not among
 * them counts its second as its first.
 */
#ifndef CUCKOOBENCH_TOPOLOGY_H
#define CUCKOOBENCH_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>

enum pin_order { PIN_COMPACT, PIN_SCATTER, PIN_SMT, PIN_ORDERS };
extern const char *const pin_order_names[PIN_ORDERS];

enum { TOPOLOGY_MAX_CPUS = 1024, TOPOLOGY_MAX_NODES = 64 };

/* One processor (hardware thread), with the logical numbers of what it belongs to. */
struct topology_cpu {
	int os;                                   /* as in sched_setaffinity */
	unsigned package, node, l3, core, thread; /* thread: 0 for a core's first; l3: 0 where there is none */
};

struct topology {
	bool this_system;                    /* false: synthetic or recorded; nothing may be bound by it */
	size_t cpus, nodes, cores, packages; /* that may be used */
	size_t machine_cpus;                 /* of the whole machine, those outside the cpuset too */
	struct topology_cpu cpu[TOPOLOGY_MAX_CPUS];
	int node_os[TOPOLOGY_MAX_NODES];                           /* as in mbind */
	bool node_allowed[TOPOLOGY_MAX_NODES];                     /* memory may be taken there */
	unsigned node_cpus[TOPOLOGY_MAX_NODES];                    /* processors that may be used there */
	unsigned distance[TOPOLOGY_MAX_NODES][TOPOLOGY_MAX_NODES]; /* 0: the system tells none */
};

/*
 * The machine's (or HWLOC_SYNTHETIC's, HWLOC_XMLFILE's) topology, read once and the same for every thread. NULL, with a
 * line in *why, if hwloc fails. "Allowed" is what the calling process may use at the *first* call: a process that pins
 * itself, or forks children that do, calls it before, and the children inherit what it was.
 */
const struct topology *topology_get(const char **why);
/* Reads it anew into *t, for tests. False with *why. */
bool topology_read(struct topology *t, const char **why);
/* The processors in this order. order must have room for t->cpus entries. */
void topology_pins(const struct topology *t, enum pin_order kind, int order[]);
/* The entry of a processor, or NULL. */
const struct topology_cpu *topology_cpu(const struct topology *t, int os);
/* The index of the node with this number of the system's, or -1. */
int topology_node(const struct topology *t, int os);

#endif
