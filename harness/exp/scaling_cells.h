/* SPDX-License-Identifier: MIT */
/* scaling_cells.h - the cells of X1 and X4, which they share, and those of X2: one filter and 1, 2, ... threads
 * (scaling.c). */
#ifndef CUCKOOBENCH_SCALING_CELLS_H
#define CUCKOOBENCH_SCALING_CELLS_H

#include "harness/plan/experiment.h"
#include "harness/programs/programs.h"

/* Plan every filter that is timed; only those that can delete. */
void scaling_plan(struct plan *);
void scaling_plan_deleting(struct plan *);
/* Plans one filter with this number of stripes. */
void scaling_plan_stripes(struct plan *, const char *filter, unsigned stripes);

/* The ceiling measured together with a rate of the filter. Lookups: `percent` of them for present keys; halves: lookups
 * and as many updates; updates: deletions and as many insertions; inserts: building, with insertions only. */
enum scaling_kind { SCALING_LOOKUPS, SCALING_HALVES, SCALING_UPDATES, SCALING_INSERTS };
bool scaling_ceiling(const struct point *rate, struct ceiling_of *, const char *filter, enum scaling_kind,
                     double percent);

/* Describes the set-up, for the report. */
#define SCALING_SETUP                                                                                                  \
	"One cell a filter and repetition takes the measurements with 1, 2, ... threads in turn, in windows of some "  \
	"milliseconds, up and down again, eight rounds (four at quick scale). A window is common to all threads: all " \
	"work before it begins and after it ends. Threads are pinned in the order --pin names, and looked after; "     \
	"that none allocates is checked. In every turn the same threads work on bare memory of the table's size and "  \
	"pages, the ceiling: hash and two random lines read, or, beside building, half updates and churn, hash and "   \
	"one random line changed, of a filter for many threads by an atomic operation; of a filter it is so many "     \
	"lines a second, divided by how many its operation touches. Tables: 192 MiB at full and paper scale, 3 MiB "   \
	"at quick. "

#endif
