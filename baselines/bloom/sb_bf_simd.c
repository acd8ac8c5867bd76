/* SPDX-License-Identifier: MIT */
/*
 * sb_bf_simd.c - sb-BF, one key after the other (bloom_simd.h), with all bits of that key tested or set at once by AVX2
 * (bloom_split_avx2.h).
 *
 * Instructions a key (gcc 12; XXH3, which takes 13): 28 for a lookup, 29 for an insertion. AVX-512's registers save one
 * instruction, and are no faster from a third-level cache.
 */
#include "baselines/bloom/bloom_blocks.h"
#include "baselines/bloom/bloom_simd.h"
#include "baselines/bloom/bloom_split_avx2.h"

#ifdef ISA_X86
TARGET_AVX2 ALWAYS_INLINE bool
has_avx2(const struct bloom_map *map, unsigned k, const struct salt_avx2 *salt, uint64_t hash)
{
	(void)k;
	return split_has_avx2(split_locate(map, hash).block, hash, salt);
}

TARGET_AVX2 ALWAYS_INLINE void
set_avx2(const struct bloom *f, const struct bloom_map *map, const struct salt_avx2 *salt, uint64_t hash)
{
	(void)f;
	split_set_avx2(split_locate(map, hash).block, hash, salt);
}

SIMD_LOOP(avx2, TARGET_AVX2, salt_avx2)

TARGET_AVX2 static size_t
simd_keys(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return hit ? HASH_BY_KIND(&f->map.hash, loop_avx2, f, SPLIT_WORDS, keys, n, hit)
	           : HASH_BY_KIND(&f->map.hash, loop_avx2, f, SPLIT_WORDS, keys, n, NULL);
}
#else
/* For builds that count lines and for machines without these instructions: nobody can create the filter there. */
static size_t
simd_keys(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	if (hit)
		return split_contains_keys(f->map.hash.kind, f->map, keys, n, hit);
	split_insert_keys(f->map.hash.kind, f->map, keys, n);
	return n;
}
#endif

BLOOM_INSERT_AND_CONTAINS(sb_bf_simd, simd_keys)

const struct filter_ops FILTER_OPS(sb_bf_simd) = {
	.name = "sb-bf-simd",
	.title = "sb-BF, one key by AVX2",
	.about = "sb-bf, one key after the other, all bits of it at once (AVX2)",
	.twin = "sb-bf",
	.isa = ISA_AVX2,
	.facts = {.source = __FILE__, .params = {.hashes = 8}, .bits_per_item = 13, .ns = {30, 15, 0}},
	.check = split_check,
	.kind = &sb_kind,
	BLOOM_OPS(sb_bf_simd),
};
