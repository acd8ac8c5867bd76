/* SPDX-License-Identifier: MIT */
/*
 * ribbon_bumped_batch.c - ribbon-bumped with the blocks of some keys fetched ahead, as in ribbon_batch.c. The marks,
 * which are needed first, are a five hundredth of the table, and mostly in a core's second cache.
 */
#include "baselines/ribbon/ribbon_layers.h"
#include "core/ahead.h"
#include "core/cache.h"

/* Keys that a call should have, and those whose blocks are asked for: ribbon_batch.c. */
enum { RIBBON_BUMPED_BATCH = 4096, RIBBON_BUMPED_SOME = 32 };

struct bumped_asked {
	struct ribbon_place place;
	uint64_t wanted;
};

ALWAYS_INLINE void
bumped_ask(enum hash_kind kind, const struct ribbon_layers *m, const uint64_t *keys, size_t n,
           struct bumped_asked *asked, unsigned r)
{
	for (size_t i = 0; i < n; i++) {
		asked[i].place = ribbon_layers_place(m, hash_key_by(kind, &m->hash, keys[i]), &asked[i].wanted, r);
		ribbon_ask(asked[i].place.left, r, m->second);
	}
}

/* Defines loop, as RIBBON_LOOK_UP does. */
#define RIBBON_LAYERS_LOOK_UP_ASKED(loop, TARGET, GIVES)                                                            \
	TARGET ALWAYS_INLINE size_t loop(enum hash_kind kind, const struct ribbon_layers map, const uint64_t *keys, \
	                                 size_t n, uint8_t *hit, unsigned r)                                        \
	{                                                                                                           \
		struct bumped_asked asked[2][RIBBON_BUMPED_SOME];                                                   \
		struct ahead a = ahead_begin(n, RIBBON_BUMPED_SOME);                                                \
		size_t hits = 0;                                                                                    \
                                                                                                                    \
		bumped_ask(kind, &map, keys, a.here, asked[0], r);                                                  \
		for (; a.at < n; ahead_turn(&a)) {                                                                  \
			bumped_ask(kind, &map, keys + a.at + a.here, a.next, asked[a.which ^ 1], r);                \
			for (size_t i = 0; i < a.here; i++) {                                                       \
				hit[a.at + i] = GIVES(asked[a.which][i].place, asked[a.which][i].wanted, r);        \
				hits += hit[a.at + i];                                                              \
			}                                                                                           \
		}                                                                                                   \
		return hits;                                                                                        \
	}

RIBBON_LAYERS_LOOK_UP(bumped_near_portable, , ribbon_gives)
RIBBON_LAYERS_LOOK_UP_ASKED(bumped_asked_portable, , ribbon_gives)
#ifdef ISA_X86
RIBBON_LAYERS_LOOK_UP(bumped_near_avx2, TARGET_AVX2, ribbon_gives)
RIBBON_LAYERS_LOOK_UP(bumped_near_avx512, TARGET_AVX512, ribbon_gives_avx512)
RIBBON_LAYERS_LOOK_UP_ASKED(bumped_asked_avx2, TARGET_AVX2, ribbon_gives)
RIBBON_LAYERS_LOOK_UP_ASKED(bumped_asked_avx512, TARGET_AVX512, ribbon_gives_avx512)

TARGET_AVX2 static size_t
bumped_batch_avx2(const struct ribbon_bumped *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return f->map.held ? HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, bumped_near_avx2)
	                   : HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, bumped_asked_avx2);
}

TARGET_AVX512 static size_t
bumped_batch_avx512(const struct ribbon_bumped *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return f->map.held ? HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, bumped_near_avx512)
	                   : HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, bumped_asked_avx512);
}
#endif

static size_t
ribbon_bumped_batch_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct ribbon_bumped *f = (const struct ribbon_bumped *)base;

	if (!f->keys[0])
		return filter_has_none(hit, n);
#ifdef ISA_X86
	if (f->map.isa == ISA_AVX512)
		return bumped_batch_avx512(f, keys, n, hit);
	if (f->map.isa == ISA_AVX2)
		return bumped_batch_avx2(f, keys, n, hit);
#endif
	return f->map.held ? HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, bumped_near_portable)
	                   : HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, bumped_asked_portable);
}

const struct filter_ops FILTER_OPS(ribbon_bumped_batch) = {
	.name = "ribbon-bumped-batch",
	.title = "bumped ribbon, batched",
	.about = "ribbon-bumped, lookups with the blocks of a call's keys fetched ahead",
	.twin = "ribbon-bumped",
	.batch = RIBBON_BUMPED_BATCH,
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = RIBBON_R},
                  .bits_per_item = 8.04,
                  .ns = {200, 25, 0},
                  .part = FILTER_FIELD},
	.contains = ribbon_bumped_batch_contains,
	RIBBON_BUMPED_OPS,
};
