/* SPDX-License-Identifier: MIT */
/*
 * cf_avx512_staged.c - CF with look-ups in two stages, with AVX-512: the second bucket is fetched only for keys that the first does not
 * answer (cf_staged.c says what for). Eight keys at a time (plain_avx512.h), in blocks of 64, so that answers are bits of a word.
 *
 *      block i+1, eight keys     ask for the first bucket's lines
 *      block i,   eight keys     first bucket: found?  -> first = 0110 0011 ...   keys not found are squeezed together and kept;
 *                                                                                 ask for their second bucket's lines
 *      block i-1, eight misses   second bucket: found? -> second = 0 10 010 ...   a bit a miss
 *                                                         answer = first | second's bits, at the places of the zeros of first
 */
#include "variants/plain_avx512.h"

#ifdef PLAIN_AVX512
enum { BLOCK = 64, EACH = BLOCK / 8 }; /* AVX512_AHEAD: a line a key then, and another a block later */

/* A block between its two stages. */
struct half {
	uint64_t first;           /* bit k: key k is in its first bucket */
	uint64_t miss[BLOCK + 8]; /* the other keys, with room for a whole vector behind the last */
	unsigned misses;
};

TARGET_AVX512 ALWAYS_INLINE void
fetch_first(enum hash_kind kind, const struct cuckoo *c, const uint64_t *keys, unsigned f)
{
	avx512_fetch(c->table.data, avx512_locate(kind, c, keys, f).at1, f);
}

/* The first bucket of keys 8j..8j+7 of the block. */
TARGET_AVX512 ALWAYS_INLINE void
look_first(enum hash_kind kind, const struct cuckoo *c, const uint64_t *keys, unsigned j, struct half *h, unsigned f)
{
	const struct avx512_place p = avx512_locate(kind, c, keys, f);
	const __m512i found = avx512_has(c->table.data, p.at1, p.want, f);
	const __mmask8 miss = _mm512_testn_epi64_mask(found, found);

	h->first |= (uint64_t)(uint8_t)~miss << 8 * j;
	_mm512_storeu_si512(h->miss + h->misses, _mm512_maskz_compress_epi64(miss, _mm512_loadu_si512(keys)));
	h->misses += (unsigned)__builtin_popcount(miss);
	/* Always eight: how many there are is a branch that would be mispredicted. The others are of lines that are there. */
	avx512_fetch(c->table.data, _mm512_mask_mov_epi64(p.at1, miss, p.at2), f);
}

/* The second bucket of misses 8j..8j+7; bit k: miss k is in it. */
TARGET_AVX512 ALWAYS_INLINE uint64_t
look_second(enum hash_kind kind, const struct cuckoo *c, const struct half *h, unsigned j, unsigned f)
{
	const unsigned left = h->misses > 8 * j ? h->misses - 8 * j : 0;
	const __mmask8 lanes = (__mmask8)low_mask(left < 8 ? left : 8);
	struct avx512_place p;
	__m512i found;

	if (!lanes)
		return 0;
	p = avx512_locate(kind, c, h->miss + 8 * j, f);
	/* Lanes without a key read where the first has it. */
	p.at2 = _mm512_mask_mov_epi64(_mm512_broadcastq_epi64(_mm512_castsi512_si128(p.at2)), lanes, p.at2);
	found = avx512_has(c->table.data, p.at2, p.want, f);
	return (uint64_t)(_mm512_test_epi64_mask(found, found) & lanes) << 8 * j;
}

TARGET_AVX512 ALWAYS_INLINE size_t
contains_staged(enum hash_kind kind, const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f)
{
	const struct cuckoo local = *c; /* as in cuckoo_contains_by */
	const size_t blocks = n / BLOCK;
	struct half half[2];
	size_t hits = 0;

	for (unsigned j = 0; blocks && j < EACH; j++)
		fetch_first(kind, &local, keys + 8 * j, f);
	for (size_t i = 0; i <= blocks && blocks; i++) {
		const uint64_t *block = keys + i * BLOCK;
		struct half *here = &half[i % 2], *last = &half[(i + 1) % 2];
		uint64_t second = 0, answer;

		here->first = here->misses = 0;
		for (unsigned j = 0; j < EACH; j++) {
			if (i + 1 < blocks)
				fetch_first(kind, &local, block + BLOCK + 8 * j, f);
			if (i < blocks)
				look_first(kind, &local, block + 8 * j, j, here, f);
			if (i > 0)
				second |= look_second(kind, &local, last, j, f);
		}
		if (i == 0)
			continue;
		answer = last->first | _pdep_u64(second, ~last->first);
		_mm512_storeu_si512(hit + (i - 1) * BLOCK, _mm512_maskz_set1_epi8(answer, 1));
		hits += (size_t)__builtin_popcountll(answer);
	}
	return hits + avx512_contains(kind, c, keys + blocks * BLOCK, n - blocks * BLOCK, hit + blocks * BLOCK, f, true);
}

#define LOOK_UP(f)                                                                                                                      \
	AVX512_LOOK_UP(few, f)                                                                                                          \
	TARGET_AVX512 static size_t contains_##f(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit)                  \
	{                                                                                                                               \
		if (c->near)                                                                                                            \
			return few_##f(c, keys, n, hit);                                                                                \
		return c->hash.kind == HASH_XXH3 ? contains_staged(HASH_XXH3, c, keys, n, hit, f) :                                     \
		       c->hash.kind == HASH_CITY ? contains_staged(HASH_CITY, c, keys, n, hit, f) :                                     \
		                                   contains_staged(HASH_MULSHIFT, c, keys, n, hit, f);                                  \
	}

LOOK_UP(8)
LOOK_UP(12)
LOOK_UP(16)
#endif

ALWAYS_INLINE size_t
contains(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, unsigned b)
{
#ifdef PLAIN_AVX512
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
	CUCKOO_KERNEL_ROW_VECTORS("avx512-f12b4", f12b4, 12, 4), CUCKOO_KERNEL_ROW_VECTORS("avx512-f8b4", f8b4, 8, 4),
	CUCKOO_KERNEL_ROW_VECTORS("avx512-f16b4", f16b4, 16, 4), CUCKOO_KERNEL_ROW(any, 0, 0),
};

static const struct cuckoo_kind kind = {
	.kernels = kernels, .limits = &cuckoo_limits_plain, .bucket_used = plain_bucket_used,
	.lanes = AVX512_LANES, CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(cf_avx512_staged) = {
	.name = "cf-avx512-staged", .title = "CF, AVX-512, staged",
	.about = "cf-avx512, the second bucket fetched only for keys not in the first",
	.twin = "cf", .rearranges = true, .isa = ISA_AVX512, .batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {30, 15, 20}},
	.kind = &kind,
	CUCKOO_OPS,
};
