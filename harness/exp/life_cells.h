/* SPDX-License-Identifier: MIT */
/* life_cells.h - the cells that T3, F5, F6, F7, F8 and L4 share: one life of a filter serves them all. */
#ifndef CUCKOOBENCH_LIFE_CELLS_H
#define CUCKOOBENCH_LIFE_CELLS_H

#include "harness/analysis/judge.h"
#include "harness/filters/setup.h"
#include "harness/plan/experiment.h"

/* Not one of those that the paper names but does not time. */
bool life_is_timed(const struct filter_ops *);
/* Plans the life cells of every filter of the paper's section 7; of those that can delete; of the ;login: article's
 * three. */
void life_plan(struct plan *);
void life_plan_deleting(struct plan *);
void life_plan_login(struct plan *);
/* The machine's own limits, which those plan too; CF against itself. */
void life_plan_ground(struct plan *);
void life_plan_control(struct plan *);

/* Puts the points taken when filters were full at the mean occupancy they had then. */
void life_place_full(struct points *);

/* The share of positive queries from which on ss-CF's median is at least BF's, by linear interpolation between the
 * shares measured: a computed point "faster_than_bf_above". None if it is never faster or the data are incomplete. */
void life_add_crossing(struct points *);

/* Ceilings of an operation in a life (experiment.h): as many lines as setup.h says. */
bool life_ceiling(const struct point *rate, struct ceiling_of *, enum setup_op, double positive, double full);
/* Of lookups of full filters, x per cent of them for items they hold. */
bool life_ceiling_lookups(const struct point *rate, struct ceiling_of *);

/* A claim about rates is one about tables that no cache holds: full scale and above. */
void life_judge_scale(struct judge *);
/* "constant", in judge_allows. */
void life_allow_level(struct judge *);

/* Why a claim of many relations stays open, as the end of an if_inconclusive. */
#define LIFE_WHOLE_RANGE                                                                                              \
	" At the level of so many comparisons the interval of ten runs is their whole range, so that one run in "     \
	"which the machine "                                                                                          \
	"slowed one of two measurements by a tenth opens a relation; the medians shown are then the better guide to " \
	"the filters."

/* The set-up, for the report. */
extern const char life_setup[];

#endif
