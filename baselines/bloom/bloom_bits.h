/* SPDX-License-Identifier: MIT */
/*
 * bloom_bits.h - the bits of a table, accessed by one thread or by many. Also BF's loops over keys that set and read
 * bits one after the other, for the filter of one thread (bloom_keys.h) and that of many (bloom_atomic.c).
 *
 *      bit p of the table:   | word p / 64, little-endian:  bit p % 64 |       also bit p % 8 of byte p / 8
 *
 *                  BLOOM_ALONE                      BLOOM_SHARED
 *      set         load, or, store                  one atomic or
 *      get         load                             atomic load, relaxed
 *
 * Words, not bytes, because the shift count of a word needs no mask. From memory, bytes and words were the same within
 * the noise. The last word may reach into the padding of core/mem.h.
 */
#ifndef CUCKOOBENCH_BLOOM_BITS_H
#define CUCKOOBENCH_BLOOM_BITS_H

#include "baselines/bloom/bloom.h"
#include "core/shared.h"

enum bloom_access { BLOOM_ALONE, BLOOM_SHARED };

/*
 * How a position is made and taken apart: in portable C, or (bmi2) by instructions of BMI1 and BMI2 that overwrite no
 * operand. Those keep three constants in registers: 1, log2 of a word's 64 bits, and the field that holds a word's
 * number in a bit's number. There are two ways to test a bit. One instruction compares a mask with the word in memory
 * and jumps. Or (bt) a load, bt and a jump test it by number, which writes one register less (core/cache.h says where
 * that counts). Lookup rate with bt relative to the mask, with no key, half of the keys and all keys present:
 *
 *                                          bf                          blk-bf
 *      Zen 5, 192 MiB                      1.06   1.10   1.12          1.06   1.13   1.19
 *      Zen 5, 4 MiB                        1.00   0.96   0.82          1.02   0.92   0.82
 *      Emerald Rapids, 12 MiB              0.94 to 0.98                -
 */
struct bloom_bits {
	uint64_t one, log2, word;
	bool bmi2, bt;
};
static const struct bloom_bits bloom_bits_known = {1, 6, 0, false, false};

/* Constants in registers, hidden from the compiler: a shift by a known constant would take a move before it. */
ALWAYS_INLINE struct bloom_bits
bloom_bits_hidden(bool bt)
{
	struct bloom_bits b = {1, 6, 6 | 3 << 8, true, bt};

	__asm__("" : "+r"(b.one), "+r"(b.log2));
	__asm__("" : "+r"(b.word)); /* by itself: the compiler drops it where it is unused */
	return b;
}

ALWAYS_INLINE uint64_t
bloom_next_by(struct bloom_bits b, struct bloom_walk *w, uint64_t m)
{
	uint64_t position = b.bmi2 ? mul_high_bmi2(w->g, m) : fast_range(w->g, m);

	w->g += w->step;
	return position;
}

ALWAYS_INLINE uint64_t
bloom_hash_by(struct bloom_bits b, enum hash_kind kind, const struct hash *h, uint64_t key)
{
	return b.bmi2 ? hash_key_bmi2(kind, h, key) : hash_key_by(kind, h, key);
}

/* The byte offset of a bit's word. */
ALWAYS_INLINE uint64_t
bloom_word(struct bloom_bits b, uint64_t bit)
{
	return (bit >> b.log2) * 8;
}

/* Tables are 64-byte aligned. The words of a shared table are accessed only as atomics, except when nothing else runs
 * (check, save, load). */
ALWAYS_INLINE shared64 *
bloom_shared(const uint8_t *word)
{
	return (shared64 *)(uintptr_t)word;
}

/* Sets bit `bit` % 64 of a word. */
ALWAYS_INLINE void
bloom_set_in(struct bloom_bits b, uint8_t *word, uint64_t bit, enum bloom_access access)
{
	if (access == BLOOM_SHARED)
		SHARED_OR(bloom_shared(word), UINT64_C(1) << bit % 64, memory_order_relaxed);
	else
		store64(word, load64(word) | b.one << bit % 64);
}

ALWAYS_INLINE bool
bloom_get_in(struct bloom_bits b, const uint8_t *word, uint64_t bit, enum bloom_access access)
{
	PROBE(word + bit % 64 / 8, 1);
	if (access == BLOOM_SHARED)
		return SHARED_LOAD(bloom_shared(word), memory_order_relaxed) >> bit % 64 & 1;
	if (b.bmi2 && !b.bt)
		return (load64(word) & b.one << bit % 64) != 0;
	return load64(word) >> bit % 64 & 1;
}

ALWAYS_INLINE void
bloom_set(uint8_t *data, uint64_t bit, enum bloom_access access)
{
	bloom_set_in(bloom_bits_known, data + bloom_word(bloom_bits_known, bit), bit, access);
}

ALWAYS_INLINE bool
bloom_get(const uint8_t *data, uint64_t bit, enum bloom_access access)
{
	return bloom_get_in(bloom_bits_known, data + bloom_word(bloom_bits_known, bit), bit, access);
}

/* The loops over keys. They work on a copy of the map, which no store can alias. The hash's kind, the access, and k
 * where it is BLOOM_K are constants; the paper's k bits are unrolled. */
ALWAYS_INLINE void
bf_insert_keys(enum hash_kind kind, const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n,
               enum bloom_access access, struct bloom_bits b)
{
	for (size_t j = 0; j < n; j++) {
		struct bloom_walk w = bloom_start(bloom_hash_by(b, kind, &map.hash, keys[j]));

#pragma GCC unroll 9
		for (unsigned i = 0; i < k; i++) {
			const uint64_t bit = bloom_next_by(b, &w, map.m);

			bloom_set_in(b, map.data + bloom_word(b, bit), bit, access);
		}
	}
}

ALWAYS_INLINE bool
bf_has(const struct bloom_map *map, unsigned k, uint64_t hash, enum bloom_access access, struct bloom_bits b)
{
	struct bloom_walk w = bloom_start(hash);

#pragma GCC unroll 9
	for (unsigned i = 0; i < k; i++) {
		const uint64_t bit = bloom_next_by(b, &w, map->m);

		if (!bloom_get_in(b, map->data + bloom_word(b, bit), bit, access))
			return false;
	}
	return true;
}

/* hit[] is cleared first: an absent key then has nothing to write. */
ALWAYS_INLINE size_t
bf_contains_keys(enum hash_kind kind, const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n,
                 uint8_t *hit, enum bloom_access access, struct bloom_bits b)
{
	size_t hits = filter_has_none(hit, n);

	for (size_t j = 0; j < n; j++)
		if (bf_has(&map, k, bloom_hash_by(b, kind, &map.hash, keys[j]), access, b)) {
			hit[j] = 1;
			hits++;
		}
	return hits;
}

#endif
