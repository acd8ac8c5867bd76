/* SPDX-License-Identifier: MIT */
/*
 * guard.h - a child process that may crash, hang or take memory without end, because it runs what others wrote
 * (plugin.h).
 *
 *      guard_run:   parent --fork--> child: body(out) --pipe--> text
 *                      \-- looks every 20 ms: seconds, resident memory --> SIGKILL, and why
 *
 * What it costs is its own: the parent takes no more than its text, and says in a few words how it ended.
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
	size_t bytes; /* of memory, beyond what it was forked with */
};

/* A child that is watched: since when, and how much memory it had of its parent. */
struct guard {
	pid_t pid;
	uint64_t start;
	size_t inherited;
	struct guard_limits limits;
};

enum { GUARD_WHY = 96, GUARD_LOOK_MS = 20 };

void guard_begin(struct guard *, pid_t, const struct guard_limits *);
/* Has it gone beyond a limit? Then *why says which: "did not end within 60 s". */
bool guard_exceeded(const struct guard *, char why[GUARD_WHY]);
/* How a child ended, by what waitpid says: "was killed by signal 11 (Segmentation fault)", "ended with exit status 3";
 * "" for status 0. */
void guard_describe(int wait_status, char why[GUARD_WHY]);

enum guard_end {
	GUARD_WHOLE,  /* the body returned */
	GUARD_CRASH,  /* killed by a signal, or ended by itself */
	GUARD_SLOW,   /* beyond the seconds */
	GUARD_LARGE,  /* beyond the memory */
	GUARD_UNMADE, /* there is no child: of the system's */
};

struct guarded {
	enum guard_end end;
	char why[GUARD_WHY]; /* "" for GUARD_WHOLE */
	char *text;          /* that the body wrote, NUL behind it; to be freed */
	size_t length;
};

/*
 * Runs the body in a child whose standard output and error go nowhere. It writes to `out`, which is kept up to
 * GUARD_TEXT bytes; more counts as GUARD_LARGE.
 */
enum { GUARD_TEXT = 64 << 20 };
typedef void guard_body(FILE *out, void *context);
struct guarded guard_run(guard_body *, void *context, const struct guard_limits *);

#endif
