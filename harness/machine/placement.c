/* SPDX-License-Identifier: MIT */
/* placement.c - see placement.h: names and plans. Nothing here accesses the machine; placer.c does. */
#include "harness/machine/placement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"default", "local", "interleave", "firsttouch"};

bool
numa_parse(const char *text, struct numa_choice *c)
{
	char *end;
	long node;

	for (int p = NUMA_LOCAL; p <= NUMA_FIRSTTOUCH; p++)
		if (strcmp(text, names[p]) == 0) {
			*c = (struct numa_choice){(enum numa_policy)p, -1};
			return true;
		}
	if (strncmp(text, "bind:", 5) != 0 || text[5] < '0' || text[5] > '9')
		return false;
	node = strtol(text + 5, &end, 10);
	*c = (struct numa_choice){NUMA_BIND, (int)node};
	return !*end && node < 1024; /* the kernel's largest number of nodes */
}

const char *
numa_text(struct numa_choice c, char text[NUMA_TEXT])
{
	if (c.policy == NUMA_BIND)
		snprintf(text, NUMA_TEXT, "bind:%d", c.node);
	else
		snprintf(text, NUMA_TEXT, "%s", names[c.policy]);
	return text;
}

/* Returns the size of a range: a huge page, or the power of two of them with which a plan of the table fits. */
static size_t
granule(size_t bytes)
{
	size_t g = (size_t)2 << 20;

	while ((bytes + g - 1) / g > PLACEMENT_MAX)
		g *= 2;
	return g;
}

static size_t
plan_whole(size_t bytes, size_t node, struct placement_range *plan)
{
	plan[0] = (struct placement_range){0, bytes, node, -1};
	return 1;
}

/* Assigns range i to the i-th of n nodes, or to the i-th of n threads that touch it, round and round. */
static size_t
plan_cyclic(const struct topology *t, const struct placement_request *r, const size_t *nodes, size_t n,
            struct placement_range *plan)
{
	const size_t g = granule(r->bytes);
	size_t count = 0;

	for (size_t at = 0; at < r->bytes; at += g, count++) {
		const size_t turn = count % n;
		const struct topology_cpu *c = nodes ? NULL : topology_cpu(t, r->pins[turn]);

		plan[count] = (struct placement_range){at, r->bytes - at < g ? r->bytes - at : g,
		                                       c ? c->node : nodes[turn], c ? c->os : -1};
	}
	return count;
}

static size_t
plan_interleave(const struct topology *t, const struct placement_request *r, struct placement_range *plan,
                const char **why)
{
	size_t nodes[TOPOLOGY_MAX_NODES], n = 0;

	for (size_t i = 0; i < t->nodes; i++)
		if (t->node_allowed[i])
			nodes[n++] = i;
	*why = "no memory node may be used";
	return n ? plan_cyclic(t, r, nodes, n, plan) : 0;
}

static size_t
plan_first_touch(const struct topology *t, const struct placement_request *r, struct placement_range *plan,
                 const char **why)
{
	*why = "a thread that would touch first is pinned to a processor that may not be used";
	for (size_t i = 0; i < r->threads; i++)
		if (!topology_cpu(t, r->pins[i]))
			return 0;
	return r->threads ? plan_cyclic(t, r, NULL, r->threads, plan) : 0;
}

size_t
placement_plan(const struct topology *t, const struct placement_request *r, struct placement_range plan[PLACEMENT_MAX],
               const char **why)
{
	const int node = topology_node(t, r->choice.node);

	if (r->bytes == 0) {
		*why = "there are no bytes to place";
		return 0;
	}
	switch (r->choice.policy) {
	case NUMA_INTERLEAVE:
		return plan_interleave(t, r, plan, why);
	case NUMA_FIRSTTOUCH:
		return plan_first_touch(t, r, plan, why);
	case NUMA_BIND:
		*why = node < 0 ? "there is no such memory node" : "memory of that node may not be used";
		return node >= 0 && t->node_allowed[node] ? plan_whole(r->bytes, (size_t)node, plan) : 0;
	default:
		return plan_whole(r->bytes, r->home, plan);
	}
}
