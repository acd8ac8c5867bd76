/* SPDX-License-Identifier: MIT */
/* ledger.c - see ledger.h. */
#include "harness/run/ledger.h"

#include "harness/plan/groups.h"
#include "harness/run/manifest_facts.h"

#include <jansson.h>
#include <string.h>

/* Has this call a budget no larger than that of the call that gave cells up? */
static bool
stays_given_up(const struct ledger *l, const struct given_up *past)
{
	const double mine = l->plan->options ? l->plan->options->time_limit : 0;

	return given_up_any(past) && mine > 0 && mine <= past->seconds;
}

/* Is all measured that the cell would measure? If only some of it is, the cell measures the rest. */
static bool
is_measured(const struct ledger *l, struct planned *p)
{
	unsigned parts;

	if (!store_has(&l->store, p->base, p->cell.program, &parts))
		return false;
	if (!(p->cell.parts & ~parts))
		return true;
	p->cell.parts &= ~parts;
	label_cell(&p->cell, p->label);
	return false;
}

void
ledger_give_up(struct given_up *g, const struct planned *p, bool study)
{
	if (study)
		given_up_add_study(g, 1, group_all[p->study].name);
	else
		given_up_add(p->cell.program->timed ? &g->timed : &g->fixed, 1, p->cell.rep);
}

/* Marks the planned cells that need not run. */
static void
settle_done(struct ledger *l, const struct given_up *past)
{
	const bool stays = stays_given_up(l, past);

	if (stays)
		l->given_up = (struct given_up){.seconds = past->seconds};
	for (size_t i = 0; i < l->plan->count; i++) {
		struct planned *p = &l->plan->at[i];
		const struct attempt *old = store_find(&l->store, p->label);
		const bool leaves = old && old->given_up && stays;

		p->finished = is_measured(l, p) || leaves;
		if (leaves)
			ledger_give_up(&l->given_up, p, strcmp(old->reason, given_up_study_reason) == 0);
	}
}

/* In the last repetition, if it was begun and is not done, schedules the timed cells that another machine measured. */
static void
settle_repetition(struct ledger *l, const json_t *manifest)
{
	unsigned last = 0;
	bool whole = true;

	for (size_t i = 0; i < l->plan->count; i++) {
		const struct planned *p = &l->plan->at[i];

		if (p->cell.program->timed && p->finished && p->cell.rep > last)
			last = p->cell.rep;
	}
	for (size_t i = 0; i < l->plan->count; i++) {
		const struct planned *p = &l->plan->at[i];

		whole &= !p->cell.program->timed || p->cell.rep != last || p->finished;
	}
	for (size_t i = 0; i < l->plan->count && !whole; i++) {
		struct planned *p = &l->plan->at[i];
		const struct attempt *a = store_find(&l->store, p->label);

		/* Of a cell that is put together from several, who measured it is not known. */
		if (p->cell.program->timed && p->cell.rep == last && p->finished && a && a->done)
			p->finished = manifest_maker_of(manifest, l->call) == manifest_maker_of(manifest, a->call);
	}
}

int
ledger_look(struct ledger *l, struct plan *plan, const char *dir, unsigned call, const json_t *manifest,
            struct failure *f)
{
	const struct given_up past = given_up_of(manifest);
	int status;

	*l = (struct ledger){.plan = plan, .call = call};
	if ((status = store_read(&l->store, STORE_CONTINUE, dir, f)) != STATUS_DONE)
		return status;
	settle_done(l, &past);
	settle_repetition(l, manifest);
	/* Nothing is kept of a cell that runs again; everything of other cells. */
	for (size_t i = 0; i < plan->count; i++)
		if (!plan->at[i].finished)
			store_drop(&l->store, plan->at[i].label);
	return STATUS_DONE;
}

int
ledger_open(struct ledger *l, struct plan *plan, const char *dir, unsigned call, struct failure *f)
{
	json_t *manifest = manifest_read(dir, NULL);
	const int status = ledger_look(l, plan, dir, call, manifest, f);
	size_t more = 0;

	json_decref(manifest);
	if (status != STATUS_DONE)
		return status;
	for (size_t i = 0; i < plan->count; i++) {
		more += !plan->at[i].finished;
		store_add_by(&l->store, plan->at[i].base, plan->at[i].by);
	}
	return store_begin(&l->store, dir, plan->shown, more, f);
}
