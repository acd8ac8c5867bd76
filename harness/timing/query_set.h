/* SPDX-License-Identifier: MIT */
/*
 * query_set.h - keys to look up, again and again, and how many of them must be found.
 *
 *      keys      0 ... 7 | 8 ... 15 | 16 ... 23 | ...     a share of them is in the filter, and stays there
 *      present  01101000 | 11011001 | 01010110  | ...     which of each eight: whatever else is inserted and deleted
 *                                                         meanwhile, no filter may miss one
 *      hits                 a chunk             | ...     how many the filter finds, with its false positives: its
 *                                                         twins must find as many
 */
#ifndef CUCKOOBENCH_QUERY_SET_H
#define CUCKOOBENCH_QUERY_SET_H

#include "core/bits.h"
#include "core/filter.h"
#include "harness/base/failure.h"

#include <string.h>

enum { QUERY_SET_CHUNK = 1 << 14 };

/* What the keys are drawn from. */
struct query_source {
	uint64_t seed; /* of the keys' stream (datasets/keys.h) */
	size_t items;  /* its keys 0 .. items - 1 are in the filter */
	double percent;
	bool (*takes)(void *context, uint64_t key); /* NULL: takes every key */
	void *context;
};

struct query_set {
	uint64_t *keys;
	uint8_t *present;
	uint32_t *hits; /* unless a filter was asked: NULL, or nothing in it */
	size_t n, chunks, all_hits;
	struct query_source source;
	bool borrowed; /* keys and present are another set's */
};

/* Draws n keys, rounded up to whole chunks, into memory of that many bytes. */
void query_set_draw(struct query_set *, const struct query_source *, size_t n, void *memory);
size_t query_set_bytes(size_t n);
/* Draws them into memory of its own. Asks the filter, unless it is NULL, how many of each chunk it finds. On
 * failure returns false, with nothing to free: a present key was reported absent, an answer is
 * none (answers.h), or memory is short. */
bool query_set_make(struct query_set *, const struct query_source *, const struct filter *, size_t n, struct failure *);
/* Uses the keys of the other set instead of its own, if they are the same. The other set must outlive it. */
void query_set_share(struct query_set *, const struct query_set *other);
void query_set_free(struct query_set *);

/* The check of every lookup: if `hits` of keys at .. at + n - 1 were found, returns how many were missed at least. `at`
 * and n are multiples of 8. */
static inline uint64_t
query_set_missed(const struct query_set *q, size_t at, size_t n, size_t hits)
{
	const size_t bytes = n / 8;
	size_t present = 0;

	for (size_t i = 0; i < bytes; i += 8) {
		uint64_t of_64 = 0;

		memcpy(&of_64, q->present + at / 8 + i, bytes - i < 8 ? bytes - i : 8);
		present += (size_t)__builtin_popcountll(of_64);
	}
	return hits < present ? present - hits : 0;
}

/* The same for the answers to eight keys, each for itself. The product has byte i, which is 0 or 1, at bit 56 + i =
 * 8 i + 56 - 7 i; no other pair of a byte and a factor's bit meets there. */
static inline uint64_t
query_set_missed_of_eight(const struct query_set *q, size_t at, const uint8_t hit[8])
{
	const unsigned found = (unsigned)(load64(hit) * UINT64_C(0x0102040810204080) >> 56);

	return (uint64_t)__builtin_popcount(q->present[at / 8] & ~found);
}

#endif
