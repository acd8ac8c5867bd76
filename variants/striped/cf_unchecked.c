/* SPDX-License-Identifier: MIT */
/*
 * cf_unchecked.c - a control, not for use: cf-striped with lookups that do not check the versions. When writers run
 * concurrently it misses keys that are present. It shows how often, and what the check costs (X7). So it is not
 * FILTER_SHARED.
 */
#include "variants/striped/striped_kind.h"

static const struct striped_variant variant = {.check = CHECK_NOTHING};

STRIPED_CONTROL_KIND(cf_unchecked, cf_striped, variant, cuckoo_limits_striped, striped_contains)

const struct filter_ops FILTER_OPS(cf_unchecked) = {
	.name = "cf-unchecked",
	.title = "CF, unchecked",
	.about = "control: cf-striped without the version check; misses keys beside writers",
	.twin = "cf",
	.rearranges = true,
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | FILTER_CONTROL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {220, 70, 80}},
	.kind = &FILTER_KIND(cf_unchecked),
	STRIPED_OPS,
};
