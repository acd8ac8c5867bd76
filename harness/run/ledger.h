/* SPDX-License-Identifier: MIT */
/*
 * ledger.h - the two files a run grows by, and how an earlier call's are taken up.
 *
 *      samples.csv   every sample of a finished cell, appended at once
 *      cells.csv     one line a finished cell, in the order they ran, with the columns
 *
 *      cell,attempt    which, and how often it had been measured before: together the key of both files
 *      status,seconds  done, failed or skipped; how long it took
 *      call            which of the manifest's calls ran it, from 0
 *      for             the experiments that it emitted samples for
 *      alu_ps,read_ps,steal_ms,migrations,switches,short    a timed cell's canary and disturbances (canary.h)
 *      noise           what makes it noisy, if anything
 *      reason          why it failed or was skipped
 *  A cell counts once its line is in cells.csv; samples of any other cell (the one that ran when the program was
 * killed) are dropped when the run is taken up again, and a cell whose samples have been lost (the machine stopped
 * before they were on the disk) runs again. So does, for all, one that ran for fewer experiments than now want it. And
 * so do the timed cells of the repetition that was under way when another machine took the run up (--mix): what is
 * compared within it needs one.
 */
#ifndef CUCKOOBENCH_LEDGER_H
#define CUCKOOBENCH_LEDGER_H

#include "harness/plan/plan.h"
#include "harness/timing/canary.h"

#include <stdio.h>

/* One attempt at a cell that an earlier call finished, and for which experiments (bits as in struct cell). */
struct done {
	char *key;      /* "label,attempt" */
	uint64_t wants; /* 0: its lines go */
	unsigned call;
	double seconds;
	bool noisy, sampled; /* sampled: samples.csv has its samples, up to a whole line */
};

struct ledger {
	struct plan *plan;
	FILE *samples, *cells;
	unsigned call;           /* this call's number in the manifest */
	struct done *done;       /* sorted by key */
	size_t done_count, lost; /* lost: done by cells.csv, without samples */
};

/* How one attempt at a cell ended. */
struct ending {
	const char *status; /* done, failed or skipped */
	double seconds;
	struct disturbance disturbance;
	const char *noise, *reason; /* "" if there is none; no newline matters */
};

/* What earlier calls spent on a planned cell that is finished. */
struct past {
	unsigned attempts;     /* that were done; 0: the cell is not finished */
	double first, further; /* seconds: the first attempt, all others */
	bool noisy;            /* the last one was */
};

/*
 * Takes up or begins DIR's files; marks the plan's finished cells. 0; or -1 with a one-line reason in why[200]: close
 * it all the same. What has another header than these files is not touched.
 */
int ledger_open(struct ledger *, struct plan *, const char *dir, unsigned call, char why[200]);
/* The same without touching the files, for a manifest that may not be written yet: nothing can be appended. */
struct json_t;
int ledger_look(struct ledger *, struct plan *, const char *dir, unsigned call, const struct json_t *manifest,
                char why[200]);
struct past ledger_past(const struct ledger *, const struct planned *);
/* Appends the samples of a cell that is about to be logged as done. 0, or -1 with errno. */
int ledger_samples(struct ledger *, const char *lines, size_t length);
/* Appends a cell's line. 0, or -1 with errno. */
int ledger_cell(struct ledger *, const struct planned *, const struct ending *);
void ledger_close(struct ledger *);

/* The first line of cells.csv, and how its column "for" names experiments: "t3 f5". Unknown names, of another version,
 * are passed over. */
extern const char ledger_header[];
uint64_t ledger_parse_wants(char *names);
void ledger_print_wants(FILE *, uint64_t wants);

#endif
