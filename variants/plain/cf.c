/* SPDX-License-Identifier: MIT */
/*
 * cf.c - CF, the paper's cuckoo filter: fingerprints of f bits in buckets of b, packed without rounding.
 *
 *   f = 12, b = 4:   | 12 | 12 | 12 | 12 | 12 | 12 | 12 | 12 | ...      m = 2^25 buckets: exactly 192 MiB
 *                    |     bucket 0      |     bucket 1      |
 *
 * 48-bit buckets do not divide a 64-byte line: 2 of 32 straddle one (6.25 %), so a lookup touches 2.125 lines, not 2.
 */
#include "variants/plain/plain_codec.h"

static const struct cuckoo_codec plain = {PLAIN_CODEC, .fp_hash = cuckoo_fp_hash};

#define KERNEL(id, F, B) \
	CUCKOO_KERNEL_OF(id, plain, cuckoo_insert, cuckoo_insert_bfs, plain_contains, cuckoo_remove, F, B)

#define WIDTHS(X) PLAIN_WIDTHS_CF(X) X(f12b2, 12, 2) X(f12b8, 12, 8)
CUCKOO_KERNELS(WIDTHS, KERNEL, CUCKOO_KERNEL_ROW, c->b)

static const struct cuckoo_kind kind = {
	.kernels = kernels, .limits = &cuckoo_limits_plain, .bucket_used = plain_bucket_used};

/* Fingerprints that end on whole bytes and nibbles, and the longest that fits 20 bits a key at 94 % load. The rate is 7
 * times 2^-f where 7/8 of the entries are taken: those of 11, 15 and 19 bits are near the rates that are compared. */
static const struct filter_shape shapes[] = {{.fp_bits = 8},
                                             {.fp_bits = 11, .near = 8},
                                             {.fp_bits = 12, .usual = true},
                                             {.fp_bits = 15, .near = 12, .field = true},
                                             {.fp_bits = 16},
                                             {.fp_bits = 18},
                                             {.fp_bits = 19, .near = 16, .field = true},
                                             {0}};

const struct filter_ops FILTER_OPS(cf) = {
	.name = "cf",
	.title = "CF",
	.about = "cuckoo filter, packed buckets (Fan et al., CoNEXT 2014)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 12, .slots = 4},
                  .lines = {2, 2, 1, 2},
                  .ns = {220, 70, 80},
                  .shapes = shapes},
	.kind = &kind,
	CUCKOO_OPS,
};
