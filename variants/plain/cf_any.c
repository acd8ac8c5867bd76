/* SPDX-License-Identifier: MIT */
/*
 * cf_any.c - CF with any number m of buckets: the other bucket is a reflection, i2 = s(f) - i1 mod m (cuckoo_index.h).
 *
 *   m = 6:   | b0 | b1 | b2 | b3 | b4 | b5 |      s = 3: 0 <-> 3, 1 <-> 2, 4 <-> 5
 *
 * So a table has the size that its keys need, to the bucket, where CF's may have twice that. Lang, Neumann, Kemper and
 * Boncz (PVLDB 2019) and the fastfilter programs have cuckoo filters like this. Buckets, fingerprints and Algorithms 1
 * to 3 are CF's.
 */
#include "variants/cuckoo/cuckoo_reflection.h"

#include "variants/plain/plain_codec.h"

static const struct cuckoo_codec plain = {PLAIN_CODEC, .fp_hash = cuckoo_fp_hash};

#define KERNEL(id, F, B) \
	CUCKOO_KERNEL_OF(id, plain, cuckoo_insert, cuckoo_insert_bfs, plain_contains, cuckoo_remove, F, B)

CUCKOO_KERNELS(PLAIN_WIDTHS_ANY, KERNEL, CUCKOO_KERNEL_ROW, c->b)

const struct cuckoo_kind FILTER_KIND(cf_any) = {
	.kernels = kernels, .limits = &cuckoo_limits_any, .bucket_used = plain_bucket_used};

/* Near a rate of 2^-8; the paper's set-up; near 2^-12. A rate is 7.6 / 2^f at 95 % load, and a key takes f / 0.94
 * bits. */
static const struct filter_shape shapes[] = {{.fp_bits = 11, .bits = 12, .near = 8},
                                             {.fp_bits = 12, .bits = 13, .usual = true},
                                             {.fp_bits = 15, .bits = 16, .near = 12},
                                             {0}};

const struct filter_ops FILTER_OPS(cf_any) = {
	.name = "cf-any",
	.title = "CF, any size",
	.about = "cuckoo filter with any number of buckets, i2 = s(f) - i1 mod m (Lang et al., PVLDB 2019)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 12, .slots = 4},
                  .lines = {2, 2, 1, 2},
                  .ns = {220, 75, 80},
                  .part = FILTER_FIELD,
                  .shapes = shapes},
	.kind = &FILTER_KIND(cf_any),
	CUCKOO_OPS,
};
