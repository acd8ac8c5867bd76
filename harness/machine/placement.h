/* SPDX-License-Identifier: MIT */
/*
 * placement.h - on which memory node each byte of a table lies: planned, applied, read back.
 *
 *      topology, policy, bytes --> plan: ranges (offset, bytes, node)      a pure function, tested on other topologies
 *                                    |
 *      mem_alloc: map --> placer: bind --> advise huge pages --> placer: touch --> move_pages: pages as planned?
 *                                                                                    |
 *                                              placement_count: pages per node, after the touch and after the run
 *
 *      local        on the node of the thread that creates the table, whatever policy the process inherited
 *      interleave   | node 0 | node 1 | node 2 | node 0 | ...    2 MiB each, so that huge pages stay whole
 *      firsttouch   | cpu 0  | cpu 1  | cpu 0  | cpu 1  | ...    2 MiB each, touched by threads pinned in the pin order
 *      bind:N       | node N                            |
 *  If a policy cannot be applied, or was not applied, the table is refused with the reason. So nothing is measured
 * under a wrong name. (Two more policies have several filters, one on each node: ensemble.h.)
 */
#ifndef CUCKOOBENCH_PLACEMENT_H
#define CUCKOOBENCH_PLACEMENT_H

#include "core/mem.h"
#include "harness/machine/topology.h"

enum numa_policy { NUMA_UNSET, NUMA_LOCAL, NUMA_INTERLEAVE, NUMA_FIRSTTOUCH, NUMA_BIND };

struct numa_choice {
	enum numa_policy policy;
	int node; /* of NUMA_BIND, in the system's numbering */
};

/* Parses a policy, such as "interleave" or "bind:2". Returns false if the text is none. */
bool numa_parse(const char *text, struct numa_choice *);
/* Formats a policy; NUMA_UNSET is "default". */
enum { NUMA_TEXT = 24 };
const char *numa_text(struct numa_choice, char text[NUMA_TEXT]);

/* --- plans ------------------------------------------------------------------------------------------------ */

/* The most ranges of a plan. Each is a separate mapping to the kernel, which allows a process 65530 of them. */
enum { PLACEMENT_MAX = 4096 };

struct placement_range {
	size_t offset, bytes;
	size_t node; /* index in the topology */
	int cpu;     /* the processor that touches it first; -1: any */
};

struct placement_request {
	struct numa_choice choice;
	size_t home;     /* index of the node of the thread that creates the table */
	const int *pins; /* processors of the threads of firsttouch */
	size_t threads;
	size_t bytes;
};

/* Plans ranges that cover [0, bytes) in order, without gap or overlap. Returns their number. Returns 0, with *why, if
 * no plan is possible. */
size_t placement_plan(const struct topology *, const struct placement_request *,
                      struct placement_range plan[PLACEMENT_MAX], const char **why);

#endif
