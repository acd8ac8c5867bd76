/* SPDX-License-Identifier: MIT */
/*
 * semisort_batch.h - lookups of many keys in semi-sorted buckets, pipelined across the keys of a call, in portable C.
 *
 *      bucket     | code 12 |  d0  |  d1  |  d2  |  d3  |
 *      want       |    0    |  d   |  d   |  d   |  d   |    xor: is a field zero? Then the bucket is a candidate
 *      prefixes   |    0    |   n0 |   n1 |   n2 |   n3 |    of the code, one nibble a field, xor-ed with the key's;
 *                                                            or-ed with the first xor: is a field zero? Then the
 *                                                            fingerprint is there
 *
 * Keys are processed in blocks (cuckoo_ahead.h). A block's candidates are listed without a branch and decoded
 * afterwards. A branch on whether a bucket is a candidate would be mispredicted for half of the keys if half are
 * present. For absent keys hardly any bucket is decoded (4 of 2^w), for a present key one. Only the nibbles are shifted
 * into place.
 */
#ifndef CUCKOOBENCH_SEMISORT_BATCH_H
#define CUCKOOBENCH_SEMISORT_BATCH_H

#include "variants/cuckoo/cuckoo_ahead.h"
#include "variants/semisort/semisort_codec.h"

/* Nibbles fit their fields, and a bucket is one word. */
ALWAYS_INLINE bool
ss_fits(unsigned f)
{
	return f >= 8 && ss_narrow(f);
}

/* Counts the lines of a bucket as touched. */
ALWAYS_INLINE void
ss_touch(const uint8_t *t, size_t i, bool second, unsigned f, unsigned b)
{
	(void)t, (void)i, (void)second, (void)f, (void)b;
	PROBE(t + i * (4 * f - 4) / 8, (i * (4 * f - 4) % 8 + 4 * f - 4 + 7) / 8);
}

/* Counts them and prefetches them. */
ALWAYS_INLINE void
ss_touch_ahead(const uint8_t *t, size_t i, bool second, unsigned f, unsigned b)
{
	ss_touch(t, i, second, f, b);
	ss_fetch(t, i, second, f, b);
}

/* A block whose buckets are words: first lists the candidates, then decodes those. */
ALWAYS_INLINE size_t
ss_look_up_words(const uint8_t *t, const struct cuckoo_block *at, size_t n, uint8_t *hit, unsigned f)
{
	const uint64_t ones = ss_ones(f);
	uint64_t candidate[2 * CUCKOO_BLOCK + 1];
	uint8_t whose[2 * CUCKOO_BLOCK + 1];
	size_t candidates = 0, hits = 0;

	for (size_t k = 0; k < n; k++) {
		const uint64_t want = (at->fp[k] & low_mask(f - 4)) * ones;
		const uint64_t v1 = (uint64_t)ss_load(t, at->i1[k], f) ^ want,
			       v2 = (uint64_t)ss_load(t, at->i2[k], f) ^ want;

		/* Written in any case; the next one overwrites it if it is no candidate. */
		candidate[candidates] = v1;
		whose[candidates] = (uint8_t)k;
		candidates += ss_zero(v1, f) != 0;
		candidate[candidates] = v2;
		whose[candidates] = (uint8_t)k;
		candidates += ss_zero(v2, f) != 0;
		hit[k] = 0;
	}
	for (size_t j = 0; j < candidates; j++) {
		const size_t k = whose[j];
		const uint8_t found = ss_decoded_has(candidate[j], (at->fp[k] >> (f - 4)) * ones, f) != 0;

		hits += found & ~hit[k]; /* the fingerprint may be in both buckets */
		hit[k] |= found;
	}
	return hits;
}

ALWAYS_INLINE size_t
ss_look_up_block(const uint8_t *t, const struct cuckoo_block *at, size_t n, uint8_t *hit, unsigned f)
{
	size_t hits = 0;

	if (ss_fits(f))
		return ss_look_up_words(t, at, n, hit, f);
	for (size_t k = 0; k < n; k++) {
		hit[k] = ss_either_has(ss_load(t, at->i1[k], f), ss_load(t, at->i2[k], f), at->fp[k], f);
		hits += hit[k];
	}
	return hits;
}

ALWAYS_INLINE size_t
ss_contains_blocks(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit,
                   cuckoo_fetch *fetch, unsigned f)
{
	const struct cuckoo local = *c; /* as in cuckoo_contains_by */
	/* the default inline, all others through a pointer */
	const enum hash_kind hash = local.hash.kind == HASH_XXH3 ? HASH_XXH3 : HASH_OTHER;
	struct cuckoo_blocks s;
	size_t hits = 0;

	cuckoo_blocks_begin(&s);
	while (cuckoo_blocks_next(&s, hash, &local, codec, fetch, true, keys, n, f, 4))
		hits += ss_look_up_block(local.table.data, &s.block[s.side], s.n, hit + s.at, f);
	return hits;
}

/*
 * For tables in a cache. While few keys are found, looks up as ss-cf does, whose one branch is then predicted;
 * otherwise in blocks, which have no branch. FIRST keys are a trial. Then it takes MANY at a time, as long as at most
 * one in FOUND of the keys before was found. Otherwise it takes PART at a time, because blocks begin and end with
 * little in flight. (Emerald Rapids, up to 1 MiB: blocks are 0.87 times as fast as ss-cf for absent keys, and 2.4 times
 * with half of the keys present. Zen 4, 1 and 32 MiB of cache, with prefetches: 0.88 times at 1.5 MiB, 0.96 at 3.)
 */
ALWAYS_INLINE size_t
ss_cached_contains(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit,
                   cuckoo_fetch *fetch, unsigned f, unsigned b)
{
	enum { FIRST = 64, MANY = 256, PART = 1024, FOUND = 32 };
	size_t hits = 0;
	bool few = true;

	for (size_t k = 0, now; k < n; k += now) {
		size_t found;

		now = k == 0 ? FIRST : few ? MANY : PART;
		now = n - k < now ? n - k : now;
		found = few ? cuckoo_contains(c, codec, keys + k, now, hit + k, f, b)
		            : ss_contains_blocks(c, codec, keys + k, now, hit + k, fetch, f);
		few = found * FOUND <= now;
		hits += found;
	}
	return hits;
}

/* Tables up to the size of this many second-level caches are looked up like that, but with prefetches. */
enum { SS_CACHED_LANES = 3 };

ALWAYS_INLINE size_t
ss_batch_contains(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit,
                  unsigned f, unsigned b)
{
	if (c->near)
		return ss_cached_contains(c, codec, keys, n, hit, ss_touch, f, b);
	if (c->table.bytes <= cache_near(SS_CACHED_LANES))
		return ss_cached_contains(c, codec, keys, n, hit, ss_touch_ahead, f, b);
	return ss_contains_blocks(c, codec, keys, n, hit, ss_touch_ahead, f);
}

/* The semi-sorted bucket for CUCKOO_KERNEL_BATCH (cuckoo_ahead.h). */
static const struct cuckoo_codec ss_batched = {.pair_has = ss_pair_has,
                                               .put = ss_put,
                                               .replace = ss_replace,
                                               .swap = ss_swap,
                                               .entries = ss_entries,
                                               .fp_hash = cuckoo_fp_hash,
                                               .fetch = ss_fetch,
                                               .pair_remove = ss_pair_remove};

/* The kind of ss-cf-batch: the `rest` of filters that only look keys up in another way. */
extern const struct cuckoo_kind FILTER_KIND(ss_cf_batch);

#endif
