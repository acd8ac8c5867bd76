/* SPDX-License-Identifier: MIT */
/* retries.c - see retries.h. */
#include "harness/run/retries.h"

#include <string.h>

static const double most_further = 1.0 / 3; /* of the time of all first attempts */

static bool
offer(struct retries *r, struct planned *p, double seconds)
{
	/* the time of all first attempts, extrapolated from those that are done */
	const double all = r->seen > 0 ? r->first * r->expected / r->seen : 0;

	if (p->cell.attempt >= r->most || r->count == PLAN_MAX_TIMED || r->further + seconds > all * most_further)
		return false;
	r->further += seconds;
	r->queue[r->count++] = p;
	return true;
}

void
retries_begin(struct retries *r, struct plan *plan, const struct ledger *ledger, unsigned most, size_t *refused)
{
	unsigned last = 0;

	*r = (struct retries){.most = most};
	*refused = 0;
	for (size_t i = 0; i < plan->count; i++) {
		struct planned *p = &plan->at[i];
		const struct past past = ledger_past(ledger, p);

		if (!p->cell.program->timed)
			continue;
		r->expected += p->seconds;
		if (past.attempts == 0)
			continue;
		r->first += past.first;
		r->further += past.further;
		r->seen += p->seconds;
		p->cell.attempt = past.attempts - 1;
		last = p->cell.rep > last ? p->cell.rep : last;
	}
	for (size_t i = 0; i < plan->count; i++) {
		struct planned *p = &plan->at[i];
		const struct past past = ledger_past(ledger, p);

		if (p->cell.program->timed && past.noisy && p->cell.rep == last)
			*refused += !offer(r, p, (past.first + past.further) / past.attempts);
	}
}

bool
retries_settle(struct retries *r, struct planned *p, double seconds, bool noisy)
{
	if (p->cell.attempt == 0) {
		r->first += seconds;
		r->seen += p->seconds;
	}
	return noisy && offer(r, p, seconds);
}

struct planned *
retries_next(struct retries *r, const struct planned *next)
{
	struct planned *p = r->queue[0];

	if (r->count == 0 || (next && next->cell.rep == p->cell.rep))
		return NULL;
	memmove(r->queue, r->queue + 1, --r->count * sizeof *r->queue);
	p->cell.attempt++;
	return p;
}
