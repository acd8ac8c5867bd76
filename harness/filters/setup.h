/* SPDX-License-Identifier: MIT */
/* setup.h - the paper's set-up of each filter (section 7), and what its operations roughly cost, for planning. */
#ifndef CUCKOOBENCH_SETUP_H
#define CUCKOOBENCH_SETUP_H

#include "core/filter.h"

#include <stdbool.h>

/*
 * Parameters of a table of `bytes` as section 7.1 configures it, and how many items to insert: SIZE_MAX for filters
 * that are filled until an insertion fails. A filter the paper does not know gets the bytes and its own defaults.
 */
void setup_paper(const struct filter_ops *, size_t bytes, struct filter_params *, size_t *target);

/*
 * Which experiments over all filters one is in follows from its capabilities:
 *   setup_is_compared   the paper's tables and figures (T1, T3, F5 - F8), and what follows from a table alone (G3, G4, G5): not those
 *                       for many threads or keys at a time, which keep another filter's table, nor those built to explain one, nor
 *                       the baseline that came later; but every filter of a plug-in
 *   setup_is_asked      what also depends on how a table is worked on (G1, G2), lines of code (S1): all but the latter
 */
bool setup_is_compared(const struct filter_ops *);
bool setup_is_asked(const struct filter_ops *);

/* Nanoseconds an operation takes in a table of `bytes`, the plan's first guess only (filter_facts.ns). */
struct setup_cost {
	double insert, lookup, remove;
};
struct setup_cost setup_cost(const struct filter_ops *, size_t bytes);

/*
 * How many random lines of its table an operation touches, on average over lookups of which a share `positive` is for
 * items it holds, in a filter that is filled to a share `full` of its capacity: what its ceiling follows from
 * (ceiling.h). A filter that gives another's answers touches that one's lines. The fewest that do, for an insertion:
 * those it relocates are extra. 1 of a filter that is not known.
 */
enum setup_op { SETUP_LOOKUP, SETUP_INSERT, SETUP_REMOVE };
double setup_lines(const struct filter_ops *, enum setup_op, double positive, double full);
/* Is it two, as good as: then the ceiling is that of two lines. More follow each other no faster than as many one-line
 * operations do. */
bool setup_are_two(double lines);

/* These parameters with --kicks, if the filter takes it and they do not say otherwise. */
struct filter_params setup_kicks(const struct filter_ops *, const struct filter_params *, enum filter_kicks);

/* The table size that params will give, without building it (create's own rule, for the plan). */
size_t setup_table_bytes(const struct filter_ops *, const struct filter_params *);

#endif
