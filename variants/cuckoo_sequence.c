/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_sequence.c - for comparison: cf-striped behind classic sequence locks. Every critical section makes the version odd and then
 * even again, and a reader that meets either waits and starts again, whether it found its key or not.
 */
#include "variants/striped_ops.h"

static const struct striped_variant variant = {.check = CHECK_SEQUENCE};

STRIPED_KERNEL(f12b4, variant, striped_contains, 12, 4)
STRIPED_KERNEL(f8b4, variant, striped_contains, 8, 4)
STRIPED_KERNEL(f16b4, variant, striped_contains, 16, 4)
STRIPED_KERNEL(any, variant, striped_contains, c->f, c->b)

static const struct striped_kernel cf_seqlock_kernels[] = {
	STRIPED_KERNEL_ROW(f12b4, 12, 4),
	STRIPED_KERNEL_ROW(f8b4, 8, 4),
	STRIPED_KERNEL_ROW(f16b4, 16, 4),
	STRIPED_KERNEL_ROW(any, 0, 0),
};

STRIPED_BIND(cf_seqlock, variant, cuckoo_limits_striped)

const struct filter_ops FILTER_OPS(cf_seqlock) = {.name = "cf-seqlock",
	.title = "CF, sequence locks",
	.about = "cf-striped with classic odd/even sequence locks, for comparison",
	.twin = "cf",
	.rearranges = true,
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | FILTER_SHARED,
	STRIPED_OPS(cf_seqlock)};
