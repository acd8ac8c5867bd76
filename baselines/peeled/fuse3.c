/* SPDX-License-Identifier: MIT */
/*
 * fuse3.c - the 3-wise binary fuse filter (Graf and Lemire, "Binary fuse filters: fast and smaller than xor filters",
 * JEA 27, 2022): an xor filter whose three cells lie in neighbouring segments of a long row.
 *
 *      | . | . | a | b | c | . | . |       1.125 cells a key where there are many: 1.125 r bits for a rate of 2^-r
 *
 * In the first and the last segments cells have fewer keys, which peel off first. So there is peeling at both ends,
 * where in the xor filter's graph it would have stopped; that is why it needs fewer cells. Few keys need more of them a
 * key: the segments at the ends are then a large part of the row.
 */
#include "baselines/peeled/peeled.h"

PEELED_CONTAINS(fuse3, , peeled_look_up, PEEL_FUSE3)

static const struct peeled_kind fuse3_kind = {.graph = PEEL_FUSE3};

/* The sources' own fingerprints, which have their own kernels, and one between them. */
static const struct filter_shape shapes[] = {{.fp_bits = 8, .bits = 9, .near = 8, .usual = true},
                                             {.fp_bits = 12, .bits = 14, .near = 12},
                                             {.fp_bits = 16, .bits = 18, .near = 16},
                                             {0}};

const struct filter_ops FILTER_OPS(fuse3) = {
	.name = "fuse3",
	.title = "fuse3",
	.about = "binary fuse filter, 3 cells a key in neighbouring segments, static (Graf and Lemire, JEA 27, 2022)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = PEELED_R},
                  .bits_per_item = 9.05,
                  .lines = {3, 3, 3, 0},
                  .ns = {120, 60, 0},
                  .part = FILTER_LATER,
                  .shapes = shapes},
	.kind = &fuse3_kind,
	.contains = fuse3_contains,
	PEELED_OPS,
};
