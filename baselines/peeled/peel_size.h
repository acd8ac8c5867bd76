/* SPDX-License-Identifier: MIT */
/*
 * peel_size.h - how many cells so many keys take, and how long a fuse filter's segments are.
 *
 *      cells         as the sources say, which found them by experiment; xor a few more where few would do
 *      segment       longer: its keys are more equally many      shorter: its ends, two or three segments, are less
 *
 *                    |////|   |   |   |   |   |////|       n keys start in `starts` cells: load n / starts
 *                    few keys                             peeling begins at the ends and must not stop between
 *
 * A graph of segments peels off, however many they are, up to a load that is below a threshold: 0.918 with three cells
 * a key and 0.977 with four (Walzer, "Peeling close to the orientability threshold: spatial coupling in
 * hashing-based data structures", SODA 2021). The cells at the ends are no starts, so longer segments raise the load.
 * In short ones chance raises it somewhere: by about 1 / sqrt(length) in one of them, and there are many. Between both
 * is a best length for so many keys. docs/design/peeled.md has the measurements.
 */
#ifndef CUCKOOBENCH_PEEL_SIZE_H
#define CUCKOOBENCH_PEEL_SIZE_H

#include "baselines/peeled/peel_graph.h"

/* Sets starts, length and log2 of the map for n different keys: at most one seed in eleven fails. */
void peel_size(enum peel_graph, struct peel_map *, size_t n);
/* The same as the sources have it. Files of earlier versions have this size. */
void peel_size_published(enum peel_graph, struct peel_map *, size_t n);
/* Sets them as a saved filter has them. False: no graph has such a size. */
bool peel_size_given(enum peel_graph, struct peel_map *, uint64_t starts, uint64_t length);

#endif
