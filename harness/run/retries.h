/* SPDX-License-Identifier: MIT */
/*
 * retries.h - which disturbed cells are measured again, and when.
 *
 *      repetition r:   a  b* c  d* e      b* d*      repetition r + 1: ...
 *                      first attempts     again
 *  A noisy cell waits until its repetition is over, so that it is measured beside those it is compared with. All
 * further attempts together may take a third of the time of all first ones: a machine that is never quiet does not
 * triple a run.
 */
#ifndef CUCKOOBENCH_RETRIES_H
#define CUCKOOBENCH_RETRIES_H

#include "harness/run/ledger.h"

struct retries {
	struct planned *queue[PLAN_MAX_TIMED];
	size_t count;
	unsigned most;      /* attempts after the first */
	double first, seen; /* seconds that first attempts took, and that the plan expected of them */
	double expected;    /* seconds the plan expects of all first attempts */
	double further;     /* seconds that further attempts took, or are about to */
};

/*
 * Begins a call of a plan with --retries most. Queues what an earlier call finished noisy and was stopped before it
 * could measure again: cells of the last repetition that it began. Of earlier ones nothing more is to come, for a cell
 * measured long after the others of its repetition could not be compared with them. *refused: noisy cells of that
 * repetition that stay so.
 */
void retries_begin(struct retries *, struct plan *, const struct ledger *, unsigned most, size_t *refused);
/* A timed cell is done, after so many seconds. True if it is noisy and was queued; false also if it may not be. */
bool retries_settle(struct retries *, struct planned *, double seconds, bool noisy);
/* The next cell to measure again, its attempt counted up; or NULL while `next`, the plan's next cell (NULL: there is
 * none), is of the same repetition. */
struct planned *retries_next(struct retries *, const struct planned *next);

#endif
