/* SPDX-License-Identifier: MIT */
/*
 * summary.h - the answer of a run in at most twenty lines of 80 columns: what the paper is about, and whether it holds.
 * And in one line.
 */
#ifndef CUCKOOBENCH_SUMMARY_H
#define CUCKOOBENCH_SUMMARY_H

#include "harness/analysis/run_data.h"

#include <stdio.h>

enum { SUMMARY_COLUMNS = 80, SUMMARY_LINES = 20 };

/* Writes it. Fails if the printed numbers cannot be read; then it writes the rest. */
void summary_write(FILE *, struct run_data *, struct failure *);
/* Writes one line that can be sent: "t3 f5, quick, AMD EPYC: 12 claims: 8 confirmed, ...; noise: 2 of 40 cells
 * disturbed". */
void summary_line(FILE *, struct run_data *);

#endif
