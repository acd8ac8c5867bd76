/* SPDX-License-Identifier: MIT */
/* cf_bulk_count.h - what cf-bulk offers in addition to the common interface. */
#ifndef CUCKOOBENCH_CF_BULK_COUNT_H
#define CUCKOOBENCH_CF_BULK_COUNT_H

#include "core/filter.h"

/*
 * Returns how many of the keys a cf-bulk filter, or a view by it, reports present. That is the sum that its contains
 * returns, without the single answers. It uses contains if the table has no scratch, if there are too few keys to be
 * worth while, and if another call has the scratch.
 */
size_t bulk_count(const struct filter *, const uint64_t *keys, size_t n);

#endif
