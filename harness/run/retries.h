/* SPDX-License-Identifier: MIT */
/*
 * retries.h - which disturbed cells are measured again, and when.
 *
 *      repetition r:   a  b* c  d* e      b* d*      repetition r + 1: ...
 *                      first attempts     again
 *
 * A noisy cell waits until its repetition is over, so it is measured close in time to the cells it is compared with.
 * All further attempts together may take a third of the time of all first attempts. So a machine that is never quiet
 * does not triple a run.
 */
#ifndef CUCKOOBENCH_RETRIES_H
#define CUCKOOBENCH_RETRIES_H

#include "harness/run/ledger.h"

struct retries {
	struct planned *queue[PLAN_MAX_TIMED];
	size_t count;
	unsigned most;      /* attempts after the first */
	double first, seen; /* seconds that first attempts took, and seconds the plan expected of the same attempts */
	double expected;    /* seconds the plan expects of all first attempts */
	double further;     /* seconds that further attempts took, or are about to take */
};

/*
 * Begins a call of a plan with --retries `most`. Queues noisy cells of the last repetition that an earlier call began:
 * those that it finished, but could not measure again before it was stopped. Cells of earlier repetitions stay as they
 * are: measured long after the rest of their repetition, they could not be compared with it. *refused counts the noisy
 * cells of the last repetition that are not queued.
 */
void retries_begin(struct retries *, struct plan *, const struct ledger *, unsigned most, size_t *refused);
/* Records that a timed cell is done, after this many seconds. Returns true if it is noisy and was queued; false if it
 * is quiet, or may not be measured again. */
bool retries_settle(struct retries *, struct planned *, double seconds, bool noisy);
/* Returns the next cell to measure again, with its attempt number increased. Returns NULL while `next`, the plan's next
 * cell (NULL: none), belongs to the same repetition. */
struct planned *retries_next(struct retries *, const struct planned *next);

#endif
