/* SPDX-License-Identifier: MIT */
/* limits.h - what the experiments about this machine's limits, H1 to H5, share; and X6 and X7. */
#ifndef CUCKOOBENCH_LIMITS_H
#define CUCKOOBENCH_LIMITS_H

#include "harness/analysis/judge.h"

/* Sizes in KiB of the paper's table, m = 2^25 buckets, and of one that fits the second-level cache, m = 2^15. `bits`:
 * of a bucket's four entries and their code. */
#define LIMITS_PAPER(bits) ((double)(bits) * (1 << 25) / 8 / 1024)
#define LIMITS_L2(bits) ((double)(bits) * (1 << 15) / 8 / 1024)

/* Queries enough that no cache keeps the lines they read: one for each 24 bytes of table, with two lines each. A bulk
 * lookup takes 8 million for the paper's table. There are always too many for a processor to learn their answers. */
size_t limits_queries(size_t bytes, size_t most);
/* Items that fill buckets of four entries to 95 %. */
size_t limits_items(size_t buckets);

/* A place in H1 or H2: a table, and a share of present keys. LIMITS_LOOKUPS: its lines. */
struct limits_place {
	struct judge_lines lines;
	const char *twin; /* the filter whose answers all give */
	double x;
};
#define LIMITS_LOOKUPS(exp, panel)             \
	{                                      \
		exp, panel, "lookup", NULL, "" \
	}

/*
 * The fastest lookup of the place by its median in this run. Lookups above the instructions `most`, lookups with calls
 * of millions, and controls are left out. The same data choose and judge: of equally fast lookups the lucky one is
 * chosen, by less than the width of their intervals. Returns NULL, and marks it as missing, if there is none.
 */
const char *limits_best(struct judge *, const struct limits_place *, enum isa most);
/* Did a lookup with such instructions take part? If only others did, the claim cannot be judged on this machine. */
bool limits_have(struct judge *, const struct limits_place *, enum isa needed);

/* Was there a processor for a writer beside the reader, so that this has samples? If not, the claim cannot be judged on
 * this machine. */
bool limits_have_writer(struct judge *, const char *exp, const char *panel, const char *series, const char *metric);

/* Does the filter look up tables of this series, "cf-batch" or "cf-batch:f12"? (experiment.h, looks_up) */
bool limits_looks_up(const struct filter_ops *, const char *series);

/* Of a set-up that measures in rounds (plan_add_rounds). */
#define LIMITS_PROCESSES \
	"All is done anew, with other keys, in several processes: the median of a process's rounds is one value."

/* The likely reason why a claim of a bound stays open; an if_inconclusive. */
#define LIMITS_STRADDLES "The interval reaches over the bound."

/* Smaller scales have no tables beyond the caches, so they do not measure claims about such tables. */
#define LIMITS_IN_MEMORY \
	.least = SCALE_FULL, .why = "tables fit a cache, and look-ups do not wait for memory", .unmeasured = true

#endif
