/* SPDX-License-Identifier: MIT */
/*
 * summary.h - the answer of a run in at most twenty lines of 80 columns: what the paper is about, and whether it holds.
 */
#ifndef CUCKOOBENCH_SUMMARY_H
#define CUCKOOBENCH_SUMMARY_H

#include "harness/analysis/run_data.h"

#include <stdio.h>

enum { SUMMARY_COLUMNS = 80, SUMMARY_LINES = 20 };

/* Writes it. Fails if the printed numbers cannot be read; then it writes the rest. */
void summary_write(FILE *, struct run_data *, struct failure *);

#endif
