/* SPDX-License-Identifier: MIT */
/*
 * ledger.h - the two files a run grows by, and how an earlier call's are taken up.
 *
 *      samples.csv   every sample of a finished cell, appended at once
 *      cells.csv     cell,status,seconds,for,reason: one line a finished cell; `for` names the experiments that it
 *                    emitted samples for
 *
 * A cell counts once its line is in cells.csv; samples of any other cell (the one that ran when the program was killed)
 * are dropped when the run is taken up again. A cell that ran for fewer experiments than now want it runs again for all.
 */
#ifndef CUCKOOBENCH_LEDGER_H
#define CUCKOOBENCH_LEDGER_H

#include "harness/plan.h"

#include <stdio.h>

/* A cell that an earlier call finished, and for which experiments (bits as in struct cell). */
struct done {
	char *label;
	uint64_t wants;
};

struct ledger {
	struct plan *plan;
	FILE *samples, *cells;
	struct done *done; /* sorted by label */
	size_t done_count;
};

/* Takes up or begins DIR's files; marks the plan's finished cells. 0, or -1 with errno (close it all the same). */
int ledger_open(struct ledger *, struct plan *, const char *dir);
/* Appends the samples of a cell that is about to be logged as done. 0, or -1 with errno. */
int ledger_samples(struct ledger *, const char *lines, size_t length);
/* Appends a cell's line: status is done, failed or skipped. 0, or -1 with errno. */
int ledger_cell(struct ledger *, const struct planned *, const char *status, double seconds, const char *reason);
void ledger_close(struct ledger *);

#endif
