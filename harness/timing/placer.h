/* SPDX-License-Identifier: MIT */
/* placer.h - the placer of a process: it carries out the placement plans of tables, and reads back where their pages
 * are (machine/placement.h has the sequence). */
#ifndef CUCKOOBENCH_PLACER_H
#define CUCKOOBENCH_PLACER_H

#include "harness/machine/placement.h"

#include <pthread.h>

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
