/* SPDX-License-Identifier: MIT */
/*
 * failure.h - why something could not be done.
 *
 *      where it is found      return failed(f, STATUS_USAGE, "%s is given twice", dir);
 *      on the way up          if ((status = merge_read(..., f)) != STATUS_DONE) return status;
 *      in cli/                return failure_print(f);           -> "cuckoobench: DIR is given twice"
 *      where work goes on     tables_write(dir, failure_told(f)); return f->status;
 *
 * A function that can fail takes a struct failure, empty; fills it, and prints nothing. The command prints it, once.
 * What a run has to say while it goes on is no failure: that is notice().
 */
#ifndef CUCKOOBENCH_FAILURE_H
#define CUCKOOBENCH_FAILURE_H

#include <stdbool.h>

/* The exit statuses of the program. `cuckoobench help` documents them. */
enum exit_status {
	STATUS_DONE = 0,
	STATUS_FAILED = 1,
	STATUS_USAGE = 2,
	STATUS_UNFIT = 3,
	STATUS_CONTRADICTED = 4,
	STATUS_INTERRUPTED = 130
};

/* Room for the longest path (4096) and a sentence. A longer text is cut. */
enum { FAILURE_TEXT = 4608 };

struct failure {
	int status;              /* enum exit_status of the program; STATUS_DONE: nothing failed */
	char text[FAILURE_TEXT]; /* one line without its end; "": notices said it already */
};

/* Fills *f. Returns `status`, which is not STATUS_DONE. The text may be made from f->text itself. */
int failed(struct failure *, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The same with STATUS_FAILED, for functions that return whether they succeeded. Returns false. */
bool failing(struct failure *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same with the text "PATH: " and the words for errno. */
int failed_at(struct failure *, int status, const char *path);
/* Prints "cuckoobench: TEXT" on stderr, unless the text is empty, and empties it. Returns the status. Only main
 * programs call it. */
int failure_print(struct failure *);
/* Makes room for another failure, where work goes on after one: says the text by notice(), and empties it. The status
 * stays. Returns the failure. */
struct failure *failure_told(struct failure *);

/* Prints "cuckoobench: " and a line on stderr at once: news of something that goes on. */
void notice(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
