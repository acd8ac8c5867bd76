/* SPDX-License-Identifier: MIT */
/*
 * cf_striped.c - CF for many threads: the paper's packed table, bit for bit the same as cf's. The lock words are
 * separate (striped.h), so an item takes as many bits as in CF.
 */
#include "variants/striped/striped_kind.h"

static const struct striped_variant variant = {.bucket = BUCKET_PLAIN};

STRIPED_PLAIN_KIND(cf_striped, variant, cuckoo_limits_striped, striped_insert, striped_contains, striped_remove)

const struct filter_ops FILTER_OPS(cf_striped) = {
	.name = "cf-striped",
	.title = "CF, striped",
	.about = "cuckoo filter, striped writers, lock-free readers that never wait (copy, bump, clear)",
	.twin = "cf",
	.rearranges = true,
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | FILTER_SHARED,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {220, 70, 80}},
	.kind = &FILTER_KIND(cf_striped),
	STRIPED_OPS,
};
