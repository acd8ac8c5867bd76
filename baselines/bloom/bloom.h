/* SPDX-License-Identifier: MIT */
/*
 * bloom.h - what the Bloom filters share: the k positions of a key, the choice of k, sizing, reporting, saving.
 *
 * A Bloom filter (Bloom, CACM 1970) sets k of m bits for an item and answers "maybe" if all k are set. The k positions
 * come from one 64-bit hash by double hashing (Kirsch and Mitzenmacher, "Less hashing, same performance", Random
 * Structures & Algorithms 2008), as in the cuckoo filter paper (Fan et al., CoNEXT 2014, section 7, "Experiment
 * Setup"): the hash's halves are the first two hashes, h1 and h2, and g_i = h1 + i * h2 are all k.
 *
 *      64-bit hash:  |   h1, high half    |    h2, low half    |
 *
 *      a           = |         h1         .         h2         |     fixed point, 32 bits before and
 *      b           = |         h2         .         h1         |     32 bits behind the point; b made odd
 *      g_i         = a + i * b mod 2^64                              i = 0 .. k-1
 *      position_i  = floor(g_i * m / 2^64)
 *
 * Why the fraction: a bare 32-bit g_i has 2^32 values, and the paper's 192 MiB have 1.6e9 bits. Then each bit gets 2 or
 * 3 of the values. Bits with 3 are fuller and are read more often, so 13 bits an item give a rate of 0.222 % instead of
 * 0.194 %. Beyond 2^32 bits most bits could not be reached at all. So each half carries the other as its fraction. That
 * keeps the paper's formula and the same 64 bits of hash, with a resolution that is fine enough for any m. (In blocks
 * of 512 bits whole numbers are enough: see blk_bf.c.) An odd b excludes b = 0, which would fold all k positions into
 * one.
 *
 * The k positions need not be distinct: two positions of one item may be the same. That does not matter for bits, and
 * cbf.c says why it does not matter for counters.
 */
#ifndef CUCKOOBENCH_BLOOM_H
#define CUCKOOBENCH_BLOOM_H

#include "core/bits.h"
#include "core/cache.h"
#include "core/family.h"
#include "core/probe.h"

enum {
	BLOOM_PER_ITEM = 13, /* bits (counters) an item, the paper's setting in Table 3 */
	BLOOM_K = 9,         /* round(13 ln 2), the paper's k; this k has its own instances */
	BLOOM_MAX_K = 32,    /* the best k for 46 bits an item, where the rate is 2^-32 */
};

struct bloom;

/* Facts about a member of the family, for the functions that all members share: filter_ops.kind. */
struct bloom_kind {
	unsigned unit;     /* bytes of a block; 1: the table is one array, of any number of bytes */
	unsigned per_byte; /* bits or counters in a byte */
	unsigned usual_k;  /* the default, which has instances of its own; 0: BLOOM_K */
	unsigned near_k;   /* so has this: where it is compared, with other bits an item; 0: there is none */
	unsigned most_k;   /* the greatest k; 0: BLOOM_MAX_K */
	unsigned step_k;   /* k is a multiple of it; 0: of 1 */
	const char *bad_k; /* why another k is refused; NULL: it is none of 1 to 32 */
	size_t most;       /* the most blocks that it can have; 0: 2^48 */
	enum isa less;     /* it has loops for these, too, where those that it chooses are not there; ISA_ANY: none */
	/* the k with the lowest rate for so many bits an item; NULL: that of bf */
	unsigned (*best_k)(double per_item);
	/* makes what lookups or insertions need behind the struct, from map and params, unless it is there; NULL:
	 * nothing */
	void (*prepare)(struct bloom *);
};

/* Where a key goes. Hot loops work on a copy, which no store to the table can alias. */
struct bloom_map {
	uint8_t *data;
	uint64_t m; /* bits or counters, or blocks if there are blocks */
	struct hash hash;
	bool second; /* prefetched lines go into the second cache (core/cache.h) */
	bool spares; /* loops save registers (core/cache.h) */
};

struct bloom {
	struct filter base;
	const struct bloom_kind *kind;
	struct bloom_map map;
	struct mem table;
	size_t items;
	uint64_t sum;  /* of all counters; 0 without counters */
	enum isa uses; /* of ops->chooses and kind->less what the processor has and params.isa allows; ISA_ANY: none */
	bool is_view;  /* the table is another filter's */
	struct filter_params params;
};

/* The g_i of one key, one after the other. */
struct bloom_walk {
	uint64_t g, step;
};

ALWAYS_INLINE struct bloom_walk
bloom_start(uint64_t hash)
{
	return (struct bloom_walk){hash, (hash >> 32 | hash << 32) | 1};
}

ALWAYS_INLINE uint64_t
bloom_next(struct bloom_walk *w, uint64_t m)
{
	uint64_t position = fast_range(w->g, m);

	w->g += w->step;
	return position;
}

/* Does the instance with constant k fit? */
ALWAYS_INLINE bool
bloom_is_k9(const struct bloom *f)
{
	return f->params.hashes == BLOOM_K;
}

/* Operations that all members share, as filter_ops has them. */
extern const struct filter_family bloom_family;
void bloom_info(const struct filter *, struct filter_info *);
/* What the bits of a filter without counters must satisfy: an item sets 1 to k bits that were 0. NULL, or what is
 * wrong. */
const char *bloom_check_bits(const struct bloom *, uint64_t bits_set);
/* filter_ops.check of a table of bits without blocks. */
const char *bloom_check_table(const struct filter *);

/* insert and contains of filter `id`, with the paper's k as a constant or with any other k. They use id_insert_all(f,
 * k, keys, n) and id_contains_all(f, k, keys, n, hit), which are always inlined. */
#define BLOOM_INSERT(id)                                                               \
	static size_t id##_insert(struct filter *base, const uint64_t *keys, size_t n) \
	{                                                                              \
		struct bloom *f = (struct bloom *)base;                                \
                                                                                       \
		if (bloom_is_k9(f))                                                    \
			id##_insert_all(f, BLOOM_K, keys, n);                          \
		else                                                                   \
			id##_insert_all(f, f->params.hashes, keys, n);                 \
		f->items += n;                                                         \
		return n;                                                              \
	}
#define BLOOM_CONTAINS(id)                                                                                   \
	static size_t id##_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit) \
	{                                                                                                    \
		const struct bloom *f = (const struct bloom *)base;                                          \
                                                                                                             \
		if (bloom_is_k9(f))                                                                          \
			return id##_contains_all(f, BLOOM_K, keys, n, hit);                                  \
		return id##_contains_all(f, f->params.hashes, keys, n, hit);                                 \
	}

/* insert and contains of filter `id` by WORK(f, keys, n, hit), which looks keys up, or inserts them if hit == NULL. */
#define BLOOM_INSERT_AND_CONTAINS(id, WORK)                                                                  \
	static size_t id##_insert(struct filter *base, const uint64_t *keys, size_t n)                       \
	{                                                                                                    \
		struct bloom *f = (struct bloom *)base;                                                      \
                                                                                                             \
		WORK(f, keys, n, NULL);                                                                      \
		f->items += n;                                                                               \
		return n;                                                                                    \
	}                                                                                                    \
	static size_t id##_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit) \
	{                                                                                                    \
		return WORK((const struct bloom *)base, keys, n, hit);                                       \
	}

/* The operations of filter `id`, whose ops name its kind. */
#define BLOOM_LIFE .uses = USES_HASHES, .family = &bloom_family, FAMILY_OPS, .info = bloom_info
#define BLOOM_OPS(id) BLOOM_LIFE, .view = family_view, .insert = id##_insert, .contains = id##_contains

#endif
