/* SPDX-License-Identifier: MIT */
/*
 * campaign_begin.c - what a campaign knows before its first cell: what earlier calls have done, which cells are
 * measured again, and the machine's usual readings.
 */
#include "harness/run/campaign_parts.h"

#include "core/rng.h"
#include "harness/machine/machine.h"

#include <errno.h>
#include <sched.h>
#include <string.h>

/* Builds the canary's ring if a timed cell is to run, and measures the machine's usual readings. Returns 0, or -1 with
 * errno. */
static int
prepare_canary(struct campaign *c)
{
	const uint64_t seed = rng_derive(c->plan->options->seed, 0x72696e67 /* "ring" */);
	bool timed = c->retries.count > 0;
	cpu_set_t allowed;

	for (size_t i = 0; i < c->plan->count; i++)
		timed |= c->plan->at[i].cell.program->timed && !c->plan->at[i].finished;
	if (!timed)
		return 0;
	if (canary_open(&c->canary, plan_ring_bytes(c->plan), seed) != 0)
		return -1;
	if (c->plan->options->scale == SCALE_QUICK)
		canary_shorten(&c->canary);
	if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || machine_pin(c->plan->options->cpu) < 0)
		return -1;
	/* A processor that was idle is faster at first, or slower. Only the readings of a busy one count. */
	for (int i = 0; i < 15; i++) {
		struct disturbance d;

		disturbance_begin(&d, &c->canary, rng_derive(seed, (uint64_t)i), 0);
		disturbance_end(&d, &c->canary, rng_derive(seed, (uint64_t)i), 0);
		if (i >= 10)
			canary_learn(&c->usual, &d);
	}
	return sched_setaffinity(0, sizeof allowed, &allowed);
}

int
campaign_begin(struct campaign *c, const char *dir, unsigned call, struct failure *f)
{
	const struct plan *plan = c->plan;
	const double budget = plan->options->time_limit;
	unsigned planned = 0; /* repetitions */
	const int status = ledger_open(&c->ledger, c->plan, dir, call, f);

	if (status != STATUS_DONE)
		return status;
	for (size_t i = 0; i < plan->count; i++)
		if (plan->at[i].cell.program->timed && plan->at[i].cell.rep >= planned)
			planned = plan->at[i].cell.rep + 1;
	for (size_t i = 0; i < plan->count; i++)
		if (!plan->at[i].finished)
			progress_expects(&c->progress, &plan->at[i], false);
	if (c->progress.to_end < plan->count)
		notice("%s already has %zu of %zu cells", dir, plan->count - c->progress.to_end, plan->count);
	if (c->ledger.store.lost > 0)
		notice("%s: %zu damaged attempts are left out, and made again", c->ledger.store.path,
		       c->ledger.store.lost);
	c->result.given_up = c->ledger.given_up;
	if (given_up_any(&c->result.given_up))
		notice("what an earlier call gave up for its time budget stays so, %zu cells; a longer --time-budget "
		       "measures them",
		       c->result.given_up.cells);
	retries_begin(&c->retries, c->plan, &c->ledger, c->result.given_up.retries ? 0 : plan->options->retries,
	              &c->result.noisy);
	c->retries.most = plan->options->retries;
	c->result.given_up.planned = planned;
	c->result.given_up.seconds = budget > c->result.given_up.seconds ? budget : c->result.given_up.seconds;
	budget_begin(&c->budget, budget);
	c->progress.most = budget;
	for (size_t i = 0; i < c->retries.count; i++)
		progress_expects(&c->progress, c->retries.queue[i], true);
	if (prepare_canary(c) != 0)
		return failed(f, STATUS_FAILED, "cannot take the canary's readings: %s", strerror(errno));
	return STATUS_DONE;
}
