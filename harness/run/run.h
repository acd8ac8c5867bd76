/* SPDX-License-Identifier: MIT */
/* run.h - one cell, in the process that is its own (run.c, cell_child.h), and the campaign of all cells (campaign.c). */
#ifndef CUCKOOBENCH_RUN_H
#define CUCKOOBENCH_RUN_H

#include "harness/plan/plan.h"

#include <stdio.h>

/* What a cell says of itself beside its samples. */
struct run_notes {
	uint64_t short_slices; /* timed samples below measure_least_ns() */
	bool threads;          /* it started some, and moved out of their way */
	uint64_t wakes;        /* how often it woke beside them, so often displacing one */
};

/* Runs the planned cell in this process: its samples go to `out`, a failure as one line "!reason". 0, or 1 if it failed. */
int run_cell(const struct planned *, const struct options *, FILE *out, struct run_notes *);

/* What became of the cells of a campaign. */
struct campaign_result {
	size_t planned, to_run, done, failed, skipped; /* to_run: not done by an earlier call, or to be measured again */
	size_t noisy; /* measured as often as may be, and still disturbed */
	int interrupted; /* by this signal */
};

/*
 * Runs every cell of the plan that DIR/cells.csv does not list as done for the experiments that want it, each in a child
 * process, and appends to DIR/samples.csv and DIR/cells.csv as they finish. The plan's cells are marked as finished and
 * may come to serve further experiments, those that an earlier call ran them for. `call` is this call's number in the
 * manifest. 0; or -1 after a line on stderr if the folder cannot be used.
 */
int campaign_run(struct plan *, const char *dir, unsigned call, struct campaign_result *);

#endif
