/* SPDX-License-Identifier: MIT */
/*
 * fuse4.c - the 4-wise binary fuse filter (Graf and Lemire, JEA 27, 2022): fuse3.c with four cells a key.
 *
 *      | . | a | b | c | d | . | . |       1.075 cells a key where there are many: 1.075 r bits for a rate of 2^-r
 */
#include "baselines/peeled/peeled.h"

PEELED_CONTAINS(fuse4, , peeled_look_up, PEEL_FUSE4)

static const struct peeled_kind fuse4_kind = {.graph = PEEL_FUSE4};

/* The sources' own fingerprints, which have their own kernels; one between them; and the longest that fits 20 bits a
 * key. */
static const struct filter_shape shapes[] = {{.fp_bits = 8, .bits = 9, .near = 8, .usual = true},
                                             {.fp_bits = 12, .bits = 13, .near = 12},
                                             {.fp_bits = 16, .bits = 18, .near = 16, .few = true},
                                             {.fp_bits = 18, .bits = 20, .few = true},
                                             {0}};

const struct filter_ops FILTER_OPS(fuse4) = {
	.name = "fuse4",
	.title = "fuse4",
	.about = "binary fuse filter, 4 cells a key in neighbouring segments, static (Graf and Lemire, JEA 27, 2022)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = PEELED_R},
                  .bits_per_item = 8.65,
                  .lines = {4, 4, 4, 0},
                  .ns = {150, 70, 0},
                  .part = FILTER_LATER,
                  .shapes = shapes},
	.kind = &fuse4_kind,
	.contains = fuse4_contains,
	PEELED_OPS,
};
