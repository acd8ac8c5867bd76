/* SPDX-License-Identifier: MIT */
/* peeled_avx2.h - a vector of keys with AVX2, four of them; peeled_vector.h says what for. */
#ifndef CUCKOOBENCH_PEELED_AVX2_H
#define CUCKOOBENCH_PEELED_AVX2_H

#include "core/hash_vector.h"

#ifdef ISA_X86
#define PEELED_TARGET TARGET_AVX2

enum { PEELED_LANES = 4 };
typedef uint64_t peeled_vector __attribute__((vector_size(32)));

PEELED_TARGET ALWAYS_INLINE peeled_vector
peeled_all(uint64_t x)
{
	return (peeled_vector)_mm256_set1_epi64x((long long)x);
}

PEELED_TARGET ALWAYS_INLINE peeled_vector
peeled_hash(enum hash_kind kind, const struct hash *h, const uint64_t *keys)
{
	return (peeled_vector)hash_keys_avx2(kind, h, keys);
}

PEELED_TARGET ALWAYS_INLINE peeled_vector
peeled_product(peeled_vector a, peeled_vector b)
{
	return (peeled_vector)_mm256_mul_epu32((__m256i)a, (__m256i)b);
}

PEELED_TARGET ALWAYS_INLINE peeled_vector
peeled_mixed(peeled_vector h)
{
	return (peeled_vector)hash_mul_avx2((__m256i)h, HASH_MIX);
}

PEELED_TARGET ALWAYS_INLINE peeled_vector
peeled_gather(const uint8_t *data, peeled_vector at)
{
	return (peeled_vector)_mm256_i64gather_epi64((const long long *)(const void *)data, (__m256i)at, 1);
}

PEELED_TARGET ALWAYS_INLINE size_t
peeled_report(peeled_vector sum, uint8_t *hit)
{
	const __m256i equal = _mm256_cmpeq_epi64((__m256i)sum, _mm256_setzero_si256());
	const uint32_t found = (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(equal)),
		       answers = found * UINT32_C(0x00204081) & UINT32_C(0x01010101); /* bit i to byte i */

	memcpy(hit, &answers, sizeof answers);
	return (size_t)__builtin_popcount(found);
}
#endif

#include "baselines/peeled/peeled_vector.h"

#endif
