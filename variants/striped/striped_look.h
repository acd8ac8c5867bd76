/* SPDX-License-Identifier: MIT */

/*
 * striped_look.h - lookups of striped.h. striped_ops.h defines them and proves that they miss no present key.
 *
 *      version of the second bucket's stripe | both buckets | version again: the same? answer : again, out of line
 *
 * In a single thread the check costs four instructions for the version's address, a comparison with memory and a branch
 * that is not taken. It is the same branch for keys found and not found. An answer that depends only on its buckets
 * needs no branch of its own. 59 instructions a key against cf's 51, and 0.9 of its rate (f = 12, b = 4, 192 MiB;
 * Emerald Rapids, gcc 12).
 */
#ifndef CUCKOOBENCH_STRIPED_LOOK_H
#define CUCKOOBENCH_STRIPED_LOOK_H

#include "variants/striped/striped_plain.h"
#include "variants/striped/striped_semisort.h"

/* --- a bucket in either representation; writers hold its stripe ------------------------------------------------ */

/* Is the fingerprint in either bucket? A non-zero word means yes. Every load is acquire, and the first bucket's loads
 * come first. */
ALWAYS_INLINE plain_two
striped_pair_find(const struct striped *c, struct striped_variant v, const struct plain_compare *compare,
                  struct striped_place p, unsigned f, unsigned b)
{
	if (v.bucket == BUCKET_SEMISORTED)
		return (plain_two){striped_ss_has(c, v, p.i1, p.i2, p.fp, f, b), 0};
	return striped_plain_find(c, v, compare, p.i1, p.i2, p.fp, f, b);
}

/* Which of two buckets to lock. */
struct striped_guess {
	size_t i;
	bool any;
};

/*
 * The first of the key's buckets that seems to hold fp, or with fp = 0 an empty entry. It is read without a lock, so
 * whoever then locks it checks again. Both buckets are read before either is tested. The choice has no branch, because
 * none could be predicted: it is arithmetic, as in plain_codec.h.
 */
ALWAYS_INLINE struct striped_guess
striped_guess(const struct striped *c, struct striped_variant v, struct striped_place p, uint32_t fp, unsigned f,
              unsigned b)
{
	const bool semisorted = v.bucket == BUCKET_SEMISORTED;
	const bool first = semisorted ? striped_ss_seems(c, v, p.i1, fp, f) : striped_plain_seems(c, v, p.i1, fp, f, b);
	const bool second =
		semisorted ? striped_ss_seems(c, v, p.i2, fp, f) : striped_plain_seems(c, v, p.i2, fp, f, b);

	return (struct striped_guess){p.i1 ^ ((p.i1 ^ p.i2) & ((size_t)first - 1)), first | second};
}

/* The b entries of bucket i at this moment, 0 for an empty one. For writers, and for readers whose answer decides
 * nothing. */
ALWAYS_INLINE void
striped_entries(const struct striped *c, struct striped_variant v, size_t i, uint32_t fp[], unsigned f, unsigned b)
{
	if (v.bucket == BUCKET_SEMISORTED)
		striped_ss_entries(c, v, i, fp, f, b);
	else
		striped_plain_entries(c, v, i, fp, f, b);
}

/* Replaces one entry that holds fp by `by` and returns whether there was one. fp = 0: fills an empty entry. bump:
 * raises the version first, because readers may miss what is replaced. */
ALWAYS_INLINE bool
striped_replace(struct striped *c, struct striped_variant v, size_t i, uint32_t fp, uint32_t by, bool bump, unsigned f,
                unsigned b)
{
	return v.bucket == BUCKET_SEMISORTED ? striped_ss_replace(c, v, i, fp, by, bump, f, b)
	                                     : striped_plain_replace(c, v, i, fp, by, bump, f, b);
}

/* Removes fp from bucket i; the caller holds that bucket's stripe alone. False: there is no copy, or perhaps more than
 * one. */
ALWAYS_INLINE bool
striped_take(struct striped *c, struct striped_variant v, size_t i, uint32_t fp, bool bump, unsigned f, unsigned b)
{
	return v.bucket == BUCKET_SEMISORTED ? striped_ss_replace(c, v, i, fp, 0, bump, f, b)
	                                     : striped_plain_take(c, v, i, fp, bump, f, b);
}

/* The used entries of bucket i while no operation runs, or -1 if its representation is not valid. */
static inline int
striped_used(const struct striped *c, struct striped_variant v, size_t i, uint32_t fp[8])
{
	int used = 0;

	if (v.bucket == BUCKET_SEMISORTED)
		return striped_ss_used(c, v, i, fp);
	striped_plain_entries(c, v, i, fp, c->f, c->b);
	for (unsigned e = 0; e < c->b; e++)
		used += fp[e] != 0;
	return used;
}

/* With 2^13 stripes and a writer that does nothing else, about 4 in a million lookups are tried again. So 8 tries in a
 * row happen only with a stripe of a tiny table, or when a writer was stopped while it rewrote a bucket. */
enum { MOST_TRIES = 8 };

/* Has the version changed? If not `closely`, a change of the lock bit counts too. That is no real change, but counting
 * it at first saves the usual case a mask. */
ALWAYS_INLINE bool
striped_changed(const shared32 *word, uint32_t was, bool closely)
{
	/* Relaxed: the loads of the buckets, which are acquire, come between the two loads of the version. */
	const uint32_t is = (uint32_t)SHARED_LOAD(word, memory_order_relaxed);

	return closely ? ((is ^ was) & ~(uint32_t)LOCKED) != 0 : is != was;
}

/* One try. *changed is false if nothing can have moved in the meantime. A non-zero word means found. */
ALWAYS_INLINE plain_two
striped_try(const struct striped *c, struct striped_variant v, const struct plain_compare *compare,
            struct striped_place p, bool closely, bool *changed, unsigned f, unsigned b)
{
	const unsigned w = striped_width(v, f, b);
	const shared32 *s1 = stripe_word(c, v, striped_stripe(c, v, p.i1, w)),
		       *s2 = stripe_word(c, v, striped_stripe(c, v, p.i2, w));
	/* The first bucket's version matters where its words mean nothing one by one, and for a sequence lock. */
	const bool both = v.check == CHECK_SEQUENCE || v.bucket == BUCKET_SEMISORTED;
	/* Acquire: what is read of the table is at least as new as what came before these versions (stripe_bump). */
	const memory_order first = MUTANT(MUTANT_VERSION_LOAD_RELAXED) ? memory_order_relaxed : memory_order_acquire;
	uint32_t v1, v2;
	plain_two found;

	*changed = false;
	if (v.check == CHECK_NOTHING)
		return striped_pair_find(c, v, compare, p, f, b);
	if (MUTANT(MUTANT_FIRST_VERSION))
		s2 = s1;
	v1 = both ? (uint32_t)SHARED_LOAD(s1, first) : 0;
	v2 = (uint32_t)SHARED_LOAD(s2, first);
	found = striped_pair_find(c, v, compare, p, f, b);
	*changed = striped_changed(s2, v2, closely) || (both && striped_changed(s1, v1, closely));
	if (v.check == CHECK_SEQUENCE)
		*changed |= ((v1 | v2) & LOCKED) != 0;
	else if (v.bucket == BUCKET_SEMISORTED && !MUTANT(MUTANT_REWRITING_IGNORED))
		*changed |= ((v1 | v2) & REWRITING) != 0;
	if (MUTANT(MUTANT_NO_VALIDATION))
		*changed = false;
	return found;
}

/* The further tries, after the first did not hold. Out of line, so that the usual case keeps the registers. */
static __attribute__((noinline, cold, unused)) bool
striped_again(const struct striped *c, struct striped_variant v, struct striped_place p, struct striped_tally *tally,
              unsigned f, unsigned b)
{
	const struct plain_compare compare = plain_compare(f, b);

	for (unsigned tries = 0;; tries++) {
		bool changed, found;

		if (v.check == CHECK_SEQUENCE)
			SHARED_WAIT(tries);
		found = plain_any(striped_try(c, v, &compare, p, v.check == CHECK_NEGATIVES, &changed, f, b));
		if (!changed || (found && v.check == CHECK_NEGATIVES))
			return found;
		tally->retries++;
		if (v.check == CHECK_NEGATIVES && tries == MOST_TRIES) {
			tally->unsure++;
			return true;
		}
	}
}

/* Is the key present? `local` is a copy of *c whose address never escapes, so that its fields stay in registers. A
 * non-zero word means yes. */
ALWAYS_INLINE plain_two
striped_find(const struct striped *local, const struct striped *c, struct striped_variant v,
             const struct plain_compare *compare, struct striped_place p, struct striped_tally *tally, unsigned f,
             unsigned b)
{
	bool changed;
	const plain_two found = striped_try(local, v, compare, p, false, &changed, f, b);

	/* Only negative answers need the check. But to test which kind it is would cost every key what a retry costs
	 * one key in a million. */
	if (__builtin_expect(changed, 0))
		return (plain_two){striped_again(c, v, p, tally, f, b), 0};
	return found;
}

/* Counters for reports, read while no operation runs: relaxed. */
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

/*
 * Algorithm 2, one key after the other. The inner loop handles keys whose versions held. It calls nothing, so it has
 * all registers to itself. A key that must be tried again is answered between two runs of the inner loop, and so are
 * the last three keys (plain_answer_early). The index counts up to 0, which saves an instruction against counting up to
 * n.
 */
ALWAYS_INLINE size_t
striped_contains_by(enum hash_kind hash, const struct striped *c, struct striped_variant v, const uint64_t *keys,
                    size_t n, uint8_t *hit, unsigned f, unsigned b)
{
	const struct striped local = *c; /* a store to hit[] cannot alias this */
	const struct plain_compare compare = plain_compare(f, b);
	struct striped_tally tally = {0};
	plain_count hits = plain_count_none();
	size_t others = 0;
	ptrdiff_t k = -(ptrdiff_t)n;

	keys += n, hit += n;
	for (; k < 0; k++) {
		for (; k < -3; k++) {
			const struct striped_place p = striped_locate_by(hash, &local, v, keys[k], f);
			bool changed;
			const plain_two found = striped_try(&local, v, &compare, p, false, &changed, f, b);

			if (__builtin_expect(changed, 0))
				break;
			hits = plain_answer_early(hits, hit + k, found);
		}
		hit[k] = plain_any(striped_find(&local, c, v, &compare, striped_locate_by(hash, &local, v, keys[k], f),
		                                &tally, f, b));
		others += hit[k];
	}
	striped_settle(c, &tally);
	return plain_count_of(hits) + others;
}

ALWAYS_INLINE size_t
striped_contains(const struct striped *c, struct striped_variant v, const uint64_t *keys, size_t n, uint8_t *hit,
                 unsigned f, unsigned b)
{
	return HASH_BY_KIND(&c->hash, striped_contains_by, c, v, keys, n, hit, f, b);
}

#endif
