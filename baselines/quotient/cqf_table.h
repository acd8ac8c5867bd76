/* SPDX-License-Identifier: MIT */
/* cqf_table.h - what the counting quotient filters share beyond the table of rsqf (rsqf_table.h). */
#ifndef CUCKOOBENCH_CQF_TABLE_H
#define CUCKOOBENCH_CQF_TABLE_H

#include "baselines/quotient/rsqf_table.h"

extern const struct filter_family cqf_family;
/* As documented in core/filter.h. */
const char *cqf_check(const struct filter *);
#define CQF_OPS RSQF_OPS_OF(cqf_family, cqf_check)

/* How many copies the filter has of keys with this key's fingerprint. */
uint64_t cqf_count(const struct filter *, uint64_t key);

#endif
