/* SPDX-License-Identifier: MIT */
/* cell_child.c - see cell_child.h. */
#include "harness/run/cell_child.h"

#include "core/rng.h"
#include "harness/base/memory.h"
#include "harness/filters/plugin.h"
#include "harness/machine/machine.h"
#include "harness/run/run.h"
#include "harness/timing/measure.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The last line of a child that runs a plug-in, which might have ended the process by itself. */
static const char whole[] = "#whole\n";

/* --- the child ---------------------------------------------------------------------------------------------------- */

/* A cell writes its samples to its pipe. Standard output is the user's, perhaps a pipe that nobody reads any more. A
 * plug-in's prints must not reach it, nor end the cell by SIGPIPE. Standard error stays open for the reports of
 * sanitizers. Returns false with errno. */
static bool
silence_stdout(void)
{
	const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	const bool silent = nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0;

	if (nowhere > STDERR_FILENO)
		close(nowhere);
	return silent;
}

/* Ends the child, and reports why it cannot run its cell. */
static _Noreturn void
give_up(FILE *out, const char *what)
{
	fprintf(out, "!%s: %s\n", what, strerror(errno));
	fflush(out);
	_exit(1);
}

/* Does not return. */
static _Noreturn void
child_main(const struct cell_setting *s, const struct planned *p, size_t number, int fd, pid_t parent)
{
	/* The place in the ring where this cell's canary reads; it differs from the last cell's. */
	const uint64_t place = rng_derive(rng_derive(s->options->seed, 0x706c616365 /* "place" */), number);
	FILE *out = fdopen(fd, "w");
	struct disturbance d;
	struct run_notes notes;
	char pin[48];
	int status, cpu = -1;

	/* No orphans: the child ends when the parent is killed, even if that happened before this call. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!out || getppid() != parent)
		_exit(1);
	signal(SIGINT, SIG_IGN); /* the terminal sends it to all processes; the parent decides */
	signal(SIGTERM, SIG_DFL);
	signal(SIGPIPE, SIG_IGN); /* a closed standard error must not end the cell either */
	sigprocmask(SIG_SETMASK, s->signals, NULL);
	if (!silence_stdout())
		give_up(out, "/dev/null");
	if (p->cell.program->timed) {
		cpu = machine_pin(s->options->cpu);
		snprintf(pin, sizeof pin, "cannot pin to processor %d", s->options->cpu);
		if (cpu < 0)
			give_up(out, pin);
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
			_exit(1);
		disturbance_end(&d, s->canary, place, cpu);
		d.short_slices = notes.short_slices;
		if (notes.threads) {
			d.migrations = 0; /* its own moves; workers.h watches its threads */
			d.switches -= d.switches < notes.switches ? d.switches : notes.switches;
		}
		disturbance_write(out, &d);
	}
	if (status == 0 && plugin_of(p->cell.filter))
		fputs(whole, out);
	_exit(fflush(out) != 0 || status ? 1 : 0);
}

/* --- the parent --------------------------------------------------------------------------------------------------- */

/* A plug-in may use several times what its cell is expected to use. The limit only stops one that would use
 * everything. */
static void
guard(struct cell_child *child, const struct cell_setting *s)
{
	const struct planned *p = child->planned;
	const double asked = s->options->plugin_timeout, usual = p->seconds > 3 ? 20 * p->seconds : 60;
	const size_t least = (size_t)1 << 30, most = p->bytes > least / 8 ? 8 * p->bytes : least;
	const struct guard_limits limits = {.seconds = asked > 0 ? asked : usual,
	                                    .bytes = most < s->mem_limit ? most : s->mem_limit};

	child->guarded = true;
	guard_begin(&child->guard, child->pid, &limits);
}

int
cell_child_start(struct cell_child *child, const struct cell_setting *s, struct planned *p, size_t number)
{
	const pid_t parent = getpid();
	int fd[2];

	if (pipe(fd) != 0)
		return -1;
	*child = (struct cell_child){.planned = p, .fd = fd[0], .start = clock_ns()};
	child->pid = fork();
	if (child->pid == 0) {
		close(fd[0]);
		child_main(s, p, number, fd[1], parent);
	}
	close(fd[1]);
	if (child->pid < 0) {
		close(fd[0]);
		return -1;
	}
	if (plugin_of(p->cell.filter))
		guard(child, s);
	return 0;
}

bool
cell_child_read(struct cell_child *child)
{
	ssize_t got;

	if (child->room - child->length < 4096) {
		char *bigger = realloc(child->text, child->room += 65536);

		memory_needed(bigger);
		child->text = bigger;
	}
	got = read(child->fd, child->text + child->length, child->room - child->length - 1);
	if (got > 0)
		child->length += (size_t)got;
	child->text[child->length] = '\0';
	return got > 0 || (got < 0 && errno == EINTR);
}

bool
cell_child_exceeded(struct cell_child *child)
{
	if (!child->guarded || !guard_exceeded(&child->guard, child->beyond))
		return false;
	kill(child->pid, SIGKILL);
	return true;
}

/* Removes the last line of a child's text if it reports disturbances. */
static void
take_disturbance(struct cell_child *child, struct disturbance *d)
{
	char *line = child->length ? strrchr(child->text, '#') : NULL;

	if (line && (line == child->text || line[-1] == '\n') && disturbance_parse(line, d))
		child->length = (size_t)(line - child->text);
}

/* Removes the line that ends a plug-in's cell. Returns false if it is missing. */
static bool
take_end(struct cell_child *child)
{
	const size_t n = strlen(whole);

	if (!child->guarded)
		return true;
	if (child->length < n || memcmp(child->text + child->length - n, whole, n) != 0)
		return false;
	child->text[child->length -= n] = '\0';
	return true;
}

static void
cell_child_explain(struct cell_child *child, int status, char reason[CELL_REASON])
{
	const char *failure = child->length ? strrchr(child->text, '!') : NULL;

	*reason = '\0';
	if (*child->beyond)
		snprintf(reason, CELL_REASON, "%s", child->beyond);
	else if (WIFSIGNALED(status))
		snprintf(reason, CELL_REASON, "killed by signal %d (%s)%s", WTERMSIG(status),
		         strsignal(WTERMSIG(status)), WTERMSIG(status) == SIGKILL ? "; out of memory?" : "");
	else if (WEXITSTATUS(status) != 0)
		snprintf(reason, CELL_REASON, "%.190s", failure ? failure + 1 : "stopped without a reason");
	else if (!take_end(child))
		snprintf(reason, CELL_REASON, "ended the process by itself");
}

void
cell_child_end(struct cell_child *child, char reason[CELL_REASON], struct disturbance *d)
{
	int status;

	close(child->fd);
	while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
		;
	cell_child_explain(child, status, reason);
	*d = (struct disturbance){0};
	if (!*reason)
		take_disturbance(child, d);
}

void
cell_child_kill(struct cell_child *child)
{
	kill(child->pid, SIGKILL);
	close(child->fd);
	waitpid(child->pid, NULL, 0);
	free(child->text);
}
