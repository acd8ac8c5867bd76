/* SPDX-License-Identifier: MIT */
/* guard.c - see guard.h. */
#include "harness/base/guard.h"

#include "harness/base/clock.h"
#include "harness/base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The last thing that a child writes. If it is missing, the code that the body ran ended the child, for example by
 * exit(). */
static const char whole[] = "#whole\n";

/* --- the child ---------------------------------------------------------------------------------------------------- */

/* Standard output is the user's, perhaps a pipe that nobody reads any more. What a plug-in prints must not reach it,
 * nor end the child by SIGPIPE. Returns false with errno. */
static bool
discard(int fd)
{
	const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
	const bool done = nowhere >= 0 && dup2(nowhere, fd) >= 0;

	if (nowhere > STDERR_FILENO)
		close(nowhere);
	return done;
}

static _Noreturn void
child_main(guard_main *body, void *context, int fd, pid_t parent)
{
	FILE *out = fdopen(fd, "w");
	int status = 1;

	/* No orphans: the child ends when the parent is killed, even if that happened before this call. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!out || getppid() != parent)
		_exit(1);
	if (!discard(STDIN_FILENO) || !discard(STDOUT_FILENO))
		fprintf(out, "!/dev/null: %s\n", strerror(errno));
	else
		status = body(out, context);
	if (status == 0)
		fputs(whole, out);
	_exit(fflush(out) != 0 || status != 0);
}

/* --- the parent --------------------------------------------------------------------------------------------------- */

/* Returns the resident bytes of the process; 0 if it no longer exists. */
static size_t
resident(pid_t pid)
{
	char path[40];
	unsigned long long size, pages;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
	f = fopen(path, "re");
	if (!f)
		return 0;
	if (fscanf(f, "%llu %llu", &size, &pages) != 2)
		pages = 0;
	fclose(f);
	return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

int
guard_start(struct guard *g, guard_main *body, void *context, const struct guard_limits *limits)
{
	const pid_t parent = getpid();
	int fd[2], error;

	*g = (struct guard){.limits = *limits, .start = clock_ns()};
	if (limits->seconds > 0)
		g->inherited = resident(parent);
	fflush(NULL); /* otherwise the child would inherit buffered output and write it again */
	if (pipe2(fd, O_CLOEXEC) != 0)
		return -1;
	g->pid = fork();
	error = errno;
	if (g->pid == 0) {
		close(fd[0]);
		child_main(body, context, fd[1], parent);
	}
	close(fd[1]);
	if (g->pid < 0) {
		close(fd[0]);
		errno = error;
		return -1;
	}
	g->fd = fd[0];
	fcntl(g->fd, F_SETFL, O_NONBLOCK);
	return 0;
}

bool
guard_read(struct guard *g)
{
	ssize_t got;

	if (g->room - g->length < 4096) {
		char *bigger = realloc(g->text, g->room = 2 * g->room + 8192);

		memory_needed(bigger);
		g->text = bigger;
	}
	got = read(g->fd, g->text + g->length, g->room - g->length - 1);
	if (got > 0)
		g->length += (size_t)got;
	g->text[g->length] = '\0';
	return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

/* Ends what has gone too far. */
static void
stop(struct guard *g, enum guard_end end)
{
	g->end = end;
	kill(g->pid, SIGKILL);
}

bool
guard_exceeded(struct guard *g)
{
	size_t now;

	if (g->limits.seconds == 0 || g->end != GUARD_WHOLE)
		return g->end != GUARD_WHOLE;
	now = resident(g->pid);
	if ((double)(clock_ns() - g->start) * 1e-9 > g->limits.seconds) {
		snprintf(g->why, sizeof g->why, "did not end within %g s", g->limits.seconds);
		stop(g, GUARD_SLOW);
	} else if (now > g->inherited && now - g->inherited > g->limits.bytes) {
		snprintf(g->why, sizeof g->why, "took more than %zu MiB of memory", g->limits.bytes >> 20);
		stop(g, GUARD_LARGE);
	}
	return g->end != GUARD_WHOLE;
}

/* Removes the mark. Returns false if it is missing. */
static bool
ended_whole(struct guard *g)
{
	const size_t n = strlen(whole);

	if (g->length < n || memcmp(g->text + g->length - n, whole, n) != 0)
		return false;
	g->text[g->length -= n] = '\0';
	return true;
}

static void
describe(struct guard *g, int status)
{
	g->end = GUARD_CRASH;
	if (WIFSIGNALED(status))
		snprintf(g->why, sizeof g->why, "was killed by signal %d (%s)", WTERMSIG(status),
		         strsignal(WTERMSIG(status)));
	else if (WEXITSTATUS(status) != 0)
		snprintf(g->why, sizeof g->why, "ended with exit status %d", WEXITSTATUS(status));
	else
		snprintf(g->why, sizeof g->why, "ended the process by itself");
}

int
guard_end(struct guard *g)
{
	int status = 0;
	pid_t ended = 0;

	close(g->fd);
	/* It may have closed the pipe and still run. */
	while (g->limits.seconds > 0 && g->end == GUARD_WHOLE && (ended = waitpid(g->pid, &status, WNOHANG)) == 0) {
		usleep(500);
		(void)guard_exceeded(g);
	}
	while (ended <= 0 && waitpid(g->pid, &status, 0) < 0 && errno == EINTR)
		;
	if (g->end == GUARD_WHOLE && !(ended_whole(g) && status == 0))
		describe(g, status);
	return status;
}

void
guard_kill(struct guard *g)
{
	kill(g->pid, SIGKILL);
	close(g->fd);
	waitpid(g->pid, NULL, 0);
	free(g->text);
}

/* --- one that is waited for --------------------------------------------------------------------------------------- */

struct silent {
	guard_body *body;
	void *context;
};

static int
run_silently(FILE *out, void *context)
{
	const struct silent *s = context;

	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	if (!discard(STDERR_FILENO))
		return 1;
	s->body(out, s->context);
	return 0;
}

static void
watch(struct guard *g)
{
	struct pollfd polled = {.fd = g->fd, .events = POLLIN};
	bool more = guard_read(g);
	uint64_t looked = g->start;

	while (more && g->end == GUARD_WHOLE) {
		if (poll(&polled, 1, GUARD_LOOK_MS) > 0)
			more = guard_read(g);
		/* Not after each read, because a check opens and reads a file of /proc, and a child may write much. */
		if (clock_ns() - looked >= GUARD_LOOK_MS * UINT64_C(1000000)) {
			(void)guard_exceeded(g);
			looked = clock_ns();
		}
		if (g->length > GUARD_TEXT && g->end == GUARD_WHOLE) {
			snprintf(g->why, sizeof g->why, "wrote more than %d MiB", GUARD_TEXT >> 20);
			stop(g, GUARD_LARGE);
		}
	}
}

struct guard
guard_run(guard_body *body, void *context, const struct guard_limits *limits)
{
	struct silent silent = {body, context};
	struct guard g;

	if (guard_start(&g, run_silently, &silent, limits) != 0) {
		g.end = GUARD_UNMADE;
		snprintf(g.why, sizeof g.why, "cannot start a child process: %s", strerror(errno));
		g.text = memory_new(1, 1);
		return g;
	}
	watch(&g);
	(void)guard_end(&g);
	return g;
}
