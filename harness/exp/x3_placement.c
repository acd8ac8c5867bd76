/* SPDX-License-Identifier: MIT */
/* x3_placement.c - X3: memory nodes. The cost of each node's memory from each node's cores, and lookups on tables
 * placed by each policy. */
#include "harness/analysis/judge.h"
#include "harness/programs/programs.h"

#include <string.h>

/* The nodes' memory: beyond any last-level cache from quick scale on, but small enough to make a ring of it in a
 * second. */
static const size_t memory[SCALES] = {(size_t)1 << 20, (size_t)64 << 20, (size_t)512 << 20, (size_t)512 << 20};
/* 6 bytes for a bucket of four 12-bit fingerprints; 192 MiB is the paper's size. Each policy fills one table, so full
 * scale has half of that. */
static const size_t table[SCALES] = {(size_t)6 << 10, (size_t)6 << 21, (size_t)6 << 24, (size_t)6 << 25};
static const size_t queries[SCALES] = {1 << 12, 1 << 18, 1 << 20, 1 << 20};
static const unsigned reps[SCALES] = {2, 6, 12, 12};

static const char *const policies[] = {"local", "interleave", "firsttouch", "replicate", "shard"};
enum { POLICIES = sizeof policies / sizeof *policies, MOST_NODES = 64 };

static void
plan_placement(struct plan *plan)
{
	const enum scale s = plan_scale(plan);
	const struct filter_ops *ops = filter_find("cf-striped");
	struct cell nodes = {.program = &program_nodes, .params = {.bytes = memory[s]}};
	struct cell placed = {.program = &program_placement, .filter = ops, .queries = queries[s]};

	placed.params.bytes = table[s];
	placed.target = table[s] / 3; /* half of its entries: four for 6 bytes */
	plan_add(plan, &nodes, plan_reps(plan, reps[s]));
	plan_add(plan, &placed, plan_reps(plan, reps[s]));
}

/* One node measures only latency to itself, and its policies are all the same. */
static const char *
one_node(const struct points *points)
{
	for (size_t i = 0; i < points->count; i++)
		if (strcmp(points->at[i].metric, "nodes") == 0 && points->at[i].median <= 1)
			return "this machine has one memory node, so nothing is further away and every policy puts the "
			       "table there";
	return NULL;
}

/* --- claims ----------------------------------------------------------------------------------------------- */

/* Is there a second node? If not, the claim cannot be judged here, at any scale. */
static bool
several_nodes(struct judge *j)
{
	uint64_t nodes, runs;

	if (!judge_counts(j, "x3", "policies", "all", 0, "nodes", &nodes, &runs))
		return false;
	if (nodes <= runs)
		judge_beyond(j, SCALE_SMOKE, "one memory node: this machine has no remote memory to measure");
	return nodes > runs;
}

static void
judge_pages(struct judge *j)
{
	uint64_t num, den;

	if (!several_nodes(j))
		return;
	for (size_t i = 0; i < POLICIES; i++)
		if (judge_counts(j, "x3", "policies", policies[i], 0, "moved", &num, &den))
			judge_at_most(j, judge_exact((double)num / (double)den, "%"), 0,
			              judge_text(j, "pages moved, |%s|", policies[i]));
	if (judge_counts(j, "x3", "policies", "replicate", 0, "remote", &num, &den))
		judge_at_most(j, judge_exact((double)num / (double)den, "%"), 0, "reads of replicas from another node");
}

static void
judge_remote(struct judge *j)
{
	if (!several_nodes(j))
		return;
	for (int from = 0; from < MOST_NODES; from++)
		for (int to = 0; to < MOST_NODES; to++) {
			const char *cores = judge_text(j, "cores-%d", from), *near = judge_text(j, "latency-%d", from),
				   *far = judge_text(j, "latency-%d", to);

			if (from != to && judge_has(j, "x3", "latency", cores, 0, near) &&
			    judge_has(j, "x3", "latency", cores, 0, far))
				judge_more(j,
				           judge_median(j,
				                        judge_ratio(j, judge_runs(j, "x3", "latency", cores, 0, far),
				                                    judge_runs(j, "x3", "latency", cores, 0, near)),
				                        "x"),
				           1, judge_text(j, "latency over own, nodes |%d to %d|", from, to));
		}
}

static void
judge_replicas(struct judge *j)
{
	static const struct judge_lines lines = {"x3", "policies", "lookup", NULL, ""};

	if (several_nodes(j))
		judge_faster(j, &lines, "replicate", "interleave", AT(0));
}

static const struct claim claims[] = {
	{"X3 (pages)",
         "Every page is where its policy puts it, from the first touch to the end of the run; replicas are read on "
         "their own node only.",
         "this suite",
         "No page of any policy on another node after the run than when the table had been touched, and no pair of a "
         "thread and a page it reads on two nodes for replicas. (A table that is not placed as planned when touched "
         "fails its cell.)",
         judge_pages, "The kernel moved pages: automatic balancing (numa_balancing), or another process asked for it.",
         "Counts leave nothing open.", .least = SCALE_SMOKE},
	{"X3 (remote)", "Memory of another node is slower than one's own.", "this suite",
         "In every pair of two nodes a dependent load takes longer than from the own node's memory, run by run.",
         judge_remote,
         "Nodes may share a memory controller, as where firmware splits a package for software's sake, or a hypervisor "
         "may show nodes that are none.",
         "Nodes of one package differ by little, and a load is often served by a cache nearer than either memory.",
         .least = SCALE_SMOKE},
	{"X3 (replicas)", "Look-ups on a copy in every node are faster than on one interleaved table.", "this suite",
         "Look-ups per second from all cores, replicate over interleave, above 1.", judge_replicas,
         "Copies compete for the last-level caches that one table would share.",
         "The table fits caches, or so few misses go to another node that it matters little.", .least = SCALE_SMOKE},
	{0},
};

const struct experiment experiment_x3 = {
	.id = "x3",
	.title = "X3. Memory nodes: placement of tables and threads",
	.shows = "The paper's machine had two processors with memory of their own, and the paper runs one thread. With "
		 "threads on all cores it matters on which node a table's pages are.",
	.setup = "Latency: loads that each wait for the last, along a ring of lines on one node, by one thread of a "
		 "node. Random lines and stream: all cores of a node at memory of one. Policies: a cf-striped filter, "
		 "f=12, b=4, half full, asked by a thread on every core for present and absent keys in turn, in a "
		 "window common to all; beside each, the random lines that the same threads can read of the same "
		 "pages. local: the table on one node. interleave: 2 MiB to each node in turn. firsttouch: 2 MiB to "
		 "each thread in turn. replicate: a copy on each node. shard: a part on each node, by a hash of the "
		 "key. Pages are bound before they are touched, and read back after the touch and after the look-ups; "
		 "so are the threads.",
	.deviations = "Not in the paper. On a machine with one memory node this experiment cannot show what it is for: "
		      "the matrices have one entry, every policy puts all pages on that node, all of them are near, "
		      "and where policies differ it is by the work of regrouping batches (shard) and by noise. What it "
		      "then shows is that the policies are applied, that pages and threads are read back, and what "
		      "this memory gives to all cores together.",
	.reading = "Of the cores of one node (rows) at the memory of another (columns), by number: latency in "
		   "nanoseconds, lower is better; random lines and stream in GB/s, lookup and lines in millions per "
		   "second, higher is better. remote: of all pairs of a thread and a page that it reads, the share on "
		   "two nodes. moved: pages that were elsewhere after the look-ups. huge_pages: share of the tables on "
		   "huge pages.",
	.timed = true,
	.figure = true,
	.undrawn = one_node,
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.plan = plan_placement,
	.views = (const struct view[]){{.program = &program_nodes}, {.program = &program_placement}, {0}},
	.claims = claims,
};
