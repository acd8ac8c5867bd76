/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_unchecked.c - a control, not for use: cf-striped whose look-ups do not check the versions. Beside writers it
 * misses keys that are present; how often, and what the check costs, is what it is there to show (X7). So it is not FILTER_SHARED.
 */
#include "variants/striped_ops.h"

static const struct striped_variant variant = {.check = CHECK_NOTHING};

STRIPED_KERNEL(f12b4, variant, striped_contains, 12, 4)
STRIPED_KERNEL(f8b4, variant, striped_contains, 8, 4)
STRIPED_KERNEL(f16b4, variant, striped_contains, 16, 4)
STRIPED_KERNEL(any, variant, striped_contains, c->f, c->b)

static const struct striped_kernel cf_unchecked_kernels[] = {
	STRIPED_KERNEL_ROW(f12b4, 12, 4),
	STRIPED_KERNEL_ROW(f8b4, 8, 4),
	STRIPED_KERNEL_ROW(f16b4, 16, 4),
	STRIPED_KERNEL_ROW(any, 0, 0),
};

STRIPED_BIND(cf_unchecked, variant, cuckoo_limits_striped)

const struct filter_ops FILTER_OPS(cf_unchecked) = {.name = "cf-unchecked",
	.title = "CF, unchecked",
	.about = "control: cf-striped without the version check; misses keys beside writers",
	.twin = "cf",
	.rearranges = true,
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | FILTER_CONTROL,
	STRIPED_OPS(cf_unchecked)};
