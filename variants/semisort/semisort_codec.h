/* SPDX-License-Identifier: MIT */
/*
 * semisort_codec.h - the semi-sorted bucket (ss_cf.c has the picture) for cuckoo.h: where it is stored, and the
 * operations of the algorithms on it. The filters with ss-cf's tables share it.
 *
 * Buckets of up to 64 bits (f <= 17) are one 64-bit load. They begin at a multiple of 4 bits and 4f - 4 + 4 <= 64, or
 * at f = 17 on a byte. Wider buckets take a 128-bit load (124 + 4 = 128 at f = 32). In the specialised kernels the
 * branch on f is constant.
 */
#ifndef CUCKOOBENCH_SEMISORT_CODEC_H
#define CUCKOOBENCH_SEMISORT_CODEC_H

#include "variants/cuckoo/cuckoo_bfs.h"
#include "variants/plain/plain_compare.h"
#include "variants/semisort/semisort_bucket.h"

/* The bits of bucket i; the bits above them are undefined. */
ALWAYS_INLINE uint128
ss_load(const uint8_t *t, size_t i, unsigned f)
{
	size_t bit = i * (4 * f - 4);

	return ss_narrow(f) ? load64(t + bit / 8) >> (bit % 8) : load128(t + bit / 8) >> (bit % 8);
}

ALWAYS_INLINE void
ss_store(uint8_t *t, size_t i, uint128 bucket, unsigned f)
{
	size_t bit = i * (4 * f - 4);
	uint8_t *at = t + bit / 8;

	if (ss_narrow(f)) {
		uint64_t mask = low_mask(4 * f - 4) << (bit % 8);

		store64(at, (load64(at) & ~mask) | (uint64_t)bucket << (bit % 8));
	} else {
		uint128 mask = (((uint128)1 << (4 * f - 4)) - 1) << (bit % 8);

		store128(at, (load128(at) & ~mask) | bucket << (bit % 8));
	}
}

/* Stores a bucket that was loaded from there and changed in place: the bits above it are still there. */
ALWAYS_INLINE void
ss_store_back(uint8_t *t, size_t i, uint128 bucket, unsigned f)
{
	if (ss_has_fields(f) && f % 2) /* whole bytes */
		store64(t + i * ((f - 1) / 2), (uint64_t)bucket);
	else
		ss_store(t, i, bucket, f);
}

/* Does either of two one-word buckets have a candidate? Both are in one register; plain_compare.h explains why. */
ALWAYS_INLINE bool
ss_either_candidate(uint64_t v1, uint64_t v2, uint64_t direct, unsigned f)
{
	const plain_two less = {-ss_ones(f), -ss_ones(f)}, tops = {ss_tops(f), ss_tops(f)}, want = {direct, direct};
	plain_two v = {v1, v2};

	v ^= want;
	return plain_any((v + less) & ~v & tops); /* ss_zero */
}

/*
 * Is fp in one of two one-word buckets? Decodes only a bucket that has a candidate. Whether there is one is a branch,
 * which is predicted if few keys are present, or most. Which bucket has it, and in which entry, is not a branch.
 * Without that one branch absent keys take twice as long, in a cache and beyond. With half of the keys present they
 * take 0.6 times as long in a second-level cache, and as long beyond it (Emerald Rapids, gcc 12).
 */
ALWAYS_INLINE bool
ss_words_have(uint64_t v1, uint64_t v2, uint32_t fp, unsigned f)
{
	const struct ss_fields key = ss_everywhere(fp, f);
	const uint64_t x1 = v1 ^ key.direct, x2 = v2 ^ key.direct, c1 = ss_zero(x1, f), c2 = ss_zero(x2, f);
	const uint64_t second = (uint64_t)(c1 != 0) - 1; /* all ones: the first has no candidate */
	bool found;

	if (!ss_either_candidate(v1, v2, key.direct, f))
		return false;
	found = ss_decoded_has(x1 ^ ((x1 ^ x2) & second), key.prefix, f) != 0;
	return __builtin_expect(!found & (c1 != 0) & (c2 != 0), 0) ? ss_decoded_has(x2, key.prefix, f) != 0 : found;
}

ALWAYS_INLINE bool
ss_pair_has(const uint8_t *t, size_t i1, size_t i2, uint32_t fp, unsigned f, unsigned b)
{
	uint128 v1 = ss_load(t, i1, f), v2 = ss_load(t, i2, f);

	(void)b;
	PROBE(t + i1 * (4 * f - 4) / 8, (i1 * (4 * f - 4) % 8 + 4 * f - 4 + 7) / 8);
	PROBE(t + i2 * (4 * f - 4) / 8, (i2 * (4 * f - 4) % 8 + 4 * f - 4 + 7) / 8);
	return ss_has_fields(f) ? ss_words_have((uint64_t)v1, (uint64_t)v2, fp, f) : ss_either_has(v1, v2, fp, f);
}

ALWAYS_INLINE bool
ss_put(uint8_t *t, size_t i, uint32_t fp, unsigned f, unsigned b)
{
	const uint128 bucket = ss_load(t, i, f);

	(void)b;
	if (!ss_has_room(bucket, f))
		return false;
	ss_store_back(t, i, ss_with(bucket, fp, f), f);
	return true;
}

ALWAYS_INLINE bool
ss_replace(uint8_t *t, size_t i, uint32_t fp, uint32_t by, unsigned f, unsigned b)
{
	const uint128 bucket = ss_load(t, i, f);
	unsigned e;

	(void)b;
	if (!ss_candidates(bucket, (uint32_t)(fp & low_mask(f - 4)), f))
		return false;
	e = ss_find(bucket, fp, f);
	if (e == 4)
		return false;
	ss_store_back(t, i, by ? ss_exchanged(bucket, e, by, f) : ss_without(bucket, e, f), f);
	return true;
}

ALWAYS_INLINE uint32_t
ss_swap(uint8_t *t, size_t i, unsigned e, uint32_t fp, unsigned f, unsigned b)
{
	const uint128 bucket = ss_load(t, i, f);

	(void)b;
	ss_store_back(t, i, ss_exchanged(bucket, e, fp, f), f);
	return ss_entry(bucket, e, f);
}

/* One bucket after the other. Rare, and out of line, so that it takes no registers from the usual case. */
__attribute__((noinline, cold, unused)) static bool
ss_remove_apart(uint8_t *t, size_t i1, size_t i2, uint32_t fp, unsigned f)
{
	return ss_replace(t, i1, fp, 0, f, 4) || ss_replace(t, i2, fp, 0, f, 4);
}

/*
 * Removes one copy of fp from bucket i1 or else from i2, without a branch on which, as plain_pair_remove does. If the
 * first bucket has a candidate, whose direct part agrees, that nearly always is fp (at f = 13 all but one in 170). If
 * it is not, the buckets are searched one after the other.
 */
ALWAYS_INLINE bool
ss_pair_remove(uint8_t *t, size_t i1, size_t i2, uint32_t fp, unsigned f, unsigned b)
{
	const size_t bytes = (f - 1) / 2, at1 = i1 * bytes, at2 = i2 * bytes;
	uint64_t want, v1, v2, v, candidate, second;
	unsigned e, nibbles;
	size_t at;

	if (!ss_has_fields(f) || f % 2 == 0) /* not whole bytes */
		return ss_replace(t, i1, fp, 0, f, b) || ss_replace(t, i2, fp, 0, f, b);
	want = (fp & low_mask(f - 4)) * ss_ones(f); /* only for these f: for others the shifts would be too far */
	v1 = load64(t + at1), v2 = load64(t + at2);
	second = (uint64_t)(ss_zero(v1 ^ want, f) != 0) - 1; /* all ones: the first has no candidate */
	v = v1 ^ ((v1 ^ v2) & second);
	at = at1 ^ ((at1 ^ at2) & second);
	candidate = ss_zero(v ^ want, f);
	if (__builtin_expect(!candidate, 0))
		return false;
	e = ((unsigned)__builtin_ctzll(candidate) - 11) / (f - 4) - 1;
	nibbles = semisort_nibbles[v & 0xfff];
	if (__builtin_expect((nibbles >> 4 * e & 15) != fp >> (f - 4), 0))
		return ss_remove_apart(t, i1, i2, fp, f);
	store64(t + at, ss_shortened(v, nibbles, e, candidate ^ (candidate - 1), f));
	return true;
}

/* Algorithm 3. Both buckets of a key are read before either is tested. So a deletion waits once. Meanwhile the next
 * one's loads are in flight, because no branch depends on where a key is found. */
ALWAYS_INLINE size_t
ss_remove_by(enum hash_kind kind, struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n,
             unsigned f, unsigned b)
{
	const struct cuckoo local = *c;
	size_t found = 0;

	for (size_t k = 0; k < n; k++) {
		const struct cuckoo_place p = cuckoo_locate_by(kind, &local, codec, keys[k], f);

		found += ss_pair_remove(local.table.data, p.i1, p.i2, p.fp, f, b);
	}
	c->items -= found;
	return found;
}

ALWAYS_INLINE size_t
ss_remove(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	return HASH_BY_KIND(&c->hash, ss_remove_by, c, codec, keys, n, f, b);
}

ALWAYS_INLINE bool
ss_entries(const uint8_t *t, size_t i, uint32_t entry[], unsigned f, unsigned b)
{
	const uint128 bucket = ss_load(t, i, f);

	(void)b;
	ss_decode(bucket, entry, f);
	return entry[0] == 0;
}

/* Prefetches the lines that the load of a bucket will touch. */
ALWAYS_INLINE void
ss_fetch(const uint8_t *t, size_t i, bool second, unsigned f, unsigned b)
{
	const uint8_t *at = t + i * (4 * f - 4) / 8;

	(void)b;
	/* without this gcc takes this for a function without effects and drops its calls */
	__asm__ volatile("" : : "r"(at));
	cache_ask(at, second);
	if (f != 17) /* at f = 17 buckets are aligned words */
		cache_ask(at + (ss_narrow(f) ? 7 : 15), second);
}

static inline int
ss_bucket_used(const uint8_t *t, size_t i, unsigned f, unsigned b)
{
	uint128 bucket = ss_load(t, i, f);
	uint32_t entry[4];
	int used = 0;

	if (((unsigned)bucket & 0xfff) >= SEMISORT_CODES)
		return -1;
	ss_decode(bucket, entry, f);
	for (unsigned e = 0; e < b; e++) {
		if (e && entry[e - 1] > entry[e])
			return -1;
		used += entry[e] != 0;
	}
	return used;
}

/* The widths that have kernels: buckets of whole bytes. */
#define SS_WIDTHS(X) X(f9, 9, 4) X(f11, 11, 4) X(f13, 13, 4) X(f15, 15, 4) X(f17, 17, 4) X(f19, 19, 4)

#endif
