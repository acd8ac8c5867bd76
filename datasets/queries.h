/* SPDX-License-Identifier: MIT */
/*
 * queries.h - streams of questions: which of the present and absent keys is asked for i-th, by kind, seed and i.
 *
 *      uniform     each as likely as any other
 *      zipf        the key of rank r with a probability in proportion to r^-theta; which key has which rank is a seeded permutation, one
 *                  of the present keys and one of the absent ones, so that those asked for most are no neighbours
 *      repeated    absent keys chosen at random, each asked for 16 times running: a client that tries again, a cache that is missed again
 *      replay      those absent keys alone that the filter has said yes to, over and over: the adversary of Bender et al., "Bloom
 *                  filters, adaptivity, and the dictionary problem" (FOCS 2018). A filter whose answers never change errs on every one of
 *                  these questions, whatever its rate of false positives: 1 is no fault of such a filter, less is the merit of an
 *                  adaptive one.
 *
 *      question i:  a coin of the seed and i: present (a share of them) or absent  ->  which of those  ->  its place, 0, 1, ...
 *
 * Who asks has the keys: an array, a stream by index. Repeated and replayed questions are for absent keys alone.
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
/* YCSB's, which has become the usual one (Cooper et al., SoCC 2010). */
#define QUERY_THETA 0.99

extern const struct query_about {
	const char *name, *about;
} query_all[QUERY_KINDS];

struct queries {
	enum query_kind kind;
	uint64_t seed;
	uint64_t keys[2]; /* how many there are: absent, present */
	double present;   /* share of the questions that are for present keys */
	struct zipf zipf[2];
	struct permutation rank[2];
	const uint64_t *found; /* replay: places of absent keys; the caller's */
};

struct query {
	bool present;
	uint64_t place;
};

/* Of n[0] absent and n[1] present keys; of a kind of which none is asked for, n may be 0. theta: of zipf. */
struct queries queries_of(enum query_kind, uint64_t seed, uint64_t absent, uint64_t present, double share_present,
                          double theta);
/* Of the absent keys at these places, in turn; count > 0. */
struct queries queries_replay(const uint64_t *found, uint64_t count);
struct query query_at(const struct queries *, uint64_t i);

#endif
