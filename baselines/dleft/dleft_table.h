/* SPDX-License-Identifier: MIT */
/*
 * dleft_table.h - the table of a d-left filter, and everything that does not depend on how keys come to it.
 *
 *      dl_cbf.c         one key after the other      ---\
 *                                                        >---  one table (dl_cbf.c has the picture, and the invariants)
 *      dl_cbf_batch.c   the next keys' buckets asked ---/
 *                       for meanwhile
 *
 * Both leave the same bits.
 */
#ifndef CUCKOOBENCH_DLEFT_TABLE_H
#define CUCKOOBENCH_DLEFT_TABLE_H

#include "baselines/dleft/dleft_keys.h"
#include "core/family.h"

static const struct dl_shape dl_r11c1 = {4, 4, 11, 1, 4, 1, UINT64_C(0x001001001001)};
static const struct dl_shape dl_r15c1 = {4, 4, 15, 1, 4, 1, UINT64_C(0x0001000100010001)};
static const struct dl_shape dl_r19c1 = {4, 4, 19, 1, 2, 2, UINT64_C(0x100001)};
static const struct dl_shape dl_r10c2 = {4, 4, 10, 2, 4, 1, UINT64_C(0x001001001001)};

struct dl_filter {
	struct filter base;
	struct dl_map map;
	struct dl_shape shape;
	enum { DL_R11C1, DL_R15C1, DL_R19C1, DL_R10C2, DL_ANY } kernel;
	struct mem table;
	size_t items;
	struct filter_params params;
	bool is_view; /* the table is another filter's */
};

/* Calls for a filter's shape: the paper's, and those near the rates at which filters are compared, have a body of their
 * own. */
#define DL_INSTANCES(f, CALL)                       \
	((f)->kernel == DL_R11C1   ? CALL(dl_r11c1) \
	 : (f)->kernel == DL_R15C1 ? CALL(dl_r15c1) \
	 : (f)->kernel == DL_R19C1 ? CALL(dl_r19c1) \
	 : (f)->kernel == DL_R10C2 ? CALL(dl_r10c2) \
	                           : CALL((f)->shape))

/* The operations that both share; struct filter_ops (core/filter.h) documents them. */
extern const struct filter_family dl_family;
void dl_info(const struct filter *, struct filter_info *);
const char *dl_check(const struct filter *);
#define DL_OPS                                                                                                 \
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET,                                                \
	.uses = USES_FP_BITS | USES_SLOTS | USES_TABLES | USES_COUNTER_BITS, .family = &dl_family, FAMILY_OPS, \
	.view = family_view, .become = family_become, .info = dl_info, .check = dl_check

#endif
