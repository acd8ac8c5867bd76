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
#include "core/filter.h"
#include "core/mem.h"

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
enum filter_status qf_create(const struct filter_ops *self, const struct filter_params *, struct filter **,
                             const char **why);
enum filter_status qf_load_file(const struct filter_ops *self, FILE *, const struct placement *, struct filter **);
enum filter_status qf_view(const struct filter_ops *self, const struct filter *of, struct filter **);
enum filter_status qf_become(const struct filter_ops *self, struct filter *);
void qf_destroy(struct filter *);
void qf_info(const struct filter *, struct filter_info *);
const char *qf_check(const struct filter *);
enum filter_status qf_save(const struct filter *, FILE *);

/* How many of n keys the table still takes. */
static inline size_t
qf_room(const struct qf_filter *f, size_t n)
{
	return n < f->capacity - f->items ? n : f->capacity - f->items;
}

#endif
