/* SPDX-License-Identifier: MIT */
/*
 * hash_vector.h - the inlined hashes of core/hash.h, for several 8-byte keys at once.
 *
 *      XXH3     key  --- halves swapped, xor flip --->  v
 *               v       ^= rotl(v, 49) ^ rotl(v, 24)
 *               v       *= MIX                                64-bit products: one instruction with AVX-512, three of
 *                                                             32 bits each with AVX2
 *               v       ^= (v >> 35) + 8                      8: the length of the key
 *               v       *= MIX
 *               hash     = v ^ v >> 28
 *
 *      CityHash64, multiply-shift: as in core/hash.h; the latter's 128-bit product has digits of 32 bits
 *
 * Equal to hash_key lane by lane (tests/unit/test_hash_vector.c). Any other hash is computed one key after the other,
 * and goes through memory into the vector.
 */
#ifndef CUCKOOBENCH_HASH_VECTOR_H
#define CUCKOOBENCH_HASH_VECTOR_H

#include "core/hash.h"
#include "core/isa.h"

#ifdef ISA_X86
#include <immintrin.h>

TARGET_AVX512 ALWAYS_INLINE __m512i
hash_xxh3_avx512(__m512i key, const struct hash *h)
{
	const __m512i mix = _mm512_set1_epi64((long long)HASH_MIX), length = _mm512_set1_epi64(8);
	__m512i v = _mm512_xor_si512(_mm512_rol_epi64(key, 32), _mm512_set1_epi64((long long)h->flip));

	v = _mm512_ternarylogic_epi64(v, _mm512_rol_epi64(v, 49), _mm512_rol_epi64(v, 24), 0x96); /* the xor of three */
	v = _mm512_mullo_epi64(v, mix);
	v = _mm512_xor_si512(v, _mm512_add_epi64(_mm512_srli_epi64(v, 35), length));
	v = _mm512_mullo_epi64(v, mix);
	return _mm512_xor_si512(v, _mm512_srli_epi64(v, 28));
}

TARGET_AVX512 ALWAYS_INLINE __m512i
hash_city_mix_avx512(__m512i low, __m512i high, uint64_t mul)
{
	const __m512i by = _mm512_set1_epi64((long long)mul);
	__m512i a = _mm512_mullo_epi64(_mm512_xor_si512(low, high), by), b;

	a = _mm512_xor_si512(a, _mm512_srli_epi64(a, 47));
	b = _mm512_mullo_epi64(_mm512_xor_si512(high, a), by);
	b = _mm512_xor_si512(b, _mm512_srli_epi64(b, 47));
	return _mm512_mullo_epi64(b, by);
}

TARGET_AVX512 ALWAYS_INLINE __m512i
hash_city_avx512(__m512i key, const struct hash *h)
{
	const __m512i k2 = _mm512_set1_epi64((long long)HASH_CITY_K2),
		      mul = _mm512_set1_epi64((long long)HASH_CITY_MUL);
	const __m512i a = _mm512_add_epi64(key, k2),
		      c = _mm512_add_epi64(_mm512_mullo_epi64(_mm512_ror_epi64(key, 37), mul), a);
	const __m512i d = _mm512_mullo_epi64(_mm512_add_epi64(_mm512_ror_epi64(a, 25), key), mul);
	const __m512i unseeded = _mm512_sub_epi64(hash_city_mix_avx512(c, d, HASH_CITY_MUL), k2);

	return hash_city_mix_avx512(unseeded, _mm512_set1_epi64((long long)h->seed), HASH_CITY_SEEDED);
}

TARGET_AVX512 ALWAYS_INLINE __m512i
hash_mulshift_avx512(__m512i key, const struct hash *h)
{
	const __m512i a = _mm512_set1_epi64((long long)h->a[1]), digit = _mm512_set1_epi64(UINT32_MAX),
		      b = _mm512_set1_epi64((long long)h->b[1]);
	const __m512i high_key = _mm512_srli_epi64(key, 32), high_a = _mm512_srli_epi64(a, 32);
	const __m512i low = _mm512_mul_epu32(key, a);
	const __m512i one = _mm512_add_epi64(_mm512_mul_epu32(high_key, a), _mm512_srli_epi64(low, 32));
	const __m512i two = _mm512_add_epi64(_mm512_mul_epu32(key, high_a), _mm512_and_si512(one, digit));
	const __m512i high = _mm512_add_epi64(_mm512_mul_epu32(high_key, high_a),
	                                      _mm512_add_epi64(_mm512_srli_epi64(one, 32), _mm512_srli_epi64(two, 32)));
	const __m512i sum =
		_mm512_add_epi64(_mm512_or_si512(_mm512_slli_epi64(two, 32), _mm512_and_si512(low, digit)), b);
	const __m512i rest = _mm512_add_epi64(_mm512_mullo_epi64(key, _mm512_set1_epi64((long long)h->a[0])),
	                                      _mm512_set1_epi64((long long)h->b[0]));
	const __m512i whole = _mm512_add_epi64(high, rest);

	/* the carry */
	return _mm512_mask_add_epi64(whole, _mm512_cmplt_epu64_mask(sum, b), whole, _mm512_set1_epi64(1));
}

/* v * by modulo 2^64: low * low, and 2^32 times both mixed products. */
TARGET_AVX2 ALWAYS_INLINE __m256i
hash_mul_avx2(__m256i v, uint64_t by)
{
	const __m256i low = _mm256_set1_epi64x((long long)(by & UINT32_MAX)),
		      high = _mm256_set1_epi64x((long long)(by >> 32));
	__m256i mixed = _mm256_add_epi64(_mm256_mul_epu32(v, high), _mm256_mul_epu32(_mm256_srli_epi64(v, 32), low));

	return _mm256_add_epi64(_mm256_mul_epu32(v, low), _mm256_slli_epi64(mixed, 32));
}

TARGET_AVX2 ALWAYS_INLINE __m256i
hash_xxh3_avx2(__m256i key, const struct hash *h)
{
	/* 24 bits are whole bytes, 49 are not. */
	const __m256i by24 =
		_mm256_broadcastsi128_si256(_mm_setr_epi8(5, 6, 7, 0, 1, 2, 3, 4, 13, 14, 15, 8, 9, 10, 11, 12));
	/* halves 1, 0, 3, 2 */
	__m256i v = _mm256_xor_si256(_mm256_shuffle_epi32(key, 0xb1), _mm256_set1_epi64x((long long)h->flip));
	__m256i by49 = _mm256_or_si256(_mm256_slli_epi64(v, 49), _mm256_srli_epi64(v, 15));

	v = _mm256_xor_si256(v, _mm256_xor_si256(by49, _mm256_shuffle_epi8(v, by24)));
	v = hash_mul_avx2(v, HASH_MIX);
	v = _mm256_xor_si256(v, _mm256_add_epi64(_mm256_srli_epi64(v, 35), _mm256_set1_epi64x(8)));
	v = hash_mul_avx2(v, HASH_MIX);
	return _mm256_xor_si256(v, _mm256_srli_epi64(v, 28));
}

TARGET_AVX2 ALWAYS_INLINE __m256i
hash_city_mix_avx2(__m256i low, __m256i high, uint64_t mul)
{
	__m256i a = hash_mul_avx2(_mm256_xor_si256(low, high), mul), b;

	a = _mm256_xor_si256(a, _mm256_srli_epi64(a, 47));
	b = hash_mul_avx2(_mm256_xor_si256(high, a), mul);
	b = _mm256_xor_si256(b, _mm256_srli_epi64(b, 47));
	return hash_mul_avx2(b, mul);
}

TARGET_AVX2 ALWAYS_INLINE __m256i
hash_city_avx2(__m256i key, const struct hash *h)
{
	const __m256i k2 = _mm256_set1_epi64x((long long)HASH_CITY_K2), a = _mm256_add_epi64(key, k2);
	const __m256i key37 = _mm256_or_si256(_mm256_srli_epi64(key, 37), _mm256_slli_epi64(key, 27));
	const __m256i a25 = _mm256_or_si256(_mm256_srli_epi64(a, 25), _mm256_slli_epi64(a, 39));
	const __m256i c = _mm256_add_epi64(hash_mul_avx2(key37, HASH_CITY_MUL), a);
	const __m256i d = hash_mul_avx2(_mm256_add_epi64(a25, key), HASH_CITY_MUL);
	const __m256i unseeded = _mm256_sub_epi64(hash_city_mix_avx2(c, d, HASH_CITY_MUL), k2);

	return hash_city_mix_avx2(unseeded, _mm256_set1_epi64x((long long)h->seed), HASH_CITY_SEEDED);
}

TARGET_AVX2 ALWAYS_INLINE __m256i
hash_mulshift_avx2(__m256i key, const struct hash *h)
{
	const __m256i a = _mm256_set1_epi64x((long long)h->a[1]), digit = _mm256_set1_epi64x(UINT32_MAX),
		      b = _mm256_set1_epi64x((long long)h->b[1]);
	const __m256i top = _mm256_set1_epi64x(INT64_MIN); /* only signed words can be compared */
	const __m256i high_key = _mm256_srli_epi64(key, 32), high_a = _mm256_srli_epi64(a, 32);
	const __m256i low = _mm256_mul_epu32(key, a);
	const __m256i one = _mm256_add_epi64(_mm256_mul_epu32(high_key, a), _mm256_srli_epi64(low, 32));
	const __m256i two = _mm256_add_epi64(_mm256_mul_epu32(key, high_a), _mm256_and_si256(one, digit));
	const __m256i high = _mm256_add_epi64(_mm256_mul_epu32(high_key, high_a),
	                                      _mm256_add_epi64(_mm256_srli_epi64(one, 32), _mm256_srli_epi64(two, 32)));
	const __m256i sum =
		_mm256_add_epi64(_mm256_or_si256(_mm256_slli_epi64(two, 32), _mm256_and_si256(low, digit)), b);
	const __m256i rest = _mm256_add_epi64(hash_mul_avx2(key, h->a[0]), _mm256_set1_epi64x((long long)h->b[0]));
	/* -1 per carry */
	const __m256i carry = _mm256_cmpgt_epi64(_mm256_xor_si256(b, top), _mm256_xor_si256(sum, top));

	return _mm256_sub_epi64(_mm256_add_epi64(high, rest), carry);
}

/* The hashes of the 8 keys at `keys`, by h->kind, which the caller passes as a constant. */
TARGET_AVX512 ALWAYS_INLINE __m512i
hash_keys_avx512(enum hash_kind kind, const struct hash *h, const uint64_t *keys)
{
	const __m512i key = _mm512_loadu_si512(keys);
	uint64_t each[8];

	if (kind == HASH_XXH3)
		return hash_xxh3_avx512(key, h);
	if (kind == HASH_CITY)
		return hash_city_avx512(key, h);
	if (kind == HASH_MULSHIFT)
		return hash_mulshift_avx512(key, h);
	for (unsigned i = 0; i < 8; i++)
		each[i] = hash_key_other(h, keys[i]);
	return _mm512_loadu_si512(each);
}

/* The same for the 4 keys at `keys`. */
TARGET_AVX2 ALWAYS_INLINE __m256i
hash_keys_avx2(enum hash_kind kind, const struct hash *h, const uint64_t *keys)
{
	const __m256i key = _mm256_loadu_si256((const void *)keys);
	uint64_t each[4];

	if (kind == HASH_XXH3)
		return hash_xxh3_avx2(key, h);
	if (kind == HASH_CITY)
		return hash_city_avx2(key, h);
	if (kind == HASH_MULSHIFT)
		return hash_mulshift_avx2(key, h);
	for (unsigned i = 0; i < 4; i++)
		each[i] = hash_key_other(h, keys[i]);
	return _mm256_loadu_si256((const void *)each);
}
#endif

/* The first eight bytes of a value's lowest 1, 2 or 3, over and over, by number: for vector_repeat. */
ALWAYS_INLINE uint64_t
vector_unit(unsigned unit)
{
	return unit == 1 ? 0 : unit == 2 ? UINT64_C(0x0100010001000100) : UINT64_C(0x0100020100020100);
}

#endif
