/* SPDX-License-Identifier: MIT */
/* peeled_avx512.h - a vector of keys with AVX-512, eight of them; peeled_vector.h says what for. */
#ifndef CUCKOOBENCH_PEELED_AVX512_H
#define CUCKOOBENCH_PEELED_AVX512_H

#include "core/hash_vector.h"

#ifdef ISA_X86
#define PEELED_TARGET TARGET_AVX512

enum { PEELED_LANES = 8 };
typedef uint64_t peeled_vector __attribute__((vector_size(64)));

PEELED_TARGET ALWAYS_INLINE peeled_vector
peeled_all(uint64_t x)
{
	return (peeled_vector)_mm512_set1_epi64((long long)x);
}

PEELED_TARGET ALWAYS_INLINE peeled_vector
peeled_hash(enum hash_kind kind, const struct hash *h, const uint64_t *keys)
{
	return (peeled_vector)hash_keys_avx512(kind, h, keys);
}

PEELED_TARGET ALWAYS_INLINE peeled_vector
peeled_product(peeled_vector a, peeled_vector b)
{
	return (peeled_vector)_mm512_mul_epu32((__m512i)a, (__m512i)b);
}

PEELED_TARGET ALWAYS_INLINE peeled_vector
peeled_mixed(peeled_vector h)
{
	return (peeled_vector)_mm512_mullo_epi64((__m512i)h, _mm512_set1_epi64((long long)HASH_MIX));
}

PEELED_TARGET ALWAYS_INLINE peeled_vector
peeled_gather(const uint8_t *data, peeled_vector at)
{
	return (peeled_vector)_mm512_i64gather_epi64((__m512i)at, data, 1);
}

PEELED_TARGET ALWAYS_INLINE size_t
peeled_report(peeled_vector sum, uint8_t *hit)
{
	const __mmask8 found = _mm512_testn_epi64_mask((__m512i)sum, (__m512i)sum);

	_mm_storel_epi64((void *)hit, _mm_maskz_set1_epi8(found, 1));
	return (size_t)__builtin_popcount(found);
}
#endif

#include "baselines/peeled/peeled_vector.h"

#endif
