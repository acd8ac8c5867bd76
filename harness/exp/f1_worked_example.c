/* SPDX-License-Identifier: MIT */
/* f1_worked_example.c - Figure 1: cuckoo hashing before and after an insertion that relocates two items, and a (2,4)
 * cuckoo filter. */
#include "harness/programs/programs.h"

#include <stdio.h>
#include <string.h>

static void
plan_example(struct plan *plan)
{
	/* Fingerprints have eight bits, so that the entries of panel (c) print as two hexadecimal digits. 22 of its 32
	 * entries are used, as in a filter that is filling up. */
	struct cell cell = {.program = &program_example,
	                    .filter = filter_find("cf"),
	                    .params = {.buckets = 8, .fp_bits = 8, .slots = 1},
	                    .target = SIZE_MAX};

	plan_add(plan, &cell, 1);
	cell.params.slots = 4;
	cell.target = 22;
	plan_add(plan, &cell, 1);
}

/* An entry is known by its slot, too: a bucket may hold a fingerprint twice. */
static void
f1_renamed(struct sample *s)
{
	if (strcmp(s->metric, "slot") == 0)
		snprintf(s->metric, sizeof s->metric, "slot_%u", (unsigned)s->num);
}

const struct experiment experiment_f1 = {
	.id = "f1",
	.title = "Figure 1. Cuckoo hashing, a worked example",
	.shows = "(a) Item x can go to two buckets, both taken; (b) after two relocations it has a place; (c) a cuckoo "
		 "filter with two hashes per item and four entries per bucket holds fingerprints only.",
	.setup = "Drawn from a run of the code on eight buckets: the first key stream under the master seed in which "
		 "inserting x relocates exactly two items.",
	.deviations = "Panels (a) and (b) show partial-key cuckoo hashing with one entry per bucket, where the paper "
		      "draws a plain cuckoo hash table.",
	.reading = "Cells show which item, or which fingerprint in hexadecimal, each bucket holds. In the data slot_0 "
		   "is a bucket's first entry, slot_1 its second.",
	.figure = true,
	.statistic = "none",
	.plan = plan_example,
	.views = (const struct view[]){{.program = &program_example, .renamed = f1_renamed}, {0}},
};
