/* SPDX-License-Identifier: MIT */
/* campaign_parts.h - shared by campaign.c, which runs cells, and campaign_begin.c, which finds out what to run. */
#ifndef CUCKOOBENCH_CAMPAIGN_PARTS_H
#define CUCKOOBENCH_CAMPAIGN_PARTS_H

#include "harness/run/budget.h"
#include "harness/run/campaign.h"
#include "harness/run/cell_child.h"
#include "harness/run/ledger.h"
#include "harness/run/progress.h"
#include "harness/run/retries.h"
#include "harness/timing/canary.h"

#include <signal.h>

struct campaign {
	struct plan *plan;
	struct ledger ledger;
	struct cell_child child[PLAN_MAX_JOBS];
	struct cell_setting setting;
	size_t children, jobs;
	size_t next;              /* the next cell of the plan to begin, apart from those measured again */
	struct progress progress; /* cells ended and planned, and the start time */
	struct canary canary;
	struct canary_usual usual;
	struct retries retries;
	struct budget budget;
	sigset_t unblocked; /* the signal mask while waiting, which is also that of cells */
	int write_failed;   /* errno of the first write that failed */
	struct campaign_result result;
};

/* Continues what an earlier call did. */
int campaign_begin(struct campaign *, const char *dir, unsigned call, struct failure *);

#endif
