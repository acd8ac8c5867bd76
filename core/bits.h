/* SPDX-License-Identifier: MIT */
/* bits.h - words and integer arithmetic shared by the filters. Little-endian machines only (asserted below). */
#ifndef CUCKOOBENCH_BITS_H
#define CUCKOOBENCH_BITS_H

#include "core/sanitized.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "packed tables are laid out little-endian");

/* A body that is specialised by constant arguments must be inlined: see variants/cuckoo/cuckoo.h. Builds that are not
 * timed are an exception: all specialisations share the body there, which compiles in a tenth of the time.
 * (Sanitizers check accesses, which are the body's.) */
#if defined(FILTER_TRACED) || defined(FILTER_HOOKED) || SANITIZED_ADDRESSES || SANITIZED_THREADS
#define ALWAYS_INLINE static inline __attribute__((unused))
#else
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#endif

__extension__ typedef unsigned __int128 uint128;

/* Unaligned loads and stores: memcpy, because reading a packed bucket through another pointer type is undefined and was
 * seen miscompiled. Both compilers turn each into one mov. */
ALWAYS_INLINE uint64_t
load64(const uint8_t *p)
{
	uint64_t v;
	memcpy(&v, p, sizeof v);
	return v;
}

/* Loads up to 8 bytes; the first is the word's lowest. */
ALWAYS_INLINE uint64_t
load_bytes(const uint8_t *p, size_t bytes)
{
	uint64_t v = 0;
	memcpy(&v, p, bytes);
	return v;
}

ALWAYS_INLINE void
store64(uint8_t *p, uint64_t v)
{
	memcpy(p, &v, sizeof v);
}

ALWAYS_INLINE uint128
load128(const uint8_t *p)
{
	uint128 v;
	memcpy(&v, p, sizeof v);
	return v;
}

ALWAYS_INLINE void
store128(uint8_t *p, uint128 v)
{
	memcpy(p, &v, sizeof v);
}

/* The low `bits` bits set; bits in 0..64. */
ALWAYS_INLINE uint64_t
low_mask(unsigned bits)
{
	return bits >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << bits) - 1;
}

/* High 64 bits of a * b. */
ALWAYS_INLINE uint64_t
mul_high(uint64_t a, uint64_t b)
{
	return (uint64_t)(((uint128)a * b) >> 64);
}

/*
 * v >> by and mul_high for functions of TARGET_AVX2 (core/isa.h): one instruction of BMI2 each (shrx, mulx). They leave
 * v unchanged and keep the constant in a register, where compilers add a move. On other processors they are plain C.
 */
ALWAYS_INLINE uint64_t
shift_bmi2(uint64_t v, uint64_t by)
{
#if defined(__x86_64__)
	uint64_t shifted;

	__asm__("shrx %2, %1, %0" : "=r"(shifted) : "r"(v), "r"(by));
	return shifted;
#else
	return v >> by;
#endif
}

ALWAYS_INLINE uint64_t
mul_high_bmi2(uint64_t v, uint64_t by)
{
#if defined(__x86_64__)
	uint64_t high;

	/* two results in one register: the high half remains */
	__asm__("mulx %1, %0, %0" : "=r"(high) : "r"(v), "d"(by));
	return high;
#else
	return mul_high(v, by);
#endif
}

/* The bits of v from `from` up, `count` of them (bextr of BMI1). field is from | count << 8. */
ALWAYS_INLINE uint64_t
field_bmi1(uint64_t v, uint64_t field)
{
#if defined(__x86_64__)
	uint64_t bits;

	__asm__("bextr %2, %1, %0" : "=r"(bits) : "r"(v), "r"(field) : "cc");
	return bits;
#else
	return v >> field % 256 & low_mask((unsigned)(field >> 8));
#endif
}

/* Maps a uniform 64-bit value onto 0..n-1 without division (Lemire 2019): each result has 2^64/n preimages, +-1. */
ALWAYS_INLINE uint64_t
fast_range(uint64_t uniform, uint64_t n)
{
	return mul_high(uniform, n);
}

ALWAYS_INLINE bool
is_power_of_two(size_t n)
{
	return n && !(n & (n - 1));
}

/* floor(log2 n), n > 0 */
ALWAYS_INLINE unsigned
log2_floor(uint64_t n)
{
	return 63u - (unsigned)__builtin_clzll(n);
}

/* Smallest power of two >= n, for 1 <= n <= 2^63. */
ALWAYS_INLINE size_t
round_up_power_of_two(size_t n)
{
	return n <= 1 ? 1 : (size_t)1 << (log2_floor(n - 1) + 1);
}

#endif
