/* SPDX-License-Identifier: MIT */
/*
 * cell_child.h - the process that a cell runs in, from both sides.
 *
 *      parent                                        child
 *      cell_child_start ---------fork------------->  pinned, signals as before, standard output closed
 *      cell_child_read  <--pipe-- sample,...         run_cell
 *                       <--pipe-- # disturbances     of a timed cell: canary before and after
 *                       <--pipe-- #whole             of a cell with a plug-in, which might end the process by itself
 *      cell_child_end   <--wait-- status
 *
 * A child that fails, is killed or runs out of memory costs its own cell only. The parent watches a child that runs a
 * plug-in (guard.h). It kills the child beyond its limit of time or memory.
 */
#ifndef CUCKOOBENCH_CELL_CHILD_H
#define CUCKOOBENCH_CELL_CHILD_H

#include "harness/base/guard.h"
#include "harness/plan/plan.h"
#include "harness/timing/canary.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct cell_child {
	pid_t pid;
	int fd; /* the pipe's reading end */
	struct planned *planned;
	uint64_t start; /* nanoseconds of clock_ns */
	char *text;     /* what the child has written so far, terminated by NUL */
	size_t length, room;
	bool guarded; /* it runs a plug-in */
	struct guard guard;
	char beyond[GUARD_WHY]; /* the limit that it exceeded, in words; "": none */
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
/* Reads what is in the pipe; blocks if it is empty. Returns false once the pipe is closed. */
bool cell_child_read(struct cell_child *);
/* Has the child exceeded a limit? If so, it has been killed. */
bool cell_child_exceeded(struct cell_child *);
/* Waits for the child to exit. Writes why it failed to `reason`, "" if it succeeded: then `text` holds its samples
 * only, and the disturbances are set. */
void cell_child_end(struct cell_child *, char reason[CELL_REASON], struct disturbance *);
/* Kills the child if it runs, and frees what it owns. */
void cell_child_kill(struct cell_child *);

#endif
