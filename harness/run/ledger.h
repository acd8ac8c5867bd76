/* SPDX-License-Identifier: MIT */
/*
 * ledger.h - the two files that a run grows by, and how a call continues those of an earlier one.
 *
 *      samples.csv   every sample of a finished cell, appended at once
 *      cells.csv     one line for each finished cell, in the order they ran, with the columns
 *
 *      cell,attempt    the cell, and how often it was measured before: together the key of both files
 *      status,seconds  done, failed or skipped; how long it took
 *      call            which of the manifest's calls ran it, from 0
 *      for             the experiments that it emitted samples for
 *      alu_ps,read_ps,steal_ms,migrations,switches,short    a timed cell's canary and disturbances (canary.h)
 *      noise           what makes it noisy, if anything
 *      reason          why it failed or was skipped
 *
 * A cell counts once its line is in cells.csv. When a call continues the run, these cells run again:
 *  - The cell that ran when the program was killed. It has no line in cells.csv, so its samples are dropped.
 *  - A cell whose samples are lost, because the machine stopped before they reached the disk.
 *  - A cell that ran for fewer experiments than now want it. It runs again for all of them.
 *  - With --mix on another machine, the timed cells of the repetition that was in progress. Comparisons within one
 *    repetition need one machine.
 */
#ifndef CUCKOOBENCH_LEDGER_H
#define CUCKOOBENCH_LEDGER_H

#include "harness/base/failure.h"
#include "harness/base/files.h"
#include "harness/plan/plan.h"
#include "harness/run/given_up.h"
#include "harness/timing/canary.h"

#include <stdio.h>

/* One attempt at a cell that an earlier call finished, and the experiments it served (bits as in struct cell). */
struct done {
	char *key;      /* "label,attempt" */
	uint64_t wants; /* 0: its lines are dropped */
	unsigned call;
	double seconds;
	bool given_up;       /* for the time budget: not done, and a call with no more time leaves it so */
	bool noisy, sampled; /* sampled: samples.csv has its samples, the last line whole */
};

struct ledger {
	struct plan *plan;
	char samples_path[FILES_PATH], cells_path[FILES_PATH];
	FILE *samples, *cells;
	unsigned call;            /* this call's number in the manifest */
	struct done *done;        /* sorted by key */
	size_t done_count, lost;  /* lost: done according to cells.csv, but without samples */
	struct given_up given_up; /* by earlier calls, and left so by this one: these cells count as finished */
};

/* How one attempt at a cell ended. */
struct ending {
	const char *status; /* done, failed or skipped */
	double seconds;
	struct disturbance disturbance;
	const char *noise, *reason; /* "" if there is none; the text ends at its first newline */
};

/* What earlier calls spent on a planned cell that is finished. */
struct past {
	unsigned attempts;     /* attempts that finished; 0: the cell is not finished */
	double first, further; /* seconds: of the first attempt, of all others together */
	bool noisy;            /* the last attempt was noisy */
};

/*
 * Opens the files in DIR, or creates them, and marks the plan's finished cells. Leaves a file with another header
 * untouched, and fails. Call ledger_close in either case.
 */
int ledger_open(struct ledger *, struct plan *, const char *dir, unsigned call, struct failure *);
/* Does the same without touching the files, for a manifest that may not be written yet. Nothing can be appended
 * then. */
struct json_t;
int ledger_look(struct ledger *, struct plan *, const char *dir, unsigned call, const struct json_t *manifest,
                struct failure *);
/* Returns what earlier calls spent on a cell. */
struct past ledger_past(const struct ledger *, const struct planned *);
/* Appends the samples of a cell that is about to be logged as done. Returns 0, or -1 with errno. */
int ledger_samples(struct ledger *, const char *lines, size_t length);
/* Appends a cell's line. Returns 0, or -1 with errno. */
int ledger_cell(struct ledger *, const struct planned *, const struct ending *);
void ledger_close(struct ledger *);

/* The first line of cells.csv; and its column "for", which names experiments: "t3 f5". Unknown names, from another
 * version, are skipped. */
extern const char ledger_header[];
uint64_t ledger_parse_wants(char *names);
void ledger_print_wants(FILE *, uint64_t wants);

#endif
