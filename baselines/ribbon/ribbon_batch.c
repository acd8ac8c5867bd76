/* SPDX-License-Identifier: MIT */
/*
 * ribbon_batch.c - ribbon with the blocks of some keys fetched ahead.
 *
 *      keys               | some 32 | the next | ...
 *      hash, prefetch     |=========|==========|=====        two to five lines in a row for r = 8 to 16
 *      products, compare            |==========|=====        by then the lines have come
 *
 * A table that a core holds near is looked up as by ribbon.c: asking for its lines takes longer than reading them.
 */
#include "baselines/ribbon/ribbon_table.h"
#include "core/ahead.h"
#include "core/cache.h"

/* Keys that a call should have: each call waits for its first and last lines. */
enum { RIBBON_BATCH = 4096 };

/* So many keys ask for 64 lines and more: as many as a core can have in flight (10 to 70), and with those that are
 * being read a quarter of its first cache. */
enum { RIBBON_SOME = 32 };

ALWAYS_INLINE void
ribbon_ask_all(enum hash_kind kind, const struct ribbon_map *m, const uint64_t *keys, size_t n, uint64_t *hash,
               unsigned r)
{
	for (size_t i = 0; i < n; i++) {
		hash[i] = hash_key_by(kind, &m->hash, keys[i]);
		ribbon_ask(m->words + ribbon_start(hash[i], m->starts) / RIBBON_W * r, r, m->second);
	}
}

/* Defines loop, as RIBBON_LOOK_UP does. */
#define RIBBON_LOOK_UP_ASKED(loop, TARGET, GIVES)                                                                \
	TARGET ALWAYS_INLINE size_t loop(enum hash_kind kind, const struct ribbon_map map, const uint64_t *keys, \
	                                 size_t n, uint8_t *hit, unsigned r)                                     \
	{                                                                                                        \
		uint64_t hash[2][RIBBON_SOME];                                                                   \
		struct ahead a = ahead_begin(n, RIBBON_SOME);                                                    \
		size_t hits = 0;                                                                                 \
                                                                                                                 \
		ribbon_ask_all(kind, &map, keys, a.here, hash[0], r);                                            \
		for (; a.at < n; ahead_turn(&a)) {                                                               \
			ribbon_ask_all(kind, &map, keys + a.at + a.here, a.next, hash[a.which ^ 1], r);          \
			for (size_t i = 0; i < a.here; i++) {                                                    \
				hit[a.at + i] = GIVES(ribbon_place_of(&map, hash[a.which][i], r), 0, r);         \
				hits += hit[a.at + i];                                                           \
			}                                                                                        \
		}                                                                                                \
		return hits;                                                                                     \
	}

RIBBON_LOOK_UP(ribbon_near_portable, , ribbon_gives)
RIBBON_LOOK_UP_ASKED(ribbon_asked_portable, , ribbon_gives)
#ifdef ISA_X86
RIBBON_LOOK_UP(ribbon_near_avx2, TARGET_AVX2, ribbon_gives)
RIBBON_LOOK_UP(ribbon_near_avx512, TARGET_AVX512, ribbon_gives_avx512)
RIBBON_LOOK_UP_ASKED(ribbon_asked_avx2, TARGET_AVX2, ribbon_gives)
RIBBON_LOOK_UP_ASKED(ribbon_asked_avx512, TARGET_AVX512, ribbon_gives_avx512)

TARGET_AVX2 static size_t
ribbon_batch_avx2(const struct ribbon *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return f->map.held ? HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, ribbon_near_avx2)
	                   : HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, ribbon_asked_avx2);
}

TARGET_AVX512 static size_t
ribbon_batch_avx512(const struct ribbon *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return f->map.held ? HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, ribbon_near_avx512)
	                   : HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, ribbon_asked_avx512);
}
#endif

static size_t
ribbon_batch_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct ribbon *f = (const struct ribbon *)base;

	if (!f->items)
		return filter_has_none(hit, n);
#ifdef ISA_X86
	if (f->map.isa == ISA_AVX512)
		return ribbon_batch_avx512(f, keys, n, hit);
	if (f->map.isa == ISA_AVX2)
		return ribbon_batch_avx2(f, keys, n, hit);
#endif
	return f->map.held ? HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, ribbon_near_portable)
	                   : HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, ribbon_asked_portable);
}

const struct filter_ops FILTER_OPS(ribbon_batch) = {
	.name = "ribbon-batch",
	.title = "ribbon, batched",
	.about = "ribbon, lookups with the blocks of a call's keys fetched ahead",
	.twin = "ribbon",
	.batch = RIBBON_BATCH,
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = RIBBON_R},
                  .bits_per_item = 8.76,
                  .ns = {150, 20, 0},
                  .part = FILTER_FIELD},
	.contains = ribbon_batch_contains,
	RIBBON_OPS,
};
