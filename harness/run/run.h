/* SPDX-License-Identifier: MIT */
/* run.h - runs one cell, in that cell's own process (cell_child.h). */
#ifndef CUCKOOBENCH_RUN_H
#define CUCKOOBENCH_RUN_H

#include "harness/plan/plan.h"

#include <stdio.h>

/* What a cell reports of itself in addition to its samples. */
struct run_notes {
	uint64_t short_slices; /* timed samples below measure_least_ns() */
	bool threads;          /* it started threads, and moved off their processors */
	uint64_t switches;     /* involuntary context switches that its own threads caused (workers_stop) */
};

/* Runs the planned cell in this process. Writes its samples to `out`, or a failure as one line "!reason". Returns 0, or
 * 1 if it failed. */
int run_cell(const struct planned *, const struct options *, FILE *out, struct run_notes *);

#endif
