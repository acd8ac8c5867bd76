/* SPDX-License-Identifier: MIT */
/* keyed.h - what the two programs about keys of any set have in common: keys.c, whose results follow from the seed, and
 * keys_timed.c, whose results depend on the machine. Defined in keys.c. */
#ifndef CUCKOOBENCH_KEYED_H
#define CUCKOOBENCH_KEYED_H

#include "datasets/queries.h"
#include "harness/programs/cell_keys.h"
#include "harness/programs/programs.h"

/* Purposes of seeds: of the keys, of the digests of strings, of the uniform keys for comparison, of the queries. */
enum { SEED_KEYS, SEED_DIGEST, SEED_UNIFORM, SEED_QUESTIONS };
/* The most false positives that are kept. */
enum { REPLAY_MOST = 256 };

struct keyed {
	struct run *run;
	const struct cell *cell;
	struct key_draw draw;
	char panel[NAME_MAX_PANEL];  /* "sequential/xxh3" */
	size_t most;                 /* the most keys to insert */
	uint64_t found[REPLAY_MOST]; /* indices of false positives among the absent keys */
	size_t found_count;
};

/* Number of keys to insert if none is refused earlier: twice the number of 12-bit entries, or all there are. */
size_t keyed_most(const struct cell *cell);
/* Memory for the strings of a set as keys, and for the check of their collisions. */
size_t keyed_digest_bytes(const struct key_set *set);
void keyed_prepare(struct keyed *k, struct run *run, const struct cell *cell);
/* Returns a new array of the first n present keys. It lives as long as the cell. */
uint64_t *keyed_present(const struct keyed *k, const struct key_draw *draw, size_t n);
/* A filter of present keys 0, 1, ..., which are *n: until one is refused, or `most`. A static filter has `most`, or
 * there is none: NULL. */
struct filter *keyed_filter(const struct keyed *k, const struct key_draw *draw, size_t most, size_t *n);
/* Number of absent keys to look up: for a set, its other half. */
size_t keyed_absent(const struct keyed *k);
/* The key of query i. */
uint64_t keyed_query(const struct keyed *k, const struct queries *q, uint64_t i);
void keyed_tell(const struct keyed *k, const char *metric, const char *unit, uint64_t num, uint64_t den);

#endif
