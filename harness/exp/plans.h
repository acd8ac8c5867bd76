/* SPDX-License-Identifier: MIT */
/* plans.h - cells as several experiments plan them. */
#ifndef CUCKOOBENCH_PLANS_H
#define CUCKOOBENCH_PLANS_H

#include "harness/programs/programs.h"

/* Plans a table that is filled until it refuses a key (program_fill): m buckets of b entries with fingerprints of f
 * bits. runs 0: none. */
void plan_fill(struct plan *, const char *filter, size_t m, unsigned b, unsigned f, size_t queries, unsigned runs);
/* Plans a static filter of so many keys, with fingerprints of r bits (program_fill). F3, F4 and P2 have these cells in
 * common, so keys, queries and runs depend on the scale alone. */
extern const size_t plan_static_items[SCALES];
void plan_static(struct plan *, const char *filter, unsigned r);
/* Plans xor, fuse3, fuse4 and gcs at rates from 6 % down to 2e-5, as F3 and F4 show them: P2's settings and more. */
void plan_statics(struct plan *);
/* A view's `renamed`: static filters are in panel "b", the others in "". */
void plan_static_apart(struct sample *);
/* Plans this cell for the paper's table of `bytes` of each filter that takes part and has these capabilities. */
void plan_filters(struct plan *, struct cell, size_t bytes, bool (*takes_part)(const struct filter_ops *),
                  unsigned caps, unsigned runs);
/* Plans how many entries match a key (program_matches), for each length of fingerprints that the filter has.
 * None if entries count copies. */
void plan_matches(struct plan *, const struct filter_ops *);

#endif
