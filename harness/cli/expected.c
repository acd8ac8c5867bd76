/* SPDX-License-Identifier: MIT */
/*
 * expected.c - what a run with a time budget expects to measure and to decide, said before its first cell.
 *
 *      expected in the time budget of 20 min: 6 of 10 repetitions of deterministic parts; nothing of @keys.
 *      36 of 40 claims can be judged.
 */
#include "harness/cli/commands.h"

#include "harness/analysis/claims.h"
#include "harness/run/budget.h"
#include "harness/run/given_up.h"

/* Is a cell of this experiment measured, now or by an earlier call? */
static bool
is_measured(const struct plan *plan, const struct budget *b, size_t experiment)
{
	for (const struct planned *p = plan->at; p < plan->at + plan->count; p++)
		if (p->by[experiment] && (p->finished || budget_keeps(b, p)))
			return true;
	return false;
}

void
tell_expected(const struct plan *plan, const struct budget *b)
{
	size_t claims = 0, judged = 0;
	char text[BUDGET_TEXT], budget[24], can[64] = "";

	if (b->seconds <= 0 || plan->options->quiet)
		return;
	for (size_t i = 0; experiment_all[i]; i++) {
		const bool measured = plan->chosen[i] && is_measured(plan, b, i);

		for (const struct claim *c = experiment_all[i]->claims; plan->chosen[i] && c && c->id; c++) {
			claims++;
			judged += measured && c->least <= plan_scale(plan);
		}
	}
	if (claims > 0)
		snprintf(can, sizeof can, "; %zu of %zu claims can be judged", judged, claims);
	notice("expected in the time budget of %s: %s%s%s", given_up_duration(b->seconds, budget),
	       b->late ? "not even the least, " : "", budget_text(b, plan->at, plan->count, text), can);
}
