/* SPDX-License-Identifier: MIT */
/*
 * growing.h - a cuckoo filter that doubles when it is full, without its keys, while other threads look up.
 *
 *      generation g   one table: 2^g adjacent sub-tables of m buckets
 *      bucket index   | highest g bits of the fingerprint | log2 m bits of the hash; xor hash(fingerprint) stays here |
 *
 *      split          sub-table s  ---->  2s, 2s+1     the next bit of its own fingerprint decides where an entry goes;
 *                                                      one pass, no hashing
 *
 *      grower         new table | stop writers | split | publish | let writers go | wait for readers | free old table
 *      writers        ......... | wait ................................ | continue in the new one
 *      readers        continue in the old table ................. | continue in the new one
 *
 * The fingerprint keeps all its f bits, so the same comparison as before finds a stored key. A split by itself changes
 * no answer. A key is reported present if some stored key has its fingerprint and its pair of buckets, and a split
 * keeps that information exactly. But there is now room for twice as many keys, and a lookup in a full table errs twice
 * as often as before: 2b * 0.95 / 2^(f-g), where 2b * 0.95 / 2^f is equation (5) at a load of 95 %. So a filter that is
 * to double d times starts with d bits more than it will need. (Quotient filters double by moving bits of the
 * fingerprint into the index: Bender et al., VLDB 2012. Chen et al., "The dynamic cuckoo filter", ICNP 2017, measured
 * it for cuckoo filters as one of several methods.)
 *
 * Why the highest bits. 0 is not a fingerprint: if the low f bits of a hash are 0, the fingerprint is 1. Both have the
 * same highest bits for all g < f, so every sub-table gets 2^-g of the keys. If the lowest bits decided, 1 would leave
 * the sub-table of 0 for another.
 *
 * Growth does not separate copies of one fingerprint, and makes no room for more of them. When all 2b entries of its
 * pair of buckets hold it, the insertion is refused at any size.
 *
 * A guard (struct growing_guard) decides what is shared with whom. It is the only difference between cf-rcu and the
 * filters it is compared with. They share the code of the tables, of the split and of every operation inside a table.
 */
#ifndef CUCKOOBENCH_GROWING_H
#define CUCKOOBENCH_GROWING_H

#include "variants/striped/striped_kind.h"

#include <pthread.h>

struct growing;

/*
 * Keeps a table alive for the threads that are in it. A thread enters once a batch, so all keys of a batch meet the
 * same table. An entry costs about 20 ns, and delays only the freeing of the old table. A thread is in the table of at
 * most one filter at a time.
 */
struct growing_guard {
	bool (*init)(struct growing *);
	void (*fini)(struct growing *);
	/* Returns the table, which stays alive until leave: for lookups; and for insertions or deletions. */
	struct striped *(*enter)(struct growing *);
	struct striped *(*enter_to_write)(struct growing *);
	void (*leave)(struct growing *);
	/* For the holder of `growth`. When stop returns, no writer is in the table, and none enters before go_on. */
	void (*stop)(struct growing *);
	void (*go_on)(struct growing *);
	/* Called after go_on, without `growth`. When it returns, no thread is in a table that was replaced before. */
	void (*drain)(struct growing *);
};

/* What defines a filter that grows: filter_ops.kind. */
struct growing_kind {
	const struct striped_kind *table;
	const struct growing_guard *guard;
	/* Fills `to`, which is empty and twice as large, with the content of `from`. No thread writes to either. */
	void (*split)(struct striped *to, const struct striped *from);
};

struct growing {
	struct filter base;
	const struct growing_kind *kind;
	struct striped *_Atomic table;
	/* counts tables, so that a refused thread knows whether another has grown the filter in the meantime */
	_Atomic uint64_t generation;
	_Atomic bool stopped;   /* writers have to wait; used by guards that signal this by a flag */
	pthread_mutex_t growth; /* held while the table is replaced */
	union {
		pthread_rwlock_t rwlock;
		struct growing_gate *gates;
		char tag; /* only its address is used */
	} guard;
	struct striped_counts *past; /* of tables that were freed */
	struct placement place;      /* of its tables; has no limit, except while a table is loaded */
};

/* All keys of the filter, from whoever stores them. next puts up to `room` of them into keys and returns their number;
 * 0: no more. A key comes once for each time it was inserted and not removed. */
struct growing_source {
	size_t (*next)(void *state, uint64_t *keys, size_t room);
	void *state;
};

/*
 * Replaces the table by one of `buckets`, a power of two, built from the keys with their whole fingerprints. So where
 * keys are stored, growth need not cost accuracy: this restores what was lost. The filter may then double as often as a
 * new one. Readers continue meanwhile (if the guard allows it), and writers wait. The source must not contain a key
 * whose insertion is waiting, or the key is stored twice. Returns NULL, or why the filter is unchanged: the source has
 * other keys than the filter, too few buckets, no memory.
 */
const char *growing_rebuild(struct filter *, size_t buckets, struct growing_source);

const char *growing_settle(const struct filter_ops *self, struct filter_params *, size_t *bytes);
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
/* growing_guard.drain for guards after which nobody is in the old table: whoever enters now gets the new one. */
void growing_no_drain(struct growing *);
/* Is the pair of buckets of this key full of copies of its fingerprint? Then no growth makes room for it. */
bool growing_is_hopeless(const struct striped *, uint64_t key);

/* The growing filter, writable even if the caller's pointer is const: a lookup has to enter the table. */
ALWAYS_INLINE struct growing *
growing_of(const struct filter *f)
{
	return (struct growing *)(uintptr_t)f;
}

/* The tables of filters that double: those of cf-striped, with sub-tables (growing_tables.c). Which filter they
 * belong to is decided by its guard alone. */
extern const struct striped_kind FILTER_KIND(growing);
/* growing_kind.split for them. */
void FILTER_NAME(growing_split)(struct striped *to, const struct striped *from);

/* The operations of a filter whose ops name its kind. */
#define GROWING_OPS                                                                                                   \
	.uses = CUCKOO_USES | USES_STRIPES | USES_DOUBLINGS, .create = growing_create, .settle = growing_settle,      \
	.destroy = growing_destroy, .insert = growing_insert, .contains = growing_contains, .remove = growing_remove, \
	.info = growing_info, .check = growing_check, .save = growing_save, .load = growing_load

#endif
