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

void
guard_begin(struct guard *g, pid_t pid, const struct guard_limits *limits)
{
	*g = (struct guard){.pid = pid, .start = clock_ns(), .inherited = resident(getpid()), .limits = *limits};
}

static enum guard_end
guard_look(const struct guard *g, char why[GUARD_WHY])
{
	const size_t now = resident(g->pid);

	if ((double)(clock_ns() - g->start) * 1e-9 > g->limits.seconds) {
		snprintf(why, GUARD_WHY, "did not end within %g s", g->limits.seconds);
		return GUARD_SLOW;
	}
	if (now > g->inherited && now - g->inherited > g->limits.bytes) {
		snprintf(why, GUARD_WHY, "took more than %zu MiB of memory", g->limits.bytes >> 20);
		return GUARD_LARGE;
	}
	return GUARD_WHOLE;
}

bool
guard_exceeded(const struct guard *g, char why[GUARD_WHY])
{
	return guard_look(g, why) != GUARD_WHOLE;
}

void
guard_describe(int status, char why[GUARD_WHY])
{
	*why = '\0';
	if (WIFSIGNALED(status))
		snprintf(why, GUARD_WHY, "was killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
	else if (WEXITSTATUS(status) != 0)
		snprintf(why, GUARD_WHY, "ended with exit status %d", WEXITSTATUS(status));
}

/* The last thing that a child writes. If it is missing, the code that the body ran ended the child, for example by
 * exit(). */
static const char whole[] = "\nwhole\n";

static _Noreturn void
child_main(guard_body *body, void *context, int fd, pid_t parent)
{
	const int nowhere = open("/dev/null", O_RDWR);
	FILE *out = fdopen(fd, "w");

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!out || nowhere < 0 || getppid() != parent)
		_exit(1);
	dup2(nowhere, STDIN_FILENO);
	dup2(nowhere, STDOUT_FILENO);
	dup2(nowhere, STDERR_FILENO);
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	body(out, context);
	fputs(whole, out);
	_exit(fflush(out) != 0);
}

struct reading {
	struct guarded *to;
	size_t room;
};

/* Reads what is available. Returns false at the end of the pipe. */
static bool
read_some(struct reading *r, int fd)
{
	struct guarded *g = r->to;
	ssize_t got;

	if (r->room - g->length < 4096) {
		char *bigger = realloc(g->text, r->room = 2 * r->room + 8192);

		memory_needed(bigger);
		g->text = bigger;
	}
	got = read(fd, g->text + g->length, r->room - g->length - 1);
	if (got > 0)
		g->length += (size_t)got;
	g->text[g->length] = '\0';
	return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

static void
watch(const struct guard *guard, int fd, struct guarded *g)
{
	struct reading r = {.to = g};
	struct pollfd polled = {.fd = fd, .events = POLLIN};
	bool more = read_some(&r, fd);
	uint64_t looked = guard->start;

	while (more && g->end == GUARD_WHOLE) {
		if (poll(&polled, 1, GUARD_LOOK_MS) > 0)
			more = read_some(&r, fd);
		/* Not after each read, because a check opens and reads a file of /proc, and a child may write much. */
		if (clock_ns() - looked >= GUARD_LOOK_MS * UINT64_C(1000000)) {
			g->end = guard_look(guard, g->why);
			looked = clock_ns();
		}
		if (g->length > GUARD_TEXT) {
			snprintf(g->why, GUARD_WHY, "wrote more than %d MiB", GUARD_TEXT >> 20);
			g->end = GUARD_LARGE;
		}
	}
}

/* Removes the mark. Returns false if it is missing. */
static bool
ended_whole(struct guarded *g)
{
	const size_t n = strlen(whole);

	if (g->length < n || strcmp(g->text + g->length - n, whole) != 0)
		return false;
	g->text[g->length -= n] = '\0';
	return true;
}

/* Waits for the child to end, within its limits: it may have closed the pipe and still run. */
static int
wait_for(const struct guard *guard, struct guarded *g)
{
	int status = 0;

	while (g->end == GUARD_WHOLE && waitpid(guard->pid, &status, WNOHANG) == 0) {
		usleep(500);
		g->end = guard_look(guard, g->why);
	}
	if (g->end == GUARD_WHOLE)
		return status;
	kill(guard->pid, SIGKILL);
	while (waitpid(guard->pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

struct guarded
guard_run(guard_body *body, void *context, const struct guard_limits *limits)
{
	struct guarded g = {.end = GUARD_UNMADE};
	struct guard guard;
	const pid_t parent = getpid();
	int fd[2], status;
	pid_t pid;

	fflush(NULL); /* otherwise the child would inherit buffered output and write it again */
	if (pipe2(fd, O_CLOEXEC) != 0 || (pid = fork()) < 0) {
		snprintf(g.why, sizeof g.why, "cannot start a child process: %s", strerror(errno));
		g.text = calloc(1, 1);
		return g;
	}
	if (pid == 0) {
		close(fd[0]);
		child_main(body, context, fd[1], parent);
	}
	close(fd[1]);
	fcntl(fd[0], F_SETFL, O_NONBLOCK);
	guard_begin(&guard, pid, limits);
	g.end = GUARD_WHOLE;
	watch(&guard, fd[0], &g);
	close(fd[0]);
	status = wait_for(&guard, &g);
	if (g.end == GUARD_WHOLE && !(ended_whole(&g) && status == 0)) {
		g.end = GUARD_CRASH;
		guard_describe(status, g.why);
		if (!*g.why)
			snprintf(g.why, sizeof g.why, "ended the process by itself");
	}
	return g;
}
