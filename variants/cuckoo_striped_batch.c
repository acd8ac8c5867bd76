/* SPDX-License-Identifier: MIT */
/* cuckoo_striped_batch.c - cf-striped with look-ups that are pipelined across the keys of a batch (striped_batch.h). */
#include "variants/striped_ops.h"
#include "variants/striped_batch.h"

static const struct striped_variant variant = {.bucket = BUCKET_PLAIN};

STRIPED_KERNEL(f12b4, variant, striped_contains_batch, 12, 4)
STRIPED_KERNEL(f8b4, variant, striped_contains_batch, 8, 4)
STRIPED_KERNEL(f16b4, variant, striped_contains_batch, 16, 4)
STRIPED_KERNEL(any, variant, striped_contains_batch, c->f, c->b)

static const struct striped_kernel cf_striped_batch_kernels[] = {
	STRIPED_KERNEL_ROW(f12b4, 12, 4),
	STRIPED_KERNEL_ROW(f8b4, 8, 4),
	STRIPED_KERNEL_ROW(f16b4, 16, 4),
	STRIPED_KERNEL_ROW(any, 0, 0),
};

STRIPED_BIND(cf_striped_batch, variant, cuckoo_limits_striped)

const struct filter_ops FILTER_OPS(cf_striped_batch) = {.name = "cf-striped-batch",
	.title = "CF, striped, batched",
	.about = "cf-striped, look-ups prefetched across the keys of a batch",
	.twin = "cf",
	.rearranges = true,
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | FILTER_SHARED,
	STRIPED_OPS(cf_striped_batch)};
