/* SPDX-License-Identifier: MIT */
/*
 * cell_child.h - the process that a cell runs in, from both sides.
 *
 *      parent                                        child
 *      cell_child_start ---------fork------------->  pinned, signals as before
 *      guard_read       <--pipe-- sample,...         run_cell
 *                       <--pipe-- # disturbances     of a timed cell: canary before and after
 *      cell_child_end   <--wait-- status
 *
 * A child that fails, is killed or runs out of memory costs its own cell only (guard.h). The parent kills a child that
 * runs a plug-in beyond its limit of time or memory.
 */
#ifndef CUCKOOBENCH_CELL_CHILD_H
#define CUCKOOBENCH_CELL_CHILD_H

#include "harness/base/guard.h"
#include "harness/plan/plan.h"
#include "harness/timing/canary.h"

#include <signal.h>
#include <stddef.h>

struct cell_child {
	struct guard guard; /* its text: the samples, after cell_child_end */
	struct planned *planned;
};

/* What all cells of a campaign share. */
struct cell_setting {
	const struct options *options;
	const struct canary *canary;
	const sigset_t *signals; /* the signal mask of cells */
	size_t mem_limit;        /* bytes */
};

enum { CELL_REASON = 200 };

/* Forks a child for the planned cell; `number` counts the cells that ended before it. Returns 0, or -1 with errno. */
int cell_child_start(struct cell_child *, const struct cell_setting *, struct planned *, size_t number);
/* Waits for the child to exit. Writes why it failed to `reason`, "" if it succeeded: then `text` holds its samples
 * only, and the disturbances are set. */
void cell_child_end(struct cell_child *, char reason[CELL_REASON], struct disturbance *);

#endif
