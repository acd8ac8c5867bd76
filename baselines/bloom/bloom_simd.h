/* SPDX-License-Identifier: MIT */
/*
 * bloom_simd.h - the loop of the Bloom filters whose bits are on one line: one key after the other, with all bits of
 * that key tested or set at once, as in public split-block filters. blk-bf-avx2, sb-bf-avx2 and the like work on many
 * keys at a time.
 *
 *      key --> hash --> block --> bits in a register, against the block --> hit[j]     no branch, nothing across keys
 *
 * From memory a loop has as many keys in flight as a core has room for instructions. So the loop only stores the
 * answers, and another loop sums them up afterwards.
 */
#ifndef CUCKOOBENCH_BLOOM_SIMD_H
#define CUCKOOBENCH_BLOOM_SIMD_H

#include "baselines/bloom/bloom.h"

#ifdef ISA_X86
#include <immintrin.h>

/* The sum of n answers of 0 or 1. Not inlined: it would take registers from the loop before. */
TARGET_AVX2 static __attribute__((noinline)) size_t
simd_sum(const uint8_t *hit, size_t n)
{
	__m256i sums = _mm256_setzero_si256();
	uint64_t sum[4], hits = 0;
	size_t j = 0;

	for (; j + 32 <= n; j += 32)
		sums = _mm256_add_epi64(
			sums, _mm256_sad_epu8(_mm256_loadu_si256((const void *)(hit + j)), _mm256_setzero_si256()));
	for (; j < n; j++)
		hits += hit[j];
	_mm256_storeu_si256((void *)sum, sums);
	return hits + sum[0] + sum[1] + sum[2] + sum[3];
}

/*
 * The loop by instructions x of TARGET: loop_x(f, kind, k, keys, n, hit); hit == NULL: inserts the keys. It uses
 *
 *      struct STEPS STEPS(k)                   constants for the k bits of a key
 *      has_x(&map, k, &steps, hash)            are they set?
 *      set_x(f, &map, &steps, hash)            sets them
 */
#define SIMD_LOOP(x, TARGET, STEPS)                                                                  \
	TARGET ALWAYS_INLINE size_t loop_##x(enum hash_kind kind, const struct bloom *f, unsigned k, \
	                                     const uint64_t *keys, size_t n, uint8_t *hit)           \
	{                                                                                            \
		const struct STEPS steps = STEPS(k);                                                 \
		const struct bloom_map map = f->map;                                                 \
                                                                                                     \
		if (!hit) {                                                                          \
			for (size_t j = 0; j < n; j++)                                               \
				set_##x(f, &map, &steps, hash_key_bmi2(kind, &map.hash, keys[j]));   \
			return n;                                                                    \
		}                                                                                    \
		_Pragma("GCC unroll 4") for (size_t j = 0; j < n; j++) hit[j] =                      \
			has_##x(&map, k, &steps, hash_key_bmi2(kind, &map.hash, keys[j]));           \
		return simd_sum(hit, n);                                                             \
	}
#endif

#endif
