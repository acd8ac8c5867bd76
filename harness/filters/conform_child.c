/* SPDX-License-Identifier: MIT */
/*
 * conform_child.c - what the parent learns of a child that checks a promise.
 *
 *      child: body ---- log: operations, and the verdict -----> pipe ----\
 *                \----- now: the call it is in, if not in the log        +--> outcome: the verdict, and the log up to
 *                       (shared memory)  --------------------------------/    the call in which the child died
 */
#include "harness/filters/conform_parts.h"

#include "harness/base/memory.h"

#include <ctype.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The most keys of a sequence. Pages that nobody writes to take no memory. */
enum { NOW_KEYS = 1 << 18 };
struct now {
	char operation[24]; /* "": no call, or it is in the log */
	size_t n;
	uint64_t key[NOW_KEYS];
};

static struct now *
now(void)
{
	static struct now *shared;

	if (!shared) {
		shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE,
		              -1, 0);
		memory_needed(shared != MAP_FAILED);
	}
	return shared;
}

void
now_calls(const char *operation, const uint64_t *keys, size_t n)
{
	struct now *w = now();

	w->n = n < NOW_KEYS ? n : NOW_KEYS;
	if (n)
		memcpy(w->key, keys, w->n * sizeof *keys);
	snprintf(w->operation, sizeof w->operation, "%s", operation);
}

void
now_returned(void)
{
	*now()->operation = '\0';
}

void
tell(FILE *out, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(out, format, args);
	va_end(args);
	fflush(out);
}

bool
verdict(FILE *out, char kind, const char *format, ...)
{
	va_list args;

	fprintf(out, "\n!%c ", kind);
	va_start(args, format);
	vfprintf(out, format, args);
	va_end(args);
	fputc('\n', out);
	return false;
}

/* A run of consecutive numbers is shown by its ends. */
void
tell_keys(FILE *out, const uint64_t *key, size_t n)
{
	for (size_t i = 0, to; i < n; i = to) {
		for (to = i + 1; to < n && key[to] == key[to - 1] + 1; to++)
			;
		if (to - i > 2)
			fprintf(out, "%s%" PRIu64 "..%" PRIu64, i ? ", " : " ", key[i], key[to - 1]);
		else
			fprintf(out, "%s%" PRIu64, i ? ", " : " ", key[(to = i + 1) - 1]);
	}
	fflush(out);
}

/* Completes the log of a child that died, with the call in which it died, and how. */
static void
complete_log(struct outcome *o, const char *why)
{
	const struct now *w = now();
	char *log = NULL;
	size_t length;
	FILE *f = memory_stream(&log, &length);

	fputs(o->log, f);
	if (*w->operation) {
		fprintf(f, "; %s", w->operation);
		tell_keys(f, w->key, w->n);
	}
	fprintf(f, " -> %s", strncmp(why, "was ", 4) == 0 ? why + 4 : why);
	memory_whole(f);
	free(o->log);
	o->log = log;
}

/* A body whose standard output and error go into a pipe. The pipe takes what it has room for and drops the rest. */
struct captured_output {
	guard_body *body;
	void *context;
	int fd[2];
};

static void
run_captured(FILE *out, void *context)
{
	const struct captured_output *h = context;

	if (dup2(h->fd[1], STDOUT_FILENO) < 0 || dup2(h->fd[1], STDERR_FILENO) < 0)
		return;
	h->body(out, h->context);
	fflush(stdout);
}

/* Output on standard output or error is a broken promise, unless there is something worse. */
static void
check_output(struct outcome *o, const struct captured_output *h)
{
	char printed[64];
	const ssize_t n = read(h->fd[0], printed, sizeof printed - 1);

	close(h->fd[0]);
	close(h->fd[1]);
	if (n <= 0 || o->kind)
		return;
	printed[n] = '\0';
	for (size_t i = 0; printed[i]; i++)
		if (!isprint((unsigned char)printed[i]))
			printed[i] = ' ';
	o->kind = 'O';
	snprintf(o->what, sizeof o->what, "prints: %s", printed);
}

static struct guard
run_here(guard_body *body, void *context)
{
	struct guard g = {.end = GUARD_WHOLE};
	FILE *out = memory_stream(&g.text, &g.length);

	body(out, context);
	memory_whole(out);
	return g;
}

struct outcome
outcome_of(const struct kit *kit, guard_body *what, void *context)
{
	static const char kinds[] = {[GUARD_CRASH] = KIND_CRASH,
	                             [GUARD_SLOW] = KIND_SLOW,
	                             [GUARD_LARGE] = KIND_LARGE,
	                             [GUARD_UNMADE] = KIND_CRASH};
	struct captured_output heard = {.body = what, .context = context};
	struct guard g;
	struct outcome o = {.kind = 0};
	char *verdict, *note;

	now_returned();
	if (pipe2(heard.fd, O_CLOEXEC | O_NONBLOCK) != 0)
		abort();
	g = kit->here ? run_here(what, context) : guard_run(run_captured, &heard, &kit->limits);
	o.log = g.text;
	verdict = strstr(g.text, "\n!");
	if (g.end == GUARD_WHOLE && verdict) {
		o.kind = verdict[2];
		snprintf(o.what, sizeof o.what, "%.*s", (int)strcspn(verdict + 4, "\n"), verdict + 4);
	}
	note = strstr(g.text, "\n?");
	if (note) {
		snprintf(o.note, sizeof o.note, "%.*s", (int)strcspn(note + 2, "\n"), note + 2);
		*note = '\0';
	}
	if (verdict)
		*verdict = '\0';
	if (g.end != GUARD_WHOLE) {
		o.kind = kinds[g.end];
		snprintf(o.what, sizeof o.what, "%s", g.why);
		complete_log(&o, g.why);
	}
	check_output(&o, &heard);
	return o;
}
