/* SPDX-License-Identifier: MIT */
/* cqf_table.h - what the counting quotient filters share beyond the table of rsqf (rsqf_table.h). */
#ifndef CUCKOOBENCH_CQF_TABLE_H
#define CUCKOOBENCH_CQF_TABLE_H

#include "core/filter.h"

/* As documented in core/filter.h. */
enum filter_status cqf_create(const struct filter_ops *self, const struct filter_params *, struct filter **,
                              const char **why);
const char *cqf_check(const struct filter *);

/* How many copies the filter has of keys with this key's fingerprint. */
uint64_t cqf_count(const struct filter *, uint64_t key);

#endif
