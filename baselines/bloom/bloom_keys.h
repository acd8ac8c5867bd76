/* SPDX-License-Identifier: MIT */
/*
 * bloom_keys.h - insertions and lookups of one key after the other, for bf (bf.c) and blk-bf (blk_bf.c), and for the
 * parts of a call that bf-batch (bf_batch.c) does in the same way.
 *
 *      bloom_insert_alone, bloom_contains_alone --> BMI2, or portable --> k = 9, or any --> bit test, or mask
 *                                               --> the hash's kind --> a loop
 *
 *      loops: bits anywhere in the table (bloom_bits.h), or, `blocked`, in one block (bloom_blocked.h)
 *
 * All of that is decided before the loop; `blocked` is a constant in each caller. BMI2 (bloom.uses, which create
 * decides) takes 6 instructions a bit where portable code takes 8. For a bit in a block it takes 5 instead of 9.
 */
#ifndef CUCKOOBENCH_BLOOM_KEYS_H
#define CUCKOOBENCH_BLOOM_KEYS_H

#include "baselines/bloom/bloom_blocked.h"

ALWAYS_INLINE void
bloom_insert_by(const struct bloom *f, bool blocked, unsigned k, const uint64_t *keys, size_t n, struct bloom_bits b)
{
	if (blocked)
		HASH_BY_KIND(&f->map.hash, blk_insert_keys, f->map, k, keys, n, BLOOM_ALONE, b);
	else
		HASH_BY_KIND(&f->map.hash, bf_insert_keys, f->map, k, keys, n, BLOOM_ALONE, b);
}

ALWAYS_INLINE size_t
bloom_contains_by(const struct bloom *f, bool blocked, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit,
                  struct bloom_bits b)
{
	return blocked ? HASH_BY_KIND(&f->map.hash, blk_contains_keys, f->map, k, keys, n, hit, BLOOM_ALONE, b)
	               : HASH_BY_KIND(&f->map.hash, bf_contains_keys, f->map, k, keys, n, hit, BLOOM_ALONE, b);
}

#ifdef ISA_X86
TARGET_AVX2 static void
bloom_insert_bmi2(const struct bloom *f, bool blocked, const uint64_t *keys, size_t n)
{
	if (bloom_is_k9(f))
		bloom_insert_by(f, blocked, BLOOM_K, keys, n, bloom_bits_hidden(false));
	else
		bloom_insert_by(f, blocked, f->params.hashes, keys, n, bloom_bits_hidden(false));
}

TARGET_AVX2 ALWAYS_INLINE size_t
bloom_contains_k(const struct bloom *f, bool blocked, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	if (f->map.spares)
		return bloom_contains_by(f, blocked, k, keys, n, hit, bloom_bits_hidden(true));
	return bloom_contains_by(f, blocked, k, keys, n, hit, bloom_bits_hidden(false));
}

TARGET_AVX2 static size_t
bloom_contains_bmi2(const struct bloom *f, bool blocked, const uint64_t *keys, size_t n, uint8_t *hit)
{
	if (bloom_is_k9(f))
		return bloom_contains_k(f, blocked, BLOOM_K, keys, n, hit);
	return bloom_contains_k(f, blocked, f->params.hashes, keys, n, hit);
}
#endif

ALWAYS_INLINE void
bloom_insert_alone(const struct bloom *f, bool blocked, const uint64_t *keys, size_t n)
{
#ifdef ISA_X86
	if (f->uses) {
		bloom_insert_bmi2(f, blocked, keys, n);
		return;
	}
#endif
	if (bloom_is_k9(f))
		bloom_insert_by(f, blocked, BLOOM_K, keys, n, bloom_bits_known);
	else
		bloom_insert_by(f, blocked, f->params.hashes, keys, n, bloom_bits_known);
}

ALWAYS_INLINE size_t
bloom_contains_alone(const struct bloom *f, bool blocked, const uint64_t *keys, size_t n, uint8_t *hit)
{
#ifdef ISA_X86
	if (f->uses)
		return bloom_contains_bmi2(f, blocked, keys, n, hit);
#endif
	if (bloom_is_k9(f))
		return bloom_contains_by(f, blocked, BLOOM_K, keys, n, hit, bloom_bits_known);
	return bloom_contains_by(f, blocked, f->params.hashes, keys, n, hit, bloom_bits_known);
}

/* insert and contains of filter `id`. */
#define BLOOM_ALONE_INSERT_AND_CONTAINS(id, blocked)                                                         \
	static size_t id##_insert(struct filter *base, const uint64_t *keys, size_t n)                       \
	{                                                                                                    \
		struct bloom *f = (struct bloom *)base;                                                      \
                                                                                                             \
		bloom_insert_alone(f, blocked, keys, n);                                                     \
		f->items += n;                                                                               \
		return n;                                                                                    \
	}                                                                                                    \
	static size_t id##_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit) \
	{                                                                                                    \
		return bloom_contains_alone((const struct bloom *)base, blocked, keys, n, hit);              \
	}

#endif
