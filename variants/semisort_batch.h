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
 * In blocks, as in plain_batch.h, which says why. Nothing is shifted into place but the nibbles. Of a key's two buckets the one that is a
 * candidate is decoded, without a branch on which: that one is not needed is a guess that fails for half of the keys where half are
 * present. Both are candidates once in 2^w / 4 look-ups at most, and that is a branch.
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

/* The lowest bit of every direct part, in a bucket of one word. */
ALWAYS_INLINE uint64_t
ss_ones(unsigned f)
{
	const unsigned w = f - 4;

	return (UINT64_C(1) | UINT64_C(1) << w | UINT64_C(1) << 2 * w | UINT64_C(1) << 3 * w) << 12;
}

/* Not zero: one of the direct parts of v is zero. packed_zero_field, in place: nothing is borrowed from the code. */
ALWAYS_INLINE uint64_t
ss_zero(uint64_t v, unsigned f)
{
	const uint64_t ones = ss_ones(f);

	return (v - ones) & ~v & ones << (f - 5);
}

/* One field a nibble, in two steps: the upper two, then the upper one of either two. */
ALWAYS_INLINE uint64_t
ss_spread(uint64_t nibbles, unsigned f)
{
	const unsigned w = f - 4;
	const uint64_t even = (UINT64_C(15) | UINT64_C(15) << 2 * w) << 12;
	const uint64_t two = (nibbles & 0xff) << 12 | (nibbles & 0xff00) << (12 + 2 * (w - 4));

	return (two & even) | (two << (w - 4) & even << w);
}

/* v is a bucket of one word, its direct parts xor-ed with the key's; prefix is the key's, in every field. Not zero: it is there. */
ALWAYS_INLINE uint64_t
ss_decoded_has(uint64_t v, uint64_t prefix, unsigned f)
{
	return ss_zero(v | (ss_spread(semisort_nibbles[v & 0xfff], f) ^ prefix), f);
}

ALWAYS_INLINE bool
ss_batch_has(const uint8_t *t, size_t i1, size_t i2, uint32_t fp, unsigned f)
{
	if (ss_fits(f)) {
		const uint64_t ones = ss_ones(f), want = (fp & low_mask(f - 4)) * ones, prefix = (fp >> (f - 4)) * ones;
		const uint64_t v1 = (uint64_t)ss_load(t, i1, f) ^ want, v2 = (uint64_t)ss_load(t, i2, f) ^ want;
		const uint64_t c1 = ss_zero(v1, f), c2 = ss_zero(v2, f);
		const uint64_t v = v2 ^ ((v1 ^ v2) & ((uint64_t)(c1 == 0) - 1));
		uint64_t found = ss_decoded_has(v, prefix, f);

		if (__builtin_expect((c1 != 0) & (c2 != 0), 0))
			found |= ss_decoded_has(v2, prefix, f);
		return found != 0;
	}
	return ss_either_has(ss_load(t, i1, f), ss_load(t, i2, f), fp, f);
}

/*
 * Removes one copy of fp from bucket i1 or else from i2, without a branch on which, as plain_pair_remove. A bucket that has none is put
 * together again as it was.
 */
ALWAYS_INLINE bool
ss_pair_remove(uint8_t *t, size_t i1, size_t i2, uint32_t fp, unsigned f, unsigned b)
{
	const uint128 v1 = ss_load(t, i1, f), v2 = ss_load(t, i2, f);
	uint32_t entry[4], found = 0;
	size_t i, second;

	(void)b;
	ss_decode(v1, entry, f);
	for (unsigned e = 0; e < 4; e++)
		found |= entry[e] == fp;
	second = (size_t)found - 1; /* all ones: it is not in the first */
	i = i1 ^ ((i1 ^ i2) & second);
	ss_decode(ss_narrow(f) ? (uint64_t)v1 ^ ((uint64_t)(v1 ^ v2) & second) : second ? v2 : v1, entry, f);
	found = 0;
	for (unsigned e = 0; e < 4; e++) {
		const uint32_t here = (entry[e] == fp) & ~found;

		entry[e] &= here - 1;
		found |= here;
	}
	ss_encode(t, i, entry, f);
	return found;
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
ss_fetch_block(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, struct ss_places *at, unsigned f)
{
	for (size_t k = 0; k < n; k++) {
		const struct cuckoo_place p = ss_locate(c, codec, keys[k], f);

		at->i1[k] = (uint32_t)p.i1;
		at->i2[k] = (uint32_t)p.i2;
		at->fp[k] = p.fp;
		ss_fetch(c->table.data, p.i1, f, 4);
		ss_fetch(c->table.data, p.i2, f, 4);
	}
}

ALWAYS_INLINE size_t
ss_batch_contains(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, unsigned b)
{
	const struct cuckoo local = *c; /* as in cuckoo_contains */
	const uint8_t *t = local.table.data;
	struct ss_places place[2];
	size_t hits = 0, here, next, which = 0;

	(void)b;
	if (local.table.bytes <= MEM_NEAR) {
		for (size_t k = 0; k < n; k++) {
			const struct cuckoo_place p = ss_locate(&local, codec, keys[k], f);

			hit[k] = ss_batch_has(t, p.i1, p.i2, p.fp, f);
			hits += hit[k];
		}
		return hits;
	}
	here = n < SS_BLOCK ? n : SS_BLOCK;
	ss_fetch_block(&local, codec, keys, here, &place[0], f);
	for (size_t k = 0; k < n; k += here, here = next, which ^= 1) {
		const struct ss_places *at = &place[which];

		next = n - k - here < SS_BLOCK ? n - k - here : SS_BLOCK;
		ss_fetch_block(&local, codec, keys + k + here, next, &place[which ^ 1], f);
		for (size_t j = 0; j < here; j++) {
			hit[k + j] = ss_batch_has(t, at->i1[j], at->i2[j], at->fp[j], f);
			hits += hit[k + j];
		}
	}
	return hits;
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
