/* SPDX-License-Identifier: MIT */
/*
 * run_data.h - a run, loaded once, for everything that is derived from it.
 *
 *      manifest.json --> manifest, scale
 *      store         --> samples ----> index, in the order of what they are of ----> points of an experiment
 *                                          '---------- judge.h ---------'--------> board
 *
 * Points, board and published values are made when they are first asked for. So a report, its tables, figures and
 * verdicts, a verification and a comparison all have the same ones.
 */
#ifndef CUCKOOBENCH_RUN_DATA_H
#define CUCKOOBENCH_RUN_DATA_H

#include "harness/analysis/claims.h"
#include "harness/analysis/published.h"
#include "harness/run/samples.h"

struct run_data {
	const char *dir;         /* as the user wrote it; NULL: only samples */
	struct json_t *manifest; /* NULL: only samples */
	enum scale scale;
	const struct samples *samples;
	/* By experiment, panel, series, metric and x; there those that count come first, by turn. */
	const struct sample **sorted;
	struct points *points;    /* [index in experiment_all]; use run_data_points */
	struct board board;       /* use run_data_board */
	struct published printed; /* use run_data_printed */
	bool printed_read;
	struct samples loaded;
};

/* Loads the run in DIR, and registers its plug-ins. STATUS_USAGE: DIR has no run. Fails as store_read does, and if the
 * record is not the one that the manifest is of. On failure there is nothing to free. */
int run_data_load(struct run_data *, const char *dir, struct failure *);
/* Makes one of samples that the caller keeps. */
void run_data_of(struct run_data *, const struct samples *, enum scale);
void run_data_free(struct run_data *);

/* The number of cells that the run planned and has not tried yet; 0 if unknown. */
size_t run_data_missing(const struct run_data *);
/* "The run did not finish: 154 of 162 measurements are missing"; "" if it did. */
enum { RUN_DATA_UNFINISHED = 120 };
const char *run_data_unfinished(const struct run_data *, char text[RUN_DATA_UNFINISHED]);

/* Finds a value of the manifest; NULL if it is missing, null or an empty text, so unknown. fact_text: a plain value as
 * text; "unknown". Writes to `text` what is no text itself. */
enum { FACT_TEXT = 256 };
struct json_t *run_data_fact(const struct run_data *, const char *group, const char *key);
const char *fact_text(const struct json_t *, char text[FACT_TEXT]);

/* Is its unit one of time, so that it came from a clock? Everything else was counted, or drawn from the seed. */
bool sample_is_timed(const struct sample *);
/* Returns when it was measured (turn_of). */
uint64_t sample_turn(const struct sample *);

struct samples_at {
	const struct sample *const *at;
	size_t count;
};
/* Finds the samples at one place, in the order of turns; x may differ in its last digits. */
struct samples_at run_data_at(const struct run_data *, const char *exp, const char *panel, const char *series,
                              const char *metric, double x);
/* Finds the values of the turns that both have, a's and b's, and returns their number; room for a.count each. */
size_t samples_pairs(struct samples_at a, struct samples_at b, double *of_a, double *of_b, uint64_t *turn);
/* Finds all samples of a line, by x; of an experiment, if panel is NULL. */
struct samples_at run_data_line(const struct run_data *, const char *exp, const char *panel, const char *series,
                                const char *metric);

struct points *run_data_points(const struct run_data *, const struct experiment *);
const struct board *run_data_board(struct run_data *);
/* Judges, then rounds the points to the digits of results/ID.csv, so that pages show the numbers of the files. */
void run_data_round(struct run_data *);
/* Fails once if they cannot be read; then there are none. */
const struct published *run_data_printed(struct run_data *, struct failure *);

#endif
