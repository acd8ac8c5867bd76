/* SPDX-License-Identifier: MIT */
/* run.h - one cell, in the process that is its own (cell_child.h). */
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

/* Runs the planned cell in this process: its samples go to `out`, a failure as one line "!reason". 0, or 1 if it
 * failed. */
int run_cell(const struct planned *, const struct options *, FILE *out, struct run_notes *);

#endif
