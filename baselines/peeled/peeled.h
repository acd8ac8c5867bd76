/* SPDX-License-Identifier: MIT */
/*
 * peeled.h - the filters whose cells xor to a key's fingerprint: which parameters they take, how large their tables
 * are, and everything else that does not depend on the graph.
 *
 *      xor.c  fuse3.c  fuse4.c   the lookup of one key after the other, over its graph (peel_graph.h)
 *              \   |   /
 *             peeled.c           parameters, size (peel_size.c), building (peel_build.h), saving
 *
 *      peeled_batch.h, peeled_vector.c: lookups of many keys at a time
 *
 * They are static: built once, of all keys. A lookup reads as many cells for an absent key as for a present one. An
 * absent key is reported present with probability 2^-r, whatever the keys are: its cells xor to a value that has
 * nothing to do with its fingerprint.
 *
 * A lookup of no keys' table would be wrong as rarely. It says no instead, because there is nothing to err about.
 *
 * Equal keys are stored once. If a graph cannot be peeled, that may be because of them: two equal keys have the same
 * cells, and never peel off. Then the different ones are sorted out, and the table is made for those.
 */
#ifndef CUCKOOBENCH_PEELED_H
#define CUCKOOBENCH_PEELED_H

#include "baselines/peeled/peel_graph.h"
#include "core/family.h"
#include "core/probe.h"

/* "any r": 4 bits (a rate of 6 %) to 32, which the halves of a hash have. */
enum { PEELED_LEAST_R = 4, PEELED_MOST_R = 32, PEELED_R = 8 /* the sources' own */ };
/* Of a value: with 32 bits above it, a cell of 24 is in one 64-bit load wherever it begins. */
enum { PEELED_MOST_V = 24, PEELED_V = 8 };

struct peeled {
	struct filter base;
	struct peel_map map;
	struct mem table;
	size_t items;    /* keys that it was built of */
	size_t distinct; /* of which so many are different: they size the table */
	size_t scratch;
	bool is_view; /* the table is another filter's */
	struct filter_params params;
};

/* filter_ops.kind of a filter of this family */
struct peeled_kind {
	enum peel_graph graph;
	bool values;    /* cells have a value above the fingerprint */
	bool owned;     /* in the clear, in the cell that a key owns (peel_graph.h) */
	bool published; /* of the sources' size, which is a control (peel_size.c) */
};

/* The operations that all share; struct filter_ops (core/filter.h) documents them. */
enum filter_status peeled_build(const struct filter_ops *self, const struct filter_params *, const uint64_t *keys,
                                size_t n, struct filter **out, const char **why);
enum filter_status peeled_load(const struct filter_ops *self, FILE *, const struct placement *, struct filter **out);
void peeled_info(const struct filter *, struct filter_info *);
const char *peeled_check(const struct filter *);
extern const struct filter_family peeled_family;

#define PEELED_OPS PEELED_OPS_OF(0, 0)
#define PEELED_OPS_OF(more, values)                                                                     \
	.caps = FILTER_STATIC | (more), .uses = USES_FP_BITS | (values), .family = &peeled_family,      \
	.build = peeled_build, .settle = family_settle, .load = peeled_load, .destroy = family_destroy, \
	.info = peeled_info, .check = peeled_check, .save = family_save, .view = family_view

/* --- lookups, one key after the other ------------------------------------------------------------------------- */

ALWAYS_INLINE size_t
peeled_look_up(enum hash_kind kind, enum peel_graph graph, const struct peel_map map, const uint64_t *keys, size_t n,
               uint8_t *hit, unsigned r)
{
	size_t hits = 0;

	for (size_t i = 0; i < n; i++) {
		const uint64_t h = hash_key_by(kind, &map.hash, keys[i]);
#ifdef FILTER_TRACED
		size_t cell[PEEL_MOST];

		peel_cells(graph, &map, h, cell);
		for (unsigned j = 0; j < peel_arity(graph); j++)
			PROBE(map.data + cell[j] * r / 8, (cell[j] * r % 8 + r + 7) / 8);
#endif
		hit[i] = peel_has(graph, &map, h, r);
		hits += hit[i];
	}
	return hits;
}

/* contains of filter `id`, compiled for TARGET, which may be empty, by LOOK_UP(kind, GRAPH, map, keys, n, hit, r).
 * Constants are r = 8 and 16, which the sources have, and 12, near which filters are compared; any other
 * r is not. */
#define PEELED_CONTAINS(id, TARGET, LOOK_UP, GRAPH)                                                                   \
	TARGET static size_t id##_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)   \
	{                                                                                                             \
		const struct peeled *f = (const struct peeled *)base;                                                 \
                                                                                                                      \
		if (!f->distinct)                                                                                     \
			return filter_has_none(hit, n);                                                               \
		return f->map.r == 8    ? HASH_BY_KIND(&f->map.hash, LOOK_UP, GRAPH, f->map, keys, n, hit, 8)         \
		       : f->map.r == 12 ? HASH_BY_KIND(&f->map.hash, LOOK_UP, GRAPH, f->map, keys, n, hit, 12)        \
		       : f->map.r == 16 ? HASH_BY_KIND(&f->map.hash, LOOK_UP, GRAPH, f->map, keys, n, hit, 16)        \
		                        : HASH_BY_KIND(&f->map.hash, LOOK_UP, GRAPH, f->map, keys, n, hit, f->map.r); \
	}

#endif
