/* SPDX-License-Identifier: MIT */
/*
 * ss_cf_avx512.c - ss-CF with look-ups of eight keys at a time, with AVX-512: for 9, 13 and 17 bits. All else is as in
 * ss-cf-batch.
 *
 *      lane     |        key 0        | ... |        key 7        |
 *      gather   | code d0 d1 d2 d3    |     |                     |    from either bucket; xor; is a direct part zero? (semisort_batch.h)
 *      if any lane of the sixteen has one:
 *      look up  |    n0 n1 n2 n3      |     |                     |    the nibbles of the code, of that bucket of the two that is a candidate
 *
 * Of absent keys one vector in eight has a candidate at f = 13 (64 direct parts of 9 bits), of others nearly every one: so the branch is
 * foreseen, and a second time, for lanes of which both buckets are candidates, rarely needed.
 *
 * As in plain_avx512.h, which says why, the lines of keys to come are asked for, and those are hashed again when their turn comes.
 */
#include "core/hash_vector.h"
#include "variants/semisort_batch.h"

/*
 * Keys under way at once where nothing is asked for (core/cache.h): fewer than a vector has. Behind a bucket that is decoded waits less of
 * the window. With a second cache of 1 MiB and some keys present, asking first is faster by half from 6 MiB on, and five times at 12 MiB.
 * For absent keys alone it is slower by a third in between.
 */
enum { LANES = 2 };

#if defined(ISA_X86) && !defined(FILTER_TRACED)
enum { AHEAD = 64 }; /* as in plain_avx512.h */

/* Of eight keys: byte offsets of their buckets, and the fingerprint's two parts in every field. */
struct place {
	__m512i at1, at2, want, prefix;
};

TARGET_AVX512 ALWAYS_INLINE struct place
locate(const struct cuckoo *c, enum hash_kind kind, const uint64_t *keys, unsigned f)
{
	const __m512i h = hash_keys_avx512(kind, &c->hash, keys), mask = _mm512_set1_epi64(c->mask);
	const __m512i low = _mm512_and_si512(h, _mm512_set1_epi64((long long)low_mask(f)));
	const __m512i fp = _mm512_max_epu64(low, _mm512_set1_epi64(1)); /* 0 is replaced by 1 */
	const __m512i i1 = _mm512_and_si512(_mm512_srli_epi64(h, 32), mask);
	const __m512i fp_hash = _mm512_srli_epi64(_mm512_mullo_epi64(fp, _mm512_set1_epi64((long long)RNG_STEP)), 32);
	const __m512i i2 = _mm512_and_si512(_mm512_xor_si512(i1, fp_hash), mask);
	const __m512i direct = _mm512_and_si512(fp, _mm512_set1_epi64((long long)low_mask(f - 4)));
	const __m512i ones = _mm512_set1_epi64((long long)ss_ones(f));
	struct place p;

	p.at1 = _mm512_mul_epu32(i1, _mm512_set1_epi64((f - 1) / 2));
	p.at2 = _mm512_mul_epu32(i2, _mm512_set1_epi64((f - 1) / 2));
	p.want = _mm512_mullo_epi64(direct, ones);
	p.prefix = _mm512_mullo_epi64(_mm512_srli_epi64(fp, f - 4), ones);
	return p;
}

/* Asks for the lines of the buckets at these offsets. */
TARGET_AVX512 ALWAYS_INLINE void
fetch(const uint8_t *t, __m512i at, unsigned f)
{
	uint64_t offset[8];

	_mm512_storeu_si512(offset, at);
	__asm__ volatile("" : : "r"(offset) : "memory"); /* as in avx512_fetch */
	for (unsigned j = 0; j < 8; j++) {
		__builtin_prefetch(t + offset[j]);
		if (f != 17)
			__builtin_prefetch(t + offset[j] + 7);
	}
}

TARGET_AVX512 ALWAYS_INLINE void
fetch_pair(const struct cuckoo *c, enum hash_kind kind, const uint64_t *keys, unsigned f)
{
	const struct place p = locate(c, kind, keys, f);

	fetch(c->table.data, p.at1, f);
	fetch(c->table.data, p.at2, f);
}

/* ss_zero. */
TARGET_AVX512 ALWAYS_INLINE __mmask8
zero(__m512i v, unsigned f)
{
	const __m512i ones = _mm512_set1_epi64((long long)ss_ones(f)), tops = _mm512_set1_epi64((long long)(ss_ones(f) << (f - 5)));
	const __m512i found = _mm512_ternarylogic_epi64(_mm512_sub_epi64(v, ones), v, tops, 0x20); /* the first and not the second and the third */

	return _mm512_test_epi64_mask(found, found);
}

/*
 * The nibbles of eight codes. Words are put into a vector one by one: with half of the keys present, look-ups in 192 MiB are a tenth faster so
 * than with a gather of the table, which takes more of the window that hides the memory's latency; as another compiler builds that, two thirds.
 */
TARGET_AVX512 ALWAYS_INLINE __m512i
nibbles(__m512i code)
{
	__m128i n = _mm_setzero_si128();
	uint16_t at[8];

	_mm_storeu_si128((__m128i *)(void *)at, _mm512_cvtepi64_epi16(code));
	__asm__ volatile("" : : "r"(at) : "memory"); /* as in avx512_fetch */
	n = _mm_insert_epi16(n, semisort_nibbles[at[0]], 0);
	n = _mm_insert_epi16(n, semisort_nibbles[at[1]], 1);
	n = _mm_insert_epi16(n, semisort_nibbles[at[2]], 2);
	n = _mm_insert_epi16(n, semisort_nibbles[at[3]], 3);
	n = _mm_insert_epi16(n, semisort_nibbles[at[4]], 4);
	n = _mm_insert_epi16(n, semisort_nibbles[at[5]], 5);
	n = _mm_insert_epi16(n, semisort_nibbles[at[6]], 6);
	n = _mm_insert_epi16(n, semisort_nibbles[at[7]], 7);
	return _mm512_cvtepu16_epi64(n);
}

/* ss_decoded_has. */
TARGET_AVX512 ALWAYS_INLINE __mmask8
decoded_has(__m512i v, __m512i prefix, unsigned f)
{
	const unsigned w = f - 4;
	const __m512i code = _mm512_and_si512(v, _mm512_set1_epi64(0xfff)), fields = _mm512_set1_epi64((long long)(ss_ones(f) * 15));
	const __m512i two = _mm512_set1_epi64(0xff << 12), one = _mm512_set1_epi64((long long)((15 | UINT64_C(15) << 2 * w) << 12));
	__m512i n = nibbles(code);

	/* 0xca: the first's bits of the second, the others of the third. */
	n = _mm512_ternarylogic_epi64(two, _mm512_slli_epi64(n, 12), _mm512_slli_epi64(n, 12 + 2 * (w - 4)), 0xca);
	n = _mm512_ternarylogic_epi64(one, n, _mm512_slli_epi64(n, w - 4), 0xca);
	n = _mm512_ternarylogic_epi64(n, prefix, fields, 0x28); /* they differ, in the third */
	return zero(_mm512_or_si512(v, n), f);
}

/* Which of eight keys are in one of their buckets. */
TARGET_AVX512 ALWAYS_INLINE __mmask8
pair_has(const struct cuckoo *c, enum hash_kind kind, const uint64_t *keys, unsigned f)
{
	const struct place p = locate(c, kind, keys, f);
	const __m512i v1 = _mm512_xor_si512(_mm512_i64gather_epi64(p.at1, c->table.data, 1), p.want);
	const __m512i v2 = _mm512_xor_si512(_mm512_i64gather_epi64(p.at2, c->table.data, 1), p.want);
	const __mmask8 c1 = zero(v1, f), c2 = zero(v2, f);
	__mmask8 found;

	if (!(c1 | c2))
		return 0;
	found = decoded_has(_mm512_mask_mov_epi64(v2, c1, v1), p.prefix, f);
	if (__builtin_expect(c1 & c2 & ~found, 0))
		found |= decoded_has(v2, p.prefix, f);
	return found;
}

TARGET_AVX512 ALWAYS_INLINE size_t
contains_avx512(const struct cuckoo *c, enum hash_kind kind, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, bool ahead)
{
	const struct cuckoo local = *c; /* as in cuckoo_contains_by */
	const size_t whole = n - n % 8;
	size_t hits = 0, k = 0;

	for (size_t early = 0; ahead && early < whole && early < AHEAD; early += 8)
		fetch_pair(&local, kind, keys + early, f);
	for (; k < whole; k += 8) {
		__mmask8 found;

		if (ahead && k + AHEAD < whole)
			fetch_pair(&local, kind, keys + k + AHEAD, f);
		found = pair_has(&local, kind, keys + k, f);
		_mm_storel_epi64((__m128i *)(void *)(hit + k), _mm_maskz_set1_epi8(found, 1));
		hits += (unsigned)__builtin_popcount(found);
	}
	if (k < n) {
		uint64_t last[8] = {0};
		__mmask8 found;

		memcpy(last, keys + k, (n - k) * sizeof *last);
		found = pair_has(&local, kind, last, f) & (__mmask8)low_mask((unsigned)(n - k));
		hits += (unsigned)__builtin_popcount(found);
		for (; k < n; k++)
			hit[k] = found >> (k - whole) & 1;
	}
	return hits;
}

#define LOOK_UP(f)                                                                                                     \
	TARGET_AVX512 static size_t look_up_##f(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit)     \
	{                                                                                                              \
		if (c->hash.kind != HASH_XXH3)                                                                         \
			return c->hash.kind == HASH_CITY ? contains_avx512(c, HASH_CITY, keys, n, hit, f, !c->near) :    \
			                                   contains_avx512(c, HASH_MULSHIFT, keys, n, hit, f, !c->near); \
		return c->near ? contains_avx512(c, HASH_XXH3, keys, n, hit, f, false) :                                 \
		                 contains_avx512(c, HASH_XXH3, keys, n, hit, f, true);                                   \
	}

LOOK_UP(9)
LOOK_UP(13)
LOOK_UP(17)
#endif

ALWAYS_INLINE size_t
contains(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, unsigned b)
{
#if defined(ISA_X86) && !defined(FILTER_TRACED)
	(void)codec;
	(void)b;
	return (f == 9 ? look_up_9 : f == 13 ? look_up_13 : look_up_17)(c, keys, n, hit);
#else
	return ss_batch_contains(c, codec, keys, n, hit, f, b);
#endif
}

CUCKOO_KERNEL_BATCH(f9, ss_batched, contains, 9, 4)
CUCKOO_KERNEL_BATCH(f13, ss_batched, contains, 13, 4)
CUCKOO_KERNEL_BATCH(f17, ss_batched, contains, 17, 4)
CUCKOO_KERNEL_BATCH(any, ss_batched, ss_batch_contains, c->f, 4)

static const struct cuckoo_kernel kernels[] = {
	CUCKOO_KERNEL_ROW_VECTORS("avx512-f13", f13, 13, 4), CUCKOO_KERNEL_ROW_VECTORS("avx512-f9", f9, 9, 4),
	CUCKOO_KERNEL_ROW_VECTORS("avx512-f17", f17, 17, 4), CUCKOO_KERNEL_ROW(any, 0, 0),
};

static const struct cuckoo_kind kind = {
	.kernels = kernels, .limits = &cuckoo_limits_semisorted, .bucket_used = ss_bucket_used,
	.lanes = LANES, CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(ss_cf_avx512) = {
	.name = "ss-cf-avx512", .title = "ss-CF, AVX-512",
	.about = "ss-cf-batch, look-ups of eight keys at a time with AVX-512",
	.twin = "ss-cf", .rearranges = true, .isa = ISA_AVX512, .batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 13, .slots = 4}, .ns = {80, 15, 40}},
	.kind = &kind,
	CUCKOO_OPS,
};
