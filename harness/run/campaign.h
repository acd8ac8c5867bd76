/* SPDX-License-Identifier: MIT */
/* campaign.h - all cells of a plan, one after the other or side by side. */
#ifndef CUCKOOBENCH_CAMPAIGN_H
#define CUCKOOBENCH_CAMPAIGN_H

#include "harness/plan/plan.h"

/* What became of the cells of a campaign. */
struct campaign_result {
	/* to_run: not done by an earlier call, or to be measured again */
	size_t planned, to_run, done, failed, skipped;
	size_t noisy;    /* measured as often as may be, and still disturbed */
	int interrupted; /* by this signal */
};

/*
 * Runs every cell of the plan that DIR/cells.csv does not list as done for the experiments that want it, each in a
 * child process, and appends to DIR/samples.csv and DIR/cells.csv as they finish. The plan's cells are marked as
 * finished and may come to serve further experiments, those that an earlier call ran them for. `call` is this call's
 * number in the manifest. 0; or -1 after a line on stderr if the folder cannot be used.
 */
int campaign_run(struct plan *, const char *dir, unsigned call, struct campaign_result *);

#endif
