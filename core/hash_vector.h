/* SPDX-License-Identifier: MIT */
/*
 * hash_vector.h - the default hash of core/hash.h, XXH3 of one 8-byte key with a seed, of several keys at once.
 *
 *      key     --- halves swapped, xor flip(seed) --->  v
 *      v       ^= rotl(v, 49) ^ rotl(v, 24)
 *      v       *= MIX                                   64-bit products: one instruction with AVX-512, three of 32 bits each with AVX2
 *      v       ^= (v >> 35) + 8                         8: the length of the key
 *      v       *= MIX
 *      hash     = v ^ v >> 28
 *
 * The seed comes in by one word, hash.flip. Equal to hash_key bit for bit (tests/unit/test_hash_vector.c). Any other hash is computed one
 * key after the other, and goes through memory into the vector: what a filter does with it is vectors all the same.
 */
#ifndef CUCKOOBENCH_HASH_VECTOR_H
#define CUCKOOBENCH_HASH_VECTOR_H

#include "core/hash.h"
#include "core/isa.h"

#ifdef ISA_X86
#include <immintrin.h>

/* Of 8 keys. */
TARGET_AVX512 ALWAYS_INLINE __m512i
hash_avx512(__m512i key, uint64_t flip)
{
	const __m512i mix = _mm512_set1_epi64((long long)HASH_MIX), length = _mm512_set1_epi64(8);
	__m512i v = _mm512_xor_si512(_mm512_rol_epi64(key, 32), _mm512_set1_epi64((long long)flip));

	v = _mm512_ternarylogic_epi64(v, _mm512_rol_epi64(v, 49), _mm512_rol_epi64(v, 24), 0x96); /* the xor of three */
	v = _mm512_mullo_epi64(v, mix);
	v = _mm512_xor_si512(v, _mm512_add_epi64(_mm512_srli_epi64(v, 35), length));
	v = _mm512_mullo_epi64(v, mix);
	return _mm512_xor_si512(v, _mm512_srli_epi64(v, 28));
}

/* v * HASH_MIX modulo 2^64: low * low, and 2^32 times both mixed products. */
TARGET_AVX2 ALWAYS_INLINE __m256i
hash_mix_avx2(__m256i v)
{
	const __m256i low = _mm256_set1_epi64x((long long)(HASH_MIX & UINT32_MAX)), high = _mm256_set1_epi64x((long long)(HASH_MIX >> 32));
	__m256i mixed = _mm256_add_epi64(_mm256_mul_epu32(v, high), _mm256_mul_epu32(_mm256_srli_epi64(v, 32), low));

	return _mm256_add_epi64(_mm256_mul_epu32(v, low), _mm256_slli_epi64(mixed, 32));
}

/* Of 4 keys. */
TARGET_AVX2 ALWAYS_INLINE __m256i
hash_avx2(__m256i key, uint64_t flip)
{
	/* 24 bits are whole bytes, 49 are not. */
	const __m256i by24 = _mm256_broadcastsi128_si256(_mm_setr_epi8(5, 6, 7, 0, 1, 2, 3, 4, 13, 14, 15, 8, 9, 10, 11, 12));
	__m256i v = _mm256_xor_si256(_mm256_shuffle_epi32(key, 0xb1), _mm256_set1_epi64x((long long)flip)); /* halves 1, 0, 3, 2 */
	__m256i by49 = _mm256_or_si256(_mm256_slli_epi64(v, 49), _mm256_srli_epi64(v, 15));

	v = _mm256_xor_si256(v, _mm256_xor_si256(by49, _mm256_shuffle_epi8(v, by24)));
	v = hash_mix_avx2(v);
	v = _mm256_xor_si256(v, _mm256_add_epi64(_mm256_srli_epi64(v, 35), _mm256_set1_epi64x(8)));
	v = hash_mix_avx2(v);
	return _mm256_xor_si256(v, _mm256_srli_epi64(v, 28));
}

/* Of the 8 keys from `keys` on, by h->kind, which is told as a constant. */
TARGET_AVX512 ALWAYS_INLINE __m512i
hash_keys_avx512(enum hash_kind kind, const struct hash *h, const uint64_t *keys)
{
	uint64_t each[8];

	if (kind == HASH_XXH3)
		return hash_avx512(_mm512_loadu_si512(keys), h->flip);
	for (unsigned i = 0; i < 8; i++)
		each[i] = hash_key_by(kind, h, keys[i]);
	return _mm512_loadu_si512(each);
}

/* Of the 4 from `keys` on. */
TARGET_AVX2 ALWAYS_INLINE __m256i
hash_keys_avx2(enum hash_kind kind, const struct hash *h, const uint64_t *keys)
{
	uint64_t each[4];

	if (kind == HASH_XXH3)
		return hash_avx2(_mm256_loadu_si256((const void *)keys), h->flip);
	for (unsigned i = 0; i < 4; i++)
		each[i] = hash_key_by(kind, h, keys[i]);
	return _mm256_loadu_si256((const void *)each);
}
#endif

#endif
