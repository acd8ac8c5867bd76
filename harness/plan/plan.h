/* SPDX-License-Identifier: MIT */
/* plan.h - the cells of a run: which, how long, how much memory. */
#ifndef CUCKOOBENCH_PLAN_H
#define CUCKOOBENCH_PLAN_H

#include "harness/plan/key_sets.h"
#include "harness/plan/options.h"
#include "harness/stats/latin.h"

struct planned {
	struct cell cell;
	char label[192]; /* unique within a run; no comma, no blank */
	double seconds;  /* expected */
	size_t bytes;    /* expected peak memory */
	bool finished;   /* an earlier call of the same run did it */
	unsigned shard;  /* which part it is in, from 1 (shard.h); 0: the plan is not split */
};

enum { PLAN_TEXT = 48 };

struct plan {
	const struct options *options;
	size_t experiment; /* which is planning now */
	/* as the options have it, on each kind of pages; the first is theirs */
	struct placement place[MEM_PAGES_KINDS];
	struct key_sets keys; /* none, unless an experiment that was chosen takes some */
	bool told;            /* what size of tables one's own keys are for (plan_fitting) */
	bool refused;         /* by an experiment's plan, which has said why */
	uint64_t chosen;      /* bit i: experiment_all[i] is part of the run */
	struct planned *at;
	size_t count;
	char whole
		[PLAN_TEXT]; /* "3120 cells, 9f86d081884c7d65": of a part, what it is a part of, as the manifest has it */
};

/* Timed cells of one repetition, at most. */
enum { PLAN_MAX_TIMED = LATIN_MOST };

/* Plans the experiments named in options->arguments (none, or "all": every one). Deterministic cells come first, then the
 * timed ones repetition by repetition, those of each in the order of a row of a Latin square. With options->shard only those of that
 * part (shard.h). 0; or an exit status after a line on stderr: release it all the same. */
int plan_make(struct plan *, const struct options *);
void plan_free(struct plan *);

/* Cells that may run at one time: --jobs, or one a processor; at most PLAN_MAX_JOBS. */
enum { PLAN_MAX_JOBS = 256 };
size_t plan_jobs(const struct options *);
/* Memory that may be used: --mem-limit, or four fifths of what is free. */
size_t plan_memory_limit(const struct options *);
/* Memory that the run's own process takes beside its cells: by itself, the key sets that were read, and the ring if a
 * timed cell is to run. */
size_t plan_own_bytes(const struct plan *);
/* The canary's ring: 192 MiB, as the paper's tables; 4 MiB at smoke scale, and a fourth of what may be used where that
 * is less. */
size_t plan_ring_bytes(const struct plan *);
/* Memory its cells may use: --mem-limit, which is theirs alone; or of what may be used all but its own. */
size_t plan_cell_memory(const struct plan *);

/*
 * Totals: seconds of cells that may run beside others, of those that run alone; how long all take, as campaign.c starts
 * them where there are so many processors and so much memory; the most memory at one time, and of one cell; and which
 * cells there is too little memory for.
 */
struct plan_totals {
	double beside, alone, wall;
	size_t bytes, cells;
	size_t too_large, largest; /* cells that will be skipped; the bytes of the largest cell, skipped or not */
};
/* Over the cells that experiment i wants and that are not finished; SIZE_MAX: all. */
struct plan_totals plan_totals(const struct plan *, size_t i);

/*
 * How many machines of this one's kind do the plan within so many seconds, a shard each: the least number n whose
 * longest shard takes no longer. n 0: no number up to SHARD_MOST does, as what must stay together takes `longest`
 * seconds. Splits the plan.
 */
struct plan_machines {
	unsigned n;
	double longest; /* seconds of the longest shard */
};
struct plan_machines plan_machines(struct plan *, double seconds);

#endif
