/* SPDX-License-Identifier: MIT */
/*
 * guard.h - a child process that does one thing, and its parent, which hears of it through a pipe and watches it.
 *
 *      parent                                            child
 *      guard_start ----------------fork--------------->  standard input and output are nowhere
 *      guard_read      <------------pipe-- text          body(out)
 *                      <------------pipe-- #whole        the body returned 0, and did not end the process itself
 *      guard_exceeded      seconds, resident memory; if they are beyond the limits: SIGKILL, and why
 *      guard_end       <------------wait-- status        how it ended
 *
 * What fails, crashes, hangs or allocates without limit does so in the child. A cell is such a child
 * (run/cell_child.h). So is whatever runs the code of others: guard_run waits for it.
 */
#ifndef CUCKOOBENCH_GUARD_H
#define CUCKOOBENCH_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

struct guard_limits {
	double seconds; /* 0: neither limit holds */
	size_t bytes;   /* of memory, in addition to what it had at the fork */
};

enum guard_end {
	GUARD_WHOLE,  /* so far; in the end: the body returned 0 */
	GUARD_CRASH,  /* killed by a signal, or it ended itself */
	GUARD_SLOW,   /* exceeded the seconds */
	GUARD_LARGE,  /* exceeded the memory */
	GUARD_UNMADE, /* the system could not start a child */
};

enum { GUARD_WHY = 96, GUARD_LOOK_MS = 20 };

struct guard {
	pid_t pid;
	int fd;           /* the pipe's reading end */
	uint64_t start;   /* nanoseconds of clock_ns */
	size_t inherited; /* bytes of memory that it had at the fork */
	struct guard_limits limits;
	enum guard_end end;
	char why[GUARD_WHY]; /* "was killed by signal 11 (Segmentation fault)"; "" for GUARD_WHOLE */
	char *text;          /* output of the body so far, NUL-terminated; NULL before the first guard_read */
	size_t length, room;
};

/* What a child does. It writes to `out`, and returns the exit status. */
typedef int guard_main(FILE *out, void *context);

/* Forks a child, which ends when its parent does. Returns 0, or -1 with errno. */
int guard_start(struct guard *, guard_main *, void *context, const struct guard_limits *);
/* Reads what is in the pipe, without waiting. Returns false once the pipe is closed. */
bool guard_read(struct guard *);
/* Has the child exceeded a limit? If so, it has been killed. */
bool guard_exceeded(struct guard *);
/* Waits until the child has ended, within its limits. Sets end and why, and removes the mark from the text. Returns the
 * status of waitpid. */
int guard_end(struct guard *);
/* Kills the child, and frees the text. */
void guard_kill(struct guard *);

/*
 * Runs the body in a child whose standard error is discarded, too, and waits for it. Up to GUARD_TEXT bytes of text are
 * kept; more counts as GUARD_LARGE. The caller frees the text, which is not NULL.
 */
enum { GUARD_TEXT = 64 << 20 };
typedef void guard_body(FILE *out, void *context);
struct guard guard_run(guard_body *, void *context, const struct guard_limits *);

#endif
