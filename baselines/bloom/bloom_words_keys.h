/* SPDX-License-Identifier: MIT */
/*
 * bloom_words_keys.h - insertions and lookups of one key after the other, for rb-BF and cs-BF. The including file first
 * defines WORDS_FORM, of enum words_form.
 *
 *      words_alone --> AVX2 and BMI2, or portable --> one of two k, or any --> the hash's kind --> a loop
 *
 *      a key with AVX2       chooser in all four lanes, shifted by lane: numbers of four bits --> four bits, as masks
 *                            the word in all four lanes, and all are tested at once; or they are or-ed and set
 *
 * Up to four bits of a group take three instructions, where C takes two or three for each. It is less these than the
 * integer registers that count: from memory a core has as many keys in flight as it has room for, and it has other
 * registers for vectors. From a third-level cache that makes lookups 1.6 times as fast in rb-BF, and twice as fast in
 * cs-BF; insertions 1.5 and 1.7 times (Emerald Rapids, 16 MB).
 */
#ifndef CUCKOOBENCH_BLOOM_WORDS_KEYS_H
#define CUCKOOBENCH_BLOOM_WORDS_KEYS_H

#include "baselines/bloom/bloom_simd.h"
#include "baselines/bloom/bloom_words.h"

/* The loops work on a copy of the map, which no store can alias. */
ALWAYS_INLINE size_t
words_insert_keys(enum hash_kind kind, const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n)
{
	for (size_t j = 0; j < n; j++)
		words_set(WORDS_FORM, k, words_locate(&map, WORDS_FORM, hash_key_by(kind, &map.hash, keys[j])));
	return n;
}

ALWAYS_INLINE size_t
words_contains_keys(enum hash_kind kind, const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n,
                    uint8_t *hit)
{
	size_t hits = 0;

	for (size_t j = 0; j < n; j++) {
		hit[j] =
			words_has(WORDS_FORM, k, words_locate(&map, WORDS_FORM, hash_key_by(kind, &map.hash, keys[j])));
		hits += hit[j];
	}
	return hits;
}

ALWAYS_INLINE size_t
words_portable(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return hit ? HASH_BY_KIND(&f->map.hash, words_contains_keys, f->map, k, keys, n, hit)
	           : HASH_BY_KIND(&f->map.hash, words_insert_keys, f->map, k, keys, n);
}

#ifdef ISA_X86
enum { QUADS = (WORDS_MOST_K + 3) / 4 };

/* By how much the chooser is shifted for each bit of a group, in vectors of four. Lanes without a bit repeat one. */
struct quads {
	__m256i shift[2][QUADS];
	unsigned k;
};

TARGET_AVX2 ALWAYS_INLINE struct quads
quads(unsigned k)
{
	const unsigned each = k / words_groups(WORDS_FORM);
	struct quads q = {.k = k};

	for (unsigned g = 0; g < words_groups(WORDS_FORM); g++)
		for (unsigned v = 0; v < QUADS; v++) {
			uint64_t shift[4];

			for (unsigned lane = 0; lane < 4; lane++)
				shift[lane] = words_shift(WORDS_FORM, k, g, 4 * v + lane < each ? 4 * v + lane : 0);
			q.shift[g][v] = _mm256_loadu_si256((const void *)shift);
		}
	return q;
}

/* A key's bits in the word of group g, each in one lane or more. */
TARGET_AVX2 ALWAYS_INLINE __m256i
quads_mask(unsigned k, const struct quads *q, uint64_t chooser, unsigned g)
{
	const __m256i all = _mm256_set1_epi64x((long long)chooser), six = _mm256_set1_epi64x(63),
		      one = _mm256_set1_epi64x(1);
	__m256i mask = _mm256_setzero_si256();

	for (unsigned v = 0; v < (k / words_groups(WORDS_FORM) + 3) / 4; v++) {
		const __m256i bit = _mm256_and_si256(_mm256_srlv_epi64(all, q->shift[g][v]), six);

		mask = _mm256_or_si256(mask, _mm256_sllv_epi64(one, bit));
	}
	return mask;
}

TARGET_AVX2 ALWAYS_INLINE bool
quads_has(unsigned k, const struct quads *q, struct words_place p)
{
	const uint64_t chooser = words_chooser(WORDS_FORM, k, p.fraction);
	__m256i missing = _mm256_setzero_si256();

	for (unsigned g = 0; g < words_groups(WORDS_FORM); g++) {
		const uint8_t *word = words_word(WORDS_FORM, k, p.block, chooser, g);
		const __m256i all = _mm256_set1_epi64x((long long)load64(word));

		missing = _mm256_or_si256(missing, _mm256_andnot_si256(all, quads_mask(k, q, chooser, g)));
	}
	return _mm256_testz_si256(missing, missing);
}

TARGET_AVX2 ALWAYS_INLINE void
quads_set(unsigned k, const struct quads *q, struct words_place p)
{
	const uint64_t chooser = words_chooser(WORDS_FORM, k, p.fraction);

	for (unsigned g = 0; g < words_groups(WORDS_FORM); g++) {
		__m128i *word = (void *)words_word(WORDS_FORM, k, p.block, chooser, g);
		const __m256i lanes = quads_mask(k, q, chooser, g);
		const __m128i two = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
		const __m128i mask = _mm_or_si128(two, _mm_unpackhi_epi64(two, two));

		_mm_storel_epi64(word, _mm_or_si128(mask, _mm_loadl_epi64(word)));
	}
}

TARGET_AVX2 ALWAYS_INLINE bool
has_avx2(const struct bloom_map *map, unsigned k, const struct quads *q, uint64_t hash)
{
	return quads_has(k, q, words_locate(map, WORDS_FORM, hash));
}

TARGET_AVX2 ALWAYS_INLINE void
set_avx2(const struct bloom *f, const struct bloom_map *map, const struct quads *q, uint64_t hash)
{
	(void)f;
	quads_set(q->k, q, words_locate(map, WORDS_FORM, hash));
}

SIMD_LOOP(avx2, TARGET_AVX2, quads)

TARGET_AVX2 ALWAYS_INLINE size_t
words_kinds_avx2(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return hit ? HASH_BY_KIND(&f->map.hash, loop_avx2, f, k, keys, n, hit)
	           : HASH_BY_KIND(&f->map.hash, loop_avx2, f, k, keys, n, NULL);
}

TARGET_AVX2 static size_t
words_avx2(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define EACH(k) words_kinds_avx2(f, k, keys, n, hit)
	return WORDS_INSTANCES(f, EACH);
#undef EACH
}
#endif

/* Looks up, or with hit == NULL inserts, n keys. */
static inline size_t
words_alone(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
#ifdef ISA_X86
	if (f->uses)
		return words_avx2(f, keys, n, hit);
#endif
#define EACH(k) words_portable(f, k, keys, n, hit)
	return WORDS_INSTANCES(f, EACH);
#undef EACH
}

#endif
