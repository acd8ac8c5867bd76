/* SPDX-License-Identifier: MIT */
/*
 * cuckoo.h - the cuckoo filter's Algorithms 1, 2 and 3 (Fan, Andersen, Kaminsky, Mitzenmacher, CoNEXT 2014, section 3),
 * written once over a bucket codec.
 *
 *     64-bit hash of x:   | high 32 bits: bucket | low 32 bits: fingerprint |
 *
 *     f  = low f bits, 0 replaced by 1                    i1 = high half mod m
 *     i2 = i1 xor hash(f) mod m                           i1 = i2 xor hash(f) mod m      (equations 1, 2)
 *
 *     bucket[i1]: | e e e e |        an entry is one fingerprint, 0 = empty
 *     bucket[i2]: | e e e e |        b entries a bucket, m = 2^x buckets; other m: cuckoo_index.h
 *
 * Replacing 0 by 1 gives value 1 twice the weight of the others. The paper's own filters did so. Its login companion
 * prints loads of 17.53% at f=2 and 67.67% at f=4 (m = 2^25). At these loads 2b+1 = 9 items of that double-weight value
 * are first expected in one pair of buckets; a uniform fingerprint would fill further.
 *
 * Algorithm 1 fails after MaxNumKicks evictions, and the last victim is then in no bucket. That would be a false
 * negative for some earlier key. Here a failed insertion undoes its own evictions, so a refusal changes no answer:
 * every bucket holds what it held, perhaps in another order. The undo list records the fingerprints that were put down;
 * equation (2) gives their buckets. It is on the stack of the call that inserts: whoever has a million small filters
 * has no list in each.
 *
 * How a codec is bound: every function below is always inlined. It takes the codec as a constant struct of function
 * pointers, and f and b as constants. So each instance compiles to straight code without a call. A codec with run-time
 * f and b is the same source with other arguments ("any").
 */
#ifndef CUCKOOBENCH_CUCKOO_H
#define CUCKOOBENCH_CUCKOO_H

#include "variants/cuckoo/cuckoo_limits.h"

#include "core/cache.h"
#include "core/family.h"
#include "core/probe.h"
#include "core/rng.h"

struct cuckoo;
struct cuckoo_kind;

/* Evictions that a call has room to list on its stack, in 12 KiB, or buckets of its searches: any filter's usual
 * number, of which a vacuum filter's 4 * 768 buckets are the most (cuckoo_limits.c). Only an insertion that evicts
 * touches them. */
enum { CUCKOO_LISTED = 3072 };

/* One specialisation of the three operations. NULL: as the kind's `rest` does it. */
struct cuckoo_kernel {
	const char *name;
	unsigned f, b; /* 0: any */
	bool vectors;  /* lookups hash several keys at once: only for hashes that are inlined (core/hash_vector.h) */
	size_t (*insert)(struct cuckoo *, const uint64_t *, size_t);
	size_t (*search)(struct cuckoo *, const uint64_t *, size_t); /* the same with a breadth-first search */
	size_t (*contains)(const struct cuckoo *, const uint64_t *, size_t, uint8_t *);
	size_t (*remove)(struct cuckoo *, const uint64_t *, size_t);
	const struct cuckoo_parted *parted; /* what a partitioned build needs (cuckoo_parted.h); NULL: as `rest` */
};

/* What a lookup reads is in front, in two lines. There may be a million filters of 100 keys, so parameters that other
 * members tell are not kept. */
struct cuckoo {
	struct filter base;
	/* the kernel's, or the rest's */
	size_t (*contains)(const struct cuckoo *, const uint64_t *, size_t, uint8_t *);
	uint32_t mask; /* m - 1 */
	unsigned f, b, max_kicks;
	struct hash hash;
	struct mem table;
	const struct cuckoo_kind *kind;
	const struct cuckoo_kernel *kernel, *rest; /* rest: of kind->rest, for this shape; NULL: there is none */
	size_t items;                              /* entries in use */
	size_t absorbed; /* keys that took none, because they were found (cuckoo_nodelete.h, cf_counters.c) */
	uint64_t kicks, random;
	bool searches; /* insertions search breadth-first */
	/* max_kicks fingerprints, for undoing evictions; or the buckets of a search (cuckoo_bfs.h). Between calls NULL,
	 * if these are at most CUCKOO_LISTED */
	uint32_t *path;
	/* the log of interleaved insertions (cuckoo_interleaved.h), or their searches' queues; NULL: one insertion at a
	 * time */
	void *log;
	size_t scratch;       /* that its build took, and gave back (cuckoo_parted.h) */
	struct bulk *bulk;    /* scratch for lookups of millions of keys (plain_bulk.h); NULL: none */
	bool near;            /* the table is near: lookups need no prefetches (core/cache.h) */
	bool second;          /* prefetches, where there are any, go into the second-level cache */
	bool second_in_a_row; /* so do those for a whole vector of keys */
	bool is_view;         /* the table belongs to another filter */
	/* a vacuum filter's chunks: 32 less the logarithm of their lengths; 0: there are none */
	uint8_t chunk[CUCKOO_LENGTHS];
	uint8_t counter_bits; /* params' own, as the next ones */
	enum isa isa;
	const char *hash_name;
};

/* A member of the kernel, or of the rest's where it is NULL there. */
#define CUCKOO_KERNEL_HAS(c, member) ((c)->kernel->member ? (c)->kernel->member : (c)->rest->member)

/* A bucket's representation. `t` is the table, `i` a bucket index. The pair functions read both buckets before they
 * compare anything, so that both loads are in flight together (footnote 7 of the paper). */
struct cuckoo_codec {
	/* Is fp in either bucket? */
	bool (*pair_has)(const uint8_t *t, size_t i1, size_t i2, uint32_t fp, unsigned f, unsigned b);
	/* Puts fp into an empty entry. False if there is none. */
	bool (*put)(uint8_t *t, size_t i, uint32_t fp, unsigned f, unsigned b);
	/* Replaces one copy of fp by `by` (0: removes it). False if there is none. */
	bool (*replace)(uint8_t *t, size_t i, uint32_t fp, uint32_t by, unsigned f, unsigned b);
	/* Swaps fp with the fingerprint of entry e of a full bucket and returns that fingerprint. */
	uint32_t (*swap)(uint8_t *t, size_t i, unsigned e, uint32_t fp, unsigned f, unsigned b);
	/* Puts fp into an empty entry and returns 0. If there is none: with `evicts` as swap; else returns fp. NULL: by
	 * put and swap. */
	uint32_t (*place)(uint8_t *t, size_t i, unsigned e, uint32_t fp, bool evicts, unsigned f, unsigned b);
	/* Stores the fingerprints of a bucket, in an order that lasts until the bucket is written. Is one of them 0? */
	bool (*entries)(const uint8_t *t, size_t i, uint32_t entry[], unsigned f, unsigned b);
	/* hash(fingerprint), before it is reduced to m buckets. */
	uint32_t (*fp_hash)(uint32_t fp);
	/* Prefetches the lines of a bucket (core/cache.h). */
	void (*fetch)(const uint8_t *t, size_t i, bool second, unsigned f, unsigned b);
	/* Needed only by filters that pipeline across keys: removes one copy of fp from either bucket. */
	bool (*pair_remove)(uint8_t *t, size_t i1, size_t i2, uint32_t fp, unsigned f, unsigned b);
};

struct cuckoo_place {
	uint32_t fp;
	size_t i1, i2;
};

/* hash(fingerprint) of equation (1): the high half of a multiplication by 2^64 / golden ratio. So every bit of the
 * fingerprint reaches every bit of the bucket index. */
ALWAYS_INLINE uint32_t
cuckoo_fp_hash(uint32_t fp)
{
	return (uint32_t)((fp * RNG_STEP) >> 32);
}

/* The index policy, xor unless the including file includes the header of another one before this: the first bucket, by
 * the high half of the hash, and the other bucket of fp in bucket i. Macros, because an argument of the functions below
 * changed the code of filters that xor, though compilers removed every branch on it. */
#ifndef CUCKOO_FIRST
#define CUCKOO_FIRST(c, high) ((size_t)(high) & (c)->mask)
#define CUCKOO_OTHER(c, i, fp_hash, fp) (((i) ^ (fp_hash)) & (c)->mask)
#endif

ALWAYS_INLINE size_t
cuckoo_alternate(const struct cuckoo *c, struct cuckoo_codec codec, size_t i, uint32_t fp)
{
	return CUCKOO_OTHER(c, i, codec.fp_hash(fp), fp);
}

/* The fingerprint and the two buckets of a key with this hash. */
ALWAYS_INLINE struct cuckoo_place
cuckoo_place(const struct cuckoo *c, struct cuckoo_codec codec, uint64_t h, unsigned f)
{
	struct cuckoo_place p;

	p.fp = (uint32_t)(h & low_mask(f));
	p.fp += p.fp == 0;
	p.i1 = CUCKOO_FIRST(c, h >> 32);
	p.i2 = cuckoo_alternate(c, codec, p.i1, p.fp);
	return p;
}

ALWAYS_INLINE struct cuckoo_place
cuckoo_locate(const struct cuckoo *c, struct cuckoo_codec codec, uint64_t key, unsigned f)
{
	return cuckoo_place(c, codec, hash_key(&c->hash, key), f);
}

/* The same in a loop that knows the kind of hash. */
ALWAYS_INLINE struct cuckoo_place
cuckoo_locate_by(enum hash_kind kind, const struct cuckoo *c, struct cuckoo_codec codec, uint64_t key, unsigned f)
{
	return cuckoo_place(c, codec, hash_key_by(kind, &c->hash, key), f);
}

/* The last victim of n evictions has no bucket: puts every fingerprint back into its earlier bucket. */
ALWAYS_INLINE void
cuckoo_roll_back(struct cuckoo *c, struct cuckoo_codec codec, size_t i, uint32_t victim, unsigned n, unsigned f,
                 unsigned b)
{
	while (n-- > 0) {
		uint32_t put = c->path[n];

		codec.replace(c->table.data, i, put, victim, f, b);
		i = cuckoo_alternate(c, codec, i, put);
		victim = put;
	}
}

/* Algorithm 1 from "must relocate existing items" on. */
ALWAYS_INLINE bool
cuckoo_relocate(struct cuckoo *c, struct cuckoo_codec codec, struct cuckoo_place p, unsigned f, unsigned b)
{
	uint64_t r = rng_next(&c->random);
	size_t i = r >> 63 ? p.i1 : p.i2;
	uint32_t fp = p.fp;

	for (unsigned n = 0; n < c->max_kicks; n++) {
		c->path[n] = fp;
		fp = codec.swap(c->table.data, i, (unsigned)(r & (b - 1)), fp, f, b);
		i = cuckoo_alternate(c, codec, i, fp);
		if (codec.put(c->table.data, i, fp, f, b)) {
			c->kicks += n + 1;
			return true;
		}
		r = rng_next(&c->random);
	}
	cuckoo_roll_back(c, codec, cuckoo_alternate(c, codec, i, fp), fp, c->max_kicks, f, b);
	return false;
}

/* Algorithm 1 for one key. `local` is a copy of *c: stores to the table may alias *c but not the copy. */
ALWAYS_INLINE bool
cuckoo_insert_one(const struct cuckoo *local, struct cuckoo *c, struct cuckoo_codec codec, struct cuckoo_place p,
                  unsigned f, unsigned b)
{
	if (!codec.put(local->table.data, p.i1, p.fp, f, b) && !codec.put(local->table.data, p.i2, p.fp, f, b) &&
	    !cuckoo_relocate(c, codec, p, f, b))
		return false;
	c->items++;
	return true;
}

ALWAYS_INLINE size_t
cuckoo_insert_by(enum hash_kind kind, struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n,
                 unsigned f, unsigned b)
{
	const struct cuckoo local = *c;

	for (size_t k = 0; k < n; k++)
		if (!cuckoo_insert_one(&local, c, codec, cuckoo_locate_by(kind, &local, codec, keys[k], f), f, b))
			return k;
	return n;
}

ALWAYS_INLINE size_t
cuckoo_insert(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	return HASH_BY_KIND(&c->hash, cuckoo_insert_by, c, codec, keys, n, f, b);
}

/* Algorithm 2. */
ALWAYS_INLINE size_t
cuckoo_contains_by(enum hash_kind kind, const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys,
                   size_t n, uint8_t *hit, unsigned f, unsigned b)
{
	const struct cuckoo local = *c; /* nor may a store to hit[] alias it: its fields stay in registers */
	size_t hits = 0;

	for (size_t k = 0; k < n; k++) {
		struct cuckoo_place p = cuckoo_locate_by(kind, &local, codec, keys[k], f);

		hit[k] = codec.pair_has(local.table.data, p.i1, p.i2, p.fp, f, b);
		hits += hit[k];
	}
	return hits;
}

ALWAYS_INLINE size_t
cuckoo_contains(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit,
                unsigned f, unsigned b)
{
	return HASH_BY_KIND(&c->hash, cuckoo_contains_by, c, codec, keys, n, hit, f, b);
}

/* Algorithm 3. */
ALWAYS_INLINE size_t
cuckoo_remove_by(enum hash_kind kind, struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n,
                 unsigned f, unsigned b)
{
	const struct cuckoo local = *c;
	size_t found = 0;

	for (size_t k = 0; k < n; k++) {
		struct cuckoo_place p = cuckoo_locate_by(kind, &local, codec, keys[k], f);

		found += codec.replace(local.table.data, p.i1, p.fp, 0, f, b) ||
		         codec.replace(local.table.data, p.i2, p.fp, 0, f, b);
	}
	c->items -= found;
	return found;
}

ALWAYS_INLINE size_t
cuckoo_remove(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	return HASH_BY_KIND(&c->hash, cuckoo_remove_by, c, codec, keys, n, f, b);
}

/* Defines one specialised instance of the three algorithms for a codec; F and B may be constants or c->f, c->b.
 * Profiles and debuggers show each as id_operation: f12b4_insert has fingerprints of 12 bits and buckets of 4,
 * f13_contains buckets of the only size, any_remove those of c->f and c->b. */
#define CUCKOO_KERNEL(id, codec, F, B) \
	CUCKOO_KERNEL_OF(id, codec, cuckoo_insert, cuckoo_insert_bfs, cuckoo_contains, cuckoo_remove, F, B)
/* The same with other functions. */
#define CUCKOO_KERNEL_OF(id, codec, INSERT, SEARCH, CONTAINS, REMOVE, F, B)         \
	static size_t id##_insert(struct cuckoo *c, const uint64_t *keys, size_t n) \
	{                                                                           \
		return INSERT(c, codec, keys, n, F, B);                             \
	}                                                                           \
	static size_t id##_search(struct cuckoo *c, const uint64_t *keys, size_t n) \
	{                                                                           \
		return SEARCH(c, codec, keys, n, F, B);                             \
	}                                                                           \
	static size_t id##_remove(struct cuckoo *c, const uint64_t *keys, size_t n) \
	{                                                                           \
		return REMOVE(c, codec, keys, n, F, B);                             \
	}                                                                           \
	CUCKOO_KERNEL_LOOKUP(id, codec, CONTAINS, F, B)
/* The lookup alone: the kind's `rest` does everything else. */
#define CUCKOO_KERNEL_LOOKUP(id, codec, CONTAINS, F, B)                                                   \
	static size_t id##_contains(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit) \
	{                                                                                                 \
		return CONTAINS(c, codec, keys, n, hit, F, B);                                            \
	}

/* The kernels of a file: an instance, and a row of the table, for each of its widths, a list X(id, f, b); and of `any`
 * for all others, with B entries a bucket. */
#define CUCKOO_KERNELS(WIDTHS, KERNEL, ROW, B) \
	WIDTHS(KERNEL)                         \
	KERNEL(any, c->f, B)                   \
	static const struct cuckoo_kernel kernels[] = {WIDTHS(ROW) ROW(any, 0, 0)};
#define CUCKOO_KERNEL_ROW(id, F, B) \
	{.name = #id,               \
	 .f = F,                    \
	 .b = B,                    \
	 .insert = id##_insert,     \
	 .search = id##_search,     \
	 .contains = id##_contains, \
	 .remove = id##_remove},
#define CUCKOO_KERNEL_ROW_PARTED(id, F, B) \
	{.name = #id,                      \
	 .f = F,                           \
	 .b = B,                           \
	 .insert = id##_insert,            \
	 .search = id##_search,            \
	 .contains = id##_contains,        \
	 .remove = id##_remove,            \
	 .parted = &id##_parted},
#define CUCKOO_KERNEL_ROW_LOOKUP(id, F, B) {.name = #id, .f = F, .b = B, .contains = id##_contains},

/* What defines a variant, for the functions that all variants share (cuckoo.c): filter_ops.kind. */
struct cuckoo_kind {
	/* The last has f = 0. It fits every shape; or, if there is a `rest`, it may be empty. */
	const struct cuckoo_kernel *kernels;
	const struct cuckoo_kind *rest; /* does what the kernels leave out, and the shapes that they lack; NULL: none */
	/* whose kernels do it all in a table that is too small for chunks; NULL: this kind's own */
	const struct cuckoo_kind *whole;
	const struct cuckoo_limits *limits;
	/* Counts the used entries of bucket i; -1 if its representation is not valid. */
	int (*bucket_used)(const uint8_t *t, size_t i, unsigned f, unsigned b);
	/* the log for interleaved insertions; only tables of more than log_above bytes have one */
	size_t log_bytes, log_above;
	unsigned searches_in_flight; /* or queues for this number of searches */
	unsigned lanes;              /* keys that lookups process at once; 0: one */
	unsigned in_a_row;           /* lines that vector lookups prefetch at once; 0: they prefetch none */
};

/* Lends a filter that has no list of its own the one on its caller's stack. False: it has one. */
static inline bool
cuckoo_lend(struct cuckoo *c, uint32_t here[CUCKOO_LISTED])
{
	const bool lent = !c->path;

	c->path = lent ? here : c->path;
	return lent;
}

/* The operations that all kinds share; struct filter_ops (core/filter.h) documents them. */
extern const struct filter_family cuckoo_family;
enum filter_status cuckoo_become(const struct filter_ops *self, struct filter *);
size_t cuckoo_ops_insert(struct filter *, const uint64_t *, size_t);
size_t cuckoo_ops_contains(const struct filter *, const uint64_t *, size_t, uint8_t *);
size_t cuckoo_ops_remove(struct filter *, const uint64_t *, size_t);
void cuckoo_info(const struct filter *, struct filter_info *);
const char *cuckoo_check(const struct filter *);

/* The operations of a filter whose ops name their kind; and of a control, which has the capability to be one. */
#define CUCKOO_OPS CUCKOO_OPS_OF(0)
#define CUCKOO_CONTROL CUCKOO_OPS_OF(FILTER_CONTROL)
#define CUCKOO_OPS_OF(more)                                                                        \
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | (more), .uses = CUCKOO_USES,      \
	.family = &cuckoo_family, FAMILY_OPS, .view = family_view, .become = cuckoo_become,        \
	.insert = cuckoo_ops_insert, .contains = cuckoo_ops_contains, .remove = cuckoo_ops_remove, \
	.info = cuckoo_info, .check = cuckoo_check

#endif
