/* SPDX-License-Identifier: MIT */
/*
 * plots_parts.h - a figure that is to be drawn, and how it ended. Private to plots*.c.
 *
 *      plots.c           which figures, and each one's variables as gnuplot commands: jobs
 *      plots_gnuplot.c   the processes that draw them, and a look at what they wrote
 */
#ifndef CUCKOOBENCH_PLOTS_PARTS_H
#define CUCKOOBENCH_PLOTS_PARTS_H

#include "harness/base/files.h"

struct plots_job {
	const char *id, *format;
	char *commands, *script; /* gnuplot's arguments */
	struct files_new new;
	char *said; /* of the figure, when gnuplot had drawn it; NULL before that. "": nothing is known against it */
	bool settled;
};

/*
 * Draws all jobs, each as the file new.path. One that fails has neither its old file nor a new one, and one line that
 * begins "figure ID (FORM): ": all lines but the last are told at once. Returns 0; or an errno, if gnuplot could not be
 * started, with the rest not settled.
 */
int plots_draw(struct plots_job *, size_t jobs, struct failure *);
/* Fails with that line. */
void plots_fail(const char *id, const char *format, const char *why, struct failure *);

#endif
