/* SPDX-License-Identifier: MIT */
/* cell_child.c - see cell_child.h. */
#include "harness/run/cell_child.h"

#include "core/rng.h"
#include "harness/filters/plugin.h"
#include "harness/machine/machine.h"
#include "harness/run/run.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

/* --- the child ---------------------------------------------------------------------------------------------------- */

struct work {
	const struct cell_setting *setting;
	const struct planned *planned;
	size_t number;
};

static int
cell_child_main(FILE *out, void *context)
{
	const struct work *w = context;
	const struct cell_setting *s = w->setting;
	const struct planned *p = w->planned;
	/* The place in the ring where this cell's canary reads; it differs from the last cell's. */
	const uint64_t place = rng_derive(rng_derive(s->options->seed, 0x706c616365 /* "place" */), w->number);
	struct disturbance d;
	struct run_notes notes;
	int status, cpu = -1;

	signal(SIGINT, SIG_IGN); /* the terminal sends it to all processes; the parent decides */
	signal(SIGTERM, SIG_DFL);
	signal(SIGPIPE, SIG_IGN); /* a closed standard error must not end the cell either */
	sigprocmask(SIG_SETMASK, s->signals, NULL);
	if (p->cell.program->timed) {
		cpu = machine_pin(s->options->cpu);
		if (cpu < 0) {
			fprintf(out, "!cannot pin to processor %d: %s\n", s->options->cpu, strerror(errno));
			return 1;
		}
		disturbance_begin(&d, s->canary, place, cpu);
	}
	status = run_cell(p, s->options, out, &notes);
	if (status == 0 && plugin_fault()) {
		fprintf(out, "!%s: %s\n", p->cell.filter->name, plugin_fault());
		status = 1;
	}
	if (p->cell.program->timed && status == 0) {
		/* The canary must read again where it read before, but this thread had moved away from the cell's own
		 * threads. */
		if (notes.threads && machine_pin(cpu) != cpu)
			return 1;
		disturbance_end(&d, s->canary, place, cpu);
		d.short_slices = notes.short_slices;
		if (notes.threads) {
			d.migrations = 0; /* its own moves; workers.h watches its threads */
			d.stopped_ms = 0; /* it waits for them, and for their locks */
			d.switches -= d.switches < notes.switches ? d.switches : notes.switches;
		}
		disturbance_write(out, &d);
	}
	return status;
}

/* --- the parent --------------------------------------------------------------------------------------------------- */

/* A plug-in may use several times what its cell is expected to use. The limit only stops one that would use
 * everything. */
static struct guard_limits
limits_of(const struct planned *p, const struct cell_setting *s)
{
	const double asked = s->options->plugin_timeout, usual = p->seconds > 3 ? 20 * p->seconds : 60;
	const size_t least = (size_t)1 << 30, most = p->bytes > least / 8 ? 8 * p->bytes : least;

	if (!plugin_of(p->cell.filter))
		return (struct guard_limits){.seconds = 0};
	return (struct guard_limits){.seconds = asked > 0 ? asked : usual,
	                             .bytes = most < s->mem_limit ? most : s->mem_limit};
}

int
cell_child_start(struct cell_child *child, const struct cell_setting *s, struct planned *p, size_t number)
{
	const struct guard_limits limits = limits_of(p, s);
	struct work work = {s, p, number};

	child->planned = p;
	return guard_start(&child->guard, cell_child_main, &work, &limits);
}

/* Removes the last line of a child's text if it reports disturbances. */
static void
take_disturbance(struct guard *g, struct disturbance *d)
{
	char *line = g->length ? strrchr(g->text, '#') : NULL;

	if (line && (line == g->text || line[-1] == '\n') && disturbance_parse(line, d))
		g->length = (size_t)(line - g->text);
}

static void
cell_child_explain(const struct guard *g, int status, char reason[CELL_REASON])
{
	const char *failure = g->length ? strrchr(g->text, '!') : NULL;

	if (g->end == GUARD_CRASH && WIFSIGNALED(status))
		snprintf(reason, CELL_REASON, "killed by signal %d (%s)%s", WTERMSIG(status),
		         strsignal(WTERMSIG(status)), WTERMSIG(status) == SIGKILL ? "; out of memory?" : "");
	else if (g->end == GUARD_CRASH && WEXITSTATUS(status) != 0)
		snprintf(reason, CELL_REASON, "%.190s", failure ? failure + 1 : "stopped without a reason");
	else
		snprintf(reason, CELL_REASON, "%s", g->why);
}

void
cell_child_end(struct cell_child *child, char reason[CELL_REASON], struct disturbance *d)
{
	const int status = guard_end(&child->guard);

	cell_child_explain(&child->guard, status, reason);
	*d = (struct disturbance){0};
	if (!*reason)
		take_disturbance(&child->guard, d);
}
