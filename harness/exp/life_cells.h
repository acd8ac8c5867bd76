/* SPDX-License-Identifier: MIT */
/* life_cells.h - the cells that T3, F5, F6, F7, F8 and L4 share: one life of a filter serves all of them. */
#ifndef CUCKOOBENCH_LIFE_CELLS_H
#define CUCKOOBENCH_LIFE_CELLS_H

#include "harness/analysis/judge.h"
#include "harness/filters/setup.h"
#include "harness/plan/experiment.h"
#include "harness/programs/programs.h"

/* Is this filter timed? The paper names some that it does not time. */
bool life_is_timed(const struct filter_ops *);
/* Plans lives of every filter of the paper's section 7 that has these capabilities, or of those named in `only` (NULL
 * at the end), that measure these parts; and the machine's own limits. */
void life_plan(struct plan *, const char *const *only, unsigned caps, unsigned parts);
/* Plan the machine's own limits alone; and CF against itself. */
void life_plan_ground(struct plan *);
void life_plan_control(struct plan *);

/* For views: samples of a filter's life, but not of the control's second one; ceilings of reads; of updates. */
bool life_sees_once(const char *cell, struct sample *);
bool life_sees_reads(const char *cell, struct sample *);
bool life_sees_updates(const char *cell, struct sample *);

/* Moves the points of full filters to their mean occupancy when full. */
void life_place_full(struct points *);

/* Adds a computed point "faster_than_bf_above": the share of positive queries from which on ss-CF's median is at least
 * BF's, interpolated linearly between measured shares. Adds none if it is never faster, or if data are missing. */
void life_add_crossing(struct points *);

/* The ceiling of an operation in a life (experiment.h), for the number of lines that setup.h gives. */
bool life_ceiling(const struct point *rate, struct ceiling_of *, enum setup_op, double positive, double full);
/* The ceiling of lookups in full filters; x per cent of them are for present items. */
bool life_ceiling_lookups(const struct point *rate, struct ceiling_of *);

/* A claim about rates concerns tables that no cache holds: full scale and above. */
void life_judge_scale(struct judge *);
/* Declares the margin of "constant" (judge_allows). */
void life_allow_level(struct judge *);

/* Why a claim of many relations stays open; ends an if_inconclusive. */
#define LIFE_WHOLE_RANGE                                                                                              \
	" At the level of so many comparisons the interval of ten runs is their whole range, so that one run in "     \
	"which the machine "                                                                                          \
	"slowed one of two measurements by a tenth opens a relation; the medians shown are then the better guide to " \
	"the filters."

/* Describes the set-up, for the report. */
extern const char life_setup[];

#endif
