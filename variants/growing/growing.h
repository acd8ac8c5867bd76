/* SPDX-License-Identifier: MIT */
/*
 * growing.h - a cuckoo filter that doubles when it is full, without its keys, while other threads look up.
 *
 *      generation g          one table: 2^g sub-tables of m buckets, side by side
 *      bucket index          | highest g bits of the fingerprint | log2 m bits of the hash; xor hash(fingerprint) stays inside |
 *
 *      split    sub-table s  ---->  2s, 2s+1      each entry moves by the next bit of its own fingerprint; one pass, no hashing
 *
 *      who grows    new table | stop writers | split | publish | let writers go | wait until no reader is in the old table | free it
 *      writers      ......... | wait ................................ | go on in the new one
 *      readers      go on in the old table ................ | in the new one
 *  The fingerprint keeps all its f bits, so that a stored key is found by the same comparison as before. Just after a
 * split no answer has changed: a key is reported present if some stored one has its fingerprint and its pair of
 * buckets, and those say no more and no less than they did. But there is now room for twice as many, and a lookup in a
 * full table errs twice as often as before: 2b * 0.95 / 2^(f-g), where 2b * 0.95 / 2^f is equation (5) at a load of 95
 * %. So a filter that is to double d times starts with d bits more than it will need. (Moving bits of the fingerprint
 * into the index is how quotient filters double: Bender et al., VLDB
 * 2012. It was measured for cuckoo filters as one of several ways in Chen et al., "The dynamic cuckoo filter", ICNP
 *       2017.)
 *  Why the highest bits. 0 is not a fingerprint: where the low f bits of a hash are 0, it is 1. Both have the same
 * highest bits for all g < f, so that every sub-table gets 2^-g of the keys; by the lowest bits, 1 would leave the
 * sub-table of 0 for another.
 *  Growth does not part copies of one fingerprint, nor make room for more: when all 2b entries of its pair of buckets
 * hold it, the insertion is refused at any size.
 *  What is shared with whom is a guard's business (struct growing_guard), the only difference between cf-rcu and what
 * it is compared with: the tables, the split and every operation inside a table are the same code.
 */
#ifndef CUCKOOBENCH_GROWING_H
#define CUCKOOBENCH_GROWING_H

#include "variants/striped/striped_ops.h"

#include <pthread.h>

struct growing;

/*
 * Keeps a table alive for those who are in it. A thread enters once a batch, whose keys all meet the same table: an
 * entry costs 20 ns or so, and what it delays is only that the old table is freed. A thread is in no more than one
 * filter's table at a time.
 */
struct growing_guard {
	bool (*init)(struct growing *);
	void (*fini)(struct growing *);
	/* The table that stands until leave: to look up in, and to insert into or remove from, as well. */
	struct striped *(*enter)(struct growing *);
	struct striped *(*enter_to_write)(struct growing *);
	void (*leave)(struct growing *);
	/* By the holder of `growth`. When stop returns, no writer is in the table, and none enters before go_on. */
	void (*stop)(struct growing *);
	void (*go_on)(struct growing *);
	/* After go_on, without `growth`. When it returns, nobody is in a table that was replaced before. */
	void (*drain)(struct growing *);
};

/* What a filter that grows is made of: filter_ops.kind. */
struct growing_kind {
	const struct striped_kind *table;
	const struct growing_guard *guard;
	/* Fills `to`, empty and of twice the size, with what is in `from`; nobody writes to either. */
	void (*split)(struct striped *to, const struct striped *from);
};

struct growing {
	struct filter base;
	const struct growing_kind *kind;
	struct striped *_Atomic table;
	/* counts tables, so that who was refused knows whether another thread has grown since */
	_Atomic uint64_t generation;
	_Atomic bool stopped;   /* writers shall wait; of guards that tell them so */
	pthread_mutex_t growth; /* held by who replaces the table */
	union {
		pthread_rwlock_t rwlock;
		struct growing_gate *gates;
		char tag; /* an address */
	} guard;
	struct striped_counts *past; /* of tables that are gone */
	struct placement place;
	bool placed;
};

/*
 * All keys of the filter, from whoever keeps them: next puts up to `room` of them into keys and returns how many; 0:
 * there are no more. A key comes as often as it was inserted and not removed.
 */
struct growing_source {
	size_t (*next)(void *state, uint64_t *keys, size_t room);
	void *state;
};

/*
 * Replaces the table by one of `buckets`, a power of two, built from the keys with their whole fingerprints: where keys
 * are kept, growth need not cost accuracy, and what it has cost is had back. It may then double as often as a new
 * filter. Readers go on meanwhile (as the guard has it), writers wait; a key whose insertion waits must not come from
 * the source, or it will be there twice. NULL, or why the filter is as it was: other keys than it holds, too few
 * buckets, no memory.
 */
const char *growing_rebuild(struct filter *, size_t buckets, struct growing_source);

enum filter_status growing_create(const struct filter_ops *self, const struct filter_params *, struct filter **,
                                  const char **why);
enum filter_status growing_load(const struct filter_ops *self, FILE *, const struct placement *, struct filter **);
void growing_destroy(struct filter *);
size_t growing_insert(struct filter *, const uint64_t *, size_t);
size_t growing_contains(const struct filter *, const uint64_t *, size_t, uint8_t *);
size_t growing_remove(struct filter *, const uint64_t *, size_t);
void growing_info(const struct filter *, struct filter_info *);
const char *growing_check(const struct filter *);
enum filter_status growing_save(const struct filter *, FILE *);
/* growing_guard.drain where nobody is in the old table: who enters now finds the new one. */
void growing_no_drain(struct growing *);
/* Is the pair of buckets of this key full of copies of its fingerprint? Then no growth makes room for it. */
bool growing_is_hopeless(const struct striped *, uint64_t key);

/* A growing filter's table is of its caller's, const or not: to look up in it is to enter it. */
ALWAYS_INLINE struct growing *
growing_of(const struct filter *f)
{
	return (struct growing *)(uintptr_t)f;
}

ALWAYS_INLINE void
growing_split(struct striped *to, const struct striped *from, struct striped_variant v, unsigned f, unsigned b)
{
	const size_t m = (size_t)from->mask + 1;

	for (size_t i = 0; i < from->buckets; i++) {
		const size_t even = i / m * 2 * m + i % m; /* its place in the even one of the two sub-tables */
		uint32_t fp[8];

		striped_entries(from, v, i, fp, f, b);
		for (unsigned e = 0; e < b; e++)
			if (fp[e])
				striped_replace(to, v, even + (fp[e] >> (f - to->doubled) & 1) * m, 0, fp[e], false, f,
				                b);
	}
}

/* The tables of the filters in one file: f = 16 is the default, f = 14 what the tests grow, 12 the paper's. */
#define GROWING_TABLES(variant, limits)                                                                               \
	STRIPED_KERNEL(f16b4, variant, striped_contains, 16, 4)                                                       \
	STRIPED_KERNEL(f14b4, variant, striped_contains, 14, 4)                                                       \
	STRIPED_KERNEL(f12b4, variant, striped_contains, 12, 4)                                                       \
	STRIPED_KERNEL(any, variant, striped_contains, c->f, c->b)                                                    \
	static const struct striped_kernel table_kernels[] = {                                                        \
		STRIPED_KERNEL_ROW(f16b4, 16, 4), STRIPED_KERNEL_ROW(f14b4, 14, 4), STRIPED_KERNEL_ROW(f12b4, 12, 4), \
		STRIPED_KERNEL_ROW(any, 0, 0)};                                                                       \
	STRIPED_KIND(table_kernels, variant, limits)

#define GROWING_SPLIT(variant)                                                  \
	static void table_split(struct striped *to, const struct striped *from) \
	{                                                                       \
		if (from->f == 16 && from->b == 4)                              \
			growing_split(to, from, variant, 16, 4);                \
		else                                                            \
			growing_split(to, from, variant, from->f, from->b);     \
	}

/* The operations of a filter whose ops name its kind. */
#define GROWING_OPS                                                                                                   \
	.create = growing_create, .destroy = growing_destroy, .insert = growing_insert, .contains = growing_contains, \
	.remove = growing_remove, .info = growing_info, .check = growing_check, .save = growing_save,                 \
	.load = growing_load

#endif
