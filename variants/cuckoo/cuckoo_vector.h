/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_vector.h - lookups of a vector of keys at a time, one key a lane of 64 bits: hash, both bucket numbers, both
 * buckets, comparison of all their entries. One source for every bucket layout and every instruction set:
 *
 *                        | vector.h                              what a vector is
 *      ------------------+---------------------------------
 *      plain_vector.h    | cf-avx2          cf-avx512            is a fingerprint in a bucket? Four entries are a word
 *      ss_cf_vector.c    | ss-cf-avx2       ss-cf-avx512
 *
 *      lane    |     key 0     |     key 1     | ...
 *      hash    |  bucket : fp  |               |
 *      gather  | e0 e1 e2 e3   |               |                 both buckets
 *
 *      prefetched      |=== 64 keys ahead ===>|
 *      looked up       |===>                                     or found and cleared
 *
 * A prefetched key is hashed again when its turn comes. The cost of that could not be measured. But keeping the results
 * in memory does cost: up to half the speed, depending on how much is kept and in which order (Zen 5). No load is
 * masked: on some processors one masked load in the loop, of the keys, also halves the speed. In a table that is near
 * (core/cache.h) it is enough that the addresses of a vector's keys are known early. There prefetching costs a third of
 * the speed; beyond, it doubles the speed.
 *
 * The including file includes one header of each kind first. Without these instructions, and in a traced build, neither
 * defines anything:
 *
 *      vector_...                          see vector_avx512.h
 *      VECTOR_WIDTHS(f, CALL, ...)         CALL(..., F) with f as a constant, for those widths that have kernels
 *      vector_bucket_bits(f)               of a bucket
 *      vector_pair_has(t, at1, at2, fp, f) one bit a lane: is its fingerprint in either bucket at these places
 *                                          (vector_at)?
 */
#ifndef CUCKOOBENCH_CUCKOO_VECTOR_H
#define CUCKOOBENCH_CUCKOO_VECTOR_H

#include "variants/cuckoo/cuckoo_ahead.h"
#include "variants/cuckoo/cuckoo_index_vector.h"

#ifdef VECTOR_TARGET

/* The lines of 64 keys cover all that a core was seen to have in flight, 70. 32 and 128 keys are slower, by a tenth and
 * a twentieth (Zen 5). */
enum { VECTOR_AHEAD = 64 };

/* The index policy, as in cuckoo.h: xor, or that of the header which the including file includes first. */
#ifndef VECTOR_FIRST
#define VECTOR_FIRST(c, high) ((high)&vector_all((c)->mask))
#define VECTOR_OTHER(c, i, fp_hash, fp) (((i) ^ (fp_hash)) & vector_all((c)->mask))
#endif

/* cuckoo_place for the keys of a vector. */
struct vector_place {
	vector fp, i1, i2;
};

VECTOR_TARGET ALWAYS_INLINE struct vector_place
vector_locate(enum hash_kind kind, const struct cuckoo *c, const uint64_t *keys, unsigned f)
{
	const vector h = vector_hash(kind, &c->hash, keys);
	const vector fp = vector_or_one(h & vector_all(low_mask(f)));
	/* cuckoo_fp_hash: the high half of a product of 32 and 64 bits. */
	const vector carry = vector_product(fp, vector_all(RNG_STEP & UINT32_MAX)) >> 32;
	const vector fp_hash = vector_product(fp, vector_all(RNG_STEP >> 32)) + carry;
	const vector i1 = VECTOR_FIRST(c, h >> 32);

	return (struct vector_place){fp, i1, VECTOR_OTHER(c, i1, fp_hash, fp)};
}

/* Do buckets begin with a byte? */
ALWAYS_INLINE bool
vector_is_bytes(unsigned f)
{
	return vector_bucket_bits(f) % 8 == 0;
}

/* The places of buckets: their byte offsets if buckets begin with a byte, else their bit offsets. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_at(vector i, unsigned f)
{
	const unsigned units = vector_is_bytes(f) ? vector_bucket_bits(f) / 8 : vector_bucket_bits(f);

	return is_power_of_two(units) ? i << log2_floor(units) : vector_product(i, vector_all(units));
}

/* The offsets of the bytes in which the buckets at these places begin. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_byte(vector at, unsigned f)
{
	return vector_is_bytes(f) ? at : at >> 3;
}

/* Prefetches the lines of the buckets at these places. Into the second-level cache it prefetches only the first line
 * of each (core/cache.h). */
VECTOR_TARGET ALWAYS_INLINE void
vector_fetch(const uint8_t *t, vector at, bool second, unsigned f)
{
	_Alignas(vector) uint64_t offset[VECTOR_LANES];

	vector_store(offset, vector_byte(at, f));
	/* They must go through memory: one compiler otherwise extracts them from the vector one by one, which loses a
	 * quarter of the speed. */
	__asm__ volatile("" : : "r"(offset) : "memory");
	if (second) {
		for (unsigned j = 0; j < VECTOR_LANES; j++)
			cache_ask(t + offset[j], true);
		return;
	}
	for (unsigned j = 0; j < VECTOR_LANES; j++) {
		cache_ask(t + offset[j], false);
		if (vector_bucket_bits(f) != 64)
			cache_ask(t + offset[j] + 7, false);
	}
}

VECTOR_TARGET ALWAYS_INLINE void
vector_fetch_pair(enum hash_kind kind, const struct cuckoo *c, const uint64_t *keys, unsigned f)
{
	const struct vector_place p = vector_locate(kind, c, keys, f);

	vector_fetch(c->table.data, vector_at(p.i1, f), c->second_in_a_row, f);
	vector_fetch(c->table.data, vector_at(p.i2, f), c->second_in_a_row, f);
}

/* Prefetches for the first VECTOR_AHEAD of a call's `whole` keys, which are whole vectors. */
VECTOR_TARGET ALWAYS_INLINE void
vector_fetch_first(enum hash_kind kind, const struct cuckoo *c, const uint64_t *keys, size_t whole, unsigned f)
{
	for (size_t k = 0; k < whole && k < VECTOR_AHEAD; k += VECTOR_LANES)
		vector_fetch_pair(kind, c, keys + k, f);
}

VECTOR_TARGET ALWAYS_INLINE unsigned
vector_found(enum hash_kind kind, const struct cuckoo *c, const uint64_t *keys, unsigned f)
{
	const struct vector_place p = vector_locate(kind, c, keys, f);

	return vector_pair_has(c->table.data, vector_at(p.i1, f), vector_at(p.i2, f), p.fp, f);
}

VECTOR_TARGET ALWAYS_INLINE size_t
vector_contains_by(enum hash_kind kind, bool ahead, const struct cuckoo *c, const uint64_t *keys, size_t n,
                   uint8_t *hit, unsigned f)
{
	const struct cuckoo local = *c; /* as in cuckoo_contains_by */
	const size_t whole = n - n % VECTOR_LANES;
	size_t hits = 0, k = 0;

	if (ahead)
		vector_fetch_first(kind, &local, keys, whole, f);
	for (; k < whole; k += VECTOR_LANES) {
		unsigned found;

		if (ahead && k + VECTOR_AHEAD < whole)
			vector_fetch_pair(kind, &local, keys + k + VECTOR_AHEAD, f);
		found = vector_found(kind, &local, keys + k, f);
		vector_answer(hit + k, found);
		hits += (unsigned)__builtin_popcount(found);
	}
	if (k < n) {
		uint64_t last[VECTOR_LANES] = {0};
		unsigned found;

		memcpy(last, keys + k, (n - k) * sizeof *last);
		found = vector_found(kind, &local, last, f) & (unsigned)low_mask((unsigned)(n - k));
		hits += (unsigned)__builtin_popcount(found);
		for (; k < n; k++)
			hit[k] = found >> (k - whole) & 1;
	}
	return hits;
}

/* HASH_BY_KIND for the kinds that have vectors: vector kernels are chosen for no other. */
#define VECTOR_BY_KIND(h, LOOP, ...)                             \
	((h)->kind == HASH_XXH3   ? LOOP(HASH_XXH3, __VA_ARGS__) \
	 : (h)->kind == HASH_CITY ? LOOP(HASH_CITY, __VA_ARGS__) \
	                          : LOOP(HASH_MULSHIFT, __VA_ARGS__))

VECTOR_TARGET ALWAYS_INLINE size_t
vector_contains(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f)
{
	return c->near ? VECTOR_BY_KIND(&c->hash, vector_contains_by, false, c, keys, n, hit, f)
	               : VECTOR_BY_KIND(&c->hash, vector_contains_by, true, c, keys, n, hit, f);
}

/* The lookup of the widths that have vectors, by a function with these instructions. A kernel is not compiled for them,
 * so it names this function. */
#define VECTOR_CONTAINS(LOOK_UP)                                                                             \
	VECTOR_TARGET static size_t vectors_contains(const struct cuckoo *c, const uint64_t *keys, size_t n, \
	                                             uint8_t *hit)                                           \
	{                                                                                                    \
		return VECTOR_WIDTHS(c->f, LOOK_UP, c, keys, n, hit);                                        \
	}

/* A kernel of vectors: its name, which also names the instructions; its width; its functions. */
#define VECTOR_KERNEL(NAME, F, ...)                                        \
	{                                                                  \
		.name = NAME, .f = F, .b = 4, .vectors = true, __VA_ARGS__ \
	}
#else
/* An empty row: the list ends. */
#define VECTOR_KERNEL(NAME, F, ...) \
	{                           \
		0                   \
	}
#endif

#endif
