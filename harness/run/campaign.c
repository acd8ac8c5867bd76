/* SPDX-License-Identifier: MIT */
/*
 * campaign.c - runs the cells of a plan, each in a child process, and records their output.
 *
 *      child 1 --pipe--\
 *      child 2 --pipe---> parent (ppoll) ---> ledger (store.h)
 *
 * Deterministic cells run concurrently, one on each processor. A timed cell runs alone and pinned, after its canary. A
 * disturbed one is measured again when its repetition is over, at most --retries times. A time budget first gives up
 * measuring again, and then repetitions (budget.h). A child that fails costs only its own cell (cell_child.h).
 */
#include "harness/run/campaign_parts.h"

#include "harness/filters/setup.h"
#include "harness/machine/topology.h"
#include "harness/run/run.h"
#include "harness/timing/measure.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

static void
on_signal(int number)
{
	interrupted = number;
}

/* --- one cell's end --- */

static const char used_up[] = "the time budget is used up";

static void
log_cell(struct campaign *c, const struct planned *p, const struct attempt *e)
{
	/* A line says of all repetitions what became of them. */
	const bool told = e->reason == given_up_reason || (e->reason == used_up && p->cell.program->timed);

	if (!c->write_failed && ledger_append(&c->ledger, p, *e) != 0)
		c->write_failed = errno;
	if (c->write_failed)
		return;
	if (*e->reason && !told && (strcmp(e->status, "failed") == 0 || !c->plan->options->quiet)) {
		progress_gives_way(&c->progress);
		notice("%s %s: %.*s", p->label, e->status, (int)strcspn(e->reason, "\n"), e->reason);
	}
	progress_ends(&c->progress, p, *e->noise ? e->noise : e->status, e->seconds,
	              c->children ? c->child[c->children - 1].planned : NULL);
}

static void
skip(struct campaign *c, const struct planned *p, const char *reason)
{
	c->result.skipped++;
	log_cell(c, p, &(struct attempt){.status = "skipped", .noise = "", .reason = reason});
}

static double
passed(const struct campaign *c)
{
	return (double)(clock_ns() - c->progress.start) * 1e-9;
}

/* Has the budget time to measure a disturbed cell again? If not, it stays as it is. */
static bool
has_time_again(struct campaign *c, const struct planned *p, double seconds)
{
	double queued = 0;

	for (size_t i = 0; i < c->retries.count; i++)
		queued += c->retries.queue[i]->seconds * seconds / p->seconds;
	if (budget_allows(&c->budget, c->plan->at + c->next, c->plan->count - c->next, passed(c), queued, seconds))
		return true;
	c->result.given_up.retries += p->cell.attempt < c->retries.most;
	return false;
}

/* Handles a timed cell that is done. */
static void
settle_timed(struct campaign *c, struct planned *p, const struct attempt *e)
{
	canary_learn(&c->usual, &e->disturbance);
	if (p->cell.attempt == 0)
		budget_learns(&c->budget, p, e->seconds);
	if (retries_settle(&c->retries, p, e->seconds, *e->noise && has_time_again(c, p, e->seconds))) {
		progress_expects(&c->progress, p, true);
	} else {
		c->result.noisy += *e->noise != '\0';
	}
}

static void
finish(struct campaign *c, size_t i)
{
	struct cell_child child = c->child[i];
	struct planned *p = child.planned;
	char reason[CELL_REASON], noise[120] = "";
	struct attempt e = {.noise = noise, .reason = reason};

	c->child[i] = c->child[--c->children];
	e.seconds = (double)(clock_ns() - child.guard.start) * 1e-9;
	cell_child_end(&child, reason, &e.disturbance);
	e.done = !*reason;
	e.status = e.done ? "done" : "failed";
	e.samples = child.guard.text;
	e.length = child.guard.length;
	if (e.done) {
		canary_judge(&c->usual, &e.disturbance, e.seconds, noise);
		c->result.done += p->cell.attempt == 0;
		if (p->cell.program->timed)
			settle_timed(c, p, &e);
	} else {
		c->result.failed++;
	}
	log_cell(c, p, &e);
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

static size_t
memory_in_use(const struct campaign *c)
{
	size_t sum = 0;

	for (size_t i = 0; i < c->children; i++)
		sum += c->child[i].planned->bytes;
	return sum;
}

/* May p run concurrently with the cells that run now? */
static bool
has_room(const struct campaign *c, const struct planned *p)
{
	if (c->children == 0)
		return true;
	return !p->cell.program->timed && c->children < c->jobs && memory_in_use(c) + p->bytes <= c->setting.mem_limit;
}

/* Starts p, or skips it with a reason. Returns false if the system refused to start it. */
static bool
start_or_skip(struct campaign *c, struct planned *p)
{
	const double limit = c->plan->options->time_limit;
	const struct filter_params *params = &p->cell.params;
	const size_t table = p->cell.filter ? setup_table_bytes(p->cell.filter, params) : params->bytes;
	const char *refused = p->cell.filter ? isa_refuses(p->cell.filter->isa, params->isa) : NULL;
	char reason[200];

	if (p->cell.keys && p->cell.keys->absent)
		refused = p->cell.keys->why;
	if (!refused)
		refused = mem_pages_refuses(params->place->pages, table);
	if (!refused && p->cell.program->refuses)
		refused = p->cell.program->refuses(&p->cell);
	if (!refused && p->bytes > c->setting.mem_limit) {
		snprintf(reason, sizeof reason, "needs %zu MiB of memory and %zu MiB may be used", p->bytes >> 20,
		         c->setting.mem_limit >> 20);
		refused = reason;
	}
	if (refused) {
		skip(c, p, refused);
		return true;
	}
	if (p->cell.attempt == 0 && !budget_keeps(&c->budget, p)) {
		given_up_add(&c->result.given_up, 1, p->cell.rep);
		log_cell(c, p, &(struct attempt){.status = "skipped", .noise = "", .reason = given_up_reason});
		return true;
	}
	if (limit > 0 && passed(c) + p->seconds > limit) {
		if (p->cell.program->timed)
			given_up_add(&c->result.given_up, 1, p->cell.rep);
		skip(c, p, used_up);
		return true;
	}
	if (cell_child_start(&c->child[c->children], &c->setting, p, c->progress.ended) == 0) {
		c->children++;
		progress_starts(&c->progress, p);
		return true;
	}
	notice("cannot start a child process: %s", strerror(errno));
	return false;
}

/* Before the next cell, if it is of another repetition than the last one: what will the rest take? */
static void
look_at_time(struct campaign *c)
{
	const struct planned *p = &c->plan->at[c->next];

	if (!p->cell.program->timed || (c->next > 0 && p[-1].cell.program->timed && p[-1].cell.rep == p->cell.rep) ||
	    !budget_look(&c->budget, p, c->plan->count - c->next, passed(c)) || c->plan->options->quiet)
		return;
	progress_gives_way(&c->progress);
	budget_say(&c->budget);
}

/* The cell to start next, or NULL. */
static struct planned *
pick(struct campaign *c)
{
	struct planned *at = c->plan->at, *again;

	while (c->next < c->plan->count && at[c->next].finished)
		c->next++;
	if (c->children == 0 && (again = retries_next(&c->retries, c->next < c->plan->count ? &at[c->next] : NULL)))
		return again;
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
	if (!working)
		c->result.failed++;
	c->result.interrupted = interrupted;
}

int
campaign_run(struct plan *plan, const char *dir, unsigned call, struct campaign_result *result, struct failure *f)
{
	struct campaign c = {.plan = plan, .result = {.planned = plan->count}};
	/* A reader of its messages that closes the pipe, as in `run 2>&1 | head`, must not end the campaign. */
	struct sigaction action = {.sa_handler = on_signal}, ignore = {.sa_handler = SIG_IGN}, old_int, old_term,
			 old_pipe;
	sigset_t blocked;
	const char *why;
	int status;

	c.jobs = plan_jobs(plan->options);
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
	if ((status = campaign_begin(&c, dir, call, f)) != STATUS_DONE) {
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
