/* SPDX-License-Identifier: MIT */
/*
 * streams.h - streams of keys that are made, not read: by name, seed and index, without an array.
 *
 *      uniform        random integers, the paper's (keys.h)
 *      sequential     consecutive integers from a random one on: counters, row numbers
 *      clustered      runs of 64 consecutive integers at random places: pages, extents
 *      shared-low     the low 32 bits are the same in all, the high 32 are random: addresses of large, aligned objects
 *      shared-high    the high 32 bits are the same in all, the low 32 are random: one network, one heap
 *
 * key(i) is a bijection of i, so no key repeats. Which keys are inserted, and which are looked up but never inserted:
 *
 *                  inserted                      |  never inserted
 *      uniform     index 0, 1, ...               |  index 2^63, 2^63 + 1, ...                                (keys.h)
 *      any other   one of 2j and 2j + 1, by a    |  the other one. So absent keys lie among the present ones, as in
 *                  random bit of the seed and j  |  a set halved at random, and not beyond them, where a weak hash
 *                                                |  might distinguish them
 */
#ifndef CUCKOOBENCH_STREAMS_H
#define CUCKOOBENCH_STREAMS_H

#include "datasets/permutation.h"

#include <stdint.h>

enum { STREAM_RUN = 64 }; /* consecutive keys of "clustered", a power of two */

struct stream;

/* A stream under a seed: the values that all of its keys need, computed once. */
struct stream_keys {
	const struct stream *of;
	uint64_t seed, base, coin;
	struct permutation place;
};

struct stream {
	const char *name, *about;
	unsigned log2_keys;  /* it has 2^this present keys, and the same number of absent keys */
	unsigned place_bits; /* bits of an index that are scattered; 0: none */
	uint64_t (*key)(const struct stream_keys *, uint64_t index);
};

/* The list ends with a NULL name. The first is "uniform". */
extern const struct stream stream_all[];
/* By name, or NULL. */
const struct stream *stream_find(const char *name);

struct stream_keys stream_keys_of(const struct stream *, uint64_t seed);
/* Key j of the inserted keys, and key j of those that are never inserted. */
uint64_t stream_present(const struct stream_keys *, uint64_t j);
uint64_t stream_absent(const struct stream_keys *, uint64_t j);

#endif
