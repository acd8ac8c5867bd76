/* SPDX-License-Identifier: MIT */
/*
 * samples.h - the raw results, DIR/samples.csv, with the columns
 *
 *      cell,attempt,rep,exp,panel,series,x,metric,unit,num,den
 *
 * A sample is the ratio num / den of two whole numbers: a count, and what it is relative to. So deterministic results
 * are the same bytes everywhere, and rates can be pooled. A timed cell that was disturbed runs again, and every attempt
 * stays in the file. Only the last attempt represents its repetition; it is the first quiet one, if any was quiet.
 */
#ifndef CUCKOOBENCH_SAMPLES_H
#define CUCKOOBENCH_SAMPLES_H

#include "harness/base/failure.h"
#include "harness/run/given_up.h"
#include "harness/run/manifest.h"

#include <stdio.h>

struct sample {
	char exp[8], panel[NAME_MAX_PANEL], series[NAME_MAX_SERIES], metric[NAME_MAX_METRIC], unit[NAME_MAX_UNIT];
	uint64_t cell; /* a digest of the cell's label; samples_read sets it */
	unsigned rep, attempt;
	bool superseded; /* by a later attempt of the same cell; samples_read sets it */
	double x;
	uint64_t num, den;
};

extern const char samples_header[]; /* with its newline */

/* Writes one line. `cell` is the label, which alone identifies the cell; the attempt comes from the sample. */
void sample_write(FILE *, const char *cell, const struct sample *);
/* Returns num / den in the sample's unit: "Mops/s" divides operations by nanoseconds. NaN if den is 0. */
double sample_value(const struct sample *);

struct samples {
	struct sample *at;
	size_t count, room;
	struct given_up given_up; /* what the run lacks for its time budget; samples_of sets it */
	/* the run's keys in words if they are not random integers (manifest_own_keys); samples_of sets it */
	char keys[MANIFEST_KEYS];
};

/*
 * Reads one file of samples, plain or compressed. Ignores the text after its last newline, which a full disk or a kill
 * cut off. A failure names file and line.
 */
int samples_read(const char *path, struct samples *, struct failure *);
/*
 * Reads the samples of the run in DIR, but only of attempts that DIR/cells.csv lists as done. So a run that stopped
 * anywhere reads as if it had stopped between two cells. Fails as above, also if samples of a done cell are missing.
 */
int samples_of(const char *dir, struct samples *, struct failure *);
void samples_free(struct samples *);

#endif
