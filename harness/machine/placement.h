/* SPDX-License-Identifier: MIT */
/*
 * placement.h - on which memory node which bytes of a table lie: planned, applied, read back.
 *
 *      topology, policy, bytes --> plan: ranges (offset, bytes, node)          a pure function, tested on machines that are not here
 *                                    |
 *      mem_alloc: map --> placer: bind --> advise huge pages --> placer: touch --> move_pages: every page where it was planned?
 *                                                                                     |
 *                                                        placement_count: pages a node, after the touch and after the run
 *
 *      local        where the thread is that creates the table, whatever policy the process inherited
 *      interleave   | node 0 | node 1 | node 2 | node 0 | ...    2 MiB each, so that huge pages stay whole
 *      firsttouch   | cpu 0  | cpu 1  | cpu 0  | cpu 1  | ...    2 MiB each, touched by threads pinned in the pin order
 *      bind:N       | node N                            |
 *  A policy that cannot be applied, or was not, refuses the table with its reason: nothing is measured under a wrong
 * name. (Two more policies are of several filters, one a node: ensemble.h.)
 */
#ifndef CUCKOOBENCH_PLACEMENT_H
#define CUCKOOBENCH_PLACEMENT_H

#include "core/mem.h"
#include "harness/machine/topology.h"

#include <pthread.h>

enum numa_policy { NUMA_UNSET, NUMA_LOCAL, NUMA_INTERLEAVE, NUMA_FIRSTTOUCH, NUMA_BIND };

struct numa_choice {
	enum numa_policy policy;
	int node; /* of NUMA_BIND, as the system numbers them */
};

/* "interleave", "bind:2". False if it is none. */
bool numa_parse(const char *text, struct numa_choice *);
/* And back; "default" for NUMA_UNSET. */
enum { NUMA_TEXT = 24 };
const char *numa_text(struct numa_choice, char text[NUMA_TEXT]);

/* --- plans ------------------------------------------------------------------------------------------------ */

/* As many ranges as a plan may have: each is a mapping of its own to the kernel, which allows a process 65530 of
 * them. */
enum { PLACEMENT_MAX = 4096 };

struct placement_range {
	size_t offset, bytes;
	size_t node; /* index in the topology */
	int cpu;     /* that touches it first; -1: any */
};

struct placement_request {
	struct numa_choice choice;
	size_t home;     /* index of the node of the thread that creates the table */
	const int *pins; /* the threads of firsttouch */
	size_t threads;
	size_t bytes;
};

/* Ranges that cover [0, bytes) in order, without gap or overlap; how many. 0, with *why, where there is nothing to plan
 * by. */
size_t placement_plan(const struct topology *, const struct placement_request *,
                      struct placement_range plan[PLACEMENT_MAX], const char **why);

/* --- the placer of a process ------------------------------------------------------------------------------ */

enum { PLACER_MAPPINGS = 256 };

struct placer {
	struct mem_placer base;
	struct numa_choice choice;
	enum pin_order order; /* of the threads that touch first */
	pthread_mutex_t lock; /* growing filters map beside lookups */
	struct {
		uint8_t *data;
		size_t bytes;
	} mapping[PLACER_MAPPINGS];
	size_t mappings;
	char why[200]; /* of the last refusal; "" if there was none */
};

/* Does the kernel let this process bind memory and ask where it is? Else *why. (Containers may forbid both.) */
bool placement_permitted(const char **why);

/* With NUMA_UNSET it only keeps account of the mappings. */
void placer_init(struct placer *, struct numa_choice, enum pin_order);
/* Why the placer of this placement refused its last table; NULL if it did not. */
const char *placer_refusal(const struct placement *);

/* Where the pages are now. */
struct placement_pages {
	uint64_t on[TOPOLOGY_MAX_NODES]; /* by index in the topology */
	uint64_t unknown;                /* not told by the kernel */
	uint64_t total;
};
/* Of all its mappings. False, with *why, if the kernel does not tell. */
bool placement_count(struct placer *, struct placement_pages *, const char **why);

#endif
