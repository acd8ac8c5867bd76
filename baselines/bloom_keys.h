/* SPDX-License-Identifier: MIT */
/*
 * bloom_keys.h - BF's insertions and look-ups of one key after the other, for bf (bf.c) and where bf-batch (bf_batch.c) does the same.
 *
 *      bf_insert_alone, bf_contains_alone --> BMI2, or portable --> k = 9, or any --> the hash's kind --> a loop of bloom_bits.h
 *
 * All that is decided before the loop. BMI2 (bloom.uses_clones, which create decides) takes 6 instructions a bit where portable code takes 8.
 */
#ifndef CUCKOOBENCH_BLOOM_KEYS_H
#define CUCKOOBENCH_BLOOM_KEYS_H

#include "baselines/bloom_bits.h"

ALWAYS_INLINE void
bf_insert_by(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n, struct bloom_bits b)
{
#define INSERT(kind) bf_insert_keys(f->map, kind, k, keys, n, BLOOM_ALONE, b)
	HASH_INSTANCES(&f->map.hash, INSERT);
#undef INSERT
}

ALWAYS_INLINE size_t
bf_contains_by(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit, struct bloom_bits b)
{
#define LOOK_UP(kind) bf_contains_keys(f->map, kind, k, keys, n, hit, BLOOM_ALONE, b)
	return HASH_INSTANCES(&f->map.hash, LOOK_UP);
#undef LOOK_UP
}

#if defined(ISA_X86) && !defined(FILTER_TRACED)
TARGET_AVX2 static void
bf_insert_bmi2(const struct bloom *f, const uint64_t *keys, size_t n)
{
	if (bloom_is_k9(f))
		bf_insert_by(f, BLOOM_K, keys, n, bloom_bits_hidden());
	else
		bf_insert_by(f, f->params.hashes, keys, n, bloom_bits_hidden());
}

TARGET_AVX2 static size_t
bf_contains_bmi2(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	if (bloom_is_k9(f))
		return bf_contains_by(f, BLOOM_K, keys, n, hit, bloom_bits_hidden());
	return bf_contains_by(f, f->params.hashes, keys, n, hit, bloom_bits_hidden());
}
#endif

static inline void
bf_insert_alone(const struct bloom *f, const uint64_t *keys, size_t n)
{
#if defined(ISA_X86) && !defined(FILTER_TRACED)
	if (f->uses_clones) {
		bf_insert_bmi2(f, keys, n);
		return;
	}
#endif
	if (bloom_is_k9(f))
		bf_insert_by(f, BLOOM_K, keys, n, bloom_bits_known);
	else
		bf_insert_by(f, f->params.hashes, keys, n, bloom_bits_known);
}

static inline size_t
bf_contains_alone(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
#if defined(ISA_X86) && !defined(FILTER_TRACED)
	if (f->uses_clones)
		return bf_contains_bmi2(f, keys, n, hit);
#endif
	if (bloom_is_k9(f))
		return bf_contains_by(f, BLOOM_K, keys, n, hit, bloom_bits_known);
	return bf_contains_by(f, f->params.hashes, keys, n, hit, bloom_bits_known);
}

#endif
