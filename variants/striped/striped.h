/* SPDX-License-Identifier: MIT */
/*
 * striped.h - a cuckoo filter for many writers and readers that wait for no one: words, stripes, locks.
 *
 * CUCKOO_PACKED                                               CUCKOO_LINED (cf-inline)
 *   table   | bucket 0 | bucket 1 | ...   packed to the bit     | lock 32 | bucket | bucket | ... |  one 64-byte line
 *   stripes | v0 | v1 | ...               one 32-bit word       | lock 32 | bucket | bucket | ... |
 *           for every 64 buckets, in turn
 *
 *   lock word:   | version 30 | rewriting | locked |
 *  The protocol (copy, bump, clear) is that of striped_ops.h; MemC3 (Fan, Andersen, Kaminsky, NSDI 2013) and libcuckoo
 * (Li et al., EuroSys 2014) are its parents. What a filter adds: it stores no keys, so that two keys may share their
 * copies.
 *
 * Invariants
 *  (1) A word of the table is written only by the holder of its stripe. So a stripe owns whole words: 64 buckets of w
 *      bits are always 2w words of 32 bits; a bucket alone would share words with its neighbours. (A line owns itself.)
 *  (2) A fingerprint is removed from a bucket, be it deleted, moved on or overwritten, only after the version of the
 *      bucket's stripe has been raised ("bump"), and a fingerprint that is moved is in its other bucket before that.
 *  (3) Who moves a fingerprint holds the stripes of both its buckets, and so does who removes one of several copies in
 *      a bucket, which bumps both. Who deletes the only copy in a bucket needs that bucket's stripe alone.
 *  (4) Where the words of a bucket mean nothing one by one (semi-sorted: every entry may move when one is added), any
 *      change is announced by a bump, and a change of more than one of them by the bit "rewriting" for as long as it
 *      lasts.
 *  The version wraps after 2^30 bumps. A reader would have to sleep between two of its loads for exactly a multiple of
 * that: at ten million bumps a second of one stripe, for 107 seconds to the bump.
 */
#ifndef CUCKOOBENCH_STRIPED_H
#define CUCKOOBENCH_STRIPED_H

#include "variants/cuckoo/cuckoo_limits.h"

#include "core/bits.h"
#include "core/mem.h"
#include "core/probe.h"
#include "core/rng.h"
#include "core/serial.h"
#include "core/shared.h"

/* What a hooked build may do wrong (core/shared.h); tests/ must catch each. */
enum striped_mutant {
	MUTANT_NO_VALIDATION = 1,    /* a negative answer is not checked against the versions */
	MUTANT_MOVE_NO_BUMP,         /* a move clears without a bump */
	MUTANT_DELETE_NO_BUMP,       /* a deletion clears without a bump */
	MUTANT_OVERWRITE_NO_BUMP,    /* the last step of a path overwrites without a bump */
	MUTANT_BUMP_RELAXED,         /* bumps are not release stores */
	MUTANT_BUMP_LATE,            /* the bump comes after the clear */
	MUTANT_VERSION_LOAD_RELAXED, /* versions are not loaded with acquire */
	MUTANT_DATA_LOAD_RELAXED,    /* nor the table's words */
	MUTANT_DATA_STORE_RELAXED,   /* nor are they stored with release */
	MUTANT_CLEAR_FIRST,          /* a move clears before it copies */
	MUTANT_NO_VERIFY,            /* a step of a path does not look whether the fingerprint is still there */
	MUTANT_DELETE_ONE_LOCK,      /* a deletion holds one of its two stripes */
	MUTANT_SMALL_STRIPES,        /* a stripe owns one bucket, not whole words */
	MUTANT_UNLOCK_RELAXED,       /* an unlock is not a release */
	MUTANT_LOCK_ORDER,           /* two stripes are locked in the order of the key, not of their address */
	MUTANT_NO_REWRITING,         /* two words of a bucket are rewritten without saying so */
	MUTANT_REWRITE_NO_BUMP,      /* nor is there a bump when one word of several changes */
	/* the version of the bucket that is read first is checked instead of the other's */
	MUTANT_FIRST_VERSION,
	MUTANT_REWRITTEN_RELAXED, /* the end of rewriting is not a release */
	MUTANT_REWRITING_IGNORED, /* readers do not look at the mark */
	MUTANT_COPY_BUMPS_ONE,    /* a removal that leaves a copy in its bucket bumps that bucket's version only */
	MUTANT_TAKE_ANY,          /* a deletion under one lock takes one of several copies */
	MUTANT_TAKE_UNSEEN,       /* nor does it look again whether what it saw without the lock is there */
	MUTANTS
};

enum { LOCKED = 1, REWRITING = 2, BUMP = 4 };

enum { STRIPE_BUCKETS_LOG2 = 6 };

/* How a variant's readers know that nothing moved while they looked. */
enum striped_check {
	CHECK_NEGATIVES, /* versions, of negative answers only */
	CHECK_NOTHING,   /* the control: false negatives beside writers */
	CHECK_SEQUENCE,  /* the classic sequence lock: any write of a stripe makes its readers wait and start again */
};

struct striped;
struct striped_kind;

/* One specialisation of the three operations. */
struct striped_kernel {
	const char *name;
	unsigned f, b; /* 0: any */
	size_t (*insert)(struct striped *, const uint64_t *, size_t);
	size_t (*contains)(const struct striped *, const uint64_t *, size_t, uint8_t *);
	size_t (*remove)(struct striped *, const uint64_t *, size_t);
};

/* What many threads add to, at most once a batch: lines of their own. */
struct striped_counts {
	_Atomic uint64_t items, kicks, paths, stale, spins, retries, unsure;
};

struct striped {
	struct filter base;
	const struct striped_kind *kind;
	const struct striped_kernel *kernel;
	struct hash hash;
	struct mem table, stripes; /* without stripes.data the locks are in the lines */
	struct striped_counts *counts;
	size_t buckets;
	uint32_t mask; /* packed: m - 1, or of a sub-table of a table that was doubled (cf_rcu.c) */
	uint32_t stripe_mask;
	unsigned f, b, nodes; /* nodes: buckets a search looks at, at most */
	unsigned doubled;     /* how often: the highest bits of the fingerprint, so many, are those of the bucket */
	struct filter_params params;
};

struct striped_place {
	uint32_t fp;
	size_t i1, i2;
};

/* Counts of one batch, added to the filter's at its end. */
struct striped_tally {
	uint64_t kicks, paths, stale, spins, retries, unsure;
};

/* How a bucket is written: striped_plain.h or striped_semisort.h. */
enum striped_bucket { BUCKET_PLAIN, BUCKET_SEMISORTED };

/* What is constant in a specialisation beside f and b. Small whole numbers, which the compilers see through; of
 * function pointers in such a struct they were seen to keep the calls. */
struct striped_variant {
	enum striped_bucket bucket;
	enum cuckoo_layout layout;
	enum striped_check check;
	bool doubles; /* tables may have been doubled: the filter's `doubled` counts */
};

/* --- where a bucket is -------------------------------------------------------------------------------------- */

ALWAYS_INLINE unsigned
striped_width(struct striped_variant v, unsigned f, unsigned b)
{
	return f * b - (v.bucket == BUCKET_SEMISORTED ? 4 : 0);
}

/*
 * Words of 32 bits: a bucket of 48 (f = 12, b = 4) is then always in two of them, without a test, and a lock word in a
 * line is a word of its own.
 */
ALWAYS_INLINE shared32 *
striped_words(const struct striped *c)
{
	return (shared32 *)(void *)c->table.data;
}

/* The bit of the table at which bucket i of w bits begins. */
ALWAYS_INLINE size_t
striped_bit(struct striped_variant v, size_t i, unsigned w)
{
	const unsigned per_line = LINED_BITS / w;

	return v.layout == CUCKOO_LINED ? i / per_line * LINE_BITS + (LINE_BITS - LINED_BITS) + i % per_line * w
	                                : i * w;
}

/* The number of its stripe: of a word in `stripes`, or of a line of the table. */
ALWAYS_INLINE size_t
striped_stripe(const struct striped *c, struct striped_variant v, size_t i, unsigned w)
{
	if (v.layout == CUCKOO_LINED)
		return i / (LINED_BITS / w);
	return (i >> (MUTANT(MUTANT_SMALL_STRIPES) ? 0 : STRIPE_BUCKETS_LOG2)) & c->stripe_mask;
}

/* hash(fingerprint), as in cuckoo.h. */
ALWAYS_INLINE uint32_t
striped_fp_hash(uint32_t fp)
{
	return (uint32_t)((fp * RNG_STEP) >> 32);
}

/*
 * The other bucket of fp in bucket i. Lined tables have any number m of buckets: i -> hash(fp) - i mod m is an involution for every
 * m. One fingerprint in m has alt(i) = i there, and in a small packed table: it has one home instead of two, and every
 * function below works with i1 = i2.
 */
ALWAYS_INLINE size_t
striped_alternate(const struct striped *c, struct striped_variant v, size_t i, uint32_t fp)
{
	if (v.layout == CUCKOO_LINED) {
		size_t to = (size_t)((uint64_t)striped_fp_hash(fp) * c->buckets >> 32);

		return to >= i ? to - i : to + c->buckets - i;
	}
	if (v.doubles)
		return i ^ (striped_fp_hash(fp) & c->mask);
	/* the same, but for i1's mask and this one to be one word of 64 bits */
	return (i ^ striped_fp_hash(fp)) & c->mask;
}

/* Where a key with this hash may be. */
ALWAYS_INLINE struct striped_place
striped_place(const struct striped *c, struct striped_variant v, uint64_t h, unsigned f)
{
	struct striped_place p;

	p.fp = (uint32_t)(h & low_mask(f));
	p.fp += p.fp == 0;
	if (v.layout == CUCKOO_LINED)
		p.i1 = (size_t)((h >> 32) * c->buckets >> 32);
	else
		p.i1 = (size_t)(h >> 32) & c->mask;
	/* A doubled table is 2^doubled tables side by side, chosen by the highest bits of the fingerprint
	 * (growing.h). */
	if (v.doubles)
		p.i1 |= (size_t)((uint64_t)p.fp >> (f - c->doubled)) * ((size_t)c->mask + 1);
	p.i2 = striped_alternate(c, v, p.i1, p.fp);
	return p;
}

/* In a loop for keys of this kind of hash (core/hash.h). */
ALWAYS_INLINE struct striped_place
striped_locate_by(enum hash_kind hash, const struct striped *c, struct striped_variant v, uint64_t key, unsigned f)
{
	return striped_place(c, v, hash_key_by(hash, &c->hash, key), f);
}

/* --- stripes ------------------------------------------------------------------------------------------------ */

/* The lock word of stripe s. */
ALWAYS_INLINE shared32 *
stripe_word(const struct striped *c, struct striped_variant v, size_t s)
{
	return v.layout == CUCKOO_LINED ? &striped_words(c)[s * (LINE_BITS / 32)]
	                                : &((shared32 *)(void *)c->stripes.data)[s];
}

/* Another has it, or had it a moment ago. Out of line, for those who find it free. */
static __attribute__((noinline, cold, unused)) void
stripe_wait(shared32 *word, struct striped_tally *tally)
{
	for (unsigned spins = 0;; spins++) {
		uint32_t seen;

		tally->spins++;
		SHARED_WAIT(spins);
		seen = (uint32_t)SHARED_LOAD(word, memory_order_relaxed);
		if (!(seen & LOCKED) && SHARED_SWAP(word, seen, seen | LOCKED))
			return;
	}
}

/* Test and test-and-set. The acquire of the swap pairs with the release of the last unlock: all its holder wrote is
 * seen. */
ALWAYS_INLINE void
stripe_lock(struct striped *c, struct striped_variant v, size_t s, struct striped_tally *tally)
{
	shared32 *word = stripe_word(c, v, s);
	const uint32_t seen = (uint32_t)SHARED_LOAD(word, memory_order_relaxed);

	if (__builtin_expect((seen & LOCKED) || !SHARED_SWAP(word, seen, seen | LOCKED), 0))
		stripe_wait(word, tally);
}

/* Release: pairs with the acquire of the next lock. A sequence lock counts every critical section. */
ALWAYS_INLINE void
stripe_unlock(struct striped *c, struct striped_variant v, size_t s)
{
	shared32 *word = stripe_word(c, v, s);
	uint32_t value = (uint32_t)SHARED_LOAD(word, memory_order_relaxed);

	SHARED_STORE(word, (value + (v.check == CHECK_SEQUENCE ? BUMP : 0)) & ~(uint32_t)LOCKED,
	             MUTANT(MUTANT_UNLOCK_RELAXED) ? memory_order_relaxed : memory_order_release);
}

/* Both stripes of a pair of buckets, in the order of their numbers, so that no two writers wait for each other. */
ALWAYS_INLINE void
stripe_lock_pair(struct striped *c, struct striped_variant v, size_t s1, size_t s2, struct striped_tally *tally)
{
	const bool ordered = s1 <= s2 || MUTANT(MUTANT_LOCK_ORDER);

	stripe_lock(c, v, ordered ? s1 : s2, tally);
	if (s1 != s2)
		stripe_lock(c, v, ordered ? s2 : s1, tally);
}

ALWAYS_INLINE void
stripe_unlock_pair(struct striped *c, struct striped_variant v, size_t s1, size_t s2)
{
	stripe_unlock(c, v, s1);
	if (s1 != s2)
		stripe_unlock(c, v, s2);
}

/*
 * "Something is about to leave a bucket of this stripe." Release: a reader that takes the new version for its first
 * look (acquire) must see the copy made before it, for nothing will tell it later that the old one has gone.
 */
ALWAYS_INLINE void
stripe_bump(struct striped *c, struct striped_variant v, size_t s)
{
	shared32 *word = stripe_word(c, v, s);

	SHARED_STORE(word, (uint32_t)SHARED_LOAD(word, memory_order_relaxed) + BUMP,
	             MUTANT(MUTANT_BUMP_RELAXED) ? memory_order_relaxed : memory_order_release);
}

/* --- words -------------------------------------------------------------------------------------------------- */

/* A word of the table for a reader. Acquire: a reader that sees a word written after a bump sees the bump when it looks
 * at the version again. (Also keeps that second look behind the data.) */
ALWAYS_INLINE uint64_t
striped_word(const struct striped *c, size_t at)
{
	return (uint32_t)SHARED_LOAD(&striped_words(c)[at],
	                             MUTANT(MUTANT_DATA_LOAD_RELAXED) ? memory_order_relaxed : memory_order_acquire);
}

/*
 * The w <= 64 bits from `bit`, a multiple of w in its word, on; what lies above them is not defined. How many words
 * they can lie in is known beforehand. Where it depends on the bit whether there is one more, the last word is loaded
 * again instead, so that there is no branch and no line is touched that is not needed.
 */
ALWAYS_INLINE uint64_t
striped_bits(const struct striped *c, size_t bit, unsigned w)
{
	const unsigned unit = w & -w, reach = w + 32 - (unit > 32 ? 32 : unit), shift = bit % 32;
	const size_t at = bit / 32, second = at + (w > 32 || shift + w > 32);
	uint64_t high = 0, middle = 0;

	/* The last word first: why, says striped_find.h. */
	if (reach > 64)
		high = striped_word(c, second + (shift + w > 64));
	if (reach > 32)
		middle = striped_word(c, second) << 32;
	return (striped_word(c, at) | middle) >> shift | (reach > 64 ? high << 1 << (63 - shift) : 0);
}

/* By the holder of the word's stripe: replaces the bits of mask. Release: pairs with striped_word. */
ALWAYS_INLINE void
striped_put(struct striped *c, size_t at, uint32_t mask, uint32_t value)
{
	shared32 *word = &striped_words(c)[at];

	SHARED_STORE(word, ((uint32_t)SHARED_LOAD(word, memory_order_relaxed) & ~mask) | (value & mask),
	             MUTANT(MUTANT_DATA_STORE_RELAXED) ? memory_order_relaxed : memory_order_release);
}

#endif
