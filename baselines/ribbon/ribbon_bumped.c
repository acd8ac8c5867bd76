/* SPDX-License-Identifier: MIT */
/*
 * ribbon_bumped.c - the bumped ribbon filter (Dillinger, Huebschle-Schneider, Sanders and Walzer, SEA 2022), looked up
 * one key after the other. ribbon_layers.h has the idea.
 */
#include "baselines/ribbon/ribbon_layers.h"

RIBBON_LAYERS_LOOK_UP(ribbon_bumped_keys_portable, , ribbon_gives)
#ifdef ISA_X86
/* with the popcount that every processor with AVX2 has */
RIBBON_LAYERS_LOOK_UP(ribbon_bumped_keys_avx2, TARGET_AVX2, ribbon_gives)
RIBBON_LAYERS_LOOK_UP(ribbon_bumped_keys_avx512, TARGET_AVX512, ribbon_gives_avx512)

TARGET_AVX2 static size_t
ribbon_bumped_contains_avx2(const struct ribbon_bumped *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, ribbon_bumped_keys_avx2);
}

TARGET_AVX512 static size_t
ribbon_bumped_contains_avx512(const struct ribbon_bumped *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, ribbon_bumped_keys_avx512);
}
#endif

static size_t
ribbon_bumped_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct ribbon_bumped *f = (const struct ribbon_bumped *)base;

	if (!f->keys[0])
		return filter_has_none(hit, n);
#ifdef ISA_X86
	if (f->map.isa == ISA_AVX512)
		return ribbon_bumped_contains_avx512(f, keys, n, hit);
	if (f->map.isa == ISA_AVX2)
		return ribbon_bumped_contains_avx2(f, keys, n, hit);
#endif
	return HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, ribbon_bumped_keys_portable);
}

static const struct filter_shape shapes[] = {
	{.fp_bits = 8, .bits = 8, .near = 8, .usual = true, .few = true},
	{.fp_bits = 12, .bits = 12, .near = 12, .lines = 4.5}, /* as ribbon, and one */
	{.fp_bits = 16, .bits = 16},
	{0}};

const struct filter_ops FILTER_OPS(ribbon_bumped) = {
	.name = "ribbon-bumped",
	.title = "bumped ribbon",
	.about = "bumped ribbon filter (BuRR), w = 64, static (Dillinger, Huebschle-Schneider, Sanders, Walzer, SEA "
		 "2022)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = RIBBON_R},
                  .bits_per_item = 8.04,
                  .lines = {3, 3, 0, 0},
                  .ns = {200, 110, 0},
                  .part = FILTER_FIELD,
                  .shapes = shapes},
	.contains = ribbon_bumped_contains,
	RIBBON_BUMPED_OPS,
};
