/* SPDX-License-Identifier: MIT */
/*
 * progress.h - prints on standard error how far a campaign is.
 *
 * A terminal shows one line, which is drawn again and again and cut at the window's edge. A file, or a terminal that
 * cannot draw over a line (TERM=dumb), gets one line for each cell that ended.
 *
 *      a terminal   | [3/10] left 1:05; now life:cf:bytes=...; before presence:bf:... done, 0.02 s |
 *      a file       [3/10] presence:bf:... done, 0.02 s, left 1:05
 *
 * The time left is the plan's estimate, scaled by the ratio of the time measured so far to the time planned for it.
 * That ratio includes a prior: a tenth of the plan, done exactly as fast as expected. Otherwise the first cells, of a
 * hundredth of a second each, would decide a forecast of hours.
 */
#ifndef CUCKOOBENCH_PROGRESS_H
#define CUCKOOBENCH_PROGRESS_H

#include "harness/plan/plan.h"

#include <stdio.h>

enum { PROGRESS_CELL = 320 };

struct progress {
	bool terminal, quiet;
	size_t jobs;                    /* cells that may run concurrently */
	size_t ended, to_end;           /* cells */
	double expected, expected_done; /* wall seconds of the plan */
	/* seconds that the run may take, and for which it gives something up; 0: no limit */
	double most;
	uint64_t start; /* nanoseconds of clock_ns */
	/* the cell that began last and still runs; the cell that ended last, and how */
	char now[PROGRESS_CELL], before[PROGRESS_CELL];
};

/* Starts the display for `jobs` concurrent cells; quiet: prints nothing. */
void progress_begin(struct progress *, bool quiet, size_t jobs);
/* Adds one cell to run. */
void progress_expects(struct progress *, const struct planned *);
void progress_starts(struct progress *, const struct planned *);
/* Reports how a cell ended: "done", or what disturbed it. `running` is another cell to show; NULL: none runs. */
void progress_ends(struct progress *, const struct planned *, const char *status, double seconds,
                   const struct planned *running);
/* Clears the line for a message from elsewhere that ends with a newline. */
void progress_gives_way(const struct progress *);
/* Begins a new line after the ^C that a terminal shows. */
void progress_interrupted(void);
/* Ends the display, even if not all cells ended. Later messages begin on a new line. */
void progress_over(const struct progress *);
/* Estimates the seconds left, given the seconds passed. */
double progress_left(const struct progress *, double passed);

#endif
