/* SPDX-License-Identifier: MIT */
/*
 * quotient.h - the table of a quotient filter, and everything that does not depend on how its slots are read.
 *
 *      qf.c         a word of slots at a time  ---\
 *      qf_batch.c   the next keys' asked for   --->---  one table (qf.c has the picture, and the invariants)
 *      qf_slots.c   one slot after the other   ---/
 *
 * All leave the same bits, so each reads what another saved.
 */
#ifndef CUCKOOBENCH_QUOTIENT_H
#define CUCKOOBENCH_QUOTIENT_H

#include "baselines/quotient/quotient_slots.h"
#include "core/family.h"

struct qf_filter {
	struct filter base;
	struct qf_map map;
	struct qf_shape shape;
	struct mem table;
	size_t items, capacity;
	struct filter_params params;
	bool is_view; /* the table is another filter's */
};

/* The operations that all share; struct filter_ops (core/filter.h) documents them. */
extern const struct filter_family qf_family;
void qf_info(const struct filter *, struct filter_info *);
const char *qf_check(const struct filter *);
#define QF_OPS QF_OPS_OF(0)
#define QF_OPS_OF(more)                                                                                        \
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | (more), .uses = USES_FP_BITS | USES_MAX_LOAD, \
	.family = &qf_family, FAMILY_OPS, .become = family_become, .info = qf_info, .check = qf_check

/* How many of n keys the table still takes. */
static inline size_t
qf_room(const struct qf_filter *f, size_t n)
{
	return n < f->capacity - f->items ? n : f->capacity - f->items;
}

#endif
