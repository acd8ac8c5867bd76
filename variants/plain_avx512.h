/* SPDX-License-Identifier: MIT */
/*
 * plain_avx512.h - look-ups and deletions in plain buckets, eight keys at a time with AVX-512: hash, both bucket numbers, both buckets and the comparison
 * of all their entries, one key a lane of 64 bits.
 *
 *      lane    |     key 0     |     key 1     | ... |     key 7     |
 *      hash    |  bucket : fp  |               |     |               |
 *      want    | fp fp fp fp   |               |     |               |    a bucket of four entries is one word
 *      gather  | e0 e1 e2 e3   |               |     |               |    from either bucket; xor; is a field zero (packed.h)?
 *
 *      asked for       |=== 64 keys ahead ===>|
 *      looked up       |===>                          or looked for, and cleared
 *
 * A key that was asked for is hashed again when its turn comes. That has no cost that could be measured, but to keep in memory what was
 * computed has: up to half the speed, by how much is kept and in which order. No load is masked: on some processors one masked load in
 * the loop, of the keys, halves the speed as well.
 */
#ifndef CUCKOOBENCH_PLAIN_AVX512_H
#define CUCKOOBENCH_PLAIN_AVX512_H

#include "core/hash_vector.h"
#include "variants/plain_batch.h"

/* Keys at once. Near memory (core/cache.h) it is enough that the addresses of so many are known, and asking first costs a third of the
 * speed; beyond, it doubles it. */
enum { AVX512_LANES = 8 };

#if defined(ISA_X86) && !defined(FILTER_TRACED)
#define PLAIN_AVX512 1

/* The lines of 64 keys cover all that a core was seen to have under way, 70. 32 and 128 are slower, by a tenth and a twentieth. */
enum { AVX512_AHEAD = 64 };

/* Of eight keys: byte offsets of their buckets, and the fingerprint in every field. */
struct avx512_place {
	__m512i at1, at2, want;
};

TARGET_AVX512 ALWAYS_INLINE struct avx512_place
avx512_locate(enum hash_kind hash, const struct cuckoo *c, const uint64_t *keys, unsigned f)
{
	const __m512i h = hash_keys_avx512(hash, &c->hash, keys), mask = _mm512_set1_epi64(c->mask);
	const __m512i low = _mm512_and_si512(h, _mm512_set1_epi64((long long)low_mask(f)));
	const __m512i fp = _mm512_max_epu64(low, _mm512_set1_epi64(1)); /* 0 is replaced by 1 */
	const __m512i i1 = _mm512_and_si512(_mm512_srli_epi64(h, 32), mask);
	const __m512i fp_hash = _mm512_srli_epi64(_mm512_mullo_epi64(fp, _mm512_set1_epi64((long long)RNG_STEP)), 32);
	const __m512i i2 = _mm512_and_si512(_mm512_xor_si512(i1, fp_hash), mask);
	struct avx512_place p;

	p.at1 = _mm512_mul_epu32(i1, _mm512_set1_epi64(f / 2));
	p.at2 = _mm512_mul_epu32(i2, _mm512_set1_epi64(f / 2));
	p.want = _mm512_mullo_epi64(fp, _mm512_set1_epi64((long long)packed_ones(f, 4)));
	return p;
}

/* Asks for the lines of the buckets at these offsets. */
TARGET_AVX512 ALWAYS_INLINE void
avx512_fetch(const uint8_t *t, __m512i at, unsigned f)
{
	uint64_t offset[8];

	_mm512_storeu_si512(offset, at);
	/* They do go through memory: one compiler, left alone, moves them out of the vector one by one, and a quarter of the speed is lost. */
	__asm__ volatile("" : : "r"(offset) : "memory");
	for (unsigned j = 0; j < 8; j++) {
		__builtin_prefetch(t + offset[j]);
		if (f != 16)
			__builtin_prefetch(t + offset[j] + 7);
	}
}

/* Which buckets have their key's fingerprint: not zero. */
TARGET_AVX512 ALWAYS_INLINE __m512i
avx512_has(const uint8_t *t, __m512i at, __m512i want, unsigned f)
{
	const __m512i ones = _mm512_set1_epi64((long long)packed_ones(f, 4));
	const __m512i tops = _mm512_set1_epi64((long long)(packed_ones(f, 4) << (f - 1)));
	const __m512i v = _mm512_xor_si512(_mm512_i64gather_epi64(at, t, 1), want);

	return _mm512_ternarylogic_epi64(_mm512_sub_epi64(v, ones), v, tops, 0x20); /* the first and not the second and the third */
}

/* Which of eight keys are in one of their buckets. */
TARGET_AVX512 ALWAYS_INLINE __mmask8
avx512_pair_has(enum hash_kind hash, const struct cuckoo *c, const uint64_t *keys, unsigned f)
{
	const struct avx512_place p = avx512_locate(hash, c, keys, f);
	const uint8_t *t = c->table.data;
	const __m512i found = _mm512_or_si512(avx512_has(t, p.at1, p.want, f), avx512_has(t, p.at2, p.want, f));

	return _mm512_test_epi64_mask(found, found);
}

TARGET_AVX512 ALWAYS_INLINE void
avx512_fetch_pair(enum hash_kind hash, const struct cuckoo *c, const uint64_t *keys, unsigned f)
{
	const struct avx512_place p = avx512_locate(hash, c, keys, f);

	avx512_fetch(c->table.data, p.at1, f);
	avx512_fetch(c->table.data, p.at2, f);
}

TARGET_AVX512 ALWAYS_INLINE size_t
avx512_contains(enum hash_kind hash, const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, bool ahead)
{
	const struct cuckoo local = *c; /* as in cuckoo_contains_by */
	const size_t whole = n - n % 8;
	size_t hits = 0, k = 0;

	for (size_t early = 0; ahead && early < whole && early < AVX512_AHEAD; early += 8)
		avx512_fetch_pair(hash, &local, keys + early, f);
	for (; k < whole; k += 8) {
		__mmask8 found;

		if (ahead && k + AVX512_AHEAD < whole)
			avx512_fetch_pair(hash, &local, keys + k + AVX512_AHEAD, f);
		found = avx512_pair_has(hash, &local, keys + k, f);
		_mm_storel_epi64((__m128i *)(void *)(hit + k), _mm_maskz_set1_epi8(found, 1));
		hits += (unsigned)__builtin_popcount(found);
	}
	if (k < n) {
		uint64_t last[8] = {0};
		__mmask8 found;

		memcpy(last, keys + k, (n - k) * sizeof *last);
		found = avx512_pair_has(hash, &local, last, f) & (__mmask8)low_mask((unsigned)(n - k));
		hits += (unsigned)__builtin_popcount(found);
		for (; k < n; k++)
			hit[k] = found >> (k - whole) & 1;
	}
	return hits;
}

/* Where a fingerprint is found: the bucket's byte offset, the word's bits that are its entry (none: in neither), and what they are. */
struct avx512_entries {
	uint64_t at[8], bits[8], want[8];
};

/* Algorithm 3's choice for each of eight keys, as if nothing were removed meanwhile: the lowest entry of the first bucket, or else of the
 * second. How many are found. */
TARGET_AVX512 ALWAYS_INLINE unsigned
avx512_find(enum hash_kind hash, const struct cuckoo *c, const uint64_t *keys, struct avx512_entries *e, unsigned f)
{
	const struct avx512_place p = avx512_locate(hash, c, keys, f);
	const uint8_t *t = c->table.data;
	const __m512i first = avx512_has(t, p.at1, p.want, f), second = avx512_has(t, p.at2, p.want, f);
	const __mmask8 in_first = _mm512_test_epi64_mask(first, first);
	const __m512i has = _mm512_mask_mov_epi64(second, in_first, first);
	const __m512i top = _mm512_and_si512(has, _mm512_sub_epi64(_mm512_setzero_si512(), has)); /* of the entry; as in plain_pair_remove */

	_mm512_storeu_si512(e->at, _mm512_mask_mov_epi64(p.at2, in_first, p.at1));
	_mm512_storeu_si512(e->bits, _mm512_sub_epi64(_mm512_slli_epi64(top, 1), _mm512_srli_epi64(top, f - 1)));
	_mm512_storeu_si512(e->want, p.want);
	__asm__ volatile("" : : "r"(e) : "memory"); /* as in avx512_fetch */
	return (unsigned)__builtin_popcount(_mm512_test_epi64_mask(has, has));
}

/*
 * Algorithm 3, eight keys at a time: found by vectors, cleared one after the other. What an earlier one of the eight has taken away
 * meanwhile (the same key twice) is seen by its bits, and that key is looked for again by itself.
 */
TARGET_AVX512 ALWAYS_INLINE size_t
avx512_remove(enum hash_kind hash, struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, unsigned f, bool ahead)
{
	const struct cuckoo local = *c;
	const size_t whole = n - n % 8;
	uint8_t *t = local.table.data;
	size_t found = 0;

	for (size_t early = 0; ahead && early < whole && early < AVX512_AHEAD; early += 8)
		avx512_fetch_pair(hash, &local, keys + early, f);
	for (size_t k = 0; k < whole; k += 8) {
		struct avx512_entries e;

		if (ahead && k + AVX512_AHEAD < whole)
			avx512_fetch_pair(hash, &local, keys + k + AVX512_AHEAD, f);
		found += avx512_find(hash, &local, keys + k, &e, f);
		for (unsigned j = 0; j < 8; j++) {
			const uint64_t word = load64(t + e.at[j]);

			if (__builtin_expect(((word ^ e.want[j]) & e.bits[j]) == 0, 1)) {
				store64(t + e.at[j], word & ~e.bits[j]);
			} else {
				const struct cuckoo_place p = cuckoo_locate(&local, codec, keys[k + j], f);

				found -= !codec.pair_remove(t, p.i1, p.i2, p.fp, f, 4);
			}
		}
	}
	c->items -= found;
	return found + cuckoo_remove_ahead(c, codec, keys + whole, n - whole, f, 4);
}

/* Look-ups and deletions of a filter with fingerprints of F bits: NAME_F, by whichever hash that vectors can compute, asking ahead or not. */
#define AVX512_LOOK_UP(NAME, F)                                                                                                         \
	TARGET_AVX512 static size_t NAME##_##F(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit)                     \
	{                                                                                                                               \
		if (c->hash.kind != HASH_XXH3)                                                                                          \
			return c->hash.kind == HASH_CITY ? avx512_contains(HASH_CITY, c, keys, n, hit, F, !c->near) :                   \
			                                   avx512_contains(HASH_MULSHIFT, c, keys, n, hit, F, !c->near);                \
		return c->near ? avx512_contains(HASH_XXH3, c, keys, n, hit, F, false) : avx512_contains(HASH_XXH3, c, keys, n, hit, F, true); \
	}
#define AVX512_REMOVE(NAME, F)                                                                                                          \
	TARGET_AVX512 static size_t NAME##_##F(struct cuckoo *c, const uint64_t *keys, size_t n)                                        \
	{                                                                                                                               \
		if (c->hash.kind != HASH_XXH3)                                                                                          \
			return c->hash.kind == HASH_CITY ? avx512_remove(HASH_CITY, c, batch_plain, keys, n, F, !c->near) :             \
			                                   avx512_remove(HASH_MULSHIFT, c, batch_plain, keys, n, F, !c->near);          \
		return avx512_remove(HASH_XXH3, c, batch_plain, keys, n, F, !c->near);                                                  \
	}
#endif

#endif
