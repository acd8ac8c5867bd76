/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_striped.c - CF for many threads: the paper's packed table, bit for bit as cf has it, with lock words of their own beside it
 * (striped.h), so that an item takes as many bits as in CF.
 */
#include "variants/striped_ops.h"

static const struct striped_variant variant = {.bucket = BUCKET_PLAIN};

STRIPED_KERNEL(f12b4, variant, striped_contains, 12, 4)
STRIPED_KERNEL(f8b4, variant, striped_contains, 8, 4)
STRIPED_KERNEL(f16b4, variant, striped_contains, 16, 4)
STRIPED_KERNEL(any, variant, striped_contains, c->f, c->b)

static const struct striped_kernel cf_striped_kernels[] = {
	STRIPED_KERNEL_ROW(f12b4, 12, 4),
	STRIPED_KERNEL_ROW(f8b4, 8, 4),
	STRIPED_KERNEL_ROW(f16b4, 16, 4),
	STRIPED_KERNEL_ROW(any, 0, 0),
};

STRIPED_BIND(cf_striped, variant, cuckoo_limits_striped)

const struct filter_ops FILTER_OPS(cf_striped) = {.name = "cf-striped",
	.title = "CF, striped",
	.about = "cuckoo filter, striped writers, lock-free readers that never wait (copy, bump, clear)",
	.twin = "cf",
	.rearranges = true,
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | FILTER_SHARED,
	STRIPED_OPS(cf_striped)};
