/* SPDX-License-Identifier: MIT */
/*
 * striped.h - a cuckoo filter for many writers and wait-free readers: words, stripes, locks.
 *
 *  CUCKOO_PACKED                                               CUCKOO_LINED (cf-inline)
 *    table   | bucket 0 | bucket 1 | ...   packed to the bit     | lock 32 | bucket | bucket | ... |  one 64-byte line
 *    stripes | v0 | v1 | ...               one 32-bit word       | lock 32 | bucket | bucket | ... |
 *            for every 64 buckets, round robin
 *
 *    lock word:   | version 30 | rewriting | locked |
 *
 * The protocol (copy, bump, clear) is in striped_ops.h. Its parents are MemC3 (Fan, Andersen, Kaminsky, NSDI 2013) and
 * libcuckoo (Li et al., EuroSys 2014). A filter adds one difficulty: it stores no keys, so two keys may share their
 * copies.
 *
 * Invariants
 *  (1) Only the holder of a stripe writes the stripe's words of the table. So a stripe owns whole words: 64 buckets of
 *      w bits are always 2w words of 32 bits. A single bucket would share words with its neighbours. (A line owns
 *      itself.)
 *  (2) A fingerprint leaves a bucket by deletion, move or overwriting. Before it is removed, the version of the
 *      bucket's stripe is raised ("bump"). A fingerprint that is moved is in its other bucket before that bump.
 *  (3) Whoever moves a fingerprint holds the stripes of both its buckets. Whoever removes one of several copies in a
 *      bucket holds both stripes too, and bumps both. To delete the only copy in a bucket, that bucket's stripe is
 *      enough.
 *  (4) The words of a semi-sorted bucket mean nothing one by one, because every entry may move when one is added. There
 *      a bump announces any change. A change of several words also sets the bit "rewriting" for as long as it lasts.
 *
 * The version wraps after 2^30 bumps. A reader is wrong only if it sleeps between two of its loads for exactly a
 * multiple of 2^30 bumps. At ten million bumps a second on one stripe that is 107 seconds, to the bump.
 */
#ifndef CUCKOOBENCH_STRIPED_H
#define CUCKOOBENCH_STRIPED_H

#include "variants/cuckoo/cuckoo_limits.h"

#include "core/bits.h"
#include "core/hash.h"
#include "core/mem.h"
#include "core/probe.h"
#include "core/rng.h"
#include "core/serial.h"
#include "core/shared.h"

/* Faults that a hooked build may contain (core/shared.h); tests/ must catch each. */
enum striped_mutant {
	MUTANT_NO_VALIDATION = 1,    /* a negative answer is not checked against the versions */
	MUTANT_MOVE_NO_BUMP,         /* a move clears without a bump */
	MUTANT_DELETE_NO_BUMP,       /* a deletion clears without a bump */
	MUTANT_OVERWRITE_NO_BUMP,    /* the last step of a path overwrites without a bump */
	MUTANT_BUMP_RELAXED,         /* bumps are not release stores */
	MUTANT_BUMP_LATE,            /* the bump comes after the clear */
	MUTANT_VERSION_LOAD_RELAXED, /* versions are not loaded with acquire */
	MUTANT_DATA_LOAD_RELAXED,    /* the table's words are not loaded with acquire */
	MUTANT_DATA_STORE_RELAXED,   /* the table's words are not stored with release */
	MUTANT_CLEAR_FIRST,          /* a move clears before it copies */
	MUTANT_NO_VERIFY,            /* a step of a path does not check that the fingerprint is still there */
	MUTANT_DELETE_ONE_LOCK,      /* a deletion holds one of its two stripes */
	MUTANT_SMALL_STRIPES,        /* a stripe owns one bucket, not whole words */
	MUTANT_UNLOCK_RELAXED,       /* an unlock is not a release */
	/* two stripes are locked in the order of the key's buckets, not of their addresses */
	MUTANT_LOCK_ORDER,
	MUTANT_NO_REWRITING,    /* two words of a bucket are rewritten without the mark */
	MUTANT_REWRITE_NO_BUMP, /* there is no bump when one word of several changes */
	/* the version of the bucket read first is checked, not that of the bucket read last */
	MUTANT_FIRST_VERSION,
	MUTANT_REWRITTEN_RELAXED, /* the end of rewriting is not a release */
	MUTANT_REWRITING_IGNORED, /* readers ignore the mark */
	MUTANT_COPY_BUMPS_ONE,    /* a removal that leaves a copy in its bucket bumps only that bucket's version */
	MUTANT_TAKE_ANY,          /* a deletion under one lock removes one of several copies */
	MUTANT_TAKE_UNSEEN,       /* a deletion under one lock does not check again what it saw without the lock */
	MUTANTS
};

enum { LOCKED = 1, REWRITING = 2, BUMP = 4 };

enum { STRIPE_BUCKETS_LOG2 = 6 };

/* How a variant's readers know that nothing moved during their lookup. */
enum striped_check {
	CHECK_NEGATIVES, /* versions, for negative answers only */
	CHECK_NOTHING,   /* the control: false negatives when writers run concurrently */
	CHECK_SEQUENCE,  /* the classic sequence lock: any write to a stripe makes its readers wait and start again */
};

struct striped;
struct striped_kind;

/* One specialisation of the three operations. NULL: as the kind's `rest` does it. */
struct striped_kernel {
	const char *name;
	unsigned f, b; /* 0: any */
	size_t (*insert)(struct striped *, const uint64_t *, size_t);
	size_t (*contains)(const struct striped *, const uint64_t *, size_t, uint8_t *);
	size_t (*remove)(struct striped *, const uint64_t *, size_t);
};

/* Counters that many threads add to, at most once a batch. They have cache lines of their own. */
struct striped_counts {
	_Atomic uint64_t items, kicks, paths, stale, spins, retries, unsure;
};

struct striped {
	struct filter base;
	const struct striped_kind *kind;
	struct hash hash;
	struct mem table, stripes; /* no stripes.data: the locks are in the lines */
	struct striped_counts *counts;
	size_t buckets;
	/* packed: m - 1, where m counts the buckets of one sub-table if the table was doubled (cf_rcu.c) */
	uint32_t mask;
	uint32_t stripe_mask;
	unsigned f, b, nodes; /* nodes: the most buckets that a search reads */
	/* how often the table was doubled: that many of the fingerprint's highest bits select the sub-table */
	unsigned doubled;
	struct filter_params params;
	struct striped_kernel kernel; /* without a NULL */
};

struct striped_place {
	uint32_t fp;
	size_t i1, i2;
};

/* Counts of one batch; its end adds them to the filter's. */
struct striped_tally {
	uint64_t kicks, paths, stale, spins, retries, unsure;
};

/* How a bucket is written: striped_plain.h or striped_semisort.h. */
enum striped_bucket { BUCKET_PLAIN, BUCKET_SEMISORTED };

/* What is constant in a specialisation, besides f and b. They are small integers, because compilers propagate those.
 * With function pointers in such a struct they were seen to keep the calls. */
struct striped_variant {
	enum striped_bucket bucket;
	enum cuckoo_layout layout;
	enum striped_check check;
	bool doubles; /* tables may have been doubled: the filter's `doubled` applies */
};

/* --- where a bucket is -------------------------------------------------------------------------------------- */

ALWAYS_INLINE unsigned
striped_width(struct striped_variant v, unsigned f, unsigned b)
{
	return f * b - (v.bucket == BUCKET_SEMISORTED ? 4 : 0);
}

/* The table as words of 32 bits. A bucket of 48 bits (f = 12, b = 4) is then always in exactly two of them, without a
 * test. The lock word of a line is a word of its own. */
ALWAYS_INLINE shared32 *
striped_words(const struct striped *c)
{
	return (shared32 *)(void *)c->table.data;
}

/* The bit of the table at which bucket i, w bits wide, begins. */
ALWAYS_INLINE size_t
striped_bit(struct striped_variant v, size_t i, unsigned w)
{
	const unsigned per_line = LINED_BITS / w;

	return v.layout == CUCKOO_LINED ? i / per_line * LINE_BITS + (LINE_BITS - LINED_BITS) + i % per_line * w
	                                : i * w;
}

/* The number of bucket i's stripe: of a word in `stripes`, or of a line of the table. */
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
 * The other bucket of fp in bucket i. Lined tables have any number m of buckets: i -> hash(fp) - i mod m is an
 * involution for every m. For one fingerprint in m, alt(i) = i there, and in a small packed table too. It has one
 * bucket instead of two, and every function below works with i1 = i2.
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
	/* the same; this order lets the compiler merge this mask and i1's into one word of 64 bits */
	return (i ^ striped_fp_hash(fp)) & c->mask;
}

/* The two buckets of a key with this hash. */
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
	/* A doubled table is 2^doubled adjacent tables; the highest bits of the fingerprint select one (growing.h). */
	if (v.doubles)
		p.i1 |= (size_t)((uint64_t)p.fp >> (f - c->doubled)) * ((size_t)c->mask + 1);
	p.i2 = striped_alternate(c, v, p.i1, p.fp);
	return p;
}

/* The same from the key, in a loop that knows the kind of hash (core/hash.h). */
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

/* Another thread holds the lock, or held it a moment ago. Out of line, for the sake of threads that find it free. */
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

/* Test and test-and-set. The acquire of the swap pairs with the release of the last unlock: this thread sees all that
 * the previous holder wrote. */
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

/* Locks both stripes of a pair of buckets in the order of their numbers, so that no two writers deadlock. */
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
 * Announces that a fingerprint is about to leave a bucket of this stripe. Release: a reader whose first load of the
 * version (acquire) returns the new value must see the copy made before the bump. Its later checks will not reveal that
 * the old entry has gone.
 */
ALWAYS_INLINE void
stripe_bump(struct striped *c, struct striped_variant v, size_t s)
{
	shared32 *word = stripe_word(c, v, s);

	SHARED_STORE(word, (uint32_t)SHARED_LOAD(word, memory_order_relaxed) + BUMP,
	             MUTANT(MUTANT_BUMP_RELAXED) ? memory_order_relaxed : memory_order_release);
}

/* --- words -------------------------------------------------------------------------------------------------- */

/* Loads a word of the table for a reader. Acquire: a reader that sees a word written after a bump also sees the bump
 * when it loads the version again. (It also keeps that second load after the data.) */
ALWAYS_INLINE uint64_t
striped_word(const struct striped *c, size_t at)
{
	return (uint32_t)SHARED_LOAD(&striped_words(c)[at],
	                             MUTANT(MUTANT_DATA_LOAD_RELAXED) ? memory_order_relaxed : memory_order_acquire);
}

/*
 * The w <= 64 bits from `bit` on; modulo 32, `bit` is a multiple of w. The bits above them are undefined. The compiler
 * knows how many words they can span. If only `bit` decides whether they span one more, the last word is loaded twice
 * instead. So there is no branch, and no line is touched without need.
 */
ALWAYS_INLINE uint64_t
striped_bits(const struct striped *c, size_t bit, unsigned w)
{
	const unsigned unit = w & -w, reach = w + 32 - (unit > 32 ? 32 : unit), shift = bit % 32;
	const size_t at = bit / 32, second = at + (w > 32 || shift + w > 32);
	uint64_t high = 0, middle = 0;

	/* The last word first: striped_find.h explains why. */
	if (reach > 64)
		high = striped_word(c, second + (shift + w > 64));
	if (reach > 32)
		middle = striped_word(c, second) << 32;
	return (striped_word(c, at) | middle) >> shift | (reach > 64 ? high << 1 << (63 - shift) : 0);
}

/* Replaces the bits of mask. The caller holds the word's stripe. Release: pairs with striped_word. */
ALWAYS_INLINE void
striped_put(struct striped *c, size_t at, uint32_t mask, uint32_t value)
{
	shared32 *word = &striped_words(c)[at];

	SHARED_STORE(word, ((uint32_t)SHARED_LOAD(word, memory_order_relaxed) & ~mask) | (value & mask),
	             MUTANT(MUTANT_DATA_STORE_RELAXED) ? memory_order_relaxed : memory_order_release);
}

#endif
