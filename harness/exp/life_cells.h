/* SPDX-License-Identifier: MIT */
/* life_cells.h - the cells that T3, F5, F6, F7, F8 and L4 share: one life of a filter serves all of them. */
#ifndef CUCKOOBENCH_LIFE_CELLS_H
#define CUCKOOBENCH_LIFE_CELLS_H

#include "harness/analysis/judge.h"
#include "harness/filters/setup.h"
#include "harness/plan/experiment.h"
#include "harness/programs/programs.h"

/* Is this filter timed? The paper names some that it does not time; nor are they here, unless the user names them. */
bool life_is_timed(const struct filter_ops *);
/* Has the filter a table in the process that all lives of a repetition share? */
bool life_takes_part(const struct plan *, const struct filter_ops *);
/* Plans the lives, side by side, of the filters of the paper's section 7, of those of plug-ins, and of others that the
 * user names, that measure these parts; and the machine's own limits. Plans nothing if none of them has these
 * capabilities and is one of `only`, with a space between them (NULL: any). */
void life_plan(struct plan *, const char *only, unsigned caps, unsigned parts);
/* Some of these lives time constructions as a whole, too. */
void life_plan_whole(struct plan *);
/* Plans lives that look keys up in slices and in long runs. */
void life_plan_runs(struct plan *);
/* Plans lives of the static filters: those published after the paper. They have no steps. */
void life_plan_static(struct plan *, unsigned parts);
/* Plans the machine's own limits alone. */
void life_plan_ground(struct plan *);

/* The filters by which claims of the paper are judged that depend on how a filter does its work. They do as the paper
 * describes; cf, ss-cf, qf and blk-bf do better (docs/methodology.md). */
#define LIFE_CF "cf-branch"
#define LIFE_SS_CF "ss-cf-decode"
#define LIFE_QF "qf-slots"
/* blk-BF's, "blk-bf-exit"; or "blk-bf", which was that loop in runs that have no such series. */
const char *life_blk_bf(struct judge *, const struct judge_lines *);

/* For views: the series of the ceilings of reads, and of updates (ceiling.h). */
#define LIFE_READS "ceiling-1 ceiling-2"
#define LIFE_UPDATES "ceiling-1-update ceiling-2-update"

/* Moves the points of full filters to their mean occupancy when full. Drops those that a whole step has, too. */
void life_place_full(struct points *);

/* Figure 5's, in f5_lookup_mix.c. Adds a computed point "faster_than_bf_above": the share of positive queries from
 * which on the median of ss-CF is at least BF's, interpolated linearly between measured shares; for ss-CF as the paper
 * describes it, too. Adds none if it is never faster, or if data are missing. */
void life_add_crossing(struct points *);

/* The ceiling of an operation of a filter (experiment.h), for the number of lines that setup.h gives; and of one in a
 * life. Uses the ceilings' own series; `positive` and `full` as in setup_lines. Returns false if the series is not a
 * filter. */
bool line_ceiling(const struct point *rate, struct ceiling_of *, enum setup_op, double positive, double full);
bool life_ceiling(const struct point *rate, struct ceiling_of *, enum setup_op, double positive, double full);
/* The ceiling of lookups in full filters; x per cent of them are for present items. */
bool life_ceiling_lookups(const struct point *rate, struct ceiling_of *);
/* The ceiling of deletions ("delete") or insertions. */
bool life_ceiling_updates(const struct point *rate, struct ceiling_of *);

/* A claim about rates concerns tables of the paper's size. */
#define LIFE_SCALE .least = SCALE_QUICK, .why = "its tables fit a cache; the paper's are 192 MB"
/* The margin of "constant" (judge_allows). */
#define LIFE_LEVEL "constant: within 10 % either way, over the whole interval"

/* How occupancies are compared (judge_steady). */
#define LIFE_BESIDE "each over the rate in a table that stays 5 % full"

/* Why a claim of many relations stays open; ends an if_inconclusive. */
#define LIFE_WHOLE_RANGE                                                                                       \
	" One run or two in which the machine slowed one of two measurements by a tenth open a relation; the " \
	"medians shown are then the better guide to the filters."

/* Describes the set-up, for the report. */
extern const char life_setup[];
/* What the figures of lives have in common. */
#define LIFE_FIGURE \
	.setup = life_setup, .timed = true, .keys = KEYS_OWN, .figure = true, .rows = TABLE_X, .columns = TABLE_SERIES

#endif
