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

#include <pthread.h>

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

/* --- the placer of a process ------------------------------------------------------------------------------ */

enum { PLACER_MAPPINGS = 256 };

struct placer {
	struct mem_placer base;
	struct numa_choice choice;
	enum pin_order order; /* of the threads that touch first */
	pthread_mutex_t lock; /* growing filters map memory while lookups run */
	struct {
		uint8_t *data;
		size_t bytes;
	} mapping[PLACER_MAPPINGS];
	size_t mappings;
	char why[200]; /* reason of the last refusal; "" if there was none */
};

/* Returns whether the kernel lets this process bind memory and query where it is; if not, *why is the reason.
 * (Containers may forbid both.) */
bool placement_permitted(const char **why);

/* Prepares a placer. With NUMA_UNSET it only records the mappings. */
void placer_init(struct placer *, struct numa_choice, enum pin_order);
/* Returns why the placer of this placement refused its last table; NULL if it did not. */
const char *placer_refusal(const struct placement *);

/* On which nodes the pages are now. */
struct placement_pages {
	uint64_t on[TOPOLOGY_MAX_NODES]; /* by index in the topology */
	uint64_t unknown;                /* the kernel did not report their node */
	uint64_t total;
};
/* Counts the pages of all mappings of the placer. Returns false, with *why, if the kernel does not report them. */
bool placement_count(struct placer *, struct placement_pages *, const char **why);

#endif
