/* SPDX-License-Identifier: MIT */
/*
 * morton.c - the Morton filter: a cuckoo filter whose buckets of three are packed into lines, with a bias to the first
 * bucket (Breslow and Jayasena, PVLDB 11(9), 2018; VLDB Journal 29, 2020). One key after the other. morton_block.h has
 * the block, morton_keys.h the algorithms.
 *
 *      f = 8: 46 fingerprints a line of 512 bits, which at 95 % load is 11.7 bits a key
 */
#include "variants/morton/morton_keys.h"
#include "variants/morton/morton_table.h"

#define MORTON_INSERT morton_insert
#define MORTON_CONTAINS morton_contains
#define MORTON_REMOVE morton_remove

MORTON_KERNELS

static const struct morton_kernel kernels[] = {MORTON_ROWS, {0}};

static const struct morton_kind kind = {kernels};

/* At 95 % load: 11.7, 15.0, 20.0 bits a key. The rates are 0.8, 1.2, 0.9 times 2^-f (docs/design/morton.md). */
static const struct filter_shape shapes[] = {{.fp_bits = 8, .bits = 12, .near = 8},
                                             {.fp_bits = 12, .bits = 15, .near = 12},
                                             {.fp_bits = 16, .bits = 20},
                                             {0}};

const struct filter_ops FILTER_OPS(morton) = {
	.name = "morton",
	.title = "Morton",
	.about = "Morton filter: buckets of three packed into lines, biased to the first (Breslow, Jayasena, PVLDB "
		 "2018)",
	.kind = &kind,
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 8},
                  .lines = {1.1, 1.05, 1, 1.05},
                  .ns = {80, 60, 80},
                  .part = FILTER_FIELD,
                  .shapes = shapes},
	MORTON_OPS,
};
