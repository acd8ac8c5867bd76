/* SPDX-License-Identifier: MIT */
/*
 * plain_codec.h - the plain bucket: b adjacent fingerprints of f bits (packed.h), compared bit-parallel. Cuckoo filters
 * that differ in where a fingerprint goes, but not in how a bucket is written, share it.
 */
#ifndef CUCKOOBENCH_PLAIN_CODEC_H
#define CUCKOOBENCH_PLAIN_CODEC_H

#include "variants/cuckoo/cuckoo_bfs.h"
#include "variants/plain/plain_compare.h"

/* Counts the lines of both buckets as touched. */
#define PLAIN_PROBE(t, p, f, b)                                                                    \
	do {                                                                                       \
		PROBE((t) + (p).i1 * (b) * (f) / 8, ((p).i1 * (b) * (f) % 8 + (b) * (f) + 7) / 8); \
		PROBE((t) + (p).i2 * (b) * (f) / 8, ((p).i2 * (b) * (f) % 8 + (b) * (f) + 7) / 8); \
	} while (0)

ALWAYS_INLINE bool
plain_pair_has(const uint8_t *t, size_t i1, size_t i2, uint32_t fp, unsigned f, unsigned b)
{
	const unsigned g = packed_group(f, b), groups = b / g, width = f * g;
	const uint64_t ones = packed_ones(f, g), want = fp * ones;
	uint64_t found = 0;

	PROBE(t + i1 * b * f / 8, (i1 * b * f % 8 + b * f + 7) / 8);
	PROBE(t + i2 * b * f / 8, (i2 * b * f % 8 + b * f + 7) / 8);
	for (unsigned j = 0; j < groups; j++) {
		uint64_t v1 = packed_load(t, i1 * groups + j, width);
		uint64_t v2 = packed_load(t, i2 * groups + j, width);

		found |= packed_zero_field(v1 ^ want, ones, f) | packed_zero_field(v2 ^ want, ones, f);
	}
	return found != 0;
}

/* Algorithm 2 for plain buckets, one key after the other. The instructions that wait for memory are those of
 * plain_compare.h. The others compute the hash, two products and the addresses. */
ALWAYS_INLINE size_t
plain_contains_by(enum hash_kind hash, const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys,
                  size_t n, uint8_t *hit, unsigned f, unsigned b)
{
	const struct cuckoo local = *c; /* as in cuckoo_contains_by */
	const struct plain_compare compare = plain_compare(f, b);
	const uint8_t *t = local.table.data;
	plain_count hits = plain_count_none();
	size_t k = 0;

	for (; k < plain_early(n); k++) {
		const struct cuckoo_place p = cuckoo_locate_by(hash, &local, codec, keys[k], f);

		PLAIN_PROBE(t, p, f, b);
		hits = plain_answer_early(hits, hit + k, plain_find(&compare, t, p.i1, p.fp, p.i2, p.fp, f, b));
	}
	for (; k < n; k++) {
		const struct cuckoo_place p = cuckoo_locate_by(hash, &local, codec, keys[k], f);

		PLAIN_PROBE(t, p, f, b);
		hits = plain_answer(hits, hit + k, plain_find(&compare, t, p.i1, p.fp, p.i2, p.fp, f, b));
	}
	return plain_count_of(hits);
}

ALWAYS_INLINE size_t
plain_contains(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit,
               unsigned f, unsigned b)
{
	return HASH_BY_KIND(&c->hash, plain_contains_by, c, codec, keys, n, hit, f, b);
}

/* Overwrites one entry that holds fp with `by`. */
ALWAYS_INLINE bool
plain_replace(uint8_t *t, size_t i, uint32_t fp, uint32_t by, unsigned f, unsigned b)
{
	const unsigned g = packed_group(f, b), groups = b / g, width = f * g;
	const uint64_t ones = packed_ones(f, g), want = fp * ones;

	for (unsigned j = 0; j < groups; j++) {
		uint64_t zero = packed_zero_field(packed_load(t, i * groups + j, width) ^ want, ones, f);

		if (zero) {
			packed_store(t, i * groups + j, width, (unsigned)__builtin_ctzll(zero) / f, f, by);
			return true;
		}
	}
	return false;
}

ALWAYS_INLINE bool
plain_put(uint8_t *t, size_t i, uint32_t fp, unsigned f, unsigned b)
{
	return plain_replace(t, i, 0, fp, f, b);
}

ALWAYS_INLINE uint32_t
plain_swap(uint8_t *t, size_t i, unsigned e, uint32_t fp, unsigned f, unsigned b)
{
	const unsigned g = packed_group(f, b), width = f * g;
	const size_t group = i * (b / g) + e / g;
	uint32_t old = (uint32_t)(packed_load(t, group, width) >> e % g * f & low_mask(f));

	packed_store(t, group, width, e % g, f, fp);
	return old;
}

/* A bucket of one load needs no branch: whether an entry is empty cannot be predicted. */
ALWAYS_INLINE uint32_t
plain_place(uint8_t *t, size_t i, unsigned e, uint32_t fp, bool evicts, unsigned f, unsigned b)
{
	const unsigned g = packed_group(f, b), width = f * g;
	const size_t bit = i * width;
	uint64_t group, zero, old, put;
	unsigned at;

	if (g < b)
		return plain_put(t, i, fp, f, b) ? 0 : evicts ? plain_swap(t, i, e, fp, f, b) : fp;
	group = load64(t + bit / 8);
	zero = packed_zero_field(group >> bit % 8, packed_ones(f, g), f);
	at = (zero ? (unsigned)__builtin_ctzll(zero) - (f - 1) : e * f) + (unsigned)(bit % 8);
	old = group >> at & low_mask(f);
	put = evicts || zero ? fp : old;
	store64(t + bit / 8, group ^ (old ^ put) << at);
	return evicts || zero ? (uint32_t)old : fp;
}

ALWAYS_INLINE bool
plain_entries(const uint8_t *t, size_t i, uint32_t entry[], unsigned f, unsigned b)
{
	const unsigned g = packed_group(f, b), groups = b / g, width = f * g;
	uint64_t empty = 0;

	for (unsigned j = 0; j < groups; j++) {
		const uint64_t group = packed_load(t, i * groups + j, width);

		empty |= packed_zero_field(group, packed_ones(f, g), f);
		for (unsigned e = 0; e < g; e++)
			entry[j * g + e] = (uint32_t)(group >> e * f & low_mask(f));
	}
	return empty != 0;
}

/* Prefetches the lines of a bucket, up to the last byte of its last load. */
ALWAYS_INLINE void
plain_fetch(const uint8_t *t, size_t i, bool second, unsigned f, unsigned b)
{
	const unsigned g = packed_group(f, b), groups = b / g, width = f * g;

	cache_ask(t + i * b * f / 8, second);
	if (b * f % 64)
		cache_ask(t + (i * groups + groups - 1) * width / 8 + 7, second);
}

/*
 * Removes one copy of fp from bucket i1 or else from i2. If a bucket is one load, no branch depends on which. A present
 * key is usually in the first, but not often enough for the branch to be predicted. The choice is arithmetic, because
 * compilers turn ?: into a branch.
 */
ALWAYS_INLINE bool
plain_pair_remove(uint8_t *t, size_t i1, size_t i2, uint32_t fp, unsigned f, unsigned b)
{
	const unsigned g = packed_group(f, b);
	const uint64_t ones = packed_ones(f, g), want = fp * ones;
	const size_t bit1 = i1 * b * f, bit2 = i2 * b * f;
	uint64_t word1, word2, zero1, zero2, second, zero, top;
	size_t bit;

	if (g < b)
		return plain_replace(t, i1, fp, 0, f, b) || plain_replace(t, i2, fp, 0, f, b);
	word1 = load64(t + bit1 / 8), word2 = load64(t + bit2 / 8);
	zero1 = packed_zero_field(word1 >> bit1 % 8 ^ want, ones, f);
	zero2 = packed_zero_field(word2 >> bit2 % 8 ^ want, ones, f);
	second = (uint64_t)(zero1 != 0) - 1; /* all ones: it is not in the first */
	zero = zero1 ^ ((zero1 ^ zero2) & second);
	bit = bit1 ^ ((bit1 ^ bit2) & second);
	top = zero & -zero; /* the top bit of the entry, or none */
	store64(t + bit / 8, (word1 ^ ((word1 ^ word2) & second)) & ~(((top << 1) - (top >> (f - 1))) << bit % 8));
	return zero != 0;
}

/* The members of a codec that filters with plain buckets share. A filter adds how a fingerprint is hashed. */
#define PLAIN_CODEC                                                                                 \
	.pair_has = plain_pair_has, .put = plain_put, .replace = plain_replace, .swap = plain_swap, \
	.place = plain_place, .entries = plain_entries, .fetch = plain_fetch

/* The kind of cf-any, whose kernels small vacuum filters use. */
extern const struct cuckoo_kind FILTER_KIND(cf_any);

/* Used entries of a bucket; every bit pattern is a valid bucket. */
static inline int
plain_bucket_used(const uint8_t *t, size_t i, unsigned f, unsigned b)
{
	int used = 0;

	for (unsigned e = 0; e < b; e++)
		used += packed_entry(t, i * b + e, f) != 0;
	return used;
}

/* The widths that have kernels: fingerprints on whole bytes and nibbles; those, and near rates of 2^-8 and 2^-12, of
 * filters with another index policy than xor. */
#define PLAIN_WIDTHS(X) X(f8b4, 8, 4) X(f12b4, 12, 4) X(f16b4, 16, 4)
#define PLAIN_WIDTHS_ANY(X) PLAIN_WIDTHS(X) X(f11b4, 11, 4) X(f15b4, 15, 4)
#define PLAIN_WIDTHS_CF(X) PLAIN_WIDTHS_ANY(X) X(f18b4, 18, 4) X(f19b4, 19, 4)

#endif
