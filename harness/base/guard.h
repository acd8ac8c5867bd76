/* SPDX-License-Identifier: MIT */
/*
 * guard.h - a child process that may crash, hang or allocate without limit, because it runs the code of others
 * (plugin.h).
 *
 *      guard_run:   parent --fork--> child: body(out) --pipe--> text
 *                      \-- checks every 20 ms: seconds, resident memory --> SIGKILL, and why
 *
 * A failure stays within the child. The parent reads only its text, and reports in a few words how it ended.
 */
#ifndef CUCKOOBENCH_GUARD_H
#define CUCKOOBENCH_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

struct guard_limits {
	double seconds;
	size_t bytes; /* of memory, in addition to what it had at the fork */
};

/* A child that is watched: its start, and the memory that it inherited from its parent. */
struct guard {
	pid_t pid;
	uint64_t start;
	size_t inherited;
	struct guard_limits limits;
};

enum { GUARD_WHY = 96, GUARD_LOOK_MS = 20 };

void guard_begin(struct guard *, pid_t, const struct guard_limits *);
/* Returns whether the child has exceeded a limit. If so, why names it: "did not end within 60 s". */
bool guard_exceeded(const struct guard *, char why[GUARD_WHY]);
/* Describes how a child ended, from the status of waitpid: "was killed by signal 11 (Segmentation fault)", "ended with
 * exit status 3"; "" for status 0. */
void guard_describe(int wait_status, char why[GUARD_WHY]);

enum guard_end {
	GUARD_WHOLE,  /* the body returned */
	GUARD_CRASH,  /* killed by a signal, or it ended itself */
	GUARD_SLOW,   /* exceeded the seconds */
	GUARD_LARGE,  /* exceeded the memory */
	GUARD_UNMADE, /* the system could not start a child */
};

struct guarded {
	enum guard_end end;
	char why[GUARD_WHY]; /* "" for GUARD_WHOLE */
	char *text;          /* output of the body, NUL-terminated; the caller frees it */
	size_t length;
};

/*
 * Runs the body in a child whose standard output and error are discarded. The body writes to `out`. Up to GUARD_TEXT
 * bytes of that are kept; more counts as GUARD_LARGE.
 */
enum { GUARD_TEXT = 64 << 20 };
typedef void guard_body(FILE *out, void *context);
struct guarded guard_run(guard_body *, void *context, const struct guard_limits *);

#endif
