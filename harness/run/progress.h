/* SPDX-License-Identifier: MIT */
/*
 * progress.h - how far a campaign is, on standard error.
 *
 *      a terminal   | [3/10] left 1:05; now life:cf:bytes=...; before presence:bf:... done, 0.02 s |   one line, drawn again and again, cut
 *                                                                                                  at the window's edge
 *      a file       [3/10] presence:bf:... done, 0.02 s, left 1:05                                 a line a cell that ended
 *  The time left is the plan's, corrected by how long what is done took against it. As if a tenth of the plan had been
 * done just as fast as expected, so that the first cells, of a hundredth of a second each, do not speak for hours.
 */
#ifndef CUCKOOBENCH_PROGRESS_H
#define CUCKOOBENCH_PROGRESS_H

#include "harness/plan/plan.h"

#include <stdio.h>

enum { PROGRESS_CELL = 320 };

struct progress {
	bool terminal, quiet;
	size_t jobs;                    /* cells that may run at one time */
	size_t ended, to_end, again;    /* cells; of to_end, those that are measured again */
	double expected, expected_done; /* wall seconds of the plan */
	uint64_t start;                 /* of clock_ns */
	/* the cell that began last and runs; the one that ended last, and how */
	char now[PROGRESS_CELL], before[PROGRESS_CELL];
};

void progress_begin(struct progress *, bool quiet, size_t jobs);
/* One cell more is to run; for another time if it is measured again. */
void progress_expects(struct progress *, const struct planned *, bool again);
void progress_starts(struct progress *, const struct planned *);
/* With what became of it: "done", or what disturbed it. `running`: another cell, the one to be shown; NULL: none. */
void progress_ends(struct progress *, const struct planned *, const char *status, double seconds,
                   const struct planned *running);
/* Makes room for a line of another's, which ends with a newline. */
void progress_gives_way(const struct progress *);
/* No cell ends any more, even if not all did: what is said from here on begins a line. */
void progress_over(const struct progress *);
/* Seconds that are left, of so many that have passed. */
double progress_left(const struct progress *, double passed);

#endif
