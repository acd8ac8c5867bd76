/* SPDX-License-Identifier: MIT */
/*
 * ledger.h - how a call continues the run of earlier ones: which planned cells are finished.
 *
 *      attempts of earlier calls (store.h) --settle--> finished cells of the plan; attempts that stay
 *
 * A cell is finished once one attempt at it is done. When a call continues the run, these cells run again:
 *  - The cell that ran when the program was killed. Its attempt was not written whole, so it does not count.
 *  - A cell whose record is damaged.
 *  - A cell that measured only some of the parts that are wanted now. It measures the others.
 *  - With --mix on another machine, the timed cells of the repetition that was in progress. Comparisons within one
 *    repetition need one machine.
 */
#ifndef CUCKOOBENCH_LEDGER_H
#define CUCKOOBENCH_LEDGER_H

#include "harness/plan/plan.h"
#include "harness/run/given_up.h"
#include "harness/run/store.h"

struct ledger {
	struct plan *plan;
	struct store store;
	unsigned call;            /* this call's number in the manifest */
	struct given_up given_up; /* by earlier calls, and left so by this one: these cells count as finished */
};

/* Counts a cell that is given up for the time budget, by itself or with its whole study. */
void ledger_give_up(struct given_up *, const struct planned *, bool study);

/*
 * Reads the run in DIR, or creates it, and marks the plan's finished cells. Leaves a run of another version untouched,
 * and fails. Call store_free for its store in either case.
 */
int ledger_open(struct ledger *, struct plan *, const char *dir, unsigned call, struct failure *);
/* Does the same without touching the files, for a manifest that may not be written yet. Nothing can be appended
 * then. */
struct json_t;
int ledger_look(struct ledger *, struct plan *, const char *dir, unsigned call, const struct json_t *manifest,
                struct failure *);

#endif
