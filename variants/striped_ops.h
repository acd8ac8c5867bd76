/* SPDX-License-Identifier: MIT */
/*
 * striped_ops.h - look up, insert, move and delete beside each other (striped.h has the layout and the invariants).
 *
 *      lookup      v = version of the second bucket; the first bucket, then the second; found: present. Not found: absent if v is
 *                  still the same, else again
 *      insert      lock a bucket's stripe; an empty entry takes the fingerprint; unlock. None in either: find a path, walk it
 *      path        breadth-first over buckets as they look, without locks, to the nearest empty entry
 *      step        lock the stripes of both homes of the one that moves; it is there? there is room? then
 *                  COPY it, BUMP the version of where it was, CLEAR (or overwrite with the newcomer, at the last); unlock
 *      delete      lock both stripes; BUMP, CLEAR one copy; unlock
 *
 * A path is walked from its end, so that every step on its own leaves each fingerprint in one of its two buckets: nobody has to
 * finish what another began, and a refused insertion has changed nothing.
 *
 * Why no reader misses a key x that is present throughout its look-up. Let x's copies be those of its fingerprint in its pair of
 * buckets; there is always one. The reader takes the version of the second bucket, Q, reads the first, P, then Q, and finds no copy.
 * Removals from the pair come one after the other (invariant 3), and each leaves a copy behind. Let R be the last removal from P that
 * the reader saw in P, if any, and S the last removal from Q that it saw in Q.
 *   - There must be such an S, and after R. For when R removed its copy there was another. If that was in P, it was in a higher entry,
 *     for removals take the lowest (striped_plain_replace), and the reader, which goes upwards, came to it after R's clear (acquire):
 *     it was found, or removed by a later R. So it was in Q, and the reader, which saw R's clear before it came to Q, saw Q with that
 *     copy or later. (Without an R x's copy was in Q from the beginning, or both buckets are as they were: found.)
 *   - S bumped Q's version before its clear, so the second look at it, behind the clear (acquire), differs from the first, unless the
 *     first look had seen S's bump already. But then (the bump is a release, the first look an acquire) all that came before the
 *     bump was visible when P was read, and with it the copy that S left behind: in Q it would still be there, as S was the last; in P it was
 *     seen, or removed again after S and so after R, whereas R was the last.
 * So one version is enough, that of the bucket that is read last; the order of the two reads is part of the argument. (Semi-sorted buckets
 * need the other as well, for their marks.)
 *
 * That is why deletions bump as well. Keys x and y of one fingerprint and one pair share copies: the reader sees P empty; y is
 * inserted into P; y is deleted, and the copy that goes is the one in Q; the reader sees Q empty. No fingerprint was ever moved.
 *
 * Why only negative answers are checked: a copy that was seen was there. Why insertions do not bump: they remove nothing.
 *
 * Readers write nothing, wait for no lock, and try MOST_TRIES times. Then they say "maybe present", which any filter may (counted:
 * filter_contention.unsure). So a look-up ends after a bounded number of steps whatever the writers do. The sequence lock
 * (CHECK_SEQUENCE), which is here to be compared with, waits for its writers, as it must.
 */
#ifndef CUCKOOBENCH_STRIPED_OPS_H
#define CUCKOOBENCH_STRIPED_OPS_H

#include "variants/striped_bucket.h"

/* With 2^13 stripes and a writer that does nothing else some 4 in a million look-ups are tried again, so 8 in a row are the exception
 * that only a stripe of a tiny table, or a writer that was stopped while it rewrote a bucket, brings about. */
enum { MOST_TRIES = 8 };

/* --- look up ------------------------------------------------------------------------------------------------ */

/* One try. *changed: 0 if nothing can have moved meanwhile. */
ALWAYS_INLINE bool
striped_try(const struct striped *c, struct striped_variant v, struct striped_place p, uint32_t *changed, unsigned f, unsigned b)
{
	const unsigned w = striped_width(v, f, b);
	const shared32 *s1 = stripe_word(c, v, striped_stripe(c, v, p.i1, w)), *s2 = stripe_word(c, v, striped_stripe(c, v, p.i2, w));
	/* The first bucket's version counts where its words mean nothing one by one, and for a sequence lock. */
	const bool both = v.check == CHECK_SEQUENCE || v.bucket == BUCKET_SEMISORTED;
	/* Acquire: what is read of the table is at least as new as what came before these versions (stripe_bump). */
	const memory_order first = MUTANT(MUTANT_VERSION_LOAD_RELAXED) ? memory_order_relaxed : memory_order_acquire;
	uint32_t v1, v2;
	bool found;

	if (MUTANT(MUTANT_FIRST_VERSION))
		s2 = s1;
	v1 = both ? (uint32_t)SHARED_LOAD(s1, first) : 0;
	v2 = (uint32_t)SHARED_LOAD(s2, first);
	found = striped_pair_has(c, v, p.i1, p.i2, p.fp, f, b);
	/* Relaxed: the acquire loads of the words stand between. That a lock was taken or given back is no change, but to call it one
	 * here spares the usual case a mask; striped_again looks closer. */
	*changed = v2 ^ (uint32_t)SHARED_LOAD(s2, memory_order_relaxed);
	if (both)
		*changed |= v1 ^ (uint32_t)SHARED_LOAD(s1, memory_order_relaxed);
	if (v.check == CHECK_SEQUENCE)
		*changed |= (v1 | v2) & LOCKED;
	else if (v.bucket == BUCKET_SEMISORTED && !MUTANT(MUTANT_REWRITING_IGNORED))
		*changed |= (v1 | v2) & REWRITING;
	return found;
}

/* The first try did not hold: the others. Out of line, so that the usual case keeps the registers. */
static __attribute__((noinline, cold, unused)) bool
striped_again(const struct striped *c, struct striped_variant v, struct striped_place p, struct striped_tally *tally, unsigned f,
              unsigned b)
{
	for (unsigned tries = 0;; tries++) {
		uint32_t changed;
		bool found;

		if (v.check == CHECK_SEQUENCE)
			SHARED_WAIT(tries);
		found = striped_try(c, v, p, &changed, f, b);
		if (v.check == CHECK_NEGATIVES)
			changed &= ~(uint32_t)LOCKED;
		if (!changed || (found && v.check == CHECK_NEGATIVES))
			return found;
		tally->retries++;
		if (v.check == CHECK_NEGATIVES && tries == MOST_TRIES) {
			tally->unsure++;
			return true;
		}
	}
}

/* `local` is a copy of *c whose address goes nowhere, so that its fields stay in registers. */
ALWAYS_INLINE bool
striped_has(const struct striped *local, const struct striped *c, struct striped_variant v, struct striped_place p,
            struct striped_tally *tally, unsigned f, unsigned b)
{
	uint32_t changed;
	bool found;

	if (v.check == CHECK_NOTHING || MUTANT(MUTANT_NO_VALIDATION))
		return striped_pair_has(local, v, p.i1, p.i2, p.fp, f, b);
	found = striped_try(local, v, p, &changed, f, b);
	/* Only negative answers are checked; without a branch on the answer, which would be mispredicted. */
	if (v.check == CHECK_NEGATIVES)
		changed &= (uint32_t)found - 1;
	return __builtin_expect(changed != 0, 0) ? striped_again(c, v, p, tally, f, b) : found;
}

/* Counters for people, read when nothing runs: relaxed. */
ALWAYS_INLINE void
striped_count(_Atomic uint64_t *total, uint64_t n)
{
	if (n)
		atomic_fetch_add_explicit(total, n, memory_order_relaxed);
}

static inline void
striped_settle(const struct striped *c, const struct striped_tally *t)
{
	striped_count(&c->counts->kicks, t->kicks);
	striped_count(&c->counts->paths, t->paths);
	striped_count(&c->counts->stale, t->stale);
	striped_count(&c->counts->spins, t->spins);
	striped_count(&c->counts->retries, t->retries);
	striped_count(&c->counts->unsure, t->unsure);
}

/* Algorithm 2, one key after the other. */
ALWAYS_INLINE size_t
striped_contains(const struct striped *c, struct striped_variant v, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f,
                 unsigned b)
{
	const struct striped local = *c; /* nor may a store to hit[] alias this */
	struct striped_tally tally = {0};
	size_t hits = 0;

	for (size_t k = 0; k < n; k++) {
		hit[k] = striped_has(&local, c, v, striped_locate(&local, v, keys[k], f), &tally, f, b);
		hits += hit[k];
	}
	striped_settle(c, &tally);
	return hits;
}

/* --- insert ------------------------------------------------------------------------------------------------- */

/* A bucket that a search has come to, and the fingerprint of its parent's that could move there. 12 bytes. */
struct striped_node {
	uint32_t bucket, fp;
	uint16_t parent;
};
enum { MOST_NODES = 4096, NO_PARENT = 0xffff };

/* Breadth-first from both buckets of the newcomer to the nearest bucket with an empty entry; its node, or NO_PARENT. What it
 * reads may be old by the time it is used: each step looks again. */
ALWAYS_INLINE unsigned
striped_search(const struct striped *c, struct striped_variant v, struct striped_place p, struct striped_node *node, unsigned f,
               unsigned b)
{
	const unsigned w = striped_width(v, f, b);
	unsigned count = 0;

	node[count++] = (struct striped_node){(uint32_t)p.i1, p.fp, NO_PARENT};
	if (p.i2 != p.i1)
		node[count++] = (struct striped_node){(uint32_t)p.i2, p.fp, NO_PARENT};
	for (unsigned at = 0; at < count; at++) {
		const size_t i = node[at].bucket;
		uint32_t fp[8];

		striped_entries(c, v, i, fp, f, b);
		for (unsigned e = 0; e < b; e++) {
			size_t to;

			if (fp[e] == 0)
				return at;
			to = striped_alternate(c, v, i, fp[e]);
			if (count >= c->nodes || to == i)
				continue;
			__builtin_prefetch(c->table.data + striped_bit(v, to, w) / 8);
			node[count++] = (struct striped_node){(uint32_t)to, fp[e], (uint16_t)at};
		}
	}
	return NO_PARENT;
}

/* One step: fp from bucket `from` to bucket `to`, and `by` (0: nothing) in its place. False if it cannot be made any more. */
ALWAYS_INLINE bool
striped_step(struct striped *c, struct striped_variant v, size_t from, size_t to, uint32_t fp, uint32_t by,
             struct striped_tally *tally, unsigned f, unsigned b)
{
	const unsigned w = striped_width(v, f, b);
	const size_t s1 = striped_stripe(c, v, from, w), s2 = striped_stripe(c, v, to, w);
	const bool bump = by ? !MUTANT(MUTANT_OVERWRITE_NO_BUMP) : !MUTANT(MUTANT_MOVE_NO_BUMP);
	uint32_t entry[8];
	bool there = MUTANT(MUTANT_NO_VERIFY);

	stripe_lock_pair(c, v, s1, s2, tally);
	striped_entries(c, v, from, entry, f, b);
	for (unsigned e = 0; e < b; e++)
		there |= entry[e] == fp;
	if (MUTANT(MUTANT_CLEAR_FIRST)) {
		striped_entries(c, v, to, entry, f, b);
		for (unsigned e = 0; e < b && there; e++)
			if (entry[e] == 0) {
				striped_replace(c, v, from, fp, by, bump, f, b);
				striped_replace(c, v, to, 0, fp, false, f, b);
				stripe_unlock_pair(c, v, s1, s2);
				return true;
			}
		there = false;
	}
	there = there && striped_replace(c, v, to, 0, fp, false, f, b);
	if (there)
		striped_replace(c, v, from, fp, by, bump, f, b);
	stripe_unlock_pair(c, v, s1, s2);
	return there;
}

/* Walks the path that ends at node `at`, from its end. False if it had changed: the steps made stand, and do no harm. */
ALWAYS_INLINE bool
striped_walk(struct striped *c, struct striped_variant v, struct striped_place p, const struct striped_node *node, unsigned at,
             struct striped_tally *tally, unsigned f, unsigned b)
{
	while (node[at].parent != NO_PARENT) {
		const struct striped_node *parent = &node[node[at].parent];
		/* The newcomer takes the last place that is freed: only its own bucket's stripe is needed to add it. */
		uint32_t by = parent->parent == NO_PARENT ? p.fp : 0;

		if (!striped_step(c, v, parent->bucket, node[at].bucket, node[at].fp, by, tally, f, b))
			return false;
		tally->kicks++;
		if (by)
			return true;
		at = node[at].parent;
	}
	return false; /* room in the newcomer's own bucket: not a path */
}

/* Into an empty entry of one bucket. Its stripe is enough: who moves or deletes a copy of fp holds that one, too (invariant 3), and two
 * that insert it need not know of each other. */
ALWAYS_INLINE bool
striped_add_to(struct striped *c, struct striped_variant v, size_t i, uint32_t fp, struct striped_tally *tally, unsigned f, unsigned b)
{
	const size_t s = striped_stripe(c, v, i, striped_width(v, f, b));
	bool done;

	stripe_lock(c, v, s, tally);
	done = striped_replace(c, v, i, 0, fp, false, f, b);
	stripe_unlock(c, v, s);
	return done;
}

ALWAYS_INLINE bool
striped_add(struct striped *c, struct striped_variant v, struct striped_place p, struct striped_tally *tally, unsigned f, unsigned b)
{
	return striped_add_to(c, v, p.i1, p.fp, tally, f, b) || striped_add_to(c, v, p.i2, p.fp, tally, f, b);
}

/* Again and again while others change the path: each time one of them got further. */
ALWAYS_INLINE bool
striped_relocate(struct striped *c, struct striped_variant v, struct striped_place p, struct striped_tally *tally, unsigned f,
                 unsigned b)
{
	struct striped_node node[MOST_NODES];

	tally->paths++;
	for (;;) {
		unsigned found = striped_search(c, v, p, node, f, b);

		if (found == NO_PARENT)
			return false;
		if (striped_walk(c, v, p, node, found, tally, f, b) || striped_add(c, v, p, tally, f, b))
			return true;
		tally->stale++;
	}
}

/* Algorithm 1, with a breadth-first search for its random walk, for one key. */
ALWAYS_INLINE bool
striped_insert_one(struct striped *c, struct striped_variant v, struct striped_place p, struct striped_tally *tally, unsigned f, unsigned b)
{
	return striped_add(c, v, p, tally, f, b) || striped_relocate(c, v, p, tally, f, b);
}

ALWAYS_INLINE size_t
striped_insert(struct striped *c, struct striped_variant v, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	struct striped local = *c;
	struct striped_tally tally = {0};
	size_t k = 0;

	for (; k < n; k++) {
		struct striped_place p = striped_locate(&local, v, keys[k], f);

		if (!striped_insert_one(&local, v, p, &tally, f, b))
			break;
	}
	striped_count(&local.counts->items, k);
	striped_settle(&local, &tally);
	return k;
}

/* --- delete ------------------------------------------------------------------------------------------------- */

/* Algorithm 3 for one key. */
ALWAYS_INLINE bool
striped_remove_one(struct striped *c, struct striped_variant v, struct striped_place p, struct striped_tally *tally, unsigned f, unsigned b)
{
	const unsigned w = striped_width(v, f, b);
	const bool bump = !MUTANT(MUTANT_DELETE_NO_BUMP);
	const size_t s1 = striped_stripe(c, v, p.i1, w);
	const size_t s2 = MUTANT(MUTANT_DELETE_ONE_LOCK) ? s1 : striped_stripe(c, v, p.i2, w);
	bool found;

	stripe_lock_pair(c, v, s1, s2, tally);
	found = striped_replace(c, v, p.i1, p.fp, 0, bump, f, b) || striped_replace(c, v, p.i2, p.fp, 0, bump, f, b);
	stripe_unlock_pair(c, v, s1, s2);
	return found;
}

ALWAYS_INLINE size_t
striped_remove(struct striped *c, struct striped_variant v, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	struct striped local = *c;
	struct striped_tally tally = {0};
	size_t found = 0;

	for (size_t k = 0; k < n; k++) {
		struct striped_place p = striped_locate(&local, v, keys[k], f);
		found += striped_remove_one(&local, v, p, &tally, f, b);
	}
	atomic_fetch_sub_explicit(&local.counts->items, found, memory_order_relaxed);
	striped_settle(&local, &tally);
	return found;
}

/* --- names -------------------------------------------------------------------------------------------------- */

/* One specialised instance of the three operations; F and B may be constants or c->f, c->b. */
#define STRIPED_KERNEL(id, variant, CONTAINS, F, B) STRIPED_KERNEL_OF(id, variant, striped_insert, CONTAINS, striped_remove, F, B)
/* The same of other functions (striped_batch.h). */
#define STRIPED_KERNEL_OF(id, variant, INSERT, CONTAINS, REMOVE, F, B)                                                 \
	static size_t id##_insert(struct striped *c, const uint64_t *keys, size_t n)                                     \
	{                                                                                                                \
		return INSERT(c, variant, keys, n, F, B);                                                                \
	}                                                                                                                \
	static size_t id##_contains(const struct striped *c, const uint64_t *keys, size_t n, uint8_t *hit)               \
	{                                                                                                                \
		return CONTAINS(c, variant, keys, n, hit, F, B);                                                         \
	}                                                                                                                \
	static size_t id##_remove(struct striped *c, const uint64_t *keys, size_t n)                                     \
	{                                                                                                                \
		return REMOVE(c, variant, keys, n, F, B);                                                                \
	}

#define STRIPED_KERNEL_ROW(id, F, B) {#id, F, B, id##_insert, id##_contains, id##_remove}

/* What a variant is, for the functions that all share (striped_ops.c): filter_ops.kind. */
struct striped_kind {
	const struct cuckoo_limits *limits;
	const struct striped_kernel *kernels; /* ends with the one that has f = 0 and fits all */
	/* The entries of bucket i, for those who look at the whole table when nothing runs. -1: its representation is not valid; else how
	 * many are used. */
	int (*entries)(const struct striped *, size_t i, uint32_t fp[8]);
	size_t (*alternate)(const struct striped *, size_t i, uint32_t fp);
	struct striped_place (*locate)(const struct striped *, uint64_t key);
};

/* A table that is no filter by itself: without ops. */
enum filter_status striped_table(const struct striped_kind *, const struct filter_params *, struct filter **, const char **why);
enum filter_status striped_create(const struct filter_ops *self, const struct filter_params *, struct filter **, const char **why);
enum filter_status striped_load(const struct filter_ops *self, FILE *, const struct placement *, struct filter **);
void striped_destroy(struct filter *);
size_t striped_ops_insert(struct filter *, const uint64_t *, size_t);
size_t striped_ops_contains(const struct filter *, const uint64_t *, size_t, uint8_t *);
size_t striped_ops_remove(struct filter *, const uint64_t *, size_t);
void striped_info(const struct filter *, struct filter_info *);
const char *striped_check(const struct filter *);
enum filter_status striped_save(const struct filter *, FILE *);
/*
 * A sum over the table that no move changes: of hash(fp, lesser of its two buckets). What insertions add to it and deletions take from
 * it is known key by key (striped_share), so that a lost or doubled fingerprint shows though the filter stores no keys.
 */
uint64_t striped_sum(const struct filter *);
uint64_t striped_share(const struct filter *, uint64_t key);

/* A variant as a struct striped_kind, `tables`, with these kernels. */
#define STRIPED_KIND(kernels, variant, limit)                                                                          \
	static int table_entries(const struct striped *c, size_t i, uint32_t fp[8])                                      \
	{                                                                                                                \
		return striped_used(c, variant, i, fp);                                                                  \
	}                                                                                                                \
	static size_t table_alternate(const struct striped *c, size_t i, uint32_t fp)                                    \
	{                                                                                                                \
		return striped_alternate(c, variant, i, fp);                                                             \
	}                                                                                                                \
	static struct striped_place table_locate(const struct striped *c, uint64_t key)                                  \
	{                                                                                                                \
		return striped_locate(c, variant, key, c->f);                                                            \
	}                                                                                                                \
	static const struct striped_kind tables = {&(limit), kernels, table_entries, table_alternate, table_locate};

/* A variant with plain buckets: kernels for the usual lengths of fingerprints, and one for all others. */
#define STRIPED_PLAIN_KIND(variant, limit, INSERT, CONTAINS, REMOVE)                                                   \
	STRIPED_KERNEL_OF(f12b4, variant, INSERT, CONTAINS, REMOVE, 12, 4)                                               \
	STRIPED_KERNEL_OF(f8b4, variant, INSERT, CONTAINS, REMOVE, 8, 4)                                                 \
	STRIPED_KERNEL_OF(f16b4, variant, INSERT, CONTAINS, REMOVE, 16, 4)                                               \
	STRIPED_KERNEL_OF(any, variant, INSERT, CONTAINS, REMOVE, c->f, c->b)                                            \
	static const struct striped_kernel kernels[] = {STRIPED_KERNEL_ROW(f12b4, 12, 4), STRIPED_KERNEL_ROW(f8b4, 8, 4), \
	                                                STRIPED_KERNEL_ROW(f16b4, 16, 4), STRIPED_KERNEL_ROW(any, 0, 0)}; \
	STRIPED_KIND(kernels, variant, limit)

/* The operations of a filter whose kind is such tables. */
#define STRIPED_OPS                                                                                                    \
	.kind = &tables, .create = striped_create, .destroy = striped_destroy, .insert = striped_ops_insert,             \
	.contains = striped_ops_contains, .remove = striped_ops_remove, .info = striped_info, .check = striped_check,    \
	.save = striped_save, .load = striped_load

#endif
