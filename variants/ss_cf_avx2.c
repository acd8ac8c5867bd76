/* SPDX-License-Identifier: MIT */
/*
 * ss_cf_avx2.c - ss-CF with look-ups of four keys at a time, with AVX2: for 9, 13 and 17 bits. All else is as in ss-cf-batch, and
 * how it goes as in ss_cf_avx512.c, with four lanes: of absent keys one vector in sixteen has a candidate.
 */
#include "core/hash_vector.h"
#include "variants/semisort_batch.h"

enum { LANES = 2 }; /* as in ss_cf_avx512.c */

#if defined(ISA_X86) && !defined(FILTER_TRACED)
enum { AHEAD = 64 }; /* as in plain_avx512.h */

/* Of four keys: byte offsets of their buckets, and the fingerprint's two parts in every field. */
struct place {
	__m256i at1, at2, want, prefix;
};

/* v, which has four free bits above it or w, in every field. */
TARGET_AVX2 ALWAYS_INLINE __m256i
in_every_field(__m256i v, unsigned f)
{
	const unsigned w = f - 4;
	const __m256i two = _mm256_or_si256(_mm256_slli_epi64(v, 12), _mm256_slli_epi64(v, (int)(12 + w)));

	return _mm256_or_si256(two, _mm256_slli_epi64(two, (int)(2 * w)));
}

TARGET_AVX2 ALWAYS_INLINE struct place
locate(const struct cuckoo *c, enum hash_kind kind, const uint64_t *keys, unsigned f)
{
	const __m256i h = hash_keys_avx2(kind, &c->hash, keys), mask = _mm256_set1_epi64x(c->mask);
	const __m256i low = _mm256_and_si256(h, _mm256_set1_epi64x((long long)low_mask(f)));
	const __m256i fp = _mm256_sub_epi64(low, _mm256_cmpeq_epi64(low, _mm256_setzero_si256())); /* 0 is replaced by 1 */
	/* cuckoo_fp_hash: the high half of a product of 32 and 64 bits. */
	const __m256i carry = _mm256_srli_epi64(_mm256_mul_epu32(fp, _mm256_set1_epi64x((long long)(RNG_STEP & UINT32_MAX))), 32);
	const __m256i fp_hash = _mm256_add_epi64(_mm256_mul_epu32(fp, _mm256_set1_epi64x((long long)(RNG_STEP >> 32))), carry);
	const __m256i i1 = _mm256_and_si256(_mm256_srli_epi64(h, 32), mask);
	const __m256i i2 = _mm256_and_si256(_mm256_xor_si256(i1, fp_hash), mask);
	struct place p;

	p.at1 = _mm256_mul_epu32(i1, _mm256_set1_epi64x((f - 1) / 2));
	p.at2 = _mm256_mul_epu32(i2, _mm256_set1_epi64x((f - 1) / 2));
	p.want = in_every_field(_mm256_and_si256(fp, _mm256_set1_epi64x((long long)low_mask(f - 4))), f);
	p.prefix = in_every_field(_mm256_srli_epi64(fp, (int)(f - 4)), f);
	return p;
}

TARGET_AVX2 ALWAYS_INLINE void
fetch(const uint8_t *t, __m256i at, unsigned f)
{
	uint64_t offset[4];

	_mm256_storeu_si256((__m256i *)(void *)offset, at);
	__asm__ volatile("" : : "r"(offset) : "memory"); /* as in avx512_fetch */
	for (unsigned j = 0; j < 4; j++) {
		__builtin_prefetch(t + offset[j]);
		if (f != 17)
			__builtin_prefetch(t + offset[j] + 7);
	}
}

TARGET_AVX2 ALWAYS_INLINE void
fetch_pair(const struct cuckoo *c, enum hash_kind kind, const uint64_t *keys, unsigned f)
{
	const struct place p = locate(c, kind, keys, f);

	fetch(c->table.data, p.at1, f);
	fetch(c->table.data, p.at2, f);
}

/* The buckets at these offsets, xor-ed. */
TARGET_AVX2 ALWAYS_INLINE __m256i
differences(const uint8_t *t, __m256i at, __m256i want)
{
	return _mm256_xor_si256(_mm256_i64gather_epi64((const long long *)(const void *)t, at, 1), want);
}

/* ss_zero, as all ones where there is none. */
TARGET_AVX2 ALWAYS_INLINE __m256i
none_zero(__m256i v, unsigned f)
{
	const __m256i ones = _mm256_set1_epi64x((long long)ss_ones(f)), tops = _mm256_set1_epi64x((long long)(ss_ones(f) << (f - 5)));
	const __m256i found = _mm256_and_si256(_mm256_andnot_si256(v, _mm256_sub_epi64(v, ones)), tops);

	return _mm256_cmpeq_epi64(found, _mm256_setzero_si256());
}

/* A bit a lane. */
TARGET_AVX2 ALWAYS_INLINE unsigned
bits(__m256i lanes)
{
	return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(lanes));
}

/* ss_decoded_has, of the lanes that it has not: all ones. */
TARGET_AVX2 ALWAYS_INLINE __m256i
decoded_lacks(__m256i v, __m256i prefix, unsigned f)
{
	const unsigned w = f - 4;
	const __m256i code = _mm256_and_si256(v, _mm256_set1_epi64x(0xfff)), fields = _mm256_set1_epi64x((long long)(ss_ones(f) * 15));
	const __m256i two = _mm256_set1_epi64x(0xff << 12);
	const __m256i n = _mm256_i64gather_epi64((const long long *)(const void *)semisort_nibbles, code, 2);
	const __m256i pairs = _mm256_or_si256(_mm256_and_si256(_mm256_slli_epi64(n, 12), two),
	                                      _mm256_andnot_si256(two, _mm256_slli_epi64(n, (int)(12 + 2 * (w - 4)))));
	const __m256i low = _mm256_set1_epi64x((long long)((15 | UINT64_C(15) << 2 * w) << 12));
	const __m256i each = _mm256_or_si256(_mm256_and_si256(pairs, low), _mm256_andnot_si256(low, _mm256_slli_epi64(pairs, (int)(w - 4))));

	return none_zero(_mm256_or_si256(v, _mm256_and_si256(_mm256_xor_si256(each, prefix), fields)), f);
}

/* Which of four keys are in one of their buckets: one bit each. */
TARGET_AVX2 ALWAYS_INLINE unsigned
pair_has(const struct cuckoo *c, enum hash_kind kind, const uint64_t *keys, unsigned f)
{
	const struct place p = locate(c, kind, keys, f);
	const __m256i v1 = differences(c->table.data, p.at1, p.want), v2 = differences(c->table.data, p.at2, p.want);
	const __m256i not1 = none_zero(v1, f), not2 = none_zero(v2, f);
	const unsigned c1 = bits(not1) ^ 15, c2 = bits(not2) ^ 15;
	unsigned found;

	if (!(c1 | c2))
		return 0;
	found = bits(decoded_lacks(_mm256_blendv_epi8(v1, v2, not1), p.prefix, f)) ^ 15;
	if (__builtin_expect(c1 & c2 & ~found, 0))
		found |= bits(decoded_lacks(v2, p.prefix, f)) ^ 15;
	return found;
}

TARGET_AVX2 ALWAYS_INLINE size_t
contains_avx2(const struct cuckoo *c, enum hash_kind kind, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, bool ahead)
{
	const struct cuckoo local = *c; /* as in cuckoo_contains_by */
	const size_t whole = n - n % 4;
	size_t hits = 0, k = 0;

	for (size_t early = 0; ahead && early < whole && early < AHEAD; early += 4)
		fetch_pair(&local, kind, keys + early, f);
	for (; k < whole; k += 4) {
		unsigned found;
		uint32_t bytes;

		if (ahead && k + AHEAD < whole)
			fetch_pair(&local, kind, keys + k + AHEAD, f);
		found = pair_has(&local, kind, keys + k, f);
		bytes = found * 0x00204081 & 0x01010101; /* bit j to 8 j: shifted by 0, 7, 14 and 21 */
		memcpy(hit + k, &bytes, sizeof bytes);
		hits += (unsigned)__builtin_popcount(found);
	}
	if (k < n) {
		uint64_t last[4] = {0};
		unsigned found;

		memcpy(last, keys + k, (n - k) * sizeof *last);
		found = pair_has(&local, kind, last, f) & (unsigned)low_mask((unsigned)(n - k));
		hits += (unsigned)__builtin_popcount(found);
		for (; k < n; k++)
			hit[k] = found >> (k - whole) & 1;
	}
	return hits;
}

#define LOOK_UP(f)                                                                                                     \
	TARGET_AVX2 static size_t look_up_##f(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit)     \
	{                                                                                                              \
		if (c->hash.kind != HASH_XXH3)                                                                         \
			return c->hash.kind == HASH_CITY ? contains_avx2(c, HASH_CITY, keys, n, hit, f, !c->near) :    \
			                                   contains_avx2(c, HASH_MULSHIFT, keys, n, hit, f, !c->near); \
		return c->near ? contains_avx2(c, HASH_XXH3, keys, n, hit, f, false) :                                 \
		                 contains_avx2(c, HASH_XXH3, keys, n, hit, f, true);                                   \
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
	CUCKOO_KERNEL_ROW_VECTORS("avx2-f13", f13, 13, 4), CUCKOO_KERNEL_ROW_VECTORS("avx2-f9", f9, 9, 4),
	CUCKOO_KERNEL_ROW_VECTORS("avx2-f17", f17, 17, 4), CUCKOO_KERNEL_ROW(any, 0, 0),
};

static const struct cuckoo_kind kind = {
	.kernels = kernels, .limits = &cuckoo_limits_semisorted, .bucket_used = ss_bucket_used,
	.lanes = LANES, CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(ss_cf_avx2) = {
	.name = "ss-cf-avx2", .title = "ss-CF, AVX2",
	.about = "ss-cf-batch, look-ups of four keys at a time with AVX2",
	.twin = "ss-cf", .rearranges = true, .isa = ISA_AVX2, .batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 13, .slots = 4}, .ns = {80, 15, 40}},
	.kind = &kind,
	CUCKOO_OPS,
};
