/* SPDX-License-Identifier: MIT */
/* plan.h - the cells of a run: which ones, in which order, and what time and memory they take. */
#ifndef CUCKOOBENCH_PLAN_H
#define CUCKOOBENCH_PLAN_H

#include "harness/plan/key_sets.h"
#include "harness/plan/label.h"
#include "harness/plan/options.h"
#include "harness/stats/latin.h"

struct planned {
	struct cell cell;
	char label[LABEL_ROOM]; /* unique within a run */
	uint64_t base;          /* label_base */
	bool by[EXPERIMENTS];   /* by[i]: experiment_all[i] planned it; and so do those that are shown, in the end */
	double seconds;         /* expected duration */
	size_t bytes;           /* expected peak memory */
	size_t pooled;          /* of it, tables on pages of the system's pool */
	bool finished;          /* an earlier call of the same run measured it */
	unsigned char study;    /* group_of `by`, when the plan is made */
	unsigned shard;         /* the part that contains it, from 1 (shard.h); 0: the plan is not split */
};

enum { PLAN_TEXT = 48 };

struct plan {
	const struct options *options;
	size_t experiment; /* index of the experiment that is planning now */
	/* The options' placement, on each kind of pages. The first has the kind that the options name. */
	struct placement place[MEM_PAGES_KINDS];
	struct key_sets keys;     /* none, unless a chosen experiment takes some */
	bool told;                /* plan_fitting has reported the size of tables that one's own keys fill */
	size_t tables;            /* bytes of those that plan_sized is asked about; 0: it was not */
	char smaller[160];        /* why they are smaller; "": they are not */
	bool chosen[EXPERIMENTS]; /* chosen[i]: experiment_all[i] is to be measured */
	/* shown[i]: experiment i is measured, or other experiments measure every cell that it looks at */
	bool shown[EXPERIMENTS];
	struct planned *at;
	size_t count;
	void *bases; /* tsearch's tree of the cells' bases, and where in `at` each is */
	/* "3120 cells, 9f86d081884c7d65": the plan as the manifest names it; for a shard, the whole plan */
	char whole[PLAN_TEXT];
	struct failure refused; /* why an experiment's plan refused the run; STATUS_DONE: none did */
};

/* The most timed cells that one repetition may have. */
enum { PLAN_MAX_TIMED = 128 };

/* Plans the experiments and groups named in options->arguments, or the usual ones (groups.h). Deterministic cells come
 * first. Timed cells follow, repetition by repetition; each repetition has the order of a row of a Latin square. With
 * options->shard the plan keeps only the cells of that part (shard.h). Call plan_free in any case. */
int plan_make(struct plan *, const struct options *, struct failure *);
/* STATUS_USAGE: an alternative of --filter matches no filter there is, so that what was asked for would be missing. */
int plan_check_filters(const struct options *, struct failure *);
void plan_free(struct plan *);
/* Returns the bytes of a table for the keys of the run. With random integers this is `bytes`. With keys of one's own it
 * is the largest of bytes, bytes/2, bytes/4, ... that has no more 12-bit entries than there are keys to insert. A
 * smaller table is reported before anything runs. The plan is refused if the keys are too few even for `least`
 * bytes. */
size_t plan_fitting(struct plan *, size_t bytes, size_t least);
/* STATUS_USAGE: --bytes has no effect. Says that tables are smaller than the scale's, if they are. */
int plan_check_sizes(const struct plan *, struct failure *);
/* Reads the key sets that the chosen experiments take, for plan_make. Fails, too, if --keys, --queries, --multiset or
 * --keys-format have no effect. */
int plan_read_keys(struct plan *, struct failure *);

/* The most cells that may run at one time. plan_jobs returns --jobs, or one per processor; at most PLAN_MAX_JOBS. */
enum { PLAN_MAX_JOBS = 256 };
size_t plan_jobs(const struct options *);
/* Returns the bytes of memory that may be used: --mem-limit, or four fifths of what is free. */
size_t plan_memory_limit(const struct options *);
/* Is a timed cell to run? */
bool plan_is_timed(const struct plan *);
/* Returns the bytes that the run's own process takes in addition to its cells: its own memory, the key sets that were
 * read, and the canary's ring if a timed cell is to run. */
size_t plan_own_bytes(const struct plan *);
/* Returns the bytes of the canary's ring: 192 MiB, as the paper's tables, or 4 MiB at smoke scale. The ring is halved
 * while it exceeds a fourth of the memory that may be used, down to 4 MiB. */
size_t plan_ring_bytes(const struct plan *);
/* Returns the bytes that cells may use: all of --mem-limit, which does not count the run's own process; otherwise the
 * memory that may be used minus the process's own. */
size_t plan_cell_memory(const struct plan *);

/*
 * Totals of a plan.
 *
 *  - beside: seconds of cells that may run concurrently. alone: seconds of cells that run alone.
 *  - wall: seconds until all are done, as campaign.c starts them with this machine's processors and memory, and without
 *    a time budget.
 *  - bytes: peak memory of all cells at one time. cells: their number.
 */
struct plan_totals {
	double beside, alone, wall;
	double least, most; /* what `wall` may be off by, within the time budget */
	size_t bytes, cells;
	/* cells that need too much memory and are skipped; bytes of the largest cell, skipped or not */
	size_t too_large, largest;
};
/* Sums the unfinished cells that experiment i planned; SIZE_MAX: all unfinished cells. */
struct plan_totals plan_totals(const struct plan *, size_t i);

/*
 * Returns how many machines like this one finish the plan within `seconds`, if each runs one shard: the smallest
 * n whose longest shard takes no longer. n is 0 if no number up to SHARD_MOST suffices, because the cells that must
 * stay together take `longest` seconds. A shard takes no longer than the time budget. Splits the plan.
 */
struct plan_machines {
	unsigned n;
	double longest; /* seconds of the longest shard */
};
struct plan_machines plan_machines(struct plan *, double seconds);

#endif
