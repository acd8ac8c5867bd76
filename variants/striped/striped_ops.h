/* SPDX-License-Identifier: MIT */
/*
 * striped_ops.h - concurrent lookup, insertion, move and deletion (striped.h has the layout and the invariants).
 *
 *      lookup      v = version of the second bucket; read the first bucket, then the second. Is the version still v?
 *                  Then the answer is final. Else try again, except if the key was found (striped_look.h)
 *      insert      read both buckets without a lock; lock the stripe of the first with an empty entry; if the entry is
 *                  still empty, write the fingerprint; unlock. No empty entry in either: search a path, walk it
 *      path        breadth-first over buckets read without locks, to the nearest empty entry
 *      step        lock the stripes of both buckets of the victim; is it still there, and is there room? Then
 *                  COPY it, BUMP the version of its old bucket, CLEAR its old entry (the last step overwrites it
 *                  with the new fingerprint); unlock
 *      delete      read both buckets without a lock; lock the stripe of the first with a copy; if the bucket holds
 *                  exactly one copy: BUMP, CLEAR it; unlock. Else lock both stripes; BUMP, CLEAR one copy; unlock
 *  A path is walked from its end. So every single step leaves each fingerprint in one of its two buckets. No thread has
 * to finish what another began, and a refused insertion has changed no answer.
 *  Deletions are linearizable. The holder of a copy's stripe removes the copy, and only the holder of both stripes
 * concludes that no copy is left. What a thread reads before it locks decides only which lock it takes.
 *  Why no reader misses a key x that is present throughout its lookup. "Before" is C11's happens-before. The copies of
 * x are the entries with its fingerprint in its pair of buckets. A removal, by a deletion or a move, happens at its
 * bump. A copy is alive in a set of events if the set holds its fill and does not hold its removal's bump.
 *  Call a set of events closed if it holds x's insertion and, with each event, all events before it. In every closed
 * set E some copy is alive. A key is deleted after it was accepted, so E holds the insertion of every key whose
 * deletion it holds. A move copies before it bumps, so E holds the copy of every move whose bump it holds. And x is not
 * deleted. (The stripe's lock orders the fills and removals of a copy.)
 *  The reader loads the version of the second bucket, Q; V is the set of events it then knows. It reads the first
 * bucket, P; W is what it knows after P. It reads Q, finds no copy, and Q's version has not changed. V and W are
 * closed.
 *   (a) Consider a removal whose clear the reader saw. Its bump came first. If it bumped Q's version, the second load
 *       of the version, which follows the clear (acquire), returned that bump or a later one. The first load returned
 *       the same value, and a bump is a release: so the bump is in V.
 *   (b) So no copy in Q is alive in a closed E between V and W. The reader read Q after it knew W. So it would have
 *       seen that copy, or the copy's clear, whose bump is in V by (a).
 *   (c) So a copy in P is alive in V. The reader did not see it, so it saw the clear of its removal. Let R be the last
 *       removal from P whose clear it saw. R's bump is not in V; else the bump of that copy's removal, which is R's or
 *       before R's, would be in V too. So by (a) R did not bump Q's version. Therefore R removed the only copy in P
 *       (invariant 3: a removal of one of several copies bumps both versions).
 *   (d) Let E be V with R's bump and all events before that bump. E is between V and W, so by (b) a copy in P is alive
 *       in E; let F be its fill. Under P's lock F comes before or after R. If before, P held two copies, against (c).
 *       If after, F is not before R's bump, so F is in V. Then R's bump, which is before F, is in V too, against (c).
 *  So one version is enough: that of the bucket read last. The argument needs P read before Q. It does not need any
 * order among the parts of one bucket. (Semi-sorted buckets need the other version as well, because of their marks.)
 *  Why deletions bump although nothing moves: keys x and y with the same fingerprint and the same pair share copies.
 * The reader sees P empty; y is inserted into P; y is deleted, and the copy in Q is removed; the reader sees Q empty.
 *  A changed version matters to negative answers only, because a copy that was seen was there. Insertions do not bump,
 * because they remove nothing.
 *  Readers write nothing, wait for no lock, and try MOST_TRIES times. Then they answer "maybe present", as any filter
 * may (counted: filter_contention.unsure). So a lookup ends after a bounded number of steps, whatever the writers do.
 * The sequence lock (CHECK_SEQUENCE), which is here for comparison, has to wait for its writers.
 */
#ifndef CUCKOOBENCH_STRIPED_OPS_H
#define CUCKOOBENCH_STRIPED_OPS_H

#include "variants/striped/striped_look.h"

/* --- insert ------------------------------------------------------------------------------------------------- */

/* A bucket that a search has reached, and the fingerprint in its parent that could move there. 12 bytes. */
struct striped_node {
	uint32_t bucket, fp;
	uint16_t parent;
};
enum { MOST_NODES = 4096, NO_PARENT = 0xffff };

/* Searches breadth-first from both buckets of the new fingerprint for the nearest bucket with an empty entry. Returns
 * its node, or NO_PARENT. What it reads may be stale by the time it is used: each step checks again. */
ALWAYS_INLINE unsigned
striped_search(const struct striped *c, struct striped_variant v, struct striped_place p, struct striped_node *node,
               unsigned f, unsigned b)
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

/* One step: moves fp from bucket `from` to bucket `to` and puts `by` (0: nothing) in its place. False if that is no
 * longer possible. */
ALWAYS_INLINE bool
striped_step(struct striped *c, struct striped_variant v, size_t from, size_t to, uint32_t fp, uint32_t by,
             struct striped_tally *tally, unsigned f, unsigned b)
{
	const unsigned w = striped_width(v, f, b);
	const size_t s1 = striped_stripe(c, v, from, w), s2 = striped_stripe(c, v, to, w);
	const bool bump = by ? !MUTANT(MUTANT_OVERWRITE_NO_BUMP) : !MUTANT(MUTANT_MOVE_NO_BUMP);
	uint32_t entry[8] = {0};
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

/* Walks the path that ends at node `at`, from its end. False if the path had changed: the steps already made remain,
 * and are harmless. */
ALWAYS_INLINE bool
striped_walk(struct striped *c, struct striped_variant v, struct striped_place p, const struct striped_node *node,
             unsigned at, struct striped_tally *tally, unsigned f, unsigned b)
{
	while (node[at].parent != NO_PARENT) {
		const struct striped_node *parent = &node[node[at].parent];
		/* The new fingerprint takes the last entry that is freed: only its own bucket's stripe is needed to add
		 * it. */
		uint32_t by = parent->parent == NO_PARENT ? p.fp : 0;

		if (!striped_step(c, v, parent->bucket, node[at].bucket, node[at].fp, by, tally, f, b))
			return false;
		tally->kicks++;
		if (by)
			return true;
		at = node[at].parent;
	}
	return false; /* room in the new fingerprint's own bucket: not a path */
}

/* Puts fp into an empty entry of one bucket. One stripe is enough: whoever moves or deletes a copy of fp in this bucket
 * holds the same stripe (invariant 3). Two threads that both insert fp need not know of each other. */
ALWAYS_INLINE bool
striped_add_to(struct striped *c, struct striped_variant v, size_t i, uint32_t fp, struct striped_tally *tally,
               unsigned f, unsigned b)
{
	const size_t s = striped_stripe(c, v, i, striped_width(v, f, b));
	bool done;

	stripe_lock(c, v, s, tally);
	done = striped_replace(c, v, i, 0, fp, false, f, b);
	stripe_unlock(c, v, s);
	return done;
}

/* Puts fp into the first bucket that seems to have room. False: neither has, or no longer. */
ALWAYS_INLINE bool
striped_add(struct striped *c, struct striped_variant v, struct striped_place p, struct striped_tally *tally,
            unsigned f, unsigned b)
{
	const struct striped_guess guess = striped_guess(c, v, p, 0, f, b);

	return guess.any && striped_add_to(c, v, guess.i, p.fp, tally, f, b);
}

/* Tries again while others change the path: each time one of them has made progress. */
ALWAYS_INLINE bool
striped_relocate(struct striped *c, struct striped_variant v, struct striped_place p, struct striped_tally *tally,
                 unsigned f, unsigned b)
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

/* Algorithm 1 from "must relocate" on, for one specialisation. It is a separate function, so that its registers and its
 * stack do not burden insertions that find room. */
typedef bool striped_make_room(struct striped *, struct striped_place, struct striped_tally *);

/* Algorithm 1, with a breadth-first search in place of its random walk. `local` is a copy of *c. */
ALWAYS_INLINE bool
striped_insert_one(struct striped *local, struct striped *c, struct striped_variant v, struct striped_place p,
                   striped_make_room *relocate, struct striped_tally *tally, unsigned f, unsigned b)
{
	return __builtin_expect(striped_add(local, v, p, tally, f, b), 1) || relocate(c, p, tally);
}

ALWAYS_INLINE size_t
striped_insert_by(enum hash_kind hash, struct striped *c, struct striped_variant v, striped_make_room *relocate,
                  const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	struct striped local = *c;
	struct striped_tally tally = {0};
	size_t k = 0;

	while (k < n &&
	       striped_insert_one(&local, c, v, striped_locate_by(hash, &local, v, keys[k], f), relocate, &tally, f, b))
		k++;
	striped_count(&c->counts->items, k);
	striped_settle(c, &tally);
	return k;
}

ALWAYS_INLINE size_t
striped_insert(struct striped *c, struct striped_variant v, striped_make_room *relocate, const uint64_t *keys, size_t n,
               unsigned f, unsigned b)
{
	return HASH_BY_KIND(&c->hash, striped_insert_by, c, v, relocate, keys, n, f, b);
}

/* --- delete ------------------------------------------------------------------------------------------------- */

/* Algorithm 3 for one key under both its locks: removes any copy. Returns whether there was one. */
static __attribute__((noinline, cold, unused)) bool
striped_remove_locked(struct striped *c, struct striped_variant v, struct striped_place p, struct striped_tally *tally,
                      unsigned f, unsigned b)
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

/* Removes the only copy in the bucket where one was seen, under that bucket's lock. False: there is no copy, or there
 * are several. */
ALWAYS_INLINE bool
striped_remove_seen(struct striped *c, struct striped_variant v, struct striped_place p, struct striped_tally *tally,
                    unsigned f, unsigned b)
{
	const struct striped_guess guess = striped_guess(c, v, p, p.fp, f, b);
	const size_t s = striped_stripe(c, v, guess.i, striped_width(v, f, b));
	bool done;

	if (!guess.any)
		return false;
	stripe_lock(c, v, s, tally);
	done = striped_take(c, v, guess.i, p.fp, !MUTANT(MUTANT_DELETE_NO_BUMP), f, b);
	stripe_unlock(c, v, s);
	return done;
}

/* Algorithm 3 for one key. */
ALWAYS_INLINE bool
striped_remove_one(struct striped *local, struct striped *c, struct striped_variant v, struct striped_place p,
                   struct striped_tally *tally, unsigned f, unsigned b)
{
	return __builtin_expect(striped_remove_seen(local, v, p, tally, f, b), 1) ||
	       striped_remove_locked(c, v, p, tally, f, b);
}

ALWAYS_INLINE size_t
striped_remove_by(enum hash_kind hash, struct striped *c, struct striped_variant v, const uint64_t *keys, size_t n,
                  unsigned f, unsigned b)
{
	struct striped local = *c;
	struct striped_tally tally = {0};
	size_t found = 0;

	for (size_t k = 0; k < n; k++)
		found += striped_remove_one(&local, c, v, striped_locate_by(hash, &local, v, keys[k], f), &tally, f, b);
	atomic_fetch_sub_explicit(&c->counts->items, found, memory_order_relaxed);
	striped_settle(c, &tally);
	return found;
}

ALWAYS_INLINE size_t
striped_remove(struct striped *c, struct striped_variant v, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	return HASH_BY_KIND(&c->hash, striped_remove_by, c, v, keys, n, f, b);
}

#endif
