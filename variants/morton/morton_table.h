/* SPDX-License-Identifier: MIT */
/* morton_table.h - what Morton filters share outside their operations: size, refuse, report, verify, save. */
#ifndef CUCKOOBENCH_MORTON_TABLE_H
#define CUCKOOBENCH_MORTON_TABLE_H

#include "variants/morton/morton_map.h"

/* The operations that both filters share; struct filter_ops (core/filter.h) documents them. */
enum filter_status morton_create(const struct filter_ops *self, const struct filter_params *, struct filter **,
                                 const char **why);
enum filter_status morton_load(const struct filter_ops *self, FILE *, const struct placement *, struct filter **);
void morton_destroy(struct filter *);
enum filter_status morton_view(const struct filter_ops *self, const struct filter *of, struct filter **out);
size_t morton_ops_insert(struct filter *, const uint64_t *, size_t);
size_t morton_ops_contains(const struct filter *, const uint64_t *, size_t, uint8_t *);
size_t morton_ops_remove(struct filter *, const uint64_t *, size_t);
void morton_info(const struct filter *, struct filter_info *);
const char *morton_check(const struct filter *);
enum filter_status morton_save(const struct filter *, FILE *);

#define MORTON_OPS                                                                                                  \
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET, .create = morton_create, .destroy = morton_destroy, \
	.insert = morton_ops_insert, .contains = morton_ops_contains, .remove = morton_ops_remove,                  \
	.info = morton_info, .check = morton_check, .save = morton_save, .load = morton_load, .view = morton_view,  \
	.chooses = ISA_AVX2

#endif
