/* SPDX-License-Identifier: MIT */
/* line_ceiling.h - the ceiling of a rate, by the number of lines that an operation of the filter touches (setup.h). */
#ifndef CUCKOOBENCH_LINE_CEILING_H
#define CUCKOOBENCH_LINE_CEILING_H

#include "harness/filters/setup.h"
#include "harness/plan/experiment.h"

/* Uses the ceilings' own series; `positive` and `full` as in setup_lines. Returns false if the series is not a
 * filter. */
bool line_ceiling(const struct point *rate, struct ceiling_of *, enum setup_op, double positive, double full);

#endif
