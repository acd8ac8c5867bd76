/* SPDX-License-Identifier: MIT */
/* ss_cf_striped.c - ss-CF for many threads: the semi-sorted table, bit for bit the same as ss-cf's, under the protocol
 * of striped.h. */
#include "variants/striped/striped_kind.h"

static const struct striped_variant variant = {.bucket = BUCKET_SEMISORTED};

STRIPED_KERNEL(f13, variant, striped_contains, 13, 4)
STRIPED_KERNEL(f9, variant, striped_contains, 9, 4)
STRIPED_KERNEL(f17, variant, striped_contains, 17, 4)
STRIPED_KERNEL(any, variant, striped_contains, c->f, 4)

static const struct striped_kernel kernels[] = {
	STRIPED_KERNEL_ROW(f13, 13, 4),
	STRIPED_KERNEL_ROW(f9, 9, 4),
	STRIPED_KERNEL_ROW(f17, 17, 4),
	STRIPED_KERNEL_ROW(any, 0, 0),
};

STRIPED_KIND(ss_cf_striped, kernels, NULL, variant, cuckoo_limits_striped_semisorted)

const struct filter_ops FILTER_OPS(ss_cf_striped) = {
	.name = "ss-cf-striped",
	.title = "ss-CF, striped",
	.about = "semi-sorted cuckoo filter behind the protocol of cf-striped",
	.twin = "ss-cf",
	.rearranges = true,
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | FILTER_SHARED,
	.facts = {.source = __FILE__, .params = {.fp_bits = 13, .slots = 4}, .ns = {330, 100, 190}},
	.kind = &FILTER_KIND(ss_cf_striped),
	STRIPED_OPS,
};
