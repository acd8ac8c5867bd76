/* SPDX-License-Identifier: MIT */
/*
 * build.h - a filter of given keys, whatever its contract.
 *
 *      FILTER_STATIC    build with params.seed --> refused? --> with the seed derived from it --> ...
 *      otherwise        build, if it has one; or create, insert
 *
 * A static filter lays its keys out as a system of equations, or of places, that has a solution for most seeds of the
 * hash. How many seeds it took belongs to the cost of the filter, so callers publish it.
 */
#ifndef CUCKOOBENCH_BUILD_H
#define CUCKOOBENCH_BUILD_H

#include "core/filter.h"

/*
 * The most seeds that are tried. Of the filters here one seed in eleven fails at most, whatever the number of keys: P6
 * counts them, and docs/design/peeled.md and ribbon.md say how that was found. So a hundred fail once in 11^100 builds,
 * and keys that fail a hundred seeds will fail all: a hash that ignores its seed is the usual reason. This does not
 * follow from a filter's idea. Of 11,521 keys hardly a seed in a hundred lays fuse3 out in the size of its source.
 */
enum { BUILD_SEEDS = 100 };

/* The seed of attempt 0, 1, ... under the parameters' own, which is that of attempt 0. */
uint64_t build_seed(uint64_t seed, unsigned attempt);

/*
 * Makes a filter of n keys. What sizes a table (bytes, buckets, items) is not passed on to a static one, which its keys
 * size: there it is the size that the filter is compared at. A filter that refuses one of them is FILTER_EINVAL.
 * *seeds, if it is not NULL, is the number of seeds that were tried. On failure *out is NULL and *why is a static
 * sentence.
 */
enum filter_status build_filter(const struct filter_ops *, const struct filter_params *, const uint64_t *keys, size_t n,
                                struct filter **out, unsigned *seeds, const char **why);

#endif
