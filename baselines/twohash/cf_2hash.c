/* SPDX-License-Identifier: MIT */
/*
 * cf_2hash.c - a cuckoo hash table with two independent hash functions: the "optimal load factor" that Figure 2 of the
 * paper (CoNEXT 2014, section 4) compares partial-key cuckoo hashing with.
 *
 *      entry: the 64-bit hash h of the key, 0 = empty       i1 = h mod m            m = 2^x buckets of b entries
 *                                                           i2 = mix(h) mod m
 *
 * Both buckets follow from the entry, so entries can be relocated, and the two choices are as independent as a good
 * mixer makes them. It is a filter only in name (64 bits an entry); its purpose is its load. The insertion is Algorithm
 * 1: random start, random victim, 500 relocations. A refused insertion is rolled back.
 */
#include "core/bits.h"
#include "core/family.h"
#include "core/fits.h"
#include "core/probe.h"
#include "core/rng.h"

#include <stdlib.h>

/* Relocations that an insertion has room to list on its stack: more than the usual number. */
enum { TWOHASH_LISTED = 512, TWOHASH_KICKS = 500 };
/* Buckets. */
static const size_t twohash_most = (size_t)1 << 40;

struct twohash {
	struct filter base;
	struct hash hash;
	struct mem table;
	uint64_t *entry; /* the table, m * b */
	size_t mask, items;
	unsigned b, max_kicks;
	uint64_t kicks, random;
	uint8_t *path; /* which entry of its bucket each relocation took, of more than TWOHASH_LISTED; else NULL */
	struct filter_params params;
};

ALWAYS_INLINE uint64_t
twohash_of(const struct twohash *t, uint64_t key)
{
	uint64_t h = hash_key(&t->hash, key);

	return h + (h == 0);
}

ALWAYS_INLINE size_t
first_bucket(const struct twohash *t, uint64_t h)
{
	return h & t->mask;
}

ALWAYS_INLINE size_t
second_bucket(const struct twohash *t, uint64_t h)
{
	return rng_mix(h) & t->mask;
}

ALWAYS_INLINE size_t
other_bucket(const struct twohash *t, size_t i, uint64_t h)
{
	return first_bucket(t, h) ^ second_bucket(t, h) ^ i;
}

/* The entry of bucket i that holds h, or NULL. */
ALWAYS_INLINE uint64_t *
find_in(const struct twohash *t, size_t i, uint64_t h)
{
	uint64_t *bucket = t->entry + i * t->b;

	for (unsigned e = 0; e < t->b; e++)
		if (bucket[e] == h)
			return &bucket[e];
	return NULL;
}

static bool
put_in(struct twohash *t, size_t i, uint64_t h)
{
	uint64_t *empty = find_in(t, i, 0);

	if (empty)
		*empty = h;
	return empty != NULL;
}

static bool
relocate(struct twohash *t, uint64_t h)
{
	uint64_t r = rng_next(&t->random);
	size_t i = r >> 63 ? first_bucket(t, h) : second_bucket(t, h);
	uint8_t here[TWOHASH_LISTED], *const path = t->path ? t->path : here;

	for (unsigned n = 0; n < t->max_kicks; n++) {
		uint64_t *victim = t->entry + i * t->b + (path[n] = (uint8_t)(r & (t->b - 1)));
		uint64_t evicted = *victim;

		*victim = h;
		h = evicted;
		i = other_bucket(t, i, h);
		if (put_in(t, i, h)) {
			t->kicks += n + 1;
			return true;
		}
		r = rng_next(&t->random);
	}
	/* Roll back: h was evicted from other_bucket(i, h). What now lies in its entry came from the other bucket of
	 * that entry's hash. */
	for (unsigned n = t->max_kicks; n-- > 0;) {
		uint64_t *from, put;

		i = other_bucket(t, i, h);
		from = t->entry + i * t->b + path[n];
		put = *from;
		*from = h;
		h = put;
	}
	return false;
}

static size_t
twohash_insert(struct filter *f, const uint64_t *keys, size_t n)
{
	struct twohash *t = (struct twohash *)f;

	for (size_t k = 0; k < n; k++) {
		uint64_t h = twohash_of(t, keys[k]);

		if (!put_in(t, first_bucket(t, h), h) && !put_in(t, second_bucket(t, h), h) && !relocate(t, h))
			return k;
		t->items++;
	}
	return n;
}

static size_t
twohash_contains(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct twohash *t = (const struct twohash *)f;
	size_t hits = 0;

	for (size_t k = 0; k < n; k++) {
		uint64_t h = twohash_of(t, keys[k]);
		const uint64_t *one = t->entry + first_bucket(t, h) * t->b,
			       *two = t->entry + second_bucket(t, h) * t->b;
		bool found = false;

		PROBE(one, t->b * sizeof *one);
		PROBE(two, t->b * sizeof *two);
		for (unsigned e = 0; e < t->b; e++)
			found |= (one[e] == h) | (two[e] == h);
		hit[k] = found;
		hits += found;
	}
	return hits;
}

static size_t
twohash_remove(struct filter *f, const uint64_t *keys, size_t n)
{
	struct twohash *t = (struct twohash *)f;
	size_t found = 0;

	for (size_t k = 0; k < n; k++) {
		uint64_t h = twohash_of(t, keys[k]), *at = find_in(t, first_bucket(t, h), h);

		if (!at)
			at = find_in(t, second_bucket(t, h), h);
		if (at) {
			*at = 0;
			found++;
		}
	}
	t->items -= found;
	return found;
}

static bool
twohash_fits(size_t n, size_t m, unsigned b)
{
	return n <= b || ((double)n <= fits_planned((double)m, b) &&
	                  fits_graph((double)n, (double)m, b, 1) <= fits_chance((double)n) / 2);
}

/* The smallest table that n keys fit; 0: too many. */
static size_t
buckets_for(size_t n, unsigned b)
{
	size_t m = 1;

	while (m <= twohash_most && !twohash_fits(n, m, b))
		m *= 2;
	return m <= twohash_most ? m : 0;
}

static const char *
twohash_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	const char *why = family_sized_once(p);
	size_t bucket;

	(void)self;
	p->slots = p->slots ? p->slots : 4;
	p->max_kicks = p->max_kicks ? p->max_kicks : TWOHASH_KICKS;
	if (p->fp_bits && p->fp_bits != 64)
		return "fp_bits (f) must be 64: entries are whole hashes";
	if (!is_power_of_two(p->slots) || p->slots > 8)
		return "slots (b) must be 1, 2, 4 or 8";
	if (p->kicks && p->kicks != FILTER_KICKS_WALK)
		return "kicks must be walk: a cuckoo hash table's search is not written here";
	if (p->max_kicks > 1000000)
		return "max_kicks must be at most 1000000";
	if (why)
		return why;
	bucket = p->slots * sizeof(uint64_t);
	if (p->bytes)
		p->buckets = p->bytes < bucket ? 0 : (size_t)1 << log2_floor(p->bytes / bucket);
	if (p->items && p->max_kicks < TWOHASH_KICKS)
		return "max_kicks must be at least its default for items to fit: give bytes or buckets";
	if (p->items)
		p->buckets = buckets_for(p->items, p->slots);
	if (!is_power_of_two(p->buckets) || p->buckets > twohash_most)
		return "buckets (m) must be a power of two from 1 to 2^40, whichever of buckets, bytes, items gives it";
	p->kicks = FILTER_KICKS_WALK;
	p->fp_bits = 64;
	*bytes = p->buckets * bucket;
	p->bytes = p->items = 0;
	return NULL;
}

static bool
twohash_begin(struct filter *f, const struct filter_params *p, const struct hash *hash)
{
	struct twohash *t = (struct twohash *)f;

	t->hash = *hash;
	t->mask = p->buckets - 1;
	t->b = p->slots;
	t->max_kicks = p->max_kicks;
	t->random = rng_derive(p->seed, 0x6b69636b /* "kick" */);
	t->path = p->max_kicks > TWOHASH_LISTED ? malloc(p->max_kicks * sizeof *t->path) : NULL;
	t->entry = (uint64_t *)(void *)t->table.data; /* 64-byte aligned, and accessed only as uint64_t */
	return t->path || p->max_kicks <= TWOHASH_LISTED;
}

static void
twohash_end(struct filter *f)
{
	free(((struct twohash *)f)->path);
}

static const struct filter_family family = {
	FAMILY_PARTS(struct twohash),
	.state = {offsetof(struct twohash, items), offsetof(struct twohash, kicks), offsetof(struct twohash, random)},
	.settle = twohash_settle, .begin = twohash_begin, .end = twohash_end};

static void
twohash_info(const struct filter *f, struct filter_info *info)
{
	const struct twohash *t = (const struct twohash *)f;

	*info = (struct filter_info){.bytes = t->table.bytes,
	                             .mapped = t->table.mapped,
	                             .items = t->items,
	                             .slots = t->params.buckets * t->b,
	                             .buckets = t->params.buckets,
	                             .fp_bits = 64,
	                             .slots_per_bucket = t->b,
	                             .kicks = t->kicks,
	                             .kernel = "any"};
}

static const char *
twohash_check(const struct filter *f)
{
	const struct twohash *t = (const struct twohash *)f;
	size_t used = 0;

	for (size_t i = 0; i <= t->mask; i++)
		for (unsigned e = 0; e < t->b; e++) {
			uint64_t h = t->entry[i * t->b + e];

			if (h && i != first_bucket(t, h) && i != second_bucket(t, h))
				return "an entry lies in neither of its two buckets";
			used += h != 0;
		}
	return used == t->items ? NULL : "the number of used entries is not the number of items";
}

const struct filter_ops FILTER_OPS(cf_2hash) = {
	.name = "cf-2hash",
	.title = "two hashes",
	.about = "cuckoo hash table with two independent hash functions, the optimal load of Figure 2",
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET,
	.facts = {.source = __FILE__,
                  .params = {.slots = 4},
                  .lines = {2, 2, 1, 2},
                  .ns = {250, 90, 100},
                  .part = FILTER_NAMED,
                  .slot_bits = 64},
	.uses = USES_FP_BITS | USES_SLOTS | USES_KICKS,
	.family = &family,
	FAMILY_OPS,
	.insert = twohash_insert,
	.contains = twohash_contains,
	.remove = twohash_remove,
	.info = twohash_info,
	.check = twohash_check,
};
