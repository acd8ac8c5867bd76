/* SPDX-License-Identifier: MIT */
/*
 * cf_avx2.c - CF with look-ups of four keys at a time, with AVX2: for 8, 12 and 16 bits in buckets of 4. All else is as in
 * cf-batch.
 *
 *      lane    |     key 0     |     key 1     |     key 2     |     key 3     |
 *      hash    |  bucket : fp  |               |               |               |
 *      want    | fp fp fp fp   |               |               |               |    a bucket of four entries is one word
 *      load    | e0 e1 e2 e3   |               |               |               |    of either bucket; xor; is a field zero (packed.h)?
 *
 * As in plain_avx512.h, which says why, the lines of keys to come are asked for, and those are hashed again when their turn comes.
 */
#include "core/hash_vector.h"
#include "variants/plain_batch.h"

enum { LANES = 4 };

#if defined(ISA_X86) && !defined(FILTER_TRACED)
enum { AHEAD = 64 }; /* as in plain_avx512.h */

/* Of four keys: byte offsets of their buckets, and the fingerprint in every field. */
struct place {
	__m256i at1, at2, want;
};

TARGET_AVX2 ALWAYS_INLINE struct place
locate(enum hash_kind kind, const struct cuckoo *c, const uint64_t *keys, unsigned f)
{
	const __m256i h = hash_keys_avx2(kind, &c->hash, keys), mask = _mm256_set1_epi64x(c->mask);
	const __m256i low = _mm256_and_si256(h, _mm256_set1_epi64x((long long)low_mask(f)));
	const __m256i fp = _mm256_sub_epi64(low, _mm256_cmpeq_epi64(low, _mm256_setzero_si256())); /* 0 is replaced by 1 */
	const __m256i two = _mm256_or_si256(fp, _mm256_slli_epi64(fp, (int)f));
	/* cuckoo_fp_hash: the high half of a product of 32 and 64 bits. */
	const __m256i carry = _mm256_srli_epi64(_mm256_mul_epu32(fp, _mm256_set1_epi64x((long long)(RNG_STEP & UINT32_MAX))), 32);
	const __m256i fp_hash = _mm256_add_epi64(_mm256_mul_epu32(fp, _mm256_set1_epi64x((long long)(RNG_STEP >> 32))), carry);
	const __m256i i1 = _mm256_and_si256(_mm256_srli_epi64(h, 32), mask);
	const __m256i i2 = _mm256_and_si256(_mm256_xor_si256(i1, fp_hash), mask);
	struct place p;

	p.at1 = _mm256_mul_epu32(i1, _mm256_set1_epi64x(f / 2));
	p.at2 = _mm256_mul_epu32(i2, _mm256_set1_epi64x(f / 2));
	p.want = _mm256_or_si256(two, _mm256_slli_epi64(two, (int)(2 * f)));
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
		if (f != 16)
			__builtin_prefetch(t + offset[j] + 7);
	}
}

/* Which buckets have their key's fingerprint: not zero. */
TARGET_AVX2 ALWAYS_INLINE __m256i
has(const uint8_t *t, __m256i at, __m256i want, unsigned f)
{
	const __m256i ones = _mm256_set1_epi64x((long long)packed_ones(f, 4));
	const __m256i tops = _mm256_set1_epi64x((long long)(packed_ones(f, 4) << (f - 1)));
	const __m256i v = _mm256_xor_si256(_mm256_i64gather_epi64((const long long *)(const void *)t, at, 1), want);

	return _mm256_and_si256(_mm256_andnot_si256(v, _mm256_sub_epi64(v, ones)), tops);
}

/* Which of four keys are in one of their buckets: one bit each. */
TARGET_AVX2 ALWAYS_INLINE unsigned
pair_has(enum hash_kind kind, const struct cuckoo *c, const uint64_t *keys, unsigned f)
{
	const struct place p = locate(kind, c, keys, f);
	const uint8_t *t = c->table.data;
	const __m256i found = _mm256_or_si256(has(t, p.at1, p.want, f), has(t, p.at2, p.want, f));
	const __m256i not = _mm256_cmpeq_epi64(found, _mm256_setzero_si256());

	return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(not)) ^ 15;
}

TARGET_AVX2 ALWAYS_INLINE size_t
contains_avx2(enum hash_kind kind, const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, bool ahead)
{
	const struct cuckoo local = *c; /* as in cuckoo_contains_by */
	const size_t whole = n - n % 4;
	size_t hits = 0, k = 0;

	for (size_t early = 0; ahead && early < whole && early < AHEAD; early += 4) {
		struct place p = locate(kind, &local, keys + early, f);

		fetch(local.table.data, p.at1, f);
		fetch(local.table.data, p.at2, f);
	}
	for (; k < whole; k += 4) {
		unsigned found;
		uint32_t bytes;

		if (ahead && k + AHEAD < whole) {
			struct place p = locate(kind, &local, keys + k + AHEAD, f);

			fetch(local.table.data, p.at1, f);
			fetch(local.table.data, p.at2, f);
		}
		found = pair_has(kind, &local, keys + k, f);
		bytes = found * 0x00204081 & 0x01010101; /* bit j to 8 j: shifted by 0, 7, 14 and 21 */
		memcpy(hit + k, &bytes, sizeof bytes);
		hits += (unsigned)__builtin_popcount(found);
	}
	if (k < n) {
		uint64_t last[4] = {0};
		unsigned found;

		memcpy(last, keys + k, (n - k) * sizeof *last);
		found = pair_has(kind, &local, last, f) & (unsigned)low_mask((unsigned)(n - k));
		hits += (unsigned)__builtin_popcount(found);
		for (; k < n; k++)
			hit[k] = found >> (k - whole) & 1;
	}
	return hits;
}

#define LOOK_UP(f)                                                                                                                      \
	TARGET_AVX2 static size_t contains_##f(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit)                    \
	{                                                                                                                               \
		if (c->hash.kind != HASH_XXH3)                                                                                          \
			return c->hash.kind == HASH_CITY ? contains_avx2(HASH_CITY, c, keys, n, hit, f, !c->near) :                     \
			                                   contains_avx2(HASH_MULSHIFT, c, keys, n, hit, f, !c->near);                  \
		return c->near ? contains_avx2(HASH_XXH3, c, keys, n, hit, f, false) : contains_avx2(HASH_XXH3, c, keys, n, hit, f, true); \
	}

LOOK_UP(8)
LOOK_UP(12)
LOOK_UP(16)
#endif

ALWAYS_INLINE size_t
contains(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, unsigned b)
{
#if defined(ISA_X86) && !defined(FILTER_TRACED)
	(void)codec, (void)b;
	return (f == 8 ? contains_8 : f == 12 ? contains_12 : contains_16)(c, keys, n, hit);
#else
	return batch_contains(c, codec, keys, n, hit, f, b);
#endif
}

CUCKOO_KERNEL_BATCH(f8b4, batch_plain, contains, 8, 4)
CUCKOO_KERNEL_BATCH(f12b4, batch_plain, contains, 12, 4)
CUCKOO_KERNEL_BATCH(f16b4, batch_plain, contains, 16, 4)
CUCKOO_KERNEL_BATCH(any, batch_plain, batch_contains, c->f, c->b)

static const struct cuckoo_kernel kernels[] = {
	CUCKOO_KERNEL_ROW_VECTORS("avx2-f12b4", f12b4, 12, 4), CUCKOO_KERNEL_ROW_VECTORS("avx2-f8b4", f8b4, 8, 4),
	CUCKOO_KERNEL_ROW_VECTORS("avx2-f16b4", f16b4, 16, 4), CUCKOO_KERNEL_ROW(any, 0, 0),
};

static const struct cuckoo_kind kind = {
	.kernels = kernels, .limits = &cuckoo_limits_plain, .bucket_used = plain_bucket_used,
	.lanes = LANES, CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(cf_avx2) = {
	.name = "cf-avx2", .title = "CF, AVX2",
	.about = "cf-batch, look-ups of four keys at a time with AVX2",
	.twin = "cf", .rearranges = true, .isa = ISA_AVX2, .batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {30, 15, 20}},
	.kind = &kind,
	CUCKOO_OPS,
};
