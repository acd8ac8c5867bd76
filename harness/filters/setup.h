/* SPDX-License-Identifier: MIT */
/* setup.h - the paper's set-up of each filter (section 7), and the rough cost of its operations, for planning. */
#ifndef CUCKOOBENCH_SETUP_H
#define CUCKOOBENCH_SETUP_H

#include "core/filter.h"

#include <stdbool.h>

/*
 * Returns the parameters of a table of `bytes` as section 7.1 configures it. *target is how many items to insert;
 * SIZE_MAX for filters that are filled until an insertion fails. A filter that the paper does not contain gets the
 * bytes and its own defaults.
 */
void setup_paper(const struct filter_ops *, size_t bytes, struct filter_params *, size_t *target);
/* Sizes a filter for n items, by its own parameter; one without entries by its k: k / ln 2 bits per item, or those of
 * the shape with this k of a later filter, whose blocks need more, in whole blocks. A static filter has the size that
 * its keys take. */
void setup_for_items(const struct filter_ops *, size_t n, struct filter_params *);

/*
 * Which of the experiments over all filters include this one. It follows from its capabilities.
 *
 *  - setup_is_compared: the paper's tables and figures (T1, T3, F5 - F8), and values (G5). They include every filter of
 *    a plug-in that inserts. They exclude filters for many threads or for many keys at a time, which keep another
 *    filter's table. They also exclude controls, and what was published later.
 *  - setup_has_table: results that follow from a table alone (G3, G4): those, and the field's.
 *  - setup_is_asked: results that also depend on how a table is accessed (G1, G2), and lines of code (S1). They exclude
 *    only controls.
 */
bool setup_is_compared(const struct filter_ops *);
bool setup_has_table(const struct filter_ops *);
bool setup_is_asked(const struct filter_ops *);
/* The static filters, each table once. They are younger than the paper; T3, F5 and K1 have them beside its own. */
bool setup_is_static(const struct filter_ops *);

/* The nanoseconds of an operation in a table of `bytes`: only a first guess for the plan (filter_facts.ns). */
struct setup_cost {
	double insert, lookup, remove;
};
struct setup_cost setup_cost(const struct filter_ops *, size_t bytes);

/*
 * Returns how many random lines of its table an operation touches, on which its ceiling depends (ceiling.h). For
 * lookups it is the average if a share `positive` is for items in the filter, which is filled to a share `full` of its
 * capacity. A filter that gives another's answers touches that one's lines. For an insertion it is the minimum, because
 * evictions touch more. Returns 1 for an unknown filter.
 */
enum setup_op { SETUP_LOOKUP, SETUP_INSERT, SETUP_REMOVE };
double setup_lines(const struct filter_ops *, enum setup_op, double positive, double full);
/* The lines of a lookup in a full filter with these parameters: longer fingerprints may lie in more lines than the
 * facts say (filter_shape), and a Bloom filter reads one for each hash to find a present key. 0: as in the facts. */
double setup_lookup_lines(const struct filter_ops *, unsigned fp_bits, unsigned hashes, double positive);
/* The same by the name of a series, "ribbon:f12" or "bf:20k14". */
double setup_series_lines(const struct filter_ops *, const char *series, double positive);
/* Returns whether this is practically two lines: then the ceiling is that of two lines. Operations on more lines are no
 * faster than the same number of one-line operations. */
bool setup_are_two(double lines);

/* Returns these parameters with --kicks, if the filter accepts it and they do not already set it. */
struct filter_params setup_kicks(const struct filter_ops *, const struct filter_params *, enum filter_kicks);

/* The most bytes that building a static filter of n keys takes beyond keys and table; 0 for others. For the plan. */
size_t setup_scratch(const struct filter_ops *, double n);

/* Returns the size that a table with these parameters will have, without building it (create's own rule, for the
 * plan). */
size_t setup_table_bytes(const struct filter_ops *, const struct filter_params *);

#endif
