/* SPDX-License-Identifier: MIT */
/*
 * striped_kind.h - makes a filter of a variant of striped.h: the instances of its operations, by shape, and its
 * functions for striped_ops.c.
 *
 *      variant + STRIPED_KERNEL(f12b4, ...)  -> f12b4_insert, f12b4_contains, f12b4_remove   \
 *                STRIPED_KERNEL(any, ...)    -> any_insert, ...                               > FILTER_KIND(id)
 *                STRIPED_KIND(id, ...)       -> what scans of a whole table need             /
 */
#ifndef CUCKOOBENCH_STRIPED_KIND_H
#define CUCKOOBENCH_STRIPED_KIND_H

#include "variants/striped/striped_ops.h"

/* Defines one specialised instance of the three operations. F and B may be constants or c->f, c->b. cuckoo.h lists the
 * names of all instances. */
#define STRIPED_KERNEL(id, variant, CONTAINS, F, B) \
	STRIPED_KERNEL_OF(id, variant, striped_insert, CONTAINS, striped_remove, F, B)
/* The same with other functions (striped_batch.h). */
#define STRIPED_KERNEL_OF(id, variant, INSERT, CONTAINS, REMOVE, F, B)                                 \
	static __attribute__((noinline)) bool id##_relocate(struct striped *c, struct striped_place p, \
	                                                    struct striped_tally *tally)               \
	{                                                                                              \
		return striped_relocate(c, variant, p, tally, F, B);                                   \
	}                                                                                              \
	static size_t id##_insert(struct striped *c, const uint64_t *keys, size_t n)                   \
	{                                                                                              \
		return INSERT(c, variant, id##_relocate, keys, n, F, B);                               \
	}                                                                                              \
	static size_t id##_remove(struct striped *c, const uint64_t *keys, size_t n)                   \
	{                                                                                              \
		return REMOVE(c, variant, keys, n, F, B);                                              \
	}                                                                                              \
	STRIPED_KERNEL_LOOKUP(id, variant, CONTAINS, F, B)
/* The lookup alone: the kind's `rest` does everything else. */
#define STRIPED_KERNEL_LOOKUP(id, variant, CONTAINS, F, B)                                                 \
	static size_t id##_contains(const struct striped *c, const uint64_t *keys, size_t n, uint8_t *hit) \
	{                                                                                                  \
		return CONTAINS(c, variant, keys, n, hit, F, B);                                           \
	}

#define STRIPED_KERNEL_ROW(id, F, B)                                                                                 \
	{                                                                                                            \
		.name = #id, .f = F, .b = B, .insert = id##_insert, .contains = id##_contains, .remove = id##_remove \
	}
#define STRIPED_KERNEL_ROW_LOOKUP(id, F, B)                            \
	{                                                              \
		.name = #id, .f = F, .b = B, .contains = id##_contains \
	}

/* What defines a variant, for the functions that all variants share (striped_ops.c): filter_ops.kind. */
struct striped_kind {
	const struct cuckoo_limits *limits;
	/* The last has f = 0. It fits every shape; or, if there is a `rest`, it may be empty. */
	const struct striped_kernel *kernels;
	const struct striped_kind
		*rest; /* does what the kernels leave out, and the shapes that they lack; NULL: none */
	/* The entries of bucket i, for scans of the whole table while no operation runs. -1: the bucket's
	 * representation is not valid; else the number of used entries. */
	int (*entries)(const struct striped *, size_t i, uint32_t fp[8]);
	size_t (*alternate)(const struct striped *, size_t i, uint32_t fp);
	struct striped_place (*locate)(const struct striped *, uint64_t key);
};

/* filter_ops.settle, of a kind; a growing filter's first table. */
const char *striped_size(const struct striped_kind *, struct filter_params *, size_t *bytes);
/* Creates a table that is not a filter by itself: it has no ops. */
enum filter_status striped_table(const struct striped_kind *, const struct filter_params *, struct filter **,
                                 const char **why);
const char *striped_ops_settle(const struct filter_ops *self, struct filter_params *, size_t *bytes);
enum filter_status striped_create(const struct filter_ops *self, const struct filter_params *, struct filter **,
                                  const char **why);
enum filter_status striped_load(const struct filter_ops *self, FILE *, const struct placement *, struct filter **);
void striped_destroy(struct filter *);
size_t striped_ops_insert(struct filter *, const uint64_t *, size_t);
size_t striped_ops_contains(const struct filter *, const uint64_t *, size_t, uint8_t *);
size_t striped_ops_remove(struct filter *, const uint64_t *, size_t);
void striped_info(const struct filter *, struct filter_info *);
const char *striped_check(const struct filter *);
enum filter_status striped_save(const struct filter *, FILE *);
/*
 * A sum over the table that no move changes: hash(fp, lesser of its two buckets) of every entry. Each key that is
 * inserted or deleted changes it by a known amount (striped_share). So a lost or doubled fingerprint shows, although
 * the filter stores no keys.
 */
uint64_t striped_sum(const struct filter *);
uint64_t striped_share(const struct filter *, uint64_t key);

/* Defines a variant with these kernels: FILTER_KIND(id). */
#define STRIPED_KIND(id, kernels, others, variant, limit)                                    \
	static int table_entries(const struct striped *c, size_t i, uint32_t fp[8])          \
	{                                                                                    \
		return striped_used(c, variant, i, fp);                                      \
	}                                                                                    \
	static size_t table_alternate(const struct striped *c, size_t i, uint32_t fp)        \
	{                                                                                    \
		return striped_alternate(c, variant, i, fp);                                 \
	}                                                                                    \
	static struct striped_place table_locate(const struct striped *c, uint64_t key)      \
	{                                                                                    \
		return striped_place(c, variant, hash_key(&c->hash, key), c->f);             \
	}                                                                                    \
	const struct striped_kind FILTER_KIND(id) = {&(limit),      kernels,         others, \
	                                             table_entries, table_alternate, table_locate};

/* A variant with plain buckets: kernels for the usual fingerprint lengths, and one for all others. */
#define STRIPED_PLAIN_KIND(id, variant, limit, INSERT, CONTAINS, REMOVE)                                            \
	STRIPED_KERNEL_OF(f12b4, variant, INSERT, CONTAINS, REMOVE, 12, 4)                                          \
	STRIPED_KERNEL_OF(f8b4, variant, INSERT, CONTAINS, REMOVE, 8, 4)                                            \
	STRIPED_KERNEL_OF(f16b4, variant, INSERT, CONTAINS, REMOVE, 16, 4)                                          \
	STRIPED_KERNEL_OF(any, variant, INSERT, CONTAINS, REMOVE, c->f, c->b)                                       \
	static const struct striped_kernel kernels[] = {                                                            \
		STRIPED_KERNEL_ROW(f12b4, 12, 4), STRIPED_KERNEL_ROW(f8b4, 8, 4), STRIPED_KERNEL_ROW(f16b4, 16, 4), \
		STRIPED_KERNEL_ROW(any, 0, 0)};                                                                     \
	STRIPED_KIND(id, kernels, NULL, variant, limit)

/* The kinds whose insertions and deletions other filters have, too. */
extern const struct striped_kind FILTER_KIND(cf_striped), FILTER_KIND(cf_striped_batch);

/* A control: the same as `others` but for lookups of the paper's fingerprints, which are those of this variant. */
#define STRIPED_CONTROL_KIND(id, others, variant, limit, CONTAINS)                               \
	STRIPED_KERNEL_LOOKUP(f12b4, variant, CONTAINS, 12, 4)                                   \
	STRIPED_KERNEL_LOOKUP(any, variant, CONTAINS, c->f, c->b)                                \
	static const struct striped_kernel kernels[] = {STRIPED_KERNEL_ROW_LOOKUP(f12b4, 12, 4), \
	                                                STRIPED_KERNEL_ROW_LOOKUP(any, 0, 0)};   \
	STRIPED_KIND(id, kernels, &FILTER_KIND(others), variant, limit)

/* The operations of a filter whose ops name their kind. */
#define STRIPED_OPS .uses = CUCKOO_USES | USES_STRIPES, STRIPED_OPERATIONS
#define STRIPED_OPERATIONS                                                                            \
	.create = striped_create, .settle = striped_ops_settle, .destroy = striped_destroy,           \
	.insert = striped_ops_insert, .contains = striped_ops_contains, .remove = striped_ops_remove, \
	.info = striped_info, .check = striped_check, .save = striped_save, .load = striped_load

#endif
