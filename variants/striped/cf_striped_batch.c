/* SPDX-License-Identifier: MIT */
/* cf_striped_batch.c - cf-striped, pipelined across the keys of a batch (striped_batch.h). */
#include "variants/striped/striped_batch.h"
#include "variants/striped/striped_kind.h"

static const struct striped_variant variant = {.bucket = BUCKET_PLAIN};

STRIPED_PLAIN_KIND(cf_striped_batch, variant, cuckoo_limits_striped, striped_insert_batch, striped_contains_batch,
                   striped_remove_batch)

const struct filter_ops FILTER_OPS(cf_striped_batch) = {
	.name = "cf-striped-batch",
	.title = "CF, striped, batched",
	.about = "cf-striped, prefetched across the keys of a batch",
	.twin = "cf",
	.rearranges = true,
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | FILTER_SHARED,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {220, 20, 80}},
	.kind = &FILTER_KIND(cf_striped_batch),
	STRIPED_OPS,
};
