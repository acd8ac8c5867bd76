/* SPDX-License-Identifier: MIT */
/*
 * samples.h - the raw results, DIR/samples.csv, with the columns
 *
 *      cell,attempt,rep,exp,panel,series,x,metric,unit,num,den
 *
 * A sample is the ratio num / den of two whole numbers: what was counted, over what. So deterministic results are the
 * same bytes everywhere, and rates can be pooled. A timed cell whose measuring was disturbed runs again; every attempt
 * stays in the file, and the last one, which is the first quiet one if any was, speaks for its repetition.
 */
#ifndef CUCKOOBENCH_SAMPLES_H
#define CUCKOOBENCH_SAMPLES_H

#include "harness/plan/experiment.h"

#include <stdio.h>

struct sample {
	char exp[8], panel[NAME_MAX_PANEL], series[NAME_MAX_SERIES], metric[NAME_MAX_METRIC], unit[NAME_MAX_UNIT];
	uint64_t cell; /* a digest of the cell's label; set by samples_read */
	unsigned rep, attempt;
	bool superseded; /* by a later attempt of the same cell; set by samples_read */
	double x;
	uint64_t num, den;
};

extern const char samples_header[]; /* with its newline */

/* One line for `cell`. The label alone says which cell; the attempt is the sample's. */
void sample_write(FILE *, const char *cell, const struct sample *);
/* num / den in the sample's unit: "Mops/s" counts operations over nanoseconds. NaN if den is 0. */
double sample_value(const struct sample *);

enum { SAMPLES_KEYS = 96 };

struct samples {
	struct sample *at;
	size_t count, room;
	/* the run's keys, in text, where they are not random integers (manifest_own_keys); set by samples_of */
	char keys[SAMPLES_KEYS];
};

/*
 * Reads one file of samples, plain or compressed. What follows its last newline is passed over: that is where a full
 * disk or a kill cut it off. 0; or -1 with a one-line reason naming file and line in why[200].
 */
int samples_read(const char *path, struct samples *, char why[200]);
/*
 * The samples of the run in DIR: those of the attempts that DIR/cells.csv lists as done, and no others, so that a run
 * that was stopped anywhere reads as if it had been stopped between two cells. 0, or -1 as above; so, too, where
 * samples of a cell that is done are not there.
 */
int samples_of(const char *dir, struct samples *, char why[200]);
void samples_free(struct samples *);

#endif
