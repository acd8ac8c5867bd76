/* SPDX-License-Identifier: MIT */
/* plans.h - cells as several experiments plan them. */
#ifndef CUCKOOBENCH_PLANS_H
#define CUCKOOBENCH_PLANS_H

#include "harness/programs/programs.h"

/* Plans a table that is filled until it refuses a key (program_fill): m buckets of b entries with fingerprints of f
 * bits. runs 0: none. */
void plan_fill(struct plan *, const char *filter, size_t m, unsigned b, unsigned f, size_t queries, unsigned runs);
/* Plans such a cell for the paper's table of `bytes` of each filter that takes part and has these capabilities. */
void plan_filters(struct plan *, struct cell, size_t bytes, bool (*takes_part)(const struct filter_ops *),
                  unsigned caps, unsigned runs);
/* Plans how many entries match a key (program_matches), for each length of fingerprints that the filter has.
 * None if entries count copies. */
void plan_matches(struct plan *, const struct filter_ops *);

#endif
