/* SPDX-License-Identifier: MIT */
/*
 * xor.c - the xor filter (Graf and Lemire, "Xor filters: faster and smaller than Bloom and cuckoo filters", JEA 25,
 * 2020): a table of three blocks with a cell of each key in every block, which xor to the key's fingerprint.
 *
 *      |      a      |      b      |      c      |       1.23 cells a key (and 32): 1.23 r bits for a rate of 2^-r
 *
 * It is the Bloomier filter of Chazelle, Kilian, Rubinfeld and Tal (SODA 2004) with a fingerprint in place of a value.
 */
#include "baselines/peeled/peeled.h"

PEELED_CONTAINS(xor, , peeled_look_up, PEEL_XOR)

static const struct peeled_kind xor_kind = {.graph = PEEL_XOR};

/* The sources' own fingerprints, which have their own kernels. */
static const struct filter_shape shapes[] = {{.fp_bits = 8, .bits = 10, .near = 8, .usual = true},
                                             {.fp_bits = 16, .bits = 20, .near = 16},
                                             {.fp_bits = 12, .bits = 15, .near = 12, .field = true},
                                             {0}};

const struct filter_ops FILTER_OPS(xor) = {
	.name = "xor",
	.title = "xor",
	.about = "xor filter, 3 cells a key in 3 blocks, static (Graf and Lemire, JEA 25, 2020)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = PEELED_R},
                  .bits_per_item = 9.85,
                  .lines = {3, 3, 3, 0},
                  .ns = {150, 60, 0},
                  .part = FILTER_LATER,
                  .shapes = shapes},
	.kind = &xor_kind,
	.contains = xor_contains,
	PEELED_OPS,
};
