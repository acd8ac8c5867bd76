/* SPDX-License-Identifier: MIT */
/*
 * striped_batch.h - operations pipelined across the keys of a batch: the lines of key k + AHEAD are prefetched while
 * key k is processed.
 *
 *      locate, prefetch   k+AHEAD . . . . . . . k   look up: versions, buckets, versions
 *                                                   insert, delete: lock, change, unlock
 *
 * Each lookup, insertion and deletion is independent and in order, as in striped_ops.h; only its lines arrive earlier.
 * A bucket may straddle two lines: both are prefetched.
 *
 * The protocol's argument is unchanged. The key and fields that never change determine its buckets and stripes, so no
 * shared word is read ahead. A prefetch is no access in the sense of C11: it reads nothing and takes no lock. As
 * without prefetching, a thread holds one stripe's lock at a time, or two in their order.
 */
#ifndef CUCKOOBENCH_STRIPED_BATCH_H
#define CUCKOOBENCH_STRIPED_BATCH_H

#include "variants/striped/striped_ops.h"

/* A power of two. It covers 100 ns of memory latency at 5 ns a key, and two lines a key stay far below the capacity of
 * the first-level cache. */
enum { STRIPED_AHEAD = 32 };

/* Prefetches the line of `address`, to read it or to own it exclusively. */
ALWAYS_INLINE void
striped_ask(const void *address, bool to_write)
{
	if (!to_write)
		__builtin_prefetch(address);
	else
#if defined(__x86_64__)
		/* The compilers' builtin emits a prefetch for reading unless it targets a processor with prefetchw. All
		 * processors have prefetchw, or ignore it. */
		__asm__ volatile("prefetchw %0" : : "m"(*(const uint8_t *)address));
#else
		__builtin_prefetch(address, 1);
#endif
}

ALWAYS_INLINE void
striped_fetch(const struct striped *c, struct striped_variant v, size_t i, unsigned w, bool to_write)
{
	size_t bit = striped_bit(v, i, w);

	striped_ask(c->table.data + bit / 8, to_write);
	if (v.layout == CUCKOO_PACKED)
		striped_ask(c->table.data + (bit + w - 1) / 8, to_write);
}

/* Prefetches the lock word too: it is in a near cache, unless a writer has just taken it to its own. */
ALWAYS_INLINE void
striped_fetch_stripe(const struct striped *c, struct striped_variant v, size_t i, unsigned w, bool to_write)
{
	if (v.layout == CUCKOO_PACKED)
		striped_ask((const void *)stripe_word(c, v, striped_stripe(c, v, i, w)), to_write);
}

/*
 * A writer usually changes the first bucket, so it prefetches that line and its stripe for exclusive use. Two writers
 * take lines from each other. If both use the same stripes without end, the other writer had a line last one time in
 * two. The number of stripes, and whether they share lines, do not matter. An early request helps, because the line has
 * then arrived before the swap. Throughput of two threads over one, in processor time (Emerald Rapids, 24 MiB): to lock
 * a stripe and then write a line, 1.36 with the line prefetched, 1.66 with the stripe too; only to write, 1.63.
 */
ALWAYS_INLINE struct striped_place
striped_locate_early(enum hash_kind hash, const struct striped *c, struct striped_variant v, uint64_t key,
                     bool to_write, unsigned f, unsigned b)
{
	const unsigned w = striped_width(v, f, b);
	struct striped_place p = striped_locate_by(hash, c, v, key, f);

	striped_fetch(c, v, p.i1, w, to_write);
	striped_fetch(c, v, p.i2, w, false);
	if (to_write)
		striped_fetch_stripe(c, v, p.i1, w, true);
	else if (v.check != CHECK_NOTHING)
		striped_fetch_stripe(c, v, p.i2, w, false);
	return p;
}

/* Algorithm 1, in order. When a key is refused, the keys before it are in and those after it are not, as a batch
 * demands. */
ALWAYS_INLINE size_t
striped_insert_batch_by(enum hash_kind hash, struct striped *c, struct striped_variant v, striped_make_room *relocate,
                        const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	struct striped local = *c;
	const size_t ahead = n < STRIPED_AHEAD ? n : STRIPED_AHEAD;
	struct striped_place place[STRIPED_AHEAD];
	struct striped_tally tally = {0};
	size_t k = 0;

	for (size_t j = 0; j < ahead; j++)
		place[j] = striped_locate_early(hash, &local, v, keys[j], true, f, b);
	for (; k < n; k++) {
		struct striped_place p = place[k % STRIPED_AHEAD];

		if (k + ahead < n) /* then ahead = STRIPED_AHEAD */
			place[k % STRIPED_AHEAD] = striped_locate_early(hash, &local, v, keys[k + ahead], true, f, b);
		if (!striped_insert_one(&local, c, v, p, relocate, &tally, f, b))
			break;
	}
	striped_count(&c->counts->items, k);
	striped_settle(c, &tally);
	return k;
}

ALWAYS_INLINE size_t
striped_insert_batch(struct striped *c, struct striped_variant v, striped_make_room *relocate, const uint64_t *keys,
                     size_t n, unsigned f, unsigned b)
{
	return HASH_BY_KIND(&c->hash, striped_insert_batch_by, c, v, relocate, keys, n, f, b);
}

/* Algorithm 3, in order. */
ALWAYS_INLINE size_t
striped_remove_batch_by(enum hash_kind hash, struct striped *c, struct striped_variant v, const uint64_t *keys,
                        size_t n, unsigned f, unsigned b)
{
	struct striped local = *c;
	const size_t ahead = n < STRIPED_AHEAD ? n : STRIPED_AHEAD;
	struct striped_place place[STRIPED_AHEAD];
	struct striped_tally tally = {0};
	size_t found = 0;

	for (size_t j = 0; j < ahead; j++)
		place[j] = striped_locate_early(hash, &local, v, keys[j], true, f, b);
	for (size_t k = 0; k < n; k++) {
		struct striped_place p = place[k % STRIPED_AHEAD];

		if (k + ahead < n)
			place[k % STRIPED_AHEAD] = striped_locate_early(hash, &local, v, keys[k + ahead], true, f, b);
		found += striped_remove_one(&local, c, v, p, &tally, f, b);
	}
	atomic_fetch_sub_explicit(&c->counts->items, found, memory_order_relaxed);
	striped_settle(c, &tally);
	return found;
}

ALWAYS_INLINE size_t
striped_remove_batch(struct striped *c, struct striped_variant v, const uint64_t *keys, size_t n, unsigned f,
                     unsigned b)
{
	return HASH_BY_KIND(&c->hash, striped_remove_batch_by, c, v, keys, n, f, b);
}

ALWAYS_INLINE size_t
striped_contains_batch_by(enum hash_kind hash, const struct striped *c, struct striped_variant v, const uint64_t *keys,
                          size_t n, uint8_t *hit, unsigned f, unsigned b)
{
	const struct striped local = *c;
	const struct plain_compare compare = plain_compare(f, b);
	const size_t ahead = n < STRIPED_AHEAD ? n : STRIPED_AHEAD;
	struct striped_place place[STRIPED_AHEAD];
	struct striped_tally tally = {0};
	plain_count hits = plain_count_none();
	size_t k = 0;

	for (size_t j = 0; j < ahead; j++)
		place[j] = striped_locate_early(hash, &local, v, keys[j], false, f, b);
	for (; k + ahead < n; k++) {
		struct striped_place p = place[k % STRIPED_AHEAD];

		place[k % STRIPED_AHEAD] = striped_locate_early(hash, &local, v, keys[k + ahead], false, f, b);
		hits = plain_answer(hits, hit + k, striped_find(&local, c, v, &compare, p, &tally, f, b));
	}
	for (; k < n; k++)
		hits = plain_answer(hits, hit + k,
		                    striped_find(&local, c, v, &compare, place[k % STRIPED_AHEAD], &tally, f, b));
	striped_settle(c, &tally);
	return plain_count_of(hits);
}

ALWAYS_INLINE size_t
striped_contains_batch(const struct striped *c, struct striped_variant v, const uint64_t *keys, size_t n, uint8_t *hit,
                       unsigned f, unsigned b)
{
	return HASH_BY_KIND(&c->hash, striped_contains_batch_by, c, v, keys, n, hit, f, b);
}

#endif
