/* SPDX-License-Identifier: MIT */
/*
 * queries.h - streams of lookups: which present or absent key lookup i asks for, from the kind, the seed and i.
 *
 *      uniform     each key as likely as any other
 *      zipf        the key of rank r has a probability in proportion to r^-theta. A seeded permutation, one of the
 *                  present keys and one of the absent ones, gives ranks to keys. So the most popular keys are not
 *                  neighbours
 *      repeated    absent keys chosen at random, each looked up 16 times in a row: a client that tries again, a cache
 *                  that is missed again
 *      replay      only those absent keys that the filter has accepted, over and over: the adversary of Bender et al.,
 *                  "Bloom filters, adaptivity, and the dictionary problem" (FOCS 2018). A filter whose answers never
 *                  change errs on every one of these lookups, whatever its false positive rate. So 1 is not a fault of
 *                  such a filter, and less is the merit of an adaptive one
 *
 *      lookup i:   present (with the given share) or absent, by the seed and i -> which of those keys -> its place,
 *                  0, 1, ...
 *
 * The caller has the keys: an array, or a stream by index. Repeated and replayed lookups are for absent keys only.
 */
#ifndef CUCKOOBENCH_QUERIES_H
#define CUCKOOBENCH_QUERIES_H

#include "datasets/permutation.h"
#include "datasets/zipf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum query_kind { QUERY_UNIFORM, QUERY_ZIPF, QUERY_REPEATED, QUERY_REPLAY, QUERY_KINDS };
enum { QUERY_REPEATS = 16 };
/* YCSB's value, which has become the usual one (Cooper et al., SoCC 2010). */
#define QUERY_THETA 0.99

extern const struct query_about {
	const char *name, *about;
} query_all[QUERY_KINDS];

struct queries {
	enum query_kind kind;
	uint64_t seed;
	uint64_t keys[2]; /* how many keys there are: absent, present */
	double present;   /* share of the lookups that are for present keys */
	struct zipf zipf[2];
	struct permutation rank[2];
	const uint64_t *found; /* replay: places of absent keys; owned by the caller */
};

struct query {
	bool present;
	uint64_t place;
};

/* Lookups of `absent` and `present` keys; a count may be 0 if the kind looks up none of those. theta: for zipf. */
struct queries queries_of(enum query_kind, uint64_t seed, uint64_t absent, uint64_t present, double share_present,
                          double theta);
/* Lookups of the absent keys at these places, in turn; count > 0. */
struct queries queries_replay(const uint64_t *found, uint64_t count);
struct query query_at(const struct queries *, uint64_t i);

#endif
