/* SPDX-License-Identifier: MIT */
/*
 * bloom_blocks_simd.c - blk-bf-simd and sb-bf-simd: blk-BF and sb-BF, one key after the other as blk-bf and sb-bf, with all bits of that key
 * tested or set at once by AVX2 (bloom_blocks_avx2.h), of blk-BF by AVX-512 where there is (bloom_blocks_avx512.h). It is what an operation
 * costs that is for one key and may use vectors, as public split-block filters do; blk-bf-avx2, sb-bf-avx2 and their like work on many keys at
 * a time.
 *
 *      key --> hash --> block --> bits in a register, against the block --> hit[j]        no branch, nothing across keys
 *
 * blk-BF's bits are a pattern that h2 alone decides, turned left by h1. An insertion takes the pattern from a table of all 256 (h2 is odd),
 * that create makes. To turn it by words is to load it from elsewhere, for each is there twice; then each word is put together from two:
 *
 *      pattern of h2:    | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 |      words of 64 bits
 *      h1 / 64 = 5:                  | low  ..                     |                            8 words, moved right by 64 - h1 % 64
 *                                        | high  ..                    |                        8 words, moved left by h1 % 64
 *
 * Instructions a key (gcc 12; XXH3, of which 13 make the hash):     AVX2   AVX-512
 *      blk-BF    look-up, k = 9                                       49        28       of AVX2's the ninth bit, by itself, takes 8
 *                insertion, any k                                     42        33
 *      sb-BF     look-up                                              28         -       with AVX-512's registers one less, and no
 *                insertion                                            29         -       faster from a third cache
 *
 * In a cache the loops wait for their instructions: with AVX-512 a look-up of blk-BF takes 0.7 times as long as that of a public filter of such
 * blocks, which sets 8 bits, each in a word of its own; with AVX2 1.2 times (Emerald Rapids, 512 KiB). Bits set one after the other take 3
 * times as long as a pattern. From memory a loop has as many keys under way as a core has room for instructions, so the answers are stored
 * alone and summed up behind the loop.
 */
#include "baselines/bloom_blocks_avx2.h"
#include "baselines/bloom_blocks_avx512.h"

/* Rows by (511 - h2) / 2, so that one mask of the hash's complement makes a row's offset and within it that of the low words. */
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

static const struct bloom_kind blk_simd_kind = {
	.unit = BLK_BYTES, .per_byte = 8, .clones = ISA_AVX512, .size = sizeof(struct patterned), .prepare = make_patterns};

#if defined(ISA_X86) && !defined(FILTER_TRACED)
/* The low words of a key's pattern; the high ones begin a word further on. Of the hash, bits 6 to 8 are h1 / 64 and 10 to 17 are h2 / 2. */
TARGET_AVX2 ALWAYS_INLINE const uint8_t *
low_words(const struct bloom *f, uint64_t hash)
{
	const uint64_t rows = (PATTERNS - 1) * sizeof ((const struct patterned *)f)->pattern[0], words = (BLOCK_WORDS - 1) * sizeof(uint64_t);

	return (const uint8_t *)((const struct patterned *)f)->pattern + _andn_u64(shift_bmi2(hash, 3), rows | words);
}

TARGET_AVX2 ALWAYS_INLINE uint8_t *
block_512(const struct bloom_map *map, uint64_t hash)
{
	return map->data + mul_high_bmi2(hash, map->m) * BLK_BYTES;
}

TARGET_AVX2 ALWAYS_INLINE bool
has_avx2(const struct bloom_map *map, enum block_form form, unsigned k, const struct steps_avx2 *steps, uint64_t hash)
{
	const struct blk_place p = blk_locate(map, hash);

	if (form == BLOCK_SPLIT)
		return has_split_avx2(split_locate(map, hash).block, hash);
	return has_512_avx2(block_512(map, hash), p.h1 % BLK_BITS | p.h2 % BLK_BITS << 16, k, steps);
}

TARGET_AVX2 ALWAYS_INLINE void
set_avx2(const struct bloom *f, const struct bloom_map *map, enum block_form form, uint64_t hash)
{
	__m256i *block, up, down;
	const uint8_t *low;

	if (form == BLOCK_SPLIT) {
		set_split_avx2(split_locate(map, hash).block, hash);
		return;
	}
	block = (void *)block_512(map, hash);
	low = low_words(f, hash);
	up = _mm256_and_si256(_mm256_set1_epi64x((long long)hash), _mm256_set1_epi64x(63));
	down = _mm256_sub_epi64(_mm256_set1_epi64x(64), up);
	for (int i = 0; i < 2; i++) {
		const __m256i from_low = _mm256_srlv_epi64(_mm256_loadu_si256((const void *)(low + 32 * i)), down);
		const __m256i from_high = _mm256_sllv_epi64(_mm256_loadu_si256((const void *)(low + 8 + 32 * i)), up);

		_mm256_store_si256(block + i, _mm256_or_si256(_mm256_load_si256(block + i), _mm256_or_si256(from_low, from_high)));
	}
}

/* h1 and h2 are the first 9 bits of the word's lower half and of its upper. What lies above them does not change a sum modulo 512. */
TARGET_AVX512 ALWAYS_INLINE bool
has_avx512(const struct bloom_map *map, enum block_form form, unsigned k, const struct steps_avx512 *steps, uint64_t hash)
{
	const uint32_t word = (uint32_t)_pdep_u64(hash, (BLK_BITS - 1) | (BLK_BITS - 1) << 16) | 1 << 16;

	(void)form; /* always BLOCK_512 */
	return has_512_avx512(block_512(map, hash), word, k, steps);
}

TARGET_AVX512 ALWAYS_INLINE void
set_avx512(const struct bloom *f, const struct bloom_map *map, enum block_form form, uint64_t hash)
{
	uint8_t *block = block_512(map, hash);
	const uint8_t *low = low_words(f, hash);
	const __m512i up = _mm512_and_si512(_mm512_set1_epi64((long long)hash), _mm512_set1_epi64(63));
	const __m512i from_low = _mm512_srlv_epi64(_mm512_loadu_si512(low), _mm512_sub_epi64(_mm512_set1_epi64(64), up));
	const __m512i from_high = _mm512_sllv_epi64(_mm512_loadu_si512(low + 8), up);

	(void)form; /* always BLOCK_512 */
	_mm512_store_si512(block, _mm512_ternarylogic_epi64(_mm512_load_si512(block), from_low, from_high, 0xfe)); /* the or of three */
}

/* The sum of n answers of 0 or 1. Not inlined: it would take registers from the loop before. */
TARGET_AVX2 static __attribute__((noinline)) size_t
sum_of(const uint8_t *hit, size_t n)
{
	__m256i sums = _mm256_setzero_si256();
	uint64_t sum[4], hits = 0;
	size_t j = 0;

	for (; j + 32 <= n; j += 32)
		sums = _mm256_add_epi64(sums, _mm256_sad_epu8(_mm256_loadu_si256((const void *)(hit + j)), _mm256_setzero_si256()));
	for (; j < n; j++)
		hits += hit[j];
	_mm256_storeu_si256((void *)sum, sums);
	return hits + sum[0] + sum[1] + sum[2] + sum[3];
}

/* The loops over keys, for each instruction set. hit == NULL: inserts them. */
#define LOOP(x, TARGET)                                                                                                                    \
	TARGET ALWAYS_INLINE size_t loop_##x(const struct bloom *f, enum block_form form, enum hash_kind kind, unsigned k,                 \
	                                     const uint64_t *keys, size_t n, uint8_t *hit)                                                 \
	{                                                                                                                                  \
		const struct steps_##x steps = steps_##x(k);                                                                               \
		const struct bloom_map map = f->map;                                                                                       \
                                                                                                                                           \
		if (!hit) {                                                                                                                \
			for (size_t j = 0; j < n; j++)                                                                                     \
				set_##x(f, &map, form, hash_key_bmi2(kind, &map.hash, keys[j]));                                           \
			return n;                                                                                                          \
		}                                                                                                                          \
		_Pragma("GCC unroll 4") for (size_t j = 0; j < n; j++)                                                                     \
			hit[j] = has_##x(&map, form, k, &steps, hash_key_bmi2(kind, &map.hash, keys[j]));                                  \
		return sum_of(hit, n);                                                                                                     \
	}
LOOP(avx2, TARGET_AVX2)
LOOP(avx512, TARGET_AVX512)

/* Instances by constants. */
#define LOOK_UP(kind) LOOP_ISA(f, form, kind, k, keys, n, hit)
#define INSERT(kind) LOOP_ISA(f, form, kind, k, keys, n, NULL)
#define LOOP_ISA loop_avx2
TARGET_AVX2 ALWAYS_INLINE size_t
kinds_avx2(const struct bloom *f, enum block_form form, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return hit ? HASH_INSTANCES(&f->map.hash, LOOK_UP) : HASH_INSTANCES(&f->map.hash, INSERT);
}
#undef LOOP_ISA
#define LOOP_ISA loop_avx512
TARGET_AVX512 ALWAYS_INLINE size_t
kinds_avx512(const struct bloom *f, enum block_form form, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return hit ? HASH_INSTANCES(&f->map.hash, LOOK_UP) : HASH_INSTANCES(&f->map.hash, INSERT);
}
#undef LOOP_ISA
#undef LOOK_UP
#undef INSERT

#define INSTANCE(id, x, TARGET, form, k)                                                                                                   \
	TARGET static size_t id##_##x(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)                                 \
	{                                                                                                                                  \
		return kinds_##x(f, form, k, keys, n, hit);                                                                                \
	}
INSTANCE(k9, avx2, TARGET_AVX2, BLOCK_512, BLOOM_K)
INSTANCE(any, avx2, TARGET_AVX2, BLOCK_512, f->params.hashes)
INSTANCE(split, avx2, TARGET_AVX2, BLOCK_SPLIT, SPLIT_WORDS)
INSTANCE(k9, avx512, TARGET_AVX512, BLOCK_512, BLOOM_K)
INSTANCE(any, avx512, TARGET_AVX512, BLOCK_512, f->params.hashes)

static size_t
simd_keys(const struct bloom *f, enum block_form form, const uint64_t *keys, size_t n, uint8_t *hit)
{
	if (form == BLOCK_SPLIT)
		return split_avx2(f, keys, n, hit);
	if (bloom_is_k9(f))
		return f->uses_clones ? k9_avx512(f, keys, n, hit) : k9_avx2(f, keys, n, hit);
	return f->uses_clones ? any_avx512(f, keys, n, hit) : any_avx2(f, keys, n, hit);
}
#else
/* What counts lines, and machines whose instructions these are not, so that nobody can create it. */
static size_t
simd_keys(const struct bloom *f, enum block_form form, const uint64_t *keys, size_t n, uint8_t *hit)
{
	if (form == BLOCK_SPLIT) {
		if (hit)
			return split_contains_keys(f->map, f->map.hash.kind, keys, n, hit);
		split_insert_keys(f->map, f->map.hash.kind, keys, n);
	} else {
		if (hit)
			return blk_contains_keys(f->map, f->map.hash.kind, f->params.hashes, keys, n, hit, BLOOM_ALONE);
		blk_insert_keys(f->map, f->map.hash.kind, f->params.hashes, keys, n, BLOOM_ALONE);
	}
	return n;
}
#endif

BLOCKS_INSERT_AND_CONTAINS(blk_bf_simd, BLOCK_512, simd_keys)
BLOCKS_INSERT_AND_CONTAINS(sb_bf_simd, BLOCK_SPLIT, simd_keys)

const struct filter_ops FILTER_OPS(blk_bf_simd) = {
	.name = "blk-bf-simd", .title = "blk-BF, one key by AVX2",
	.about = "blk-bf, one key after the other, all bits of it at once (AVX2; AVX-512)",
	.twin = "blk-bf", .isa = ISA_AVX2,
	.facts = {.source = __FILE__, .params = {.hashes = 9}, .bits_per_item = 13, .ns = {60, 20, 0}},
	.info = bloom_info, .check = blk_check_blocks, .save = bloom_save,
	.kind = &blk_simd_kind,
	BLOOM_OPS(blk_bf_simd),
};

const struct filter_ops FILTER_OPS(sb_bf_simd) = {
	.name = "sb-bf-simd", .title = "sb-BF, one key by AVX2",
	.about = "sb-bf, one key after the other, all bits of it at once (AVX2)",
	.twin = "sb-bf", .isa = ISA_AVX2,
	.facts = {.source = __FILE__, .params = {.hashes = 8}, .bits_per_item = 13, .ns = {30, 15, 0}},
	.info = bloom_info, .check = split_check, .save = bloom_save,
	.kind = &sb_kind,
	BLOOM_OPS(sb_bf_simd),
};
