/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_batch.c - CF with look-ups that are pipelined across the keys of a call, in portable C (plain_batch.h). So a name of its own: cf
 * looks up one key after the other, as the paper does.
 */
#include "variants/plain_batch.h"

CUCKOO_KERNEL_LOOKING(f8b4, batch_plain, batch_contains, 8, 4)
CUCKOO_KERNEL_LOOKING(f12b4, batch_plain, batch_contains, 12, 4)
CUCKOO_KERNEL_LOOKING(f16b4, batch_plain, batch_contains, 16, 4)
CUCKOO_KERNEL_LOOKING(any, batch_plain, batch_contains, c->f, c->b)

static const struct cuckoo_kernel kernels[] = {CUCKOO_KERNEL_ROW(f12b4, 12, 4), CUCKOO_KERNEL_ROW(f8b4, 8, 4),
                                               CUCKOO_KERNEL_ROW(f16b4, 16, 4), CUCKOO_KERNEL_ROW(any, 0, 0)};

extern const struct filter_ops FILTER_OPS(cf_batch);

static const struct cuckoo_kind kind = {
	.ops = &FILTER_OPS(cf_batch), .kernels = kernels, .limits = &cuckoo_limits_plain, .bucket_used = plain_bucket_used};

CUCKOO_BIND(cf_batch, kind)

const struct filter_ops FILTER_OPS(cf_batch) = {.name = "cf-batch",
                                                .title = "CF, batched",
                                                .about = "cf, look-ups prefetched across the keys of a call",
                                                .twin = "cf",
                                                .batch = 1024,
                                                CUCKOO_OPS(cf_batch)};
