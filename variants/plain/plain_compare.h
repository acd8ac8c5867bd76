/* SPDX-License-Identifier: MIT */
/*
 * plain_compare.h - is a fingerprint in one of two plain buckets? Both buckets, the comparison and its answer are in
 * one register of two words.
 *
 *      found     | bucket i1 | bucket i2 |     xor with the fingerprint in every field: is a field zero (packed.h)?
 *      answer    |  0 or 1   |     0     |     stored as the key's byte, and added to the count
 *
 * In a lookup all of this waits for memory, and nothing else does. So few instructions are worth while: a core that
 * waits takes in keys until its window is full. On x86-64 vector instructions pay too, even for one key. They wait in
 * queues of their own and leave the integer queues to the hashes of later keys. Zen 5, 192 MiB, gcc 12: 22 million keys
 * a second with the comparison in integer registers, 26 in vector registers, 30 with the answer there as well.
 */
#ifndef CUCKOOBENCH_PLAIN_COMPARE_H
#define CUCKOOBENCH_PLAIN_COMPARE_H

#include "variants/cuckoo/packed.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef uint64_t plain_two __attribute__((vector_size(16)));

/* What is constant for all keys of a loop. */
struct plain_compare {
	uint64_t ones;
	plain_two less, tops; /* to add, instead of subtracting ones; the top bits of the fields */
};

ALWAYS_INLINE struct plain_compare
plain_compare(unsigned f, unsigned b)
{
	const uint64_t ones = packed_ones(f, packed_group(f, b)), tops = ones << (f - 1);
	struct plain_compare c = {ones, {-ones, -ones}, {tops, tops}};

	__asm__("" : "+r"(c.ones)); /* an opaque value: one multiplication; a known one: six instructions */
	return c;
}

/* Group `i` in the low `width` bits. A group of 32 bits is aligned. Only those bits are loaded, so it is never in two
 * lines. */
ALWAYS_INLINE uint64_t
plain_load(const uint8_t *t, size_t i, unsigned width)
{
	uint32_t v;

	if (width != 32)
		return packed_load(t, i, width);
	memcpy(&v, t + i * sizeof v, sizeof v);
	return v;
}

/* Groups i and j. */
ALWAYS_INLINE plain_two
plain_load_two(const uint8_t *t, size_t i, size_t j, unsigned width)
{
#if defined(__SSE2__)
	/* Whole bytes: the second is loaded straight into the upper half, an instruction that clang 14 does not find by
	 * itself. */
	if (__builtin_constant_p(width) && width % 8 == 0 && width != 32) {
		const __m128 first =
			_mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(const void *)(t + i * (width / 8))));

		return (plain_two)_mm_loadh_pi(first, (const __m64 *)(const void *)(t + j * (width / 8)));
	}
#endif
	return (plain_two){plain_load(t, i, width), plain_load(t, j, width)};
}

/* Is p in bucket i, q in bucket j? A non-zero word means yes. */
ALWAYS_INLINE plain_two
plain_find(const struct plain_compare *c, const uint8_t *t, size_t i, uint32_t p, size_t j, uint32_t q, unsigned f,
           unsigned b)
{
	const unsigned g = packed_group(f, b), groups = b / g, width = f * g;
	const plain_two want = {p * c->ones, q * c->ones};
	plain_two found = {0, 0};

	for (unsigned k = 0; k < groups; k++) {
		const plain_two v = plain_load_two(t, i * groups + k, j * groups + k, width) ^ want;

		found |= (v + c->less) & ~v; /* packed_zero_field */
	}
	return found & c->tops;
}

/* Is either word of `found` non-zero? For callers that branch on it. */
ALWAYS_INLINE bool
plain_any(plain_two found)
{
#if defined(__SSE2__)
	return _mm_movemask_epi8(_mm_cmpeq_epi8((__m128i)found, _mm_setzero_si128())) != 0xffff;
#else
	return (found[0] | found[1]) != 0;
#endif
}

/* The number of keys found so far. */
#if defined(__SSE2__)
typedef __m128i plain_count;

ALWAYS_INLINE plain_count
plain_count_none(void)
{
	return _mm_setzero_si128();
}

/* 1 if either word of `found` is not zero, else 0. */
ALWAYS_INLINE __m128i
plain_either(plain_two found)
{
	/* bytes of both words; what is non-zero stays so */
	const __m128i bytes = _mm_packs_epi16((__m128i)found, (__m128i)found);

	return _mm_min_epi16(_mm_sad_epu8(bytes, _mm_setzero_si128()), _mm_set_epi32(0, 0, 0, 1));
}

/* Stores a key's answer to hit[0]. It overwrites hit[1] to hit[3] too, which belong to the next keys. */
ALWAYS_INLINE plain_count
plain_answer_early(plain_count n, uint8_t *hit, plain_two found)
{
	const __m128i answer = plain_either(found);
	const int bytes = _mm_cvtsi128_si32(answer);

	memcpy(hit, &bytes, sizeof bytes);
	return _mm_add_epi64(n, answer);
}

/* The same, but writes hit[0] only. */
ALWAYS_INLINE plain_count
plain_answer(plain_count n, uint8_t *hit, plain_two found)
{
	const __m128i answer = plain_either(found);

	*hit = (uint8_t)_mm_cvtsi128_si32(answer);
	return _mm_add_epi64(n, answer);
}

ALWAYS_INLINE size_t
plain_count_of(plain_count n)
{
	return (size_t)_mm_cvtsi128_si64(n);
}
#else
typedef size_t plain_count;

ALWAYS_INLINE plain_count
plain_count_none(void)
{
	return 0;
}

ALWAYS_INLINE plain_count
plain_answer(plain_count n, uint8_t *hit, plain_two found)
{
	*hit = (found[0] | found[1]) != 0;
	return n + *hit;
}

ALWAYS_INLINE plain_count
plain_answer_early(plain_count n, uint8_t *hit, plain_two found)
{
	return plain_answer(n, hit, found);
}

ALWAYS_INLINE size_t
plain_count_of(plain_count n)
{
	return n;
}
#endif

/* Number of keys whose answers plain_answer_early may store: all of n except the last three. */
ALWAYS_INLINE size_t
plain_early(size_t n)
{
	return n < 4 ? 0 : n - 3;
}

#endif
