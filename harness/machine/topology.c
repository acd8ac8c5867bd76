/* SPDX-License-Identifier: MIT */
/*
 * topology.c - see topology.h. hwloc is queried once and released; the result is plain numbers.
 *
 *      hwloc: all of the machine --\
 *      its allowed cpuset ----------+--> struct topology --> pin orders (sorting by a key), placement plans
 *      sched_getaffinity at start --/
 */
#include "harness/machine/topology.h"

#include <hwloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const pin_order_names[PIN_ORDERS] = {"compact", "scatter", "smt"};

/* --- reading ---------------------------------------------------------------------------------------------- */

static unsigned
ancestor(hwloc_topology_t h, hwloc_obj_t pu, hwloc_obj_type_t type, unsigned otherwise)
{
	const hwloc_obj_t found = hwloc_get_ancestor_obj_by_type(h, type, pu);

	return found ? found->logical_index : otherwise;
}

static bool
read_nodes(struct topology *t, hwloc_topology_t h)
{
	const hwloc_const_nodeset_t allowed = hwloc_topology_get_allowed_nodeset(h);
	const int n = hwloc_get_nbobjs_by_type(h, HWLOC_OBJ_NUMANODE);

	if (n < 1 || n > TOPOLOGY_MAX_NODES)
		return false;
	t->nodes = (size_t)n;
	for (unsigned i = 0; i < t->nodes; i++) {
		const hwloc_obj_t node = hwloc_get_obj_by_type(h, HWLOC_OBJ_NUMANODE, i);

		t->node_os[i] = (int)node->os_index;
		t->node_allowed[i] = hwloc_bitmap_isset(allowed, node->os_index) != 0;
	}
	return true;
}

/* Returns the first node that has the processor. If a node of fast memory shares the processors of an ordinary one,
 * hwloc lists the ordinary one first. */
static unsigned
node_of(const struct topology *t, hwloc_topology_t h, unsigned os)
{
	for (unsigned i = 0; i < t->nodes; i++)
		if (hwloc_bitmap_isset(hwloc_get_obj_by_type(h, HWLOC_OBJ_NUMANODE, i)->cpuset, os))
			return i;
	return 0;
}

/* hwloc's allowed set is the container's. The binding is the subset to which the caller (taskset, a batch system)
 * narrowed it. */
static hwloc_bitmap_t
usable_cpus(const struct topology *t, hwloc_topology_t h)
{
	hwloc_bitmap_t usable = hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(h)), bound = hwloc_bitmap_alloc();

	if (usable && bound && t->this_system && hwloc_get_cpubind(h, bound, HWLOC_CPUBIND_THREAD) == 0)
		hwloc_bitmap_and(usable, usable, bound);
	hwloc_bitmap_free(bound);
	return usable;
}

static bool
read_cpus(struct topology *t, hwloc_topology_t h)
{
	const int n = hwloc_get_nbobjs_by_type(h, HWLOC_OBJ_PU);
	hwloc_bitmap_t usable = usable_cpus(t, h);
	hwloc_obj_t last_core = NULL;
	unsigned thread = 0, last_package = 0;

	t->machine_cpus = n > 0 ? (size_t)n : 0;
	for (unsigned i = 0; usable && i < t->machine_cpus; i++) {
		const hwloc_obj_t pu = hwloc_get_obj_by_type(h, HWLOC_OBJ_PU, i);
		const hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(h, HWLOC_OBJ_CORE, pu);
		struct topology_cpu *c = &t->cpu[t->cpus];

		if (!hwloc_bitmap_isset(usable, pu->os_index))
			continue;
		if (t->cpus == TOPOLOGY_MAX_CPUS)
			break;
		/* PUs come in logical order, so those of a core, and of a package, are adjacent. */
		thread = core && core == last_core ? thread + 1 : 0;
		last_core = core;
		*c = (struct topology_cpu){(int)pu->os_index,
		                           ancestor(h, pu, HWLOC_OBJ_PACKAGE, 0),
		                           node_of(t, h, pu->os_index),
		                           ancestor(h, pu, HWLOC_OBJ_L3CACHE, 0),
		                           core ? core->logical_index : i,
		                           thread};
		t->cores += thread == 0;
		t->packages += t->packages == 0 || c->package != last_package;
		last_package = c->package;
		t->node_cpus[c->node]++;
		t->cpus++;
	}
	hwloc_bitmap_free(usable);
	return t->cpus > 0;
}

/* Reads the distances that the firmware reports (10 is a node's own memory). Synthetic topologies and machines of one
 * node have none. */
static void
read_distances(struct topology *t, hwloc_topology_t h)
{
	struct hwloc_distances_s *d;
	unsigned n = 1;

	if (hwloc_distances_get_by_type(h, HWLOC_OBJ_NUMANODE, &n, &d, HWLOC_DISTANCES_KIND_MEANS_LATENCY, 0) != 0 ||
	    n == 0)
		return;
	for (unsigned i = 0; i < d->nbobjs; i++)
		for (unsigned j = 0; j < d->nbobjs; j++)
			t->distance[d->objs[i]->logical_index][d->objs[j]->logical_index] =
				(unsigned)d->values[i * d->nbobjs + j];
	hwloc_distances_release(h, d);
}

bool
topology_read(struct topology *t, const char **why)
{
	hwloc_topology_t h;
	bool done = false;

	memset(t, 0, sizeof *t);
	if (hwloc_topology_init(&h) != 0) {
		*why = "hwloc cannot begin";
		return false;
	}
	hwloc_topology_set_flags(h, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
	if (hwloc_topology_load(h) != 0) {
		*why = "hwloc cannot read the topology";
	} else {
		t->this_system = hwloc_topology_is_thissystem(h) != 0;
		done = read_nodes(t, h) && read_cpus(t, h);
		if (done)
			read_distances(t, h);
		else
			*why = "the topology has no processor that may be used, or no memory node, or more than 64 of "
			       "them";
	}
	hwloc_topology_destroy(h);
	return done;
}

static struct {
	struct topology topology;
	bool known;
	const char *why;
	pthread_once_t once;
} the = {.once = PTHREAD_ONCE_INIT};

static void
read_once(void)
{
	the.known = topology_read(&the.topology, &the.why);
}

const struct topology *
topology_get(const char **why)
{
	pthread_once(&the.once, read_once);
	if (!the.known)
		*why = the.why;
	return the.known ? &the.topology : NULL;
}

const struct topology_cpu *
topology_cpu(const struct topology *t, int os)
{
	for (size_t i = 0; i < t->cpus; i++)
		if (t->cpu[i].os == os)
			return &t->cpu[i];
	return NULL;
}

int
topology_node(const struct topology *t, int os)
{
	for (size_t i = 0; i < t->nodes; i++)
		if (t->node_os[i] == os)
			return (int)i;
	return -1;
}

/* --- orders ----------------------------------------------------------------------------------------------- */

enum { KEYS = 5 };

/* A processor and its sort keys, most significant first. */
struct ranked {
	int os;
	unsigned key[KEYS];
};

static int
compare_ranked(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	for (int i = 0; i < KEYS; i++)
		if (x->key[i] != y->key[i])
			return x->key[i] < y->key[i] ? -1 : 1;
	return x->os < y->os ? -1 : x->os > y->os;
}

/* Returns how many processors with the same thread number precede c in its L3 cache. This is c's turn when its node
 * cycles through its caches. */
static unsigned
turn_in_l3(const struct topology *t, const struct topology_cpu *c)
{
	unsigned before = 0;

	for (const struct topology_cpu *o = t->cpu; o < c; o++)
		before += o->thread == c->thread && o->node == c->node && o->l3 == c->l3;
	return before;
}

/* Scatter: in each round every node contributes one processor, from its caches in turn. */
static void
scatter_keys(const struct topology *t, struct ranked *r)
{
	unsigned turn[TOPOLOGY_MAX_CPUS];

	for (size_t i = 0; i < t->cpus; i++)
		turn[i] = turn_in_l3(t, &t->cpu[i]);
	for (size_t i = 0; i < t->cpus; i++) {
		const struct topology_cpu *c = &t->cpu[i], *o = t->cpu;
		unsigned round = 0;

		for (size_t j = 0; j < t->cpus; j++, o++)
			round += o->thread == c->thread && o->node == c->node &&
			         (turn[j] < turn[i] || (turn[j] == turn[i] && o->l3 < c->l3));
		r[i] = (struct ranked){c->os, {c->thread, round, c->node}};
	}
}

void
topology_pins(const struct topology *t, enum pin_order kind, int order[])
{
	struct ranked r[TOPOLOGY_MAX_CPUS];

	for (size_t i = 0; i < t->cpus; i++) {
		const struct topology_cpu *c = &t->cpu[i];

		if (kind == PIN_SMT)
			r[i] = (struct ranked){c->os, {c->package, c->node, c->l3, c->core, c->thread}};
		else
			r[i] = (struct ranked){c->os, {c->thread, c->package, c->node, c->l3, c->core}};
	}
	if (kind == PIN_SCATTER)
		scatter_keys(t, r);
	qsort(r, t->cpus, sizeof *r, compare_ranked);
	for (size_t i = 0; i < t->cpus; i++)
		order[i] = r[i].os;
}
