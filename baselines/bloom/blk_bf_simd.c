/* SPDX-License-Identifier: MIT */
/*
 * blk_bf_simd.c - blk-BF, one key after the other (bloom_simd.h), with all bits of that key tested or set at once by
 * AVX2 (bloom_blocked_avx2.h), or by AVX-512 where the processor has it (bloom_blocked_avx512.h).
 *
 * The bits are a pattern that h2 alone decides, rotated left by h1. An insertion takes the pattern from a table of all
 * 256 patterns (h2 is odd), which create makes. Each pattern is there twice in a row, so a load from another word
 * rotates it by whole words. Then each word is put together from two:
 *
 *      pattern of h2:    | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 |   words of 64 bits
 *      h1 / 64 = 5:                  | low  ..                     |          8 words, shifted right by 64 - h1 % 64
 *                                        | high  ..                    |      8 words, shifted left by h1 % 64
 *
 *      Instructions a key (gcc 12; XXH3, which takes 13)    AVX2   AVX-512
 *      lookup, k = 9                                         49       28      AVX2: 8 of 49 for the ninth bit alone
 *      insertion, any k                                      42       33
 *
 * In a cache the loops wait for their instructions. A public filter with such blocks sets 8 bits, each in a word of its
 * own. Compared with that filter's lookup, this one takes 0.7 times as long with AVX-512 and 1.2 times with AVX2
 * (Emerald Rapids, 512 KiB). Bits set one after the other take 3 times as long as a pattern.
 */
#include "baselines/bloom/bloom_blocked_avx2.h"
#include "baselines/bloom/bloom_blocked_avx512.h"
#include "baselines/bloom/bloom_blocks.h"
#include "baselines/bloom/bloom_simd.h"

/* Rows are numbered by (511 - h2) / 2. So one mask of the hash's complement makes a row's offset, and within the row
 * the offset of the low words. */
enum { PATTERNS = BLK_BITS / 2, BLOCK_WORDS = BLK_BITS / 64 };

struct patterned {
	struct bloom bloom;
	uint64_t pattern[PATTERNS][2 * BLOCK_WORDS];
};

static void
make_patterns(struct bloom *f)
{
	struct patterned *p = (struct patterned *)f;

	for (unsigned row = 0; row < PATTERNS; row++)
		for (unsigned i = 0; i < f->params.hashes; i++) {
			const unsigned bit = i * (BLK_BITS - 1 - 2 * row) % BLK_BITS;

			p->pattern[row][bit / 64] |= UINT64_C(1) << bit % 64;
			p->pattern[row][bit / 64 + BLOCK_WORDS] |= UINT64_C(1) << bit % 64;
		}
}

static const struct bloom_kind simd_kind = {.unit = BLK_BYTES, .per_byte = 8, .prepare = make_patterns};

#ifdef ISA_X86
/* The low words of a key's pattern; the high ones begin one word later. In the hash, bits 6 to 8 are h1 / 64 and bits
 * 10 to 17 are h2 / 2. */
TARGET_AVX2 ALWAYS_INLINE const uint8_t *
low_words(const struct bloom *f, uint64_t hash)
{
	const uint64_t rows = (PATTERNS - 1) * sizeof((const struct patterned *)f)->pattern[0],
		       words = (BLOCK_WORDS - 1) * sizeof(uint64_t);

	return (const uint8_t *)((const struct patterned *)f)->pattern + _andn_u64(shift_bmi2(hash, 3), rows | words);
}

TARGET_AVX2 ALWAYS_INLINE bool
has_avx2(const struct bloom_map *map, unsigned k, const struct steps_avx2 *steps, uint64_t hash)
{
	const uint64_t word = hash % BLK_BITS | (hash >> BLK_BITS_LOG2 | 1) % BLK_BITS << 16;

	return blk_has_avx2(blk_block(true, map, hash), word, k, steps);
}

TARGET_AVX2 ALWAYS_INLINE void
set_avx2(const struct bloom *f, const struct bloom_map *map, const struct steps_avx2 *steps, uint64_t hash)
{
	__m256i *block = (void *)blk_block(true, map, hash);
	const uint8_t *low = low_words(f, hash);
	const __m256i up = _mm256_and_si256(_mm256_set1_epi64x((long long)hash), _mm256_set1_epi64x(63));
	const __m256i down = _mm256_sub_epi64(_mm256_set1_epi64x(64), up);

	(void)steps;
	for (int i = 0; i < 2; i++) {
		const __m256i from_low = _mm256_srlv_epi64(_mm256_loadu_si256((const void *)(low + 32 * i)), down);
		const __m256i from_high = _mm256_sllv_epi64(_mm256_loadu_si256((const void *)(low + 8 + 32 * i)), up);

		_mm256_store_si256(block + i,
		                   _mm256_or_si256(_mm256_load_si256(block + i), _mm256_or_si256(from_low, from_high)));
	}
}

/* h1 and h2 are the first 9 bits of the word's lower and upper half. The bits above them do not change a sum modulo
 * 512. */
TARGET_AVX512 ALWAYS_INLINE bool
has_avx512(const struct bloom_map *map, unsigned k, const struct steps_avx512 *steps, uint64_t hash)
{
	const uint32_t word = (uint32_t)_pdep_u64(hash, (BLK_BITS - 1) | (BLK_BITS - 1) << 16) | 1 << 16;

	return blk_has_avx512(blk_block(true, map, hash), word, k, steps);
}

TARGET_AVX512 ALWAYS_INLINE void
set_avx512(const struct bloom *f, const struct bloom_map *map, const struct steps_avx512 *steps, uint64_t hash)
{
	uint8_t *block = blk_block(true, map, hash);
	const uint8_t *low = low_words(f, hash);
	const __m512i up = _mm512_and_si512(_mm512_set1_epi64((long long)hash), _mm512_set1_epi64(63));
	const __m512i from_low =
		_mm512_srlv_epi64(_mm512_loadu_si512(low), _mm512_sub_epi64(_mm512_set1_epi64(64), up));
	const __m512i from_high = _mm512_sllv_epi64(_mm512_loadu_si512(low + 8), up);

	(void)steps;
	/* the or of three */
	_mm512_store_si512(block, _mm512_ternarylogic_epi64(_mm512_load_si512(block), from_low, from_high, 0xfe));
}

SIMD_LOOP(avx2, TARGET_AVX2, steps_avx2)
SIMD_LOOP(avx512, TARGET_AVX512, steps_avx512)

/* One instance for each kind of hash, by constants. */
TARGET_AVX2 ALWAYS_INLINE size_t
kinds_avx2(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return hit ? HASH_BY_KIND(&f->map.hash, loop_avx2, f, k, keys, n, hit)
	           : HASH_BY_KIND(&f->map.hash, loop_avx2, f, k, keys, n, NULL);
}

TARGET_AVX512 ALWAYS_INLINE size_t
kinds_avx512(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return hit ? HASH_BY_KIND(&f->map.hash, loop_avx512, f, k, keys, n, hit)
	           : HASH_BY_KIND(&f->map.hash, loop_avx512, f, k, keys, n, NULL);
}

TARGET_AVX2 static size_t
keys_avx2(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return bloom_is_k9(f) ? kinds_avx2(f, BLOOM_K, keys, n, hit) : kinds_avx2(f, f->params.hashes, keys, n, hit);
}

TARGET_AVX512 static size_t
keys_avx512(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return bloom_is_k9(f) ? kinds_avx512(f, BLOOM_K, keys, n, hit)
	                      : kinds_avx512(f, f->params.hashes, keys, n, hit);
}

static size_t
simd_keys(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return f->uses_chosen ? keys_avx512(f, keys, n, hit) : keys_avx2(f, keys, n, hit);
}
#else
/* For builds that count lines and for machines without these instructions: nobody can create the filter there. */
static size_t
simd_keys(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	if (hit)
		return blk_contains_keys(f->map.hash.kind, f->map, f->params.hashes, keys, n, hit, BLOOM_ALONE,
		                         bloom_bits_known);
	blk_insert_keys(f->map.hash.kind, f->map, f->params.hashes, keys, n, BLOOM_ALONE, bloom_bits_known);
	return n;
}
#endif

BLOOM_INSERT_AND_CONTAINS(blk_bf_simd, simd_keys)

const struct filter_ops FILTER_OPS(blk_bf_simd) = {
	.name = "blk-bf-simd",
	.title = "blk-BF, one key by AVX2",
	.about = "blk-bf, one key after the other, all bits of it at once (AVX2; AVX-512)",
	.twin = "blk-bf",
	.isa = ISA_AVX2,
	.facts = {.source = __FILE__, .params = {.hashes = 9}, .bits_per_item = 13, .ns = {60, 20, 0}},
	.check = blk_check_blocks,
	.chooses = ISA_AVX512,
	.kind = &simd_kind,
	.size = sizeof(struct patterned),
	BLOOM_OPS(blk_bf_simd),
};
