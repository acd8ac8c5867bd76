/* SPDX-License-Identifier: MIT */
/*
 * vector_avx512.h - a vector of keys with AVX-512: eight of them, each in a lane of 64 bits. vector_avx2.h defines the
 * same for AVX2, and vector_neon.h what its twins need for NEON. variants/cuckoo/cuckoo_vector.h and
 * baselines/peeled/peeled_vector.c have pictures of the code above them.
 */
#ifndef CUCKOOBENCH_VECTOR_AVX512_H
#define CUCKOOBENCH_VECTOR_AVX512_H

#include "core/hash_vector.h"

enum { VECTOR_LANES = 8 };

#ifdef ISA_X86
#define VECTOR_TARGET TARGET_AVX512

typedef uint64_t vector __attribute__((vector_size(64)));
typedef __mmask8 vector_set; /* of lanes */

/* x in every lane. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_all(uint64_t x)
{
	return (vector)_mm512_set1_epi64((long long)x);
}

/* The numbers of the lanes. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_number(void)
{
	return (vector){0, 1, 2, 3, 4, 5, 6, 7};
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_hash(enum hash_kind kind, const struct hash *h, const uint64_t *keys)
{
	return (vector)hash_keys_avx512(kind, h, keys);
}

/* The products of the lanes' low halves. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_product(vector a, vector b)
{
	return (vector)_mm512_mul_epu32((__m512i)a, (__m512i)b);
}

/* v * HASH_MIX. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_mixed(vector v)
{
	return (vector)_mm512_mullo_epi64((__m512i)v, _mm512_set1_epi64((long long)HASH_MIX));
}

/* Treats lanes as pairs of 32 bits; the low half becomes 1 if it is 0. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_or_one(vector v)
{
	return (vector)_mm512_max_epu32((__m512i)v, _mm512_set1_epi64(1));
}

/* v, and v + by where v is below 0, counted modulo 2^64; then v + by is not. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_wrapped(vector v, vector by)
{
	return (vector)_mm512_min_epu64((__m512i)v, (__m512i)(v + by));
}

/* In each lane, the byte of `four` with the number that the lane's value has modulo 4. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_of_four(const uint8_t four[4], vector v)
{
	uint32_t bytes;
	__m512i each;

	memcpy(&bytes, four, sizeof bytes);
	each = _mm512_cvtepu8_epi64(_mm_set1_epi32((int)bytes));
	return (vector)_mm512_permutexvar_epi64((__m512i)v, each); /* by the value modulo 8: the four are there twice */
}

/* a & ~b & c, and mask ? a : b bit by bit: one instruction each. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_and_not_and(vector a, vector b, vector c)
{
	return (vector)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0x20);
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_pick(vector mask, vector a, vector b)
{
	return (vector)_mm512_ternarylogic_epi64((__m512i)mask, (__m512i)a, (__m512i)b, 0xca);
}

/* v shifted to the left by the lanes of `by` mod 64. No bit of v leaves a lane. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_turned(vector v, vector by)
{
	return (vector)_mm512_rolv_epi64((__m512i)v, (__m512i)by);
}

/* Byte k of each lane becomes the lane's byte k % unit, unit <= 8. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_repeat(vector v, unsigned unit)
{
	const uint64_t from = vector_unit(unit);
	const uint64_t high = from + UINT64_C(0x0808080808080808);

	return (vector)_mm512_shuffle_epi8((__m512i)v,
	                                   (__m512i)(vector){from, high, from, high, from, high, from, high});
}

/* The words at these byte offsets. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_gather(const uint8_t *t, vector at)
{
	return (vector)_mm512_i64gather_epi64((__m512i)at, t, 1);
}

/*
 * Short words of a small table, by their numbers. They are put into a vector one by one. A gather takes more of the
 * window that hides the memory's latency. Lookups of ss-cf-avx512 in 192 MiB, with half of the keys present, are a
 * tenth faster than with a gather. As another compiler builds them it is two thirds (Zen 5).
 */
VECTOR_TARGET ALWAYS_INLINE vector
vector_short_words(const uint16_t *table, vector number)
{
	__m128i n = _mm_setzero_si128();
	uint16_t at[8];

	_mm_storeu_si128((__m128i *)(void *)at, _mm512_cvtepi64_epi16((__m512i)number));
	__asm__ volatile("" : : "r"(at) : "memory"); /* as in vector_fetch */
	n = _mm_insert_epi16(n, table[at[0]], 0);
	n = _mm_insert_epi16(n, table[at[1]], 1);
	n = _mm_insert_epi16(n, table[at[2]], 2);
	n = _mm_insert_epi16(n, table[at[3]], 3);
	n = _mm_insert_epi16(n, table[at[4]], 4);
	n = _mm_insert_epi16(n, table[at[5]], 5);
	n = _mm_insert_epi16(n, table[at[6]], 6);
	n = _mm_insert_epi16(n, table[at[7]], 7);
	return (vector)_mm512_cvtepu16_epi64(n);
}

VECTOR_TARGET ALWAYS_INLINE void
vector_store(uint64_t *to, vector v)
{
	_mm512_storeu_si512(to, (__m512i)v);
}

/* The lanes' low halves. */
VECTOR_TARGET ALWAYS_INLINE void
vector_store_halves(uint32_t *to, vector v)
{
	_mm256_storeu_si256((__m256i *)(void *)to, _mm512_cvtepi64_epi32((__m512i)v));
}

/* Which lanes are zero. */
VECTOR_TARGET ALWAYS_INLINE vector_set
vector_zeros(vector v)
{
	return _mm512_testn_epi64_mask((__m512i)v, (__m512i)v);
}

/* One bit per lane. */
VECTOR_TARGET ALWAYS_INLINE unsigned
vector_bits(vector_set set)
{
	return set;
}

/* a in the lanes of the set, b in the others. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_choose(vector_set set, vector a, vector b)
{
	return (vector)_mm512_mask_mov_epi64((__m512i)b, set, (__m512i)a);
}

/* Stores one byte, 0 or 1, per bit. */
VECTOR_TARGET ALWAYS_INLINE void
vector_answer(uint8_t *hit, unsigned found)
{
	_mm_storel_epi64((__m128i *)(void *)hit, _mm_maskz_set1_epi8((__mmask16)found, 1));
}
#endif

#endif
