/* SPDX-License-Identifier: MIT */
/* cf_bulk_count.h - what cf-bulk can do beside the one interface. */
#ifndef CUCKOOBENCH_CF_BULK_COUNT_H
#define CUCKOOBENCH_CF_BULK_COUNT_H

#include "core/filter.h"

/*
 * How many of the keys a filter of cf-bulk, or a view by it, reports present: the sum that its contains returns, and
 * not which. Of a table that has no scratch, of fewer keys than are worth while, and where another call has the
 * scratch, by contains.
 */
size_t bulk_count(const struct filter *, const uint64_t *keys, size_t n);

#endif
