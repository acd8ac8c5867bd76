/* SPDX-License-Identifier: MIT */
/* morton_table.h - what Morton filters share outside their operations: size, refuse, report, verify, save. */
#ifndef CUCKOOBENCH_MORTON_TABLE_H
#define CUCKOOBENCH_MORTON_TABLE_H

#include "variants/morton/morton_map.h"

#include "core/family.h"

/* The operations that both filters share; struct filter_ops (core/filter.h) documents them. */
extern const struct filter_family morton_family;
size_t morton_ops_insert(struct filter *, const uint64_t *, size_t);
size_t morton_ops_contains(const struct filter *, const uint64_t *, size_t, uint8_t *);
size_t morton_ops_remove(struct filter *, const uint64_t *, size_t);
void morton_info(const struct filter *, struct filter_info *);
const char *morton_check(const struct filter *);

#define MORTON_OPS                                                                                                   \
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET, .uses = USES_FP_BITS | USES_KICKS,                   \
	.chooses = ISA_AVX2, .family = &morton_family, FAMILY_OPS, .view = family_view, .insert = morton_ops_insert, \
	.contains = morton_ops_contains, .remove = morton_ops_remove, .info = morton_info, .check = morton_check

#endif
