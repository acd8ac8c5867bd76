/* SPDX-License-Identifier: MIT */
/*
 * striped_batch.h - look-ups pipelined across the keys of a batch: the lines of key k + AHEAD are asked for while key k is looked up.
 *
 *      locate, prefetch   k+AHEAD . . . . . . . k   look up: versions, buckets, versions
 *
 * Each look-up is on its own as in striped_ops.h; only its lines come earlier. A bucket may straddle two lines: both are asked for.
 */
#ifndef CUCKOOBENCH_STRIPED_BATCH_H
#define CUCKOOBENCH_STRIPED_BATCH_H

#include "variants/striped_ops.h"

/* A power of two. Covers 100 ns of memory at 5 ns a key, and two lines a key stay below the first level cache by far. */
enum { STRIPED_AHEAD = 32 };

ALWAYS_INLINE void
striped_fetch(const struct striped *c, struct striped_variant v, size_t i, unsigned w)
{
	size_t bit = striped_bit(v, i, w);

	__builtin_prefetch(c->table.data + bit / 8);
	if (v.layout == CUCKOO_PACKED)
		__builtin_prefetch(c->table.data + (bit + w - 1) / 8);
}

ALWAYS_INLINE struct striped_place
striped_locate_early(const struct striped *c, struct striped_variant v, uint64_t key, unsigned f, unsigned b)
{
	const unsigned w = striped_width(v, f, b);
	struct striped_place p = striped_locate(c, v, key, f);

	striped_fetch(c, v, p.i1, w);
	striped_fetch(c, v, p.i2, w);
	/* The lock word, too: it is in a near cache, unless a writer has just taken it to its own. */
	if (v.layout == CUCKOO_PACKED && v.check != CHECK_NOTHING)
		__builtin_prefetch((const void *)stripe_word(c, v, striped_stripe(c, v, p.i2, w)));
	return p;
}

ALWAYS_INLINE size_t
striped_contains_batch(const struct striped *c, struct striped_variant v, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f,
                       unsigned b)
{
	const struct striped local = *c;
	const size_t ahead = n < STRIPED_AHEAD ? n : STRIPED_AHEAD;
	struct striped_place place[STRIPED_AHEAD];
	struct striped_tally tally = {0};
	size_t hits = 0, k = 0;

	for (size_t j = 0; j < ahead; j++)
		place[j] = striped_locate_early(&local, v, keys[j], f, b);
	for (; k + ahead < n; k++) {
		struct striped_place p = place[k % STRIPED_AHEAD];

		place[k % STRIPED_AHEAD] = striped_locate_early(&local, v, keys[k + ahead], f, b);
		hit[k] = striped_has(&local, c, v, p, &tally, f, b);
		hits += hit[k];
	}
	for (; k < n; k++) {
		hit[k] = striped_has(&local, c, v, place[k % STRIPED_AHEAD], &tally, f, b);
		hits += hit[k];
	}
	striped_settle(c, &tally);
	return hits;
}

#endif
