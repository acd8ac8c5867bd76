/* SPDX-License-Identifier: MIT */
/* line_ceiling.h - the ceiling of a rate, by the lines that an operation of the filter touches (setup.h). */
#ifndef CUCKOOBENCH_LINE_CEILING_H
#define CUCKOOBENCH_LINE_CEILING_H

#include "harness/filters/setup.h"
#include "harness/plan/experiment.h"

/* Of the ceilings' own series; `positive` and `full` as in setup_lines. False for a series that is no filter. */
bool line_ceiling(const struct point *rate, struct ceiling_of *, enum setup_op, double positive, double full);

#endif
