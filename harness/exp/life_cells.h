/* SPDX-License-Identifier: MIT */
/* life_cells.h - the cells that T3, F5, F6, F7, F8 and L4 share: one life of a filter serves them all. */
#ifndef CUCKOOBENCH_LIFE_CELLS_H
#define CUCKOOBENCH_LIFE_CELLS_H

#include "harness/experiment.h"

/* Asks for the life cells of every filter of the paper's section 7 that --filter admits, or of those `only` names
 * (NULL-terminated; may be NULL), if it has all capabilities in `caps`. */
void life_cells(struct plan *, const char *const *only, unsigned caps);

/* Puts the points taken when filters were full at the mean occupancy they had then. */
void life_place_full(struct points *);

/* The share of positive queries from which on the median of series a is at least that of b, by linear interpolation between
 * the shares measured: a computed point "faster_than_bf_above". None if a is never faster or the data are incomplete. */
void life_add_crossing(struct points *, const char *a, const char *b);

/* The set-up, for the report. */
extern const char life_setup[];

#endif
