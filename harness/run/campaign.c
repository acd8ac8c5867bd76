/* SPDX-License-Identifier: MIT */
/*
 * campaign.c - runs the cells of a plan, each in a child process, and records their output.
 *
 *      child 1 --pipe--\
 *      child 2 --pipe---> parent (ppoll) ---> record (store.h)
 *
 * Deterministic cells run concurrently, one on each processor. A timed cell runs alone and pinned, between two
 * canaries. A time budget gives up studies and repetitions (budget.h). A child that fails costs only its own cell
 * (cell_child.h).
 */
#include "harness/run/campaign.h"

#include "core/rng.h"
#include "harness/base/clock.h"
#include "harness/filters/setup.h"
#include "harness/machine/topology.h"
#include "harness/run/budget.h"
#include "harness/run/cell_child.h"
#include "harness/run/ledger.h"
#include "harness/run/progress.h"
#include "harness/timing/canary.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

struct campaign {
	struct plan *plan;
	struct ledger ledger;
	struct cell_child child[PLAN_MAX_JOBS];
	struct cell_setting setting;
	size_t children, jobs;
	size_t next;              /* the next cell of the plan to begin */
	struct progress progress; /* cells ended and planned, and the start time */
	struct canary canary;
	struct budget budget;
	campaign_ready *ready;
	sigset_t unblocked; /* the signal mask while waiting, which is also that of cells */
	int write_failed;   /* errno of the first write that failed */
	struct campaign_result result;
};

static volatile sig_atomic_t interrupted;

static void
on_signal(int number)
{
	interrupted = number;
}

/* --- one cell's end --- */

static const char used_up[] = "the time budget is used up";

/* Was this cell given up for the time budget? One line reports all such cells together. */
static bool
is_given_up(const struct planned *p, const char *reason)
{
	return given_up_is(reason) || (reason == used_up && p->cell.program->timed);
}

/* Appends an attempt at the cell that ended so, with the lines of its samples, and tells about it. */
static void
log_cell(struct campaign *c, const struct planned *p, struct attempt e, const char *samples, size_t length)
{
	e.cell = p->label;
	e.rep = p->cell.rep;
	e.call = c->ledger.call;
	memcpy(e.by, p->by, sizeof e.by);
	if (!c->write_failed && store_append(&c->ledger.store, &e, samples, length) != 0)
		c->write_failed = errno;
	if (c->write_failed)
		return;
	if (*e.reason && !is_given_up(p, e.reason) && (strcmp(e.status, "failed") == 0 || !c->plan->options->quiet)) {
		progress_gives_way(&c->progress);
		notice("%s %s: %.*s", p->label, e.status, (int)strcspn(e.reason, "\n"), e.reason);
	}
	progress_ends(&c->progress, p, *e.noise ? e.noise : e.status, e.seconds,
	              c->children ? c->child[c->children - 1].planned : NULL);
}

static double
passed(const struct campaign *c)
{
	return (double)(clock_ns() - c->progress.start) * 1e-9;
}

static void
finish(struct campaign *c, size_t i)
{
	struct cell_child child = c->child[i];
	struct planned *p = child.planned;
	char reason[CELL_REASON], noise[DISTURBANCE_TEXT] = "";
	struct attempt e = {.noise = noise, .reason = reason};

	c->child[i] = c->child[--c->children];
	e.seconds = (double)(clock_ns() - child.guard.start) * 1e-9;
	cell_child_end(&child, reason, &e.disturbance);
	e.done = !*reason;
	e.status = e.done ? "done" : "failed";
	if (e.done) {
		c->result.done++;
		c->result.noisy += *disturbance_judge(&e.disturbance, e.seconds, noise) != '\0';
		budget_learns(&c->budget, p, e.seconds);
	} else {
		c->result.failed++;
	}
	log_cell(c, p, e, child.guard.text, child.guard.length);
	free(child.guard.text);
}

/* --- children --- */

/* Reads what children wrote; finishes the cells whose pipe is closed or whose child exceeded a limit. */
static void
collect(struct campaign *c)
{
	static const struct timespec glance = {.tv_nsec = 50000000};
	struct pollfd polled[PLAN_MAX_JOBS];
	bool limited = false;

	for (size_t i = 0; i < c->children; i++) {
		polled[i] = (struct pollfd){.fd = c->child[i].guard.fd, .events = POLLIN};
		limited |= c->child[i].guard.limits.seconds > 0;
	}
	/* Signals are blocked everywhere except here, so that none arrives between a test of `interrupted` and the
	 * wait. */
	if (ppoll(polled, c->children, limited ? &glance : NULL, &c->unblocked) < 0)
		return;
	for (size_t i = c->children; i-- > 0;)
		if ((polled[i].revents && !guard_read(&c->child[i].guard)) || guard_exceeded(&c->child[i].guard))
			finish(c, i);
}

/* May p run concurrently with the cells that run now? */
static bool
has_room(const struct campaign *c, const struct planned *p)
{
	size_t bytes = p->bytes;

	for (size_t i = 0; i < c->children; i++)
		bytes += c->child[i].planned->bytes;
	return c->children == 0 || (!p->cell.program->timed && c->children < c->jobs && bytes <= c->setting.mem_limit);
}

/* Why p cannot be measured, or may not for its time; NULL if it can. `reason` is room for a text. */
static const char *
refusal(const struct campaign *c, const struct planned *p, char reason[200])
{
	const double limit = c->plan->options->time_limit;
	const struct filter_params *params = &p->cell.params;
	const size_t table = p->cell.filter ? setup_table_bytes(p->cell.filter, params) : params->bytes;
	const char *refused = p->cell.filter ? isa_refuses(p->cell.filter->isa, params->isa) : NULL;

	if (p->cell.keys && p->cell.keys->absent)
		return p->cell.keys->why;
	if (!refused)
		refused = mem_pages_refuses(params->place->pages, table);
	if (!refused && p->cell.program->refuses)
		refused = p->cell.program->refuses(&p->cell);
	if (refused)
		return refused;
	if (p->bytes > c->setting.mem_limit) {
		snprintf(reason, 200, "needs %zu MiB of memory and %zu MiB may be used", p->bytes >> 20,
		         c->setting.mem_limit >> 20);
		return reason;
	}
	if (!budget_keeps(&c->budget, p))
		return budget_drops_study(&c->budget, p) ? given_up_study_reason : given_up_reason;
	return limit > 0 && passed(c) + p->seconds > limit ? used_up : NULL;
}

/* Starts p, or skips it with a reason. Returns false if the system refused to start it. */
static bool
start_or_skip(struct campaign *c, struct planned *p)
{
	char text[200];
	const char *reason = refusal(c, p, text);

	if (reason) {
		if (is_given_up(p, reason))
			ledger_give_up(&c->result.given_up, p, reason == given_up_study_reason);
		c->result.skipped += !given_up_is(reason);
		log_cell(c, p, (struct attempt){.status = "skipped", .noise = "", .reason = reason}, NULL, 0);
	} else if (cell_child_start(&c->child[c->children], &c->setting, p, c->progress.ended) == 0) {
		c->children++;
		progress_starts(&c->progress, p);
	} else {
		notice("cannot start a child process: %s", strerror(errno));
		return false;
	}
	return true;
}

/* Before the next cell, if it is of another repetition than the last one: what will the rest take? */
static void
look_at_time(struct campaign *c)
{
	const struct planned *p = &c->plan->at[c->next];
	const size_t left = c->plan->count - c->next;

	if ((c->next > 0 && p[-1].cell.program->timed == p->cell.program->timed && p[-1].cell.rep == p->cell.rep) ||
	    !budget_look(&c->budget, p, left, passed(c)) || c->plan->options->quiet)
		return;
	progress_gives_way(&c->progress);
	budget_say(&c->budget, p, left);
}

/* The cell to start next, or NULL. */
static struct planned *
pick(struct campaign *c)
{
	struct planned *at = c->plan->at;

	while (c->next < c->plan->count && at[c->next].finished)
		c->next++;
	if (c->next == c->plan->count || !has_room(c, &at[c->next]))
		return NULL;
	look_at_time(c);
	return &at[c->next++];
}

static void
run_all(struct campaign *c)
{
	bool working = true;

	while (!interrupted && working && !c->write_failed) {
		struct planned *p = pick(c);

		if (p)
			working = start_or_skip(c, p);
		else if (c->children)
			collect(c);
		else
			break;
	}
	for (size_t i = 0; i < c->children; i++)
		guard_kill(&c->child[i].guard);
	progress_over(&c->progress);
	c->result.failed += !working;
	c->result.interrupted = interrupted;
}

/* --- the campaign --- */

/* Builds the canary's ring if a timed cell is to run. Returns 0, or -1 with errno. */
static int
prepare_canary(struct campaign *c)
{
	const uint64_t seed = rng_derive(c->plan->options->seed, 0x72696e67 /* "ring" */);

	if (!plan_is_timed(c->plan))
		return 0;
	if (canary_open(&c->canary, plan_ring_bytes(c->plan), seed) != 0)
		return -1;
	if (c->plan->options->scale == SCALE_QUICK)
		canary_shorten(&c->canary);
	return 0;
}

/* Finds out what earlier calls have done, and builds the canary. */
static int
begin(struct campaign *c, const char *dir, unsigned call, struct failure *f)
{
	const struct plan *plan = c->plan;
	const double budget = plan->options->time_limit;
	struct given_up *up = &c->result.given_up;
	int status;

	if (budget > 0)
		budget_order(c->plan);
	if ((status = ledger_open(&c->ledger, c->plan, dir, call, f)) != STATUS_DONE)
		return status;
	*up = c->ledger.given_up;
	for (const struct planned *p = plan->at; p < plan->at + plan->count; p++) {
		unsigned *planned = p->cell.program->timed ? &up->timed.planned : &up->fixed.planned;

		*planned = p->cell.rep + 1 > *planned ? p->cell.rep + 1 : *planned;
		if (!p->finished)
			progress_expects(&c->progress, p);
	}
	if (c->progress.to_end < plan->count)
		notice("%s already has %zu of %zu cells", dir, plan->count - c->progress.to_end, plan->count);
	if (c->ledger.store.lost > 0)
		notice("%s; what is damaged is left out and made again: %zu attempts", c->ledger.store.damage.text,
		       c->ledger.store.lost);
	if (given_up_any(up))
		notice("what an earlier call gave up for its time budget stays so, %zu cells; a longer --time-budget "
		       "measures them",
		       given_up_cells(up));
	up->seconds = budget > up->seconds ? budget : up->seconds;
	budget_begin(&c->budget, plan, budget);
	if (c->ready)
		c->ready(plan, &c->budget);
	c->progress.most = budget;
	if (prepare_canary(c) != 0)
		return failed(f, STATUS_FAILED, "cannot take the canary's readings: %s", strerror(errno));
	return STATUS_DONE;
}

int
campaign_run(struct plan *plan, const char *dir, unsigned call, campaign_ready *ready, struct campaign_result *result,
             struct failure *f)
{
	struct campaign c = {
		.plan = plan, .jobs = plan_jobs(plan->options), .ready = ready, .result = {.planned = plan->count}};
	/* A reader of its messages that closes the pipe, as in `run 2>&1 | head`, must not end the campaign. */
	struct sigaction action = {.sa_handler = on_signal}, ignore = {.sa_handler = SIG_IGN}, old_int, old_term,
			 old_pipe;
	sigset_t blocked;
	const char *why;
	int status;

	progress_begin(&c.progress, plan->options->quiet, c.jobs);
	/* Reads the topology before anything is pinned. Programs with threads place them by what this process may use,
	 * not by the one processor of their child. If hwloc fails, they report it. */
	(void)topology_get(&why);
	c.setting = (struct cell_setting){
		.options = plan->options,
		.canary = &c.canary,
		.signals = &c.unblocked,
		.mem_limit = plan_cell_memory(plan),
	};
	if ((status = begin(&c, dir, call, f)) != STATUS_DONE) {
		store_free(&c.ledger.store);
		return status;
	}
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGINT);
	sigaddset(&blocked, SIGTERM);
	sigprocmask(SIG_BLOCK, &blocked, &c.unblocked);
	sigaction(SIGINT, &action, &old_int);
	sigaction(SIGTERM, &action, &old_term);
	sigaction(SIGPIPE, &ignore, &old_pipe);
	run_all(&c);
	sigaction(SIGINT, &old_int, NULL);
	sigaction(SIGTERM, &old_term, NULL);
	sigaction(SIGPIPE, &old_pipe, NULL);
	sigprocmask(SIG_SETMASK, &c.unblocked, NULL);
	if (c.write_failed)
		status = failed(f, STATUS_FAILED, "%s: cannot write results: %s", dir, strerror(c.write_failed));
	else if (c.result.interrupted)
		progress_interrupted();
	c.result.to_run = c.progress.to_end;
	*result = c.result;
	canary_close(&c.canary);
	store_free(&c.ledger.store);
	return status;
}
