/* SPDX-License-Identifier: MIT */
/*
 * cf_seqlock.c - for comparison: cf-striped behind classic sequence locks. Every critical section makes the version odd
 * and then even again. A reader that sees an odd or a changed version waits and starts again, whether it found its key
 * or not.
 */
#include "variants/striped/striped_kind.h"

static const struct striped_variant variant = {.check = CHECK_SEQUENCE};

STRIPED_PLAIN_KIND(cf_seqlock, variant, cuckoo_limits_striped, striped_insert, striped_contains, striped_remove)

const struct filter_ops FILTER_OPS(cf_seqlock) = {
	.name = "cf-seqlock",
	.title = "CF, sequence locks",
	.about = "cf-striped with classic odd/even sequence locks, for comparison",
	.twin = "cf",
	.rearranges = true,
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | FILTER_SHARED,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {220, 70, 80}},
	.kind = &FILTER_KIND(cf_seqlock),
	STRIPED_OPS,
};
