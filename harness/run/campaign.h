/* SPDX-License-Identifier: MIT */
/* campaign.h - runs all cells of a plan, one after another or concurrently. */
#ifndef CUCKOOBENCH_CAMPAIGN_H
#define CUCKOOBENCH_CAMPAIGN_H

#include "harness/base/failure.h"
#include "harness/plan/plan.h"
#include "harness/run/budget.h"
#include "harness/run/given_up.h"

/* How the cells of a campaign ended: numbers of cells. */
struct campaign_result {
	/* to_run: cells that no earlier call finished */
	size_t planned, to_run, done, failed, skipped;
	/* for the time budget, by this call and by earlier ones: those cells, and the timed ones among `skipped` */
	struct given_up given_up;
	size_t noisy;    /* disturbed, as far as a cell tells by itself (canary.h) */
	int interrupted; /* the signal that interrupted the campaign; 0: none */
};

/* Is told what the time budget keeps of the plan, whose cells of earlier calls are finished. Nothing has begun. */
typedef void campaign_ready(const struct plan *, const struct budget *);

/*
 * Runs every cell of the plan that the record in DIR does not yet hold, each in a child process. Appends it to the
 * record when it ends (store.h). Marks the plan's cells as finished. `call` is the number of this call in the manifest.
 * Calls `ready` before the first cell; it may be NULL. Fails if DIR cannot be used.
 */
int campaign_run(struct plan *, const char *dir, unsigned call, campaign_ready *ready, struct campaign_result *,
                 struct failure *);

#endif
