/* SPDX-License-Identifier: MIT */
/*
 * fuse3_published.c - a control for fuse3: the same filter with segments and cells as Graf and Lemire's programs have
 * them (JEA 27, 2022). Just after a segment has doubled most seeds fail, and all that are tried of some 11,500 keys.
 *
 *      keys        3361 | 3362 ... 6457          11,192 | 11,193 ... 18,363
 *      segment      256 |  512: 17 to 88 % fail     512 |   1024: 16 to 99 % fail
 */
#include "baselines/peeled/peeled.h"

PEELED_CONTAINS(fuse3_published, , peeled_look_up, PEEL_FUSE3)

static const struct peeled_kind fuse3_published_kind = {.graph = PEEL_FUSE3, .published = true};

const struct filter_ops FILTER_OPS(fuse3_published) = {
	.name = "fuse3-published",
	.title = "fuse3, published sizes",
	.about = "fuse3 with the sizes of its sources, which fail for some numbers of keys",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = PEELED_R},
                  .bits_per_item = 9.05,
                  .lines = {3, 3, 3, 0},
                  .ns = {120, 60, 0},
                  .part = FILTER_LATER},
	.kind = &fuse3_published_kind,
	.contains = fuse3_published_contains,
	PEELED_OPS_OF(FILTER_CONTROL, 0),
};
