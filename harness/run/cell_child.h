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
 *  A child that fails, is killed or runs out of memory costs its own cell only. One that runs a plug-in is watched
 * while it does (guard.h): beyond its time or its memory it is ended.
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
	int fd; /* of the pipe's reading end */
	struct planned *planned;
	uint64_t start; /* clock_ns */
	char *text;     /* what it wrote so far, NUL behind it */
	size_t length, room;
	bool guarded; /* it runs a plug-in */
	struct guard guard;
	char beyond[GUARD_WHY]; /* a limit that it went beyond */
};

/* What all cells of a campaign have in common. */
struct cell_setting {
	const struct options *options;
	const struct canary *canary;
	const sigset_t *signals; /* the signal mask of cells */
	size_t mem_limit;        /* bytes */
};

enum { CELL_REASON = 200 };

/* Starts the cell; `number` is how many ended before it. 0, or -1 with errno. */
int cell_child_start(struct cell_child *, const struct cell_setting *, struct planned *, size_t number);
/* Takes what is in the pipe, and waits if nothing is. False when it has been closed. */
bool cell_child_read(struct cell_child *);
/* Has it gone beyond a limit? Then it was killed. */
bool cell_child_exceeded(struct cell_child *);
/* Waits for its end: why it failed, "" if it did not; then `text` has its samples only, and the disturbances are
 * told. */
void cell_child_end(struct cell_child *, char reason[CELL_REASON], struct disturbance *);
/* Ends it if it runs, and frees what it has. */
void cell_child_kill(struct cell_child *);

#endif
