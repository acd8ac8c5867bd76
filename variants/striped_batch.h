/* SPDX-License-Identifier: MIT */
/*
 * striped_batch.h - operations pipelined across the keys of a batch: the lines of key k + AHEAD are asked for while key k has its turn.
 *
 *      locate, prefetch   k+AHEAD . . . . . . . k   look up: versions, buckets, versions
 *                                                   insert, delete: lock, change, unlock
 *
 * Each look-up, insertion and deletion is on its own, and in order, as in striped_ops.h; only its lines come earlier. A bucket may straddle
 * two lines: both are asked for.
 *
 * Nothing of that protocol's argument changes. Where a key's buckets and stripes are follows from the key and from fields that stay as
 * they are, so no shared word is read ahead; to ask for a line is no access in the sense of C11, reads nothing, and takes no lock. One
 * stripe's lock is held at a time, or two in their order, by whoever acts: as without it.
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

/* Algorithm 1, in order: a key that is refused leaves those before it in, and those behind it out, as a batch must. */
ALWAYS_INLINE size_t
striped_insert_batch(struct striped *c, struct striped_variant v, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	struct striped local = *c;
	const size_t ahead = n < STRIPED_AHEAD ? n : STRIPED_AHEAD;
	struct striped_place place[STRIPED_AHEAD];
	struct striped_tally tally = {0};
	size_t k = 0;

	for (size_t j = 0; j < ahead; j++)
		place[j] = striped_locate_early(&local, v, keys[j], f, b);
	for (; k < n; k++) {
		struct striped_place p = place[k % STRIPED_AHEAD];

		if (k + ahead < n) /* then ahead = STRIPED_AHEAD */
			place[k % STRIPED_AHEAD] = striped_locate_early(&local, v, keys[k + ahead], f, b);
		if (!striped_insert_one(&local, v, p, &tally, f, b))
			break;
	}
	striped_count(&local.counts->items, k);
	striped_settle(&local, &tally);
	return k;
}

/* Algorithm 3, in order. */
ALWAYS_INLINE size_t
striped_remove_batch(struct striped *c, struct striped_variant v, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	struct striped local = *c;
	const size_t ahead = n < STRIPED_AHEAD ? n : STRIPED_AHEAD;
	struct striped_place place[STRIPED_AHEAD];
	struct striped_tally tally = {0};
	size_t found = 0;

	for (size_t j = 0; j < ahead; j++)
		place[j] = striped_locate_early(&local, v, keys[j], f, b);
	for (size_t k = 0; k < n; k++) {
		struct striped_place p = place[k % STRIPED_AHEAD];

		if (k + ahead < n)
			place[k % STRIPED_AHEAD] = striped_locate_early(&local, v, keys[k + ahead], f, b);
		found += striped_remove_one(&local, v, p, &tally, f, b);
	}
	atomic_fetch_sub_explicit(&local.counts->items, found, memory_order_relaxed);
	striped_settle(&local, &tally);
	return found;
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
