/* SPDX-License-Identifier: MIT */
/*
 * test_placement.c - plans of the memory nodes for a table's bytes, on machines other than this one. On this machine:
 * that pages are where the plan puts them, that they are counted, and that an impossible placement is refused with its
 * reason.
 */
#include "tests/topologies.h"

#include "core/bits.h"
#include "harness/machine/placement.h"
#include "harness/timing/placer.h"

#include <pthread.h>

static const size_t huge_page = (size_t)2 << 20;

/* Every policy of a machine with two nodes or more; and one that it cannot have. */
static const char *const policies[] = {"local", "interleave", "firsttouch", "bind:0", "bind:1"};

static struct numa_choice
choice(const char *text)
{
	struct numa_choice c;

	require(numa_parse(text, &c), "%s is not understood", text);
	return c;
}

TEST(names_are_read_and_written)
{
	static const char *const wrong[] = {"",        "bind",    "bind:", "bind:-1", "bind:1024",
	                                    "bind: 1", "bind:1x", "Local", "default", "interleaved"};
	struct numa_choice c;
	char text[NUMA_TEXT];

	for (size_t i = 0; i < COUNT_OF(policies); i++)
		assert_string_equal(numa_text(choice(policies[i]), text), policies[i]);
	assert_int_equal(choice("bind:17").node, 17);
	for (size_t i = 0; i < COUNT_OF(wrong); i++)
		require(!numa_parse(wrong[i], &c), "'%s' is taken for a policy", wrong[i]);
	assert_string_equal(numa_text((struct numa_choice){NUMA_UNSET, -1}, text), "default");
}

/* --- plans ------------------------------------------------------------------------------------------------ */

struct planned_table {
	struct topology topology;
	int pins[TOPOLOGY_MAX_CPUS];
	struct placement_range range[PLACEMENT_MAX];
	size_t ranges;
};

static void
plan(struct planned_table *t, const char *policy, enum pin_order order, size_t bytes)
{
	const char *why = "no reason";

	topology_pins(&t->topology, order, t->pins);
	t->ranges = placement_plan(&t->topology,
	                           &(struct placement_request){choice(policy), 0, t->pins, t->topology.cpus, bytes},
	                           t->range, &why);
	require(t->ranges > 0, "%s of %zu bytes: %s", policy, bytes, why);
}

/* Ranges follow one another from the first byte to the last, begin at huge pages, and name existing nodes. */
static void
covers_exactly(const struct planned_table *t, size_t bytes)
{
	size_t at = 0;

	require(t->ranges <= PLACEMENT_MAX, "%zu ranges", t->ranges);
	for (size_t i = 0; i < t->ranges; i++) {
		require(t->range[i].offset == at && t->range[i].bytes > 0, "range %zu begins at %zu, not %zu", i,
		        t->range[i].offset, at);
		require(at % huge_page == 0, "range %zu begins at %zu, within a huge page", i, at);
		require(t->range[i].node < t->topology.nodes, "range %zu is on node %zu", i, t->range[i].node);
		at += t->range[i].bytes;
	}
	require(at == bytes, "ranges cover %zu of %zu bytes", at, bytes);
}

TEST(plans_cover_tables_exactly)
{
	static const size_t edges[] = {1,
	                               4096,
	                               6144,
	                               (2 << 20) - 1,
	                               2 << 20,
	                               (2 << 20) + 1,
	                               192 << 20,
	                               (size_t)8 << 30,
	                               ((size_t)8 << 30) + 1,
	                               (size_t)1 << 40};
	struct planned_table *t = malloc(sizeof *t);
	uint64_t random = test_stream("sizes");

	for (size_t m = 0; m < topologies_alike; m++) {
		topologies_read(&t->topology, topologies[m]);
		for (size_t p = 0; p < COUNT_OF(policies); p++) {
			if (strcmp(policies[p], "bind:1") == 0 && t->topology.nodes == 1)
				continue;
			for (size_t s = 0; s < COUNT_OF(edges) + 20; s++) {
				const size_t bytes = s < COUNT_OF(edges) ? edges[s]
				                                         : 1 + fast_range(rng_next(&random),
				                                                          (size_t)1 << (20 + s % 16));

				plan(t, policies[p], s % PIN_ORDERS, bytes);
				covers_exactly(t, bytes);
			}
		}
	}
	free(t);
}

/* The nodes of a plan's first ranges, "0 1 2 3". */
static void
nodes_are(struct planned_table *t, const char *machine, const char *policy, enum pin_order order, const char *nodes)
{
	char text[100] = "";

	topologies_read(&t->topology, machine);
	plan(t, policy, order, 6 * huge_page);
	for (size_t i = 0; i < t->ranges; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s%zu", i ? " " : "", t->range[i].node);
	require(strcmp(text, nodes) == 0, "%s, %s: nodes %s, not %s", policy, pin_order_names[order], text, nodes);
}

TEST(plans_are_as_defined)
{
	struct planned_table *t = malloc(sizeof *t);

	nodes_are(t, "four.xml", "interleave", PIN_COMPACT, "0 1 2 3 0 1");
	nodes_are(t, "four.xml", "bind:3", PIN_COMPACT, "3");
	nodes_are(t, "four.xml", "local", PIN_COMPACT, "0");
	nodes_are(t, "four.xml", "firsttouch", PIN_COMPACT, "0 0 0 0 1 1"); /* four cores a node, in that order */
	nodes_are(t, "four.xml", "firsttouch", PIN_SCATTER, "0 1 2 3 0 1");
	nodes_are(t, "eight.xml", "firsttouch", PIN_SMT, "0 0 1 1 2 2"); /* two hardware threads a node */
	/* the other node's memory may not be used */
	nodes_are(t, "two_narrow.xml", "interleave", PIN_COMPACT, "1 1 1 1 1 1");
	/* one node without processors */
	nodes_are(t, "pack:1 [numa] [numa] core:2 pu:1", "interleave", PIN_COMPACT, "0 1 0 1 0 1");
	topologies_read(&t->topology, "four.xml");
	plan(t, "interleave", PIN_COMPACT, 10 * huge_page + 1);
	require(t->ranges == 11 && t->range[10].bytes == 1 && t->range[10].node == 2, "the last byte is in range %zu",
	        t->ranges);
	plan(t, "firsttouch", PIN_COMPACT, 20 * huge_page);
	for (size_t i = 0; i < 20; i++)
		require(t->range[i].cpu == t->pins[i % 16], "range %zu is touched by processor %d", i, t->range[i].cpu);
	free(t);
}

static void
refused(const struct topology *t, const struct placement_request *r, const char *reason)
{
	struct placement_range *range = malloc(PLACEMENT_MAX * sizeof *range);
	const char *why = "no reason";

	require(placement_plan(t, r, range, &why) == 0, "is planned");
	require(strstr(why, reason) != NULL, "refused for '%s', not '%s'", why, reason);
	free(range);
}

TEST(impossible_plans_are_refused)
{
	static const int nowhere[] = {3};
	struct topology t;

	topologies_read(&t, "two_narrow.xml");
	refused(&t, &(struct placement_request){choice("bind:7"), 0, NULL, 0, 4096}, "no such memory node");
	refused(&t, &(struct placement_request){choice("bind:0"), 0, NULL, 0, 4096}, "may not be used");
	refused(&t, &(struct placement_request){choice("firsttouch"), 0, nowhere, 1, 4096}, "pinned to a processor");
	refused(&t, &(struct placement_request){choice("interleave"), 0, NULL, 0, 0}, "no bytes");
}

/* --- this machine ----------------------------------------------------------------------------------------- */

/* A machine cannot show that binding works if binding is forbidden (a container) or impossible (an emulator without the
 * call). */
static bool
may_bind(void)
{
	struct placer p;
	struct placement place = {.placer = &p.base};
	struct mem m;

	placer_init(&p, choice("local"), PIN_COMPACT);
	if (mem_alloc(&m, 4096, &place) == 0) {
		mem_free(&m);
		return true;
	}
	print_message("%s\n", placer_refusal(&place));
	require(strstr(placer_refusal(&place), "not permitted") || strstr(placer_refusal(&place), "not implemented"),
	        "%s", placer_refusal(&place));
	return false;
}

/* Every node has the pages that the plan gives it; with `local`, one node has all. */
static void
counts_are_as_planned(const struct topology *t, const struct placer *p, const struct mem *m,
                      const struct placement_pages *pages)
{
	struct placement_range *range = malloc(PLACEMENT_MAX * sizeof *range);
	uint64_t planned[TOPOLOGY_MAX_NODES] = {0};
	int pins[TOPOLOGY_MAX_CPUS];
	const char *why = "no reason";
	size_t n, home = 0;

	while (home + 1 < t->nodes && pages->on[home] == 0)
		home++;
	topology_pins(t, p->order, pins);
	n = placement_plan(t, &(struct placement_request){p->choice, home, pins, t->cpus, m->mapped}, range, &why);
	require(n > 0, "%s", why);
	for (size_t i = 0; i < n; i++)
		planned[range[i].node] += range[i].bytes / 4096;
	for (size_t i = 0; i < t->nodes; i++)
		require(pages->on[i] == planned[i], "node %d has %llu pages, not %llu", t->node_os[i],
		        (unsigned long long)pages->on[i], (unsigned long long)planned[i]);
	free(range);
}

TEST(pages_are_where_they_were_planned)
{
	static const size_t sizes[] = {1, 4096, 100000, 2 << 20, (9 << 20) + 12345};
	const char *why = "no reason";
	const struct topology *t = topology_get(&why);

	require(t != NULL, "%s", why);
	if (!may_bind())
		skip();
	for (size_t p = 0; p < COUNT_OF(policies); p++)
		for (size_t s = 0; s < COUNT_OF(sizes); s++) {
			struct placer placer;
			struct placement place = {.pages = s % 2 ? MEM_PAGES_4K : MEM_PAGES_THP,
			                          .placer = &placer.base};
			struct placement_pages pages;
			struct mem m;
			uint64_t sum = 0;

			placer_init(&placer, choice(policies[p]), PIN_COMPACT);
			if (placer.choice.policy == NUMA_BIND && topology_node(t, placer.choice.node) < 0)
				continue;
			test_context("%s, %zu bytes", policies[p], sizes[s]);
			require(mem_alloc(&m, sizes[s], &place) == 0, "%s", placer_refusal(&place));
			require(m.is_mapping && m.mapped >= sizes[s] + MEM_PAD, "%zu bytes are of the heap", sizes[s]);
			for (size_t i = 0; i < sizes[s] + MEM_PAD; i += 509)
				require(m.data[i] == 0, "byte %zu is not zero", i);
			require(placement_count(&placer, &pages, &why), "%s", why);
			for (size_t i = 0; i < t->nodes; i++)
				sum += pages.on[i];
			require(pages.total == m.mapped / 4096 && sum == pages.total && pages.unknown == 0,
			        "%llu of %llu pages on a node, %llu nowhere", (unsigned long long)sum,
			        (unsigned long long)pages.total, (unsigned long long)pages.unknown);
			counts_are_as_planned(t, &placer, &m, &pages);
			mem_free(&m);
			require(placement_count(&placer, &pages, &why) && pages.total == 0,
			        "pages of a freed table are counted");
		}
}

/* Without a policy tables are placed as usual, and those with pages of their own are counted. */
TEST(no_policy_only_keeps_account)
{
	struct placer placer;
	struct placement place = {.placer = &placer.base};
	struct mem small, large;

	placer_init(&placer, (struct numa_choice){NUMA_UNSET, -1}, PIN_COMPACT);
	assert_int_equal(mem_alloc(&small, 4096, &place), 0);
	assert_int_equal(mem_alloc(&large, 4 * huge_page, &place), 0);
	require(!small.is_mapping && large.is_mapping, "small tables are mapped, or large ones are not");
	assert_int_equal(placer.mappings, 1);
	mem_free(&small);
	assert_int_equal(placer.mappings, 1);
	mem_free(&large);
	assert_int_equal(placer.mappings, 0);
	require(placer_refusal(&place) == NULL, "%s", placer_refusal(&place));
	assert_null(placer_refusal(NULL));
}

TEST(what_cannot_be_placed_is_refused)
{
	struct placer placer;
	struct placement place = {.placer = &placer.base};
	struct mem m, many[PLACER_MAPPINGS];

	placer_init(&placer, choice("bind:1000"), PIN_COMPACT);
	require(mem_alloc(&m, huge_page, &place) == -1 && m.data == NULL, "a node that is not there is bound to");
	require(strstr(placer_refusal(&place), "bind:1000: there is no such memory node"), "%s",
	        placer_refusal(&place));
	require(placer.mappings == 0, "a refused table is kept account of");
	mem_free(&m);
	placer_init(&placer, (struct numa_choice){NUMA_UNSET, -1}, PIN_COMPACT);
	placer.base.maps_all = true;
	for (size_t i = 0; i < PLACER_MAPPINGS; i++)
		require(mem_alloc(&many[i], 1, &place) == 0, "table %zu is refused", i);
	require(mem_alloc(&m, 1, &place) == -1 && strstr(placer_refusal(&place), "more than"), "account is lost");
	for (size_t i = 0; i < PLACER_MAPPINGS; i++)
		mem_free(&many[i]);
	assert_int_equal(placer.mappings, 0);
}
