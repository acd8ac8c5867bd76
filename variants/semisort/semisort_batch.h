/* SPDX-License-Identifier: MIT */
/*
 * semisort_batch.h - lookups of many keys in semi-sorted buckets, pipelined across the keys of a call, in portable C.
 *
 *      bucket     | code 12 |  d0  |  d1  |  d2  |  d3  |
 *      want       |    0    |  d   |  d   |  d   |  d   |    xor: is a field zero? Then the bucket is a candidate, and
 *      prefixes   |    0    |   n0 |   n1 |   n2 |   n3 |    of the code, one nibble a field, xor-ed with the key's: together with the
 *                                                            first difference, is a field zero now? Then the fingerprint is there
 *  In blocks (cuckoo_ahead.h). A block's candidates are listed without a branch, and decoded behind: whether a bucket
 * is one is a guess that fails for half of the keys where half are present. So of absent keys hardly any bucket is
 * decoded (4 of 2^w), of present ones one. Nothing is shifted into place but the nibbles.
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

/* And asks for them. */
ALWAYS_INLINE void
ss_touch_ahead(const uint8_t *t, size_t i, bool second, unsigned f, unsigned b)
{
	ss_touch(t, i, second, f, b);
	ss_fetch(t, i, second, f, b);
}

/* A block whose buckets are words: first which of them are candidates, then what is in those. */
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

		/* Written in any case, and overwritten by the next if it is none. */
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

		hits += found & ~hit[k]; /* it may be in both */
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
	/* all but the default through a pointer */
	const enum hash_kind hash = local.hash.kind == HASH_XXH3 ? HASH_XXH3 : HASH_OTHER;
	struct cuckoo_blocks s;
	size_t hits = 0;

	cuckoo_blocks_begin(&s);
	while (cuckoo_blocks_next(&s, hash, &local, codec, fetch, true, keys, n, f, 4))
		hits += ss_look_up_block(local.table.data, &s.block[s.side], s.n, hit + s.at, f);
	return hits;
}

/*
 * In a cache: as ss-cf does it while few keys are found, for then it foresees its one branch; else in blocks, which
 * have none. FIRST some keys, to find out; then MANY at a time as long as one in FOUND or fewer was found of those
 * before, else a PART, for blocks begin and end with little under way. (Emerald Rapids, to 1 MiB: of absent keys blocks
 * are 0.87 times as fast as ss-cf, with half of the keys present 2.4 times. Zen 4, 1 and 32 MiB, with requests: 0.88
 * times at 1.5 MiB, 0.96 at 3.)
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

/* Tables of so many second caches are looked up so, though lines are asked for. */
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

#endif
