/* SPDX-License-Identifier: MIT */
/*
 * bloom_words_batch.h - lookups and insertions of rb-BF and cs-BF that are pipelined across the keys of a call. The
 * including file first defines WORDS_FORM, of enum words_form, and BLOCKS_FORM, of enum block_form.
 *
 *      with AVX2 and BMI2    the two short loops of bloom_blocks.h; vectors make a key's bits, as in rb-bf and cs-bf
 *      else                  bloom_blocks.h
 *
 * That over one key after the other, with AVX2 and half of the keys present, on a Xeon with a second cache of 2 MiB:
 * lookups of rb-BF 1.0 times as fast to 1 MiB, 1.2 in 4 to 16 MiB, insertions 1.0 to 1.1; cs-BF 1.15 in 16 KiB, 1.5 in
 * 4 MiB, 1.4 in 16 MiB, insertions 1.1 to 1.3. In portable C both loops were 0.6 to 0.9 times as fast as rb-bf and
 * cs-bf with AVX2.
 */
#ifndef CUCKOOBENCH_BLOOM_WORDS_BATCH_H
#define CUCKOOBENCH_BLOOM_WORDS_BATCH_H

#include "baselines/bloom/bloom_blocks.h"
#include "baselines/bloom/bloom_words_keys.h"

#ifdef ISA_X86
TARGET_AVX2 ALWAYS_INLINE void
ahead_locate(const struct bloom_map *map, bool second, enum hash_kind kind, const uint64_t *keys, size_t n,
             struct words_place *place)
{
	for (size_t i = 0; i < n; i++) {
		place[i] = words_locate(map, WORDS_FORM, hash_key_bmi2(kind, &map->hash, keys[i]));
		cache_ask(place[i].block, second);
	}
}

TARGET_AVX2 ALWAYS_INLINE void
ahead_some(unsigned k, const struct quads *q, const struct words_place *place, size_t n, uint8_t *hit)
{
	if (hit) {
#pragma GCC unroll 4
		for (size_t i = 0; i < n; i++)
			hit[i] = quads_has(k, q, place[i]);
	} else {
		for (size_t i = 0; i < n; i++)
			quads_set(k, q, place[i]);
	}
}

/* Looks up, or with hit == NULL inserts, n keys. */
TARGET_AVX2 ALWAYS_INLINE size_t
ahead_keys(enum hash_kind kind, const struct bloom_map map, bool second, unsigned k, const uint64_t *keys, size_t n,
           uint8_t *hit)
{
	const struct quads q = quads(k);
	struct words_place place[2][BLOCKS_SOME];
	struct ahead a = ahead_begin(n, BLOCKS_SOME);

	ahead_locate(&map, second, kind, keys, a.here, place[0]);
	for (; a.at < n; ahead_turn(&a)) {
		ahead_locate(&map, second, kind, keys + a.at + a.here, a.next, place[a.which ^ 1]);
		ahead_some(k, &q, place[a.which], a.here, hit ? hit + a.at : NULL);
	}
	return hit ? simd_sum(hit, n) : 0;
}

TARGET_AVX2 ALWAYS_INLINE size_t
ahead_kinds(const struct bloom *f, bool second, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return hit ? HASH_BY_KIND(&f->map.hash, ahead_keys, f->map, second, k, keys, n, hit)
	           : HASH_BY_KIND(&f->map.hash, ahead_keys, f->map, second, k, keys, n, NULL);
}

TARGET_AVX2 ALWAYS_INLINE size_t
ahead_to(const struct bloom *f, bool second, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define EACH(k) ahead_kinds(f, second, k, keys, n, hit)
	return WORDS_INSTANCES(f, EACH);
#undef EACH
}

TARGET_AVX2 static size_t
ahead_avx2(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return f->map.second ? ahead_to(f, true, keys, n, hit) : ahead_to(f, false, keys, n, hit);
}
#endif

/* A key of rb-BF is so short that two loops cost more than they hide: one key after the other is 1.06 to 1.1 times as
 * fast in up to a quarter of the second cache, the same in half of it, and 0.8 in all of it. Keys of cs-BF are longer:
 * there two loops are 1.15 times as fast even in the first cache. */
ALWAYS_INLINE bool
words_is_near(const struct bloom *f)
{
	return WORDS_FORM == WORDS_ONE && f->table.bytes <= cache_near(1) / 2;
}

/* Looks up, or with hit == NULL inserts, n keys. */
ALWAYS_INLINE size_t
words_batch(const struct bloom *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
#ifdef ISA_X86
	if (f->uses)
		return words_is_near(f) ? words_alone(f, keys, n, hit) : ahead_avx2(f, keys, n, hit);
#endif
	return blocks_batch(f, BLOCKS_FORM, keys, n, hit);
}

#endif
