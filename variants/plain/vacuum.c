/* SPDX-License-Identifier: MIT */
/*
 * vacuum.c - the vacuum filter: CF whose other bucket is near the first (Wang, Zhou, Shi, Qian, PVLDB 13(2), 2019).
 *
 *      table     |      chunk of L0      |      chunk of L0      |      chunk of L0      |      any number of them
 *      f mod 4   0: |-i1---------------i2|      1: |i1----i2|      2: |i1-i2|      3: |i1i2|
 *
 * i2 = i1 xor (hash(f) mod L[f mod 4]): both buckets are in one chunk of a power of two, so m is any multiple of the
 * longest. cuckoo_index.h says how long chunks have to be. For three quarters of the keys i2 is a few lines from i1, in
 * its page. A table for fewer than 2^18 keys has no chunks, and is cf-any's.
 *
 * Buckets and Algorithms 1 to 3 are CF's. The authors' insertion looks at the other buckets of all four fingerprints
 * before it evicts one. Here that is a search: --kicks bfs.
 */
#include "variants/cuckoo/cuckoo_chunks.h"

#include "variants/plain/plain_codec.h"

static const struct cuckoo_codec plain = {PLAIN_CODEC, .fp_hash = cuckoo_fp_hash};

#define KERNEL(id, F, B) \
	CUCKOO_KERNEL_OF(id, plain, cuckoo_insert, cuckoo_insert_bfs, plain_contains, cuckoo_remove, F, B)

KERNEL(f8b4, 8, 4)
KERNEL(f12b4, 12, 4)
KERNEL(f16b4, 16, 4)
KERNEL(any, c->f, c->b)

static const struct cuckoo_kernel kernels[] = {CUCKOO_KERNEL_ROW(f12b4, 12, 4), CUCKOO_KERNEL_ROW(f8b4, 8, 4),
                                               CUCKOO_KERNEL_ROW(f16b4, 16, 4), CUCKOO_KERNEL_ROW(any, 0, 0)};

static const struct cuckoo_kind kind = {.kernels = kernels,
                                        .whole = &FILTER_KIND(cf_any),
                                        .limits = &cuckoo_limits_vacuum,
                                        .bucket_used = plain_bucket_used};

/* cf-any's */
static const struct filter_shape shapes[] = {{.fp_bits = 11, .bits = 12, .near = 8},
                                             {.fp_bits = 12, .bits = 13, .usual = true},
                                             {.fp_bits = 15, .bits = 16, .near = 12},
                                             {0}};

const struct filter_ops FILTER_OPS(vacuum) = {
	.name = "vacuum",
	.title = "vacuum filter",
	.about = "cuckoo filter whose other bucket is in the same chunk (Wang et al., PVLDB 2019)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 12, .slots = 4},
                  .lines = {2, 2, 1, 2},
                  .ns = {160, 65, 70},
                  .part = FILTER_FIELD,
                  .shapes = shapes},
	.kind = &kind,
	CUCKOO_OPS,
};
