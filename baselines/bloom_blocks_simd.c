/* SPDX-License-Identifier: MIT */
/*
 * bloom_blocks_simd.c - blk-bf-simd and sb-bf-simd: blk-BF and sb-BF, one key after the other as blk-bf and sb-bf, with all bits of that key
 * tested at once by AVX2 (bloom_blocks_avx2.h). It is what a look-up costs that asks for one key and may use vectors, as public split-block
 * filters do; blk-bf-avx2 and sb-bf-avx2 work on many keys at a time.
 *
 *      key --> hash --> block --> bits in a register, against the block --> hit[j]        no branch, nothing across keys
 *
 * From memory such a loop has as many keys under way as a core has room for instructions, so the answers are stored alone and summed up behind
 * the loop. sb-BF takes 29 instructions a key (gcc 12; clang 14: 27), of which 15 make the hash. blk-BF takes 42 with k = 9, of which its
 * ninth bit, by itself, takes 8.
 *
 * An item's 8 bits are set at once in sb-BF; in blk-BF one after the other, for putting nine bits into two registers takes longer.
 */
#include "baselines/bloom_blocks_avx2.h"

#if defined(ISA_X86) && !defined(FILTER_TRACED)
#define SIMD_TARGET TARGET_AVX2

SIMD_TARGET ALWAYS_INLINE bool
simd_has(const struct bloom_map *map, enum block_form form, unsigned k, const struct blocks_steps *steps, uint64_t hash)
{
	struct blk_place p;

	if (form == BLOCK_SPLIT)
		return has_split(split_locate(map, hash).block, hash);
	p = blk_locate(map, hash);
	return has_512(p.block, p.h1 % BLK_BITS | p.h2 % BLK_BITS << 16, k, steps);
}

/* The sum of n answers of 0 or 1. Not inlined: it would take registers from the loop before. */
SIMD_TARGET static __attribute__((noinline)) size_t
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

SIMD_TARGET ALWAYS_INLINE size_t
simd_contains_keys(const struct bloom_map map, enum block_form form, enum hash_kind kind, unsigned k, const uint64_t *keys, size_t n,
                   uint8_t *hit)
{
	const struct blocks_steps steps = blocks_steps(k);

#pragma GCC unroll 4
	for (size_t j = 0; j < n; j++)
		hit[j] = simd_has(&map, form, k, &steps, hash_key_by(kind, &map.hash, keys[j]));
	return sum_of(hit, n);
}

SIMD_TARGET ALWAYS_INLINE void
simd_insert_keys(const struct bloom_map map, enum block_form form, enum hash_kind kind, unsigned k, const uint64_t *keys, size_t n)
{
	if (form == BLOCK_512) {
		blk_insert_keys(map, kind, k, keys, n, BLOOM_ALONE);
		return;
	}
	for (size_t j = 0; j < n; j++) {
		const struct split_place p = split_locate(&map, hash_key_by(kind, &map.hash, keys[j]));
		__m256i *words = (void *)p.block;

		_mm256_store_si256(words, _mm256_or_si256(_mm256_load_si256(words), split_bits(p.x)));
	}
}
#else
#define SIMD_TARGET

ALWAYS_INLINE size_t
simd_contains_keys(const struct bloom_map map, enum block_form form, enum hash_kind kind, unsigned k, const uint64_t *keys, size_t n,
                   uint8_t *hit)
{
	return form == BLOCK_512 ? blk_contains_keys(map, kind, k, keys, n, hit, BLOOM_ALONE) : split_contains_keys(map, kind, keys, n, hit);
}

ALWAYS_INLINE void
simd_insert_keys(const struct bloom_map map, enum block_form form, enum hash_kind kind, unsigned k, const uint64_t *keys, size_t n)
{
	if (form == BLOCK_512)
		blk_insert_keys(map, kind, k, keys, n, BLOOM_ALONE);
	else
		split_insert_keys(map, kind, keys, n);
}
#endif

SIMD_TARGET ALWAYS_INLINE size_t
simd_contains(const struct bloom *f, enum block_form form, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define LOOK_UP(kind) simd_contains_keys(f->map, form, kind, k, keys, n, hit)
	return HASH_INSTANCES(&f->map.hash, LOOK_UP);
#undef LOOK_UP
}

SIMD_TARGET ALWAYS_INLINE void
simd_insert(const struct bloom *f, enum block_form form, unsigned k, const uint64_t *keys, size_t n)
{
#define INSERT(kind) simd_insert_keys(f->map, form, kind, k, keys, n)
	HASH_INSTANCES(&f->map.hash, INSERT);
#undef INSERT
}

SIMD_TARGET static size_t
blk_bf_simd_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct bloom *f = (const struct bloom *)base;

	if (bloom_is_k9(f))
		return simd_contains(f, BLOCK_512, BLOOM_K, keys, n, hit);
	return simd_contains(f, BLOCK_512, f->params.hashes, keys, n, hit);
}

SIMD_TARGET static size_t
blk_bf_simd_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct bloom *f = (struct bloom *)base;

	if (bloom_is_k9(f))
		simd_insert(f, BLOCK_512, BLOOM_K, keys, n);
	else
		simd_insert(f, BLOCK_512, f->params.hashes, keys, n);
	f->items += n;
	return n;
}

SIMD_TARGET static size_t
sb_bf_simd_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return simd_contains((const struct bloom *)base, BLOCK_SPLIT, SPLIT_WORDS, keys, n, hit);
}

SIMD_TARGET static size_t
sb_bf_simd_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct bloom *f = (struct bloom *)base;

	simd_insert(f, BLOCK_SPLIT, SPLIT_WORDS, keys, n);
	f->items += n;
	return n;
}

const struct filter_ops FILTER_OPS(blk_bf_simd) = {
	.name = "blk-bf-simd", .title = "blk-BF, one key by AVX2",
	.about = "blk-bf, one key after the other, 8 bits of it tested at once (AVX2)",
	.twin = "blk-bf", .isa = ISA_AVX2,
	.facts = {.source = __FILE__, .params = {.hashes = 9}, .bits_per_item = 13, .ns = {60, 20, 0}},
	.info = bloom_info, .check = blk_check_blocks, .save = bloom_save,
	.kind = &blk_kind,
	BLOOM_OPS(blk_bf_simd),
};

const struct filter_ops FILTER_OPS(sb_bf_simd) = {
	.name = "sb-bf-simd", .title = "sb-BF, one key by AVX2",
	.about = "sb-bf, one key after the other, all bits of it tested at once (AVX2)",
	.twin = "sb-bf", .isa = ISA_AVX2,
	.facts = {.source = __FILE__, .params = {.hashes = 8}, .bits_per_item = 13, .ns = {30, 15, 0}},
	.info = bloom_info, .check = split_check, .save = bloom_save,
	.kind = &sb_kind,
	BLOOM_OPS(sb_bf_simd),
};
