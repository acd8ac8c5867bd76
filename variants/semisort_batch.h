/* SPDX-License-Identifier: MIT */
/*
 * semisort_batch.h - look-ups of many keys in semi-sorted buckets, pipelined across the keys of a call, in portable C.
 *
 *      keys       |  block 0  |  block 1  |  block 2  |
 *      locate     |===========|===========|===========|                and ask for the lines of both buckets
 *      look up                |===========|===========|===========|    by then they have come
 *
 *      bucket     | code 12 |  d0  |  d1  |  d2  |  d3  |
 *      want       |    0    |  d   |  d   |  d   |  d   |    xor: is a field zero? Then the bucket is a candidate, and
 *      prefixes   |    0    |   n0 |   n1 |   n2 |   n3 |    of the code, one nibble a field, xor-ed with the key's: together with the
 *                                                            first difference, is a field zero now? Then the fingerprint is there
 *
 * In blocks, as in plain_batch.h, which says why. A block's candidates are listed without a branch, and decoded behind: whether a bucket is
 * one is a guess that fails for half of the keys where half are present. So of absent keys hardly any bucket is decoded (4 of 2^w), of
 * present ones one. Nothing is shifted into place but the nibbles.
 */
#ifndef CUCKOOBENCH_SEMISORT_BATCH_H
#define CUCKOOBENCH_SEMISORT_BATCH_H

#include "variants/cuckoo_ahead.h"
#include "variants/semisort_codec.h"

enum { SS_BLOCK = 32 }; /* as in plain_batch.h */

/* Where the keys of a block may be. */
struct ss_places {
	uint32_t i1[SS_BLOCK], i2[SS_BLOCK], fp[SS_BLOCK];
};

/* Nibbles fit their fields, and a bucket is one word. */
ALWAYS_INLINE bool
ss_fits(unsigned f)
{
	return f >= 8 && ss_narrow(f);
}

ALWAYS_INLINE struct cuckoo_place
ss_locate(const struct cuckoo *c, struct cuckoo_codec codec, uint64_t key, unsigned f)
{
	const struct cuckoo_place p = cuckoo_locate(c, codec, key, f);

	PROBE(c->table.data + p.i1 * (4 * f - 4) / 8, (p.i1 * (4 * f - 4) % 8 + 4 * f - 4 + 7) / 8);
	PROBE(c->table.data + p.i2 * (4 * f - 4) / 8, (p.i2 * (4 * f - 4) % 8 + 4 * f - 4 + 7) / 8);
	return p;
}

ALWAYS_INLINE void
ss_locate_block(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, struct ss_places *at, bool ahead, unsigned f)
{
	for (size_t k = 0; k < n; k++) {
		const struct cuckoo_place p = ss_locate(c, codec, keys[k], f);

		at->i1[k] = (uint32_t)p.i1;
		at->i2[k] = (uint32_t)p.i2;
		at->fp[k] = p.fp;
		if (ahead) {
			ss_fetch(c->table.data, p.i1, f, 4);
			ss_fetch(c->table.data, p.i2, f, 4);
		}
	}
}

/* A block whose buckets are words: first which of them are candidates, then what is in those. */
ALWAYS_INLINE size_t
ss_look_up_words(const uint8_t *t, const struct ss_places *at, size_t n, uint8_t *hit, unsigned f)
{
	const uint64_t ones = ss_ones(f);
	uint64_t candidate[2 * SS_BLOCK + 1];
	uint8_t whose[2 * SS_BLOCK + 1];
	size_t candidates = 0, hits = 0;

	for (size_t k = 0; k < n; k++) {
		const uint64_t want = (at->fp[k] & low_mask(f - 4)) * ones;
		const uint64_t v1 = (uint64_t)ss_load(t, at->i1[k], f) ^ want, v2 = (uint64_t)ss_load(t, at->i2[k], f) ^ want;

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
ss_look_up_block(const uint8_t *t, const struct ss_places *at, size_t n, uint8_t *hit, unsigned f)
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
ss_contains_blocks(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit, bool ahead, unsigned f)
{
	const struct cuckoo local = *c; /* as in cuckoo_contains_by */
	struct ss_places place[2];
	size_t hits = 0, here = n < SS_BLOCK ? n : SS_BLOCK, next, which = 0;

	ss_locate_block(&local, codec, keys, here, &place[0], ahead, f);
	for (size_t k = 0; k < n; k += here, here = next, which ^= 1) {
		next = n - k - here < SS_BLOCK ? n - k - here : SS_BLOCK;
		ss_locate_block(&local, codec, keys + k + here, next, &place[which ^ 1], ahead, f);
		hits += ss_look_up_block(local.table.data, &place[which], here, hit + k, f);
	}
	return hits;
}

ALWAYS_INLINE size_t
ss_batch_contains(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, unsigned b)
{
	(void)b;
	return c->near ? ss_contains_blocks(c, codec, keys, n, hit, false, f) : ss_contains_blocks(c, codec, keys, n, hit, true, f);
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
