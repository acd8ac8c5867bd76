/* SPDX-License-Identifier: MIT */
/*
 * family.h - the life of a filter that is one struct and one table of memory, for all families of filters.
 *
 *      create    parameters --settle--> resolved, bytes --> table --begin--> filter --bind--> with these ops
 *      view      another struct on the same table ----------------------------------bind-->
 *      become    the same struct ---------------------------------------------------bind-->
 *      save      parameters, state, table                load: create, state, table, check
 *      destroy   end, table, struct
 *
 * A family keeps its struct as its loops want it, and tells here where in it the parts are that all families have.
 */
#ifndef CUCKOOBENCH_FAMILY_H
#define CUCKOOBENCH_FAMILY_H

#include "core/filter.h"
#include "core/hash.h"
#include "core/mem.h"
#include "core/serial.h"

#include <stddef.h>

/* filter_ops.family. All places are offsets in the family's struct, which begins with struct filter. */
struct filter_family {
	size_t size;                /* bytes of the struct; a filter whose own is larger says so (filter_ops.size) */
	size_t memory;              /* place of the struct mem */
	size_t is_view;             /* of the bool that is true if the table is another filter's; 0: it has no views */
	size_t params;              /* of the struct filter_params; without meaning if there is `told` */
	size_t state[SERIAL_WORDS]; /* of what changes: numbers of 64 bits, saved in this order; 0: no more */
	/* Resolves *p in place, sizes and defaults, and says how many bytes the table has. NULL, or the reason for
	 * refusing. The hash is known later. Of a static family, whose build calls it for what all sizes need, p->items
	 * are the keys. */
	const char *(*settle)(const struct filter_ops *self, struct filter_params *p, size_t *bytes);
	/* Sets the members that follow from the parameters. The struct is 0 except for ops, memory and params, and
	 * placement has been dropped from these. False: there is no memory for what it needs beside the table. */
	bool (*begin)(struct filter *, const struct filter_params *, const struct hash *);
	/* Sets the members that follow from the ops; a view drops what only insertions need. NULL: there are none. */
	void (*bind)(struct filter *);
	/* Frees what begin allocated. NULL: nothing. */
	void (*end)(struct filter *);
	/* Returns the parameters of a filter that keeps none: NULL if it keeps them. */
	struct filter_params (*told)(const struct filter *);
};

/* The parts of a family whose members have the usual names. */
#define FAMILY_PARTS(type) .size = sizeof(type), .memory = offsetof(type, table), .params = offsetof(type, params)
#define FAMILY_VIEWS(type) .is_view = offsetof(type, is_view)

/* Operations of filter_ops (core/filter.h). */
enum filter_status family_create(const struct filter_ops *self, const struct filter_params *, struct filter **,
                                 const char **why);
const char *family_settle(const struct filter_ops *self, struct filter_params *, size_t *bytes);
enum filter_status family_view(const struct filter_ops *self, const struct filter *of, struct filter **);
/* For families whose bind sets every member that depends on the ops. */
enum filter_status family_become(const struct filter_ops *self, struct filter *);
enum filter_status family_save(const struct filter *, FILE *);
enum filter_status family_load(const struct filter_ops *self, FILE *, const struct placement *, struct filter **);
void family_destroy(struct filter *);

#define FAMILY_OPS                                                                                        \
	.create = family_create, .settle = family_settle, .destroy = family_destroy, .save = family_save, \
	.load = family_load

/* The struct of a filter with these ops, all 0 except for them; NULL: no memory. For families that make their tables
 * themselves. family_destroy frees it. */
struct filter *family_new(const struct filter_ops *self);
/* NULL, or the reason for refusing: not exactly one of buckets, bytes and items is given. */
const char *family_sized_once(const struct filter_params *);

#endif
