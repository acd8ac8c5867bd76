/* SPDX-License-Identifier: MIT */
/* vector_avx2.h - a vector of keys with AVX2: four of them. vector_avx512.h documents what is not documented here. */
#ifndef CUCKOOBENCH_VECTOR_AVX2_H
#define CUCKOOBENCH_VECTOR_AVX2_H

#include "core/hash_vector.h"

enum { VECTOR_LANES = 4 };

#ifdef ISA_X86
#define VECTOR_TARGET TARGET_AVX2

typedef uint64_t vector __attribute__((vector_size(32)));
typedef vector vector_set; /* all bits of its lanes */

VECTOR_TARGET ALWAYS_INLINE vector
vector_all(uint64_t x)
{
	return (vector)_mm256_set1_epi64x((long long)x);
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_hash(enum hash_kind kind, const struct hash *h, const uint64_t *keys)
{
	return (vector)hash_keys_avx2(kind, h, keys);
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_product(vector a, vector b)
{
	return (vector)_mm256_mul_epu32((__m256i)a, (__m256i)b);
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_mixed(vector v)
{
	return (vector)hash_mul_avx2((__m256i)v, HASH_MIX);
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_or_one(vector v)
{
	return (vector)_mm256_max_epu32((__m256i)v, _mm256_set1_epi64x(1));
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_wrapped(vector v, vector by)
{
	return (vector)_mm256_blendv_pd((__m256d)v, (__m256d)(v + by), (__m256d)v); /* by the sign */
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_of_four(const uint8_t four[4], vector v)
{
	uint32_t bytes;
	__m256i each;

	memcpy(&bytes, four, sizeof bytes);
	each = _mm256_cvtepu8_epi32(_mm_set1_epi32((int)bytes));
	/* by words of 32 bits, modulo 8: the four are there twice, and upper halves are cleared */
	return (vector)_mm256_permutevar8x32_epi32(each, (__m256i)v) & vector_all(UINT32_MAX);
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_and_not_and(vector a, vector b, vector c)
{
	return a & ~b & c;
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_pick(vector mask, vector a, vector b)
{
	return (mask & a) | (~mask & b);
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_repeat(vector v, unsigned unit)
{
	const uint64_t from = vector_unit(unit);
	const uint64_t high = from + UINT64_C(0x0808080808080808);

	return (vector)_mm256_shuffle_epi8((__m256i)v, (__m256i)(vector){from, high, from, high});
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_gather(const uint8_t *t, vector at)
{
	return (vector)_mm256_i64gather_epi64((const long long *)(const void *)t, (__m256i)at, 1);
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_turned(vector v, vector by)
{
	return (vector)_mm256_sllv_epi64((__m256i)v, (__m256i)(by & vector_all(63)));
}

/* By a gather, whose loads extend past the table's last word: the table has spare entries there. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_short_words(const uint16_t *table, vector number)
{
	return (vector)_mm256_i64gather_epi64((const long long *)(const void *)table, (__m256i)number, 2);
}

VECTOR_TARGET ALWAYS_INLINE void
vector_store(uint64_t *to, vector v)
{
	_mm256_storeu_si256((__m256i *)(void *)to, (__m256i)v);
}

VECTOR_TARGET ALWAYS_INLINE void
vector_store_halves(uint32_t *to, vector v)
{
	const __m256i halves = _mm256_permutevar8x32_epi32((__m256i)v, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));

	_mm_storeu_si128((__m128i *)(void *)to, _mm256_castsi256_si128(halves));
}

VECTOR_TARGET ALWAYS_INLINE vector_set
vector_zeros(vector v)
{
	return (vector)_mm256_cmpeq_epi64((__m256i)v, _mm256_setzero_si256());
}

VECTOR_TARGET ALWAYS_INLINE unsigned
vector_bits(vector_set set)
{
	return (unsigned)_mm256_movemask_pd((__m256d)set);
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_choose(vector_set set, vector a, vector b)
{
	return (vector)_mm256_blendv_epi8((__m256i)b, (__m256i)a, (__m256i)set);
}

VECTOR_TARGET ALWAYS_INLINE void
vector_answer(uint8_t *hit, unsigned found)
{
	const uint32_t bytes = found * 0x00204081 & 0x01010101; /* bit j to bit 8 j: shifts by 0, 7, 14 and 21 */

	memcpy(hit, &bytes, sizeof bytes);
}
#endif

#endif
