/* SPDX-License-Identifier: MIT */
/*
 * striped_batch.h - operations pipelined across the keys of a batch: the lines of key k + AHEAD are asked for while key
 * k has its turn.
 *
 *      locate, prefetch   k+AHEAD . . . . . . . k   look up: versions, buckets, versions
 *                                                   insert, delete: lock, change, unlock
 *  Each lookup, insertion and deletion is on its own, and in order, as in striped_ops.h; only its lines come earlier.
 * A bucket may straddle two lines: both are asked for.
 *  Nothing of that protocol's argument changes. Where a key's buckets and stripes are follows from the key and from
 * fields that stay as they are, so no shared word is read ahead; to ask for a line is no access in the sense of C11,
 * reads nothing, and takes no lock. One stripe's lock is held at a time, or two in their order, by whoever acts: as
 * without it.
 */
#ifndef CUCKOOBENCH_STRIPED_BATCH_H
#define CUCKOOBENCH_STRIPED_BATCH_H

#include "variants/striped/striped_ops.h"

/* A power of two. Covers 100 ns of memory at 5 ns a key, and two lines a key stay below the first level cache by
 * far. */
enum { STRIPED_AHEAD = 32 };

/* Asks for the line of `address`: to read it, or to have it alone. */
ALWAYS_INLINE void
striped_ask(const void *address, bool to_write)
{
	if (!to_write)
		__builtin_prefetch(address);
	else
#if defined(__x86_64__)
		/* The compilers' own is the same as for reading, unless they are told of a processor that has this one.
		 * All have, or do nothing. */
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

/* The lock word, too: it is in a near cache, unless a writer has just taken it to its own. */
ALWAYS_INLINE void
striped_fetch_stripe(const struct striped *c, struct striped_variant v, size_t i, unsigned w, bool to_write)
{
	if (v.layout == CUCKOO_PACKED)
		striped_ask((const void *)stripe_word(c, v, striped_stripe(c, v, i, w)), to_write);
}

/*
 * Of a writer the first bucket is the one that it changes, more often than not, so it asks to have that one and its
 * stripe alone. Two writers take each other's lines: of stripes that both use without end the other had the line last
 * one time in two, however many stripes there are and whether they share lines or not. What helps is to begin early:
 * the swap then finds the line here. Emerald Rapids, 24 MiB, processor time: two threads that lock a stripe and write a
 * line behind it do 1.36 times what one does with the line asked for, 1.66 with the stripe, too; two that only write,
 * 1.63.
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

/* Algorithm 1, in order: a key that is refused leaves those before it in, and those behind it out, as a batch must. */
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
#define INSERT(hash) striped_insert_batch_by(hash, c, v, relocate, keys, n, f, b)
	return HASH_INSTANCES(&c->hash, INSERT);
#undef INSERT
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
#define REMOVE(hash) striped_remove_batch_by(hash, c, v, keys, n, f, b)
	return HASH_INSTANCES(&c->hash, REMOVE);
#undef REMOVE
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
#define LOOK_UP(hash) striped_contains_batch_by(hash, c, v, keys, n, hit, f, b)
	return HASH_INSTANCES(&c->hash, LOOK_UP);
#undef LOOK_UP
}

#endif
