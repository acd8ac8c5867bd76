/* SPDX-License-Identifier: MIT */
/*
 * ribbon.c - the homogeneous ribbon filter (Dillinger and Walzer, arXiv 2103.02515, 2021), looked up one key after the
 * other. ribbon_table.h has the idea, ribbon_rows.h the layout.
 *
 * A lookup computes all columns and branches on none: with r = 8, to stop at the first that is wrong saves six of them
 * on average, which takes less time than a branch that nobody can predict.
 */
#include "baselines/ribbon/ribbon_table.h"

RIBBON_LOOK_UP(ribbon_keys_portable, , ribbon_gives)
#ifdef ISA_X86
/* with the popcount that every processor with AVX2 has */
RIBBON_LOOK_UP(ribbon_keys_avx2, TARGET_AVX2, ribbon_gives)
RIBBON_LOOK_UP(ribbon_keys_avx512, TARGET_AVX512, ribbon_gives_avx512)

TARGET_AVX2 static size_t
ribbon_contains_avx2(const struct ribbon *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, ribbon_keys_avx2);
}

TARGET_AVX512 static size_t
ribbon_contains_avx512(const struct ribbon *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, ribbon_keys_avx512);
}
#endif

static size_t
ribbon_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct ribbon *f = (const struct ribbon *)base;

	if (!f->items)
		return filter_has_none(hit, n);
#ifdef ISA_X86
	if (f->map.isa == ISA_AVX512)
		return ribbon_contains_avx512(f, keys, n, hit);
	if (f->map.isa == ISA_AVX2)
		return ribbon_contains_avx2(f, keys, n, hit);
#endif
	return HASH_BY_KIND(&f->map.hash, RIBBON_BY_R, ribbon_keys_portable);
}

/* Two blocks of r words: of r = 12, 192 bytes that begin at a multiple of 96, and so in the middle of a line half of
 * the time. */
static const struct filter_shape shapes[] = {{.fp_bits = 8, .bits = 9, .near = 8, .usual = true, .few = true},
                                             {.fp_bits = 12, .bits = 13, .near = 12, .lines = 3.5},
                                             {.fp_bits = 16, .bits = 18},
                                             {0}};

const struct filter_ops FILTER_OPS(ribbon) = {
	.name = "ribbon",
	.title = "ribbon",
	.about = "homogeneous ribbon filter, w = 64, static (Dillinger, Walzer, arXiv 2103.02515, 2021)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = RIBBON_R},
                  .bits_per_item = 8.76,
                  .lines = {2, 2, 0, 0},
                  .ns = {150, 100, 0},
                  .part = FILTER_FIELD,
                  .shapes = shapes},
	.contains = ribbon_contains,
	RIBBON_OPS,
};
