/* SPDX-License-Identifier: MIT */
/*
 * report_parts.h - the parts of DIR/report.html, one file each. Private to report*.c.
 *
 *      report.c             the page: what it reads, and the order of its parts
 *      report_answer.c      the answer, which comes first
 *      report_manifest.c    its head and the machine, from DIR/manifest.json
 *      report_claims.c      the board of verdicts, the claims of one experiment, where the sources disagree
 *      report_experiment.c  the section of one experiment
 *      report_command.c     in such a section, the command that repeats the experiment
 *      report_noise.c       what did not run, and what disturbed the rest, from its attempts
 *      report_machines.c    for several machines: which measured what
 */
#ifndef CUCKOOBENCH_REPORT_PARTS_H
#define CUCKOOBENCH_REPORT_PARTS_H

#include "harness/analysis/run_data.h"
#include "harness/run/manifest.h"

#include <jansson.h>
#include <stdio.h>

/* Numbers of cells, by how they ended; given up for the time budget. */
struct cells {
	size_t done, failed, skipped, given_up;
	/* Watched while they were timed; of these, disturbed by what the kernel counted, and with turns that disagree
	 * (noise.h). */
	size_t timed, disturbed, apart;
	size_t series, series_apart; /* of the timed ones */
	size_t noisy;                /* attempts that the noise log lists */
};

/* What one of a run's builds and machines measured. */
enum { REPETITIONS = 1000 }; /* the maximum of --reps */
struct maker {
	size_t cells;
	bool timed[REPETITIONS]; /* a timed cell of the repetition */
};

struct report {
	FILE *f;
	struct run_data *run;
	const struct published *printed; /* of the run, as are these */
	const struct samples *samples;
	json_t *manifest;
	struct cells cells;
	struct maker *maker;     /* by manifest_maker_of */
	size_t makers, timed_by; /* how many there are, and how many measured timed cells */
	struct disagreement *disagreements;
	size_t disagreement_count;
};

/* Writes the page's title, the answer, what was run where, and warnings. */
void report_head(const struct report *);
/* Writes how the machine differs from the paper's, each headline with its verdict and both numbers, the claims that do
 * not hold and why, and Table 3 and Figure 5 beside the paper's. Nothing of what the run was not asked for. */
void report_answer(const struct report *);
/* Writes the whole manifest as a table. */
void report_manifest(const struct report *);
/* Writes the number of claims with each verdict, and all claims in a table. */
void report_board(const struct report *);
/* Writes the claims of one experiment in full; nothing if it has none. */
void report_claims(const struct report *, const struct experiment *);
/* Writes where the sources print two values for one thing; nothing if they never do. */
void report_disagreements(const struct report *);
void report_experiment(const struct report *, const struct experiment *);
/* Has the run such a file of the experiment, as "plots" and "svg"? */
bool report_has(const struct report *, const struct experiment *, const char *folder, const char *suffix);
/* Begins a figure, and puts the experiment's drawing into it, with `prefix` before its ids. The caller ends the drawing
 * and the figure. False: there is none. */
bool report_drawing(const struct report *, const struct experiment *, const char *prefix);
/* Writes the run's options, so that the command gives the same numbers: only those that the manifest knows. */
void report_command(const struct report *, const struct experiment *);

/* Counts the cells among the attempts. */
struct cells report_cells_of(const struct store *);
/* Writes what failed, was skipped or is still to come. */
void report_not_run(const struct report *);
/* Writes the canary's readings over the run, and what disturbed timed cells. */
void report_noise(const struct report *);

/* Counts what each build and machine measured. The warning if several measured timed cells. */
void report_makers_count(struct report *);
extern const char report_machines_warning[];
/* Writes which machine measured which repetitions; nothing if one measured all. */
void report_who_measured(const struct report *);

#endif
