/* SPDX-License-Identifier: MIT */
/*
 * samples.h - the raw results, DIR/samples.csv, with the columns
 *
 *      cell,rep,exp,panel,series,x,metric,unit,num,den
 *
 * A sample is the ratio num / den of two whole numbers: what was counted, over what. So deterministic results are the
 * same bytes everywhere, and rates can be pooled.
 */
#ifndef CUCKOOBENCH_SAMPLES_H
#define CUCKOOBENCH_SAMPLES_H

#include "harness/experiment.h"

#include <stdio.h>

struct sample {
	char exp[8], panel[NAME_MAX_PANEL], series[NAME_MAX_SERIES], metric[NAME_MAX_METRIC], unit[NAME_MAX_UNIT];
	unsigned rep;
	double x;
	uint64_t num, den;
};

extern const char samples_header[]; /* with its newline */

/* One line for `cell`. */
void sample_write(FILE *, const char *cell, const struct sample *);
/* num / den in the sample's unit: "Mops/s" counts operations over nanoseconds. NaN if den is 0. */
double sample_value(const struct sample *);

struct samples {
	struct sample *at;
	size_t count, room;
};

/* Reads DIR/samples.csv. 0; or -1 with a one-line reason naming file and line in why[200]. */
int samples_read(const char *path, struct samples *, char why[200]);
void samples_free(struct samples *);

#endif
