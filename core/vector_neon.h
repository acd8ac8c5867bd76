/* SPDX-License-Identifier: MIT */
/* vector_neon.h - a vector of keys with NEON: two of them. vector_avx512.h documents what is not documented here. NEON
 * multiplies no lanes of 64 bits and gathers nothing: these go through the general registers. */
#ifndef CUCKOOBENCH_VECTOR_NEON_H
#define CUCKOOBENCH_VECTOR_NEON_H

#include "core/bits.h"
#include "core/hash.h"
#include "core/isa.h"

enum { VECTOR_LANES = 2 };

#ifdef ISA_ARM
#include <arm_neon.h>
#include <string.h>

#define VECTOR_TARGET

typedef uint64_t vector __attribute__((vector_size(16)));
typedef vector vector_set; /* all bits of its lanes */

VECTOR_TARGET ALWAYS_INLINE vector
vector_all(uint64_t x)
{
	return (vector){x, x};
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_hash(enum hash_kind kind, const struct hash *h, const uint64_t *keys)
{
	return (vector){hash_key_by(kind, h, keys[0]), hash_key_by(kind, h, keys[1])};
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_product(vector a, vector b)
{
	return (vector)vmull_u32(vmovn_u64((uint64x2_t)a), vmovn_u64((uint64x2_t)b));
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_mixed(vector v)
{
	return (vector){v[0] * HASH_MIX, v[1] * HASH_MIX};
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_or_one(vector v)
{
	return (vector)vmaxq_u32((uint32x4_t)v, (uint32x4_t)vector_all(1));
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_pick(vector mask, vector a, vector b)
{
	return (vector)vbslq_u64((uint64x2_t)mask, (uint64x2_t)a, (uint64x2_t)b);
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_wrapped(vector v, vector by)
{
	return vector_pick((vector)vcltzq_s64((int64x2_t)v), v + by, v); /* by the sign */
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_of_four(const uint8_t four[4], vector v)
{
	return (vector){four[v[0] & 3], four[v[1] & 3]};
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_and_not_and(vector a, vector b, vector c)
{
	return a & ~b & c;
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_repeat(vector v, unsigned unit)
{
	const uint64_t from = vector_unit(unit);

	return (vector)vqtbl1q_u8((uint8x16_t)v, (uint8x16_t)(vector){from, from + UINT64_C(0x0808080808080808)});
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_gather(const uint8_t *t, vector at)
{
	return (vector){load64(t + at[0]), load64(t + at[1])};
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_turned(vector v, vector by)
{
	return v << (by & vector_all(63));
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_short_words(const uint16_t *table, vector number)
{
	return (vector){table[number[0]], table[number[1]]};
}

VECTOR_TARGET ALWAYS_INLINE void
vector_store(uint64_t *to, vector v)
{
	memcpy(to, &v, sizeof v);
}

VECTOR_TARGET ALWAYS_INLINE void
vector_store_halves(uint32_t *to, vector v)
{
	vst1_u32(to, vmovn_u64((uint64x2_t)v));
}

VECTOR_TARGET ALWAYS_INLINE vector_set
vector_zeros(vector v)
{
	return (vector)vceqzq_u64((uint64x2_t)v);
}

VECTOR_TARGET ALWAYS_INLINE unsigned
vector_bits(vector_set set)
{
	return (unsigned)(set[0] & 1) | (unsigned)(set[1] & 2);
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_choose(vector_set set, vector a, vector b)
{
	return vector_pick(set, a, b);
}

VECTOR_TARGET ALWAYS_INLINE void
vector_answer(uint8_t *hit, unsigned found)
{
	hit[0] = found & 1;
	hit[1] = found >> 1 & 1;
}
#endif

#endif
