/* SPDX-License-Identifier: MIT */
/*
 * ribbon_sort.h - the hashes of keys, roughly in the order of where their rows start.
 *
 *      keys --> hashes, counted by parts of RIBBON_PART starts --> placed part by part, in the keys' order within each
 *
 * Elimination in a part needs 8 bytes a slot, which a core's first cache then holds. Finer order is no faster.
 */
#ifndef CUCKOOBENCH_RIBBON_SORT_H
#define CUCKOOBENCH_RIBBON_SORT_H

#include "core/hash.h"
#include "core/mem.h"

/* Starts of a part: 16 KiB of a band, half of the smallest first cache that is common. */
enum { RIBBON_PART = 2048 };

struct ribbon_sorted {
	uint64_t *hash;
	size_t scratch; /* the most bytes that were taken */
	struct mem hashes;
};

/* Starts are high bits of hashes (ribbon_start). False: no memory. */
bool ribbon_sort(const struct hash *, uint64_t starts, const uint64_t *keys, size_t n, const struct placement *,
                 struct ribbon_sorted *);
void ribbon_sorted_free(struct ribbon_sorted *);

#endif
