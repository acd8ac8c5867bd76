/* SPDX-License-Identifier: MIT */
/*
 * filter.h - the one interface that every approximate-membership filter of this suite implements.
 *
 *      experiment / test / tool
 *              |  a batch of raw 64-bit keys
 *              v
 *      const struct filter_ops  ---->  one file in variants/ or baselines/
 *
 * The contract, tested once for the whole registry (tests/property):
 *
 *  - A batch means n single operations in order. Nothing is reordered, de-duplicated or pipelined across keys. A filter
 *    that does so has another *name* (cf-avx2), or the comparison with the paper would be void.
 *  - Every filter hashes the raw key itself, with the hash of core/hash.h, once per operation and inside the call, as
 *    the paper does (section 7, "Experiment Setup").
 *  - insert's only failure is refusal (the filter is full). It stops at the first refused key. The filter's answers are
 *    then as if that key had never been offered.
 *  - No accepted key is ever reported absent until it is removed. Removing a key that was never inserted voids this
 *    promise (section 3.3), as for every filter that can delete.
 *  - A call with no key does nothing, and its pointers may be NULL.
 *  - create and build refuse, with a reason, what they cannot make and any parameter that they would not use.
 *  - A filter that is FILTER_STATIC is made of all of its keys at once, by build. It has no create and no insert. build
 *    may refuse a seed with which these keys cannot be laid out (FILTER_ESEED); core/build.h tries the next one. Keys
 *    may be equal, and may be none: such a filter says no to all. The table has the size that so many keys take.
 *  - Only create, build, load and view allocate memory; insert does too in a filter that is FILTER_GROWS. What is taken
 *    beyond the table while it is filled is info.scratch. No globals, no printing, no exit.
 *  - Several contains may run concurrently. The caller has to serialise everything else, unless the filter is
 *    FILTER_SHARED. Then insert, contains and remove may run in any number of threads at once. A key that was accepted
 *    before a lookup began, and not removed before it ended, is never reported absent, whatever else runs. info is
 *    exact when nothing runs concurrently.
 */
#ifndef CUCKOOBENCH_FILTER_H
#define CUCKOOBENCH_FILTER_H

#include "core/isa.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct filter_ops;
struct placement;     /* core/mem.h */
struct filter_family; /* core/family.h */

/* First member of every filter's own struct. */
struct filter {
	const struct filter_ops *ops;
};

enum filter_status {
	FILTER_OK,
	FILTER_EINVAL,   /* a parameter cannot work; the reason says which */
	FILTER_ENOMEM,   /* the table could not be allocated */
	FILTER_ECORRUPT, /* not a saved filter, or a damaged one */
	FILTER_EIO,      /* reading or writing failed */
	/* instructions are needed that this processor lacks, or that params.isa excludes; the reason says which */
	FILTER_EISA,
	FILTER_ESEED, /* these keys cannot be laid out with this seed; they may be with another */
};

enum filter_caps {
	FILTER_REMOVE = 1u << 0,   /* can delete (clear bit: ops->remove is NULL) */
	FILTER_FILLS = 1u << 1,    /* refuses keys when full; else it only grows less accurate */
	FILTER_MULTISET = 1u << 2, /* stores every copy of a duplicate key, up to a limit */
	FILTER_SHARED = 1u << 3,   /* insert, contains and remove may run concurrently */
	FILTER_CONTROL = 1u << 4,  /* built to explain another filter's cost; only in experiments that name it */
	/* takes a larger table when full, up to some size: slots, buckets and bytes change */
	FILTER_GROWS = 1u << 5,
	/* built once, of all of its keys: has build instead of create and insert */
	FILTER_STATIC = 1u << 6,
	/* keeps a value of value_bits for each key (value); with set_value it can be changed */
	FILTER_VALUES = 1u << 7,
};

/* Parameters that a filter uses, of those that not every filter does. A filter refuses any other (filter.c). */
enum filter_uses {
	USES_FP_BITS = 1u << 0,
	USES_SLOTS = 1u << 1,
	USES_HASHES = 1u << 2,
	USES_TABLES = 1u << 3,
	USES_COUNTER_BITS = 1u << 4,
	USES_KICKS = 1u << 5, /* and max_kicks */
	USES_MAX_LOAD = 1u << 6,
	USES_STRIPES = 1u << 7,
	USES_DOUBLINGS = 1u << 8,
	USES_VALUES = 1u << 9, /* value_bits and values */
	/* of a filter from elsewhere: its create and build refuse what they do not use */
	USES_OWN = USES_VALUES - 1,
};

/*
 * How an insertion into a full pair of buckets makes room. WALK is Algorithm 1's way: a random fingerprint is evicted
 * to its other bucket, and may evict another there, until one finds an empty entry. BFS first searches the shortest
 * path to an empty entry, by reading only, and then walks it backwards (variants/cuckoo/cuckoo_bfs.h).
 */
enum filter_kicks { FILTER_KICKS_DEFAULT, FILTER_KICKS_WALK, FILTER_KICKS_BFS, FILTER_KICKS };

/*
 * What to build. The letters are the paper's (section 4). 0 or NULL means this filter's default.
 * One of bytes, buckets, items sizes the table.
 */
struct filter_params {
	size_t bytes;            /* table size; tables with 2^x buckets take the largest that fits */
	size_t buckets;          /* m, exactly */
	size_t items;            /* n that must fit (core/fits.h); for the Bloom family k is optimal for this n */
	unsigned fp_bits;        /* f, bits of a fingerprint (remainder, for quotient and d-left) */
	unsigned slots;          /* b, entries of a bucket */
	unsigned hashes;         /* k, Bloom family */
	unsigned tables;         /* d, d-left subtables */
	unsigned counter_bits;   /* c, of a d-left cell, or an entry that counts copies */
	enum filter_kicks kicks; /* for cuckoo filters; most support only one */
	/* MaxNumKicks, Algorithm 1; default 500. Breadth-first: the most buckets a search reads; default 768 */
	unsigned max_kicks;
	unsigned max_load;             /* quotient filter: refuses beyond this many per mille of its slots */
	unsigned stripes;              /* lock stripes of a FILTER_SHARED cuckoo filter, a power of two */
	unsigned doublings;            /* how often a growing filter may double before it refuses */
	const char *hash;              /* a name of core/hash.h, which must outlive the filter; default xxh3 */
	uint64_t seed;                 /* of the hash and of every random choice inside the filter */
	enum isa isa;                  /* use no instructions above these; every filter accepts this parameter */
	unsigned threads;              /* that build may use; 0: one. Every filter that has a build accepts it */
	unsigned value_bits;           /* v, bits of a value, of a FILTER_VALUES filter */
	const uint32_t *values;        /* of the keys that build gets, in their order; NULL: all are 0 */
	const struct placement *place; /* the pages of the table, and their memory nodes */
};

/* The members that the public struct cuckoobench_params and the header of a saved filter (core/serial.c) have under the
 * same names, as initialisers of one from another. What needs a translation is not among them. */
#define FILTER_PARAMS_OF(p)                                                                                           \
	.bytes = (p)->bytes, .buckets = (p)->buckets, .items = (p)->items, .fp_bits = (p)->fp_bits,                   \
	.slots = (p)->slots, .hashes = (p)->hashes, .tables = (p)->tables, .counter_bits = (p)->counter_bits,         \
	.max_kicks = (p)->max_kicks, .max_load = (p)->max_load, .stripes = (p)->stripes, .doublings = (p)->doublings, \
	.seed = (p)->seed

/* What contention cost since create, summed over all threads. */
struct filter_contention {
	uint64_t paths;   /* insertions that had to move fingerprints */
	uint64_t stale;   /* paths of such insertions that another writer changed before they were walked */
	uint64_t spins;   /* attempts to take a lock that was held */
	uint64_t retries; /* lookups made again because a version had changed */
	uint64_t unsure;  /* lookups that gave up and answered "maybe present" */
};

/* What was built, and its present state. Sizes in bytes, counts in entries or operations. */
struct filter_info {
	size_t bytes;   /* of the table as the paper counts it, without padding */
	size_t mapped;  /* taken from the system, padding and side tables included */
	size_t scratch; /* the most that was taken beyond that while it was built or filled, and given back */
	size_t items;   /* accepted minus removed */
	size_t slots;   /* entries the table has; 0 for bit arrays */
	size_t buckets; /* m */
	unsigned fp_bits, slots_per_bucket, hashes;
	uint64_t kicks;                      /* fingerprints relocated since create */
	struct filter_contention contention; /* all 0 without FILTER_SHARED */
	const char *kernel;                  /* which specialisation runs, e.g. "f12b4" or "any" */
	/* the table's first byte, for ceilings on the same memory; NULL if there is not one table that stays */
	const void *table;
};

/*
 * Random cache lines of its table that an operation touches. For lookups they are from the paper's Table 2 where it has
 * them; T1 counts the others. For an insertion they are the minimum: relocations come on top. All 0: those of its twin,
 * or unknown.
 */
struct filter_lines {
	double absent, present, insert, remove; /* lookups of absent and of present keys, and so on */
};

/* Which of the paper's tables and figures it belongs to. */
enum filter_part {
	FILTER_PAPER, /* all of them */
	FILTER_NAMED, /* named there, but not timed */
	FILTER_LATER, /* none: it came later */
	/* as FILTER_LATER, and compared with the others by P0 to P5 and X8; in other timed figures where the user
	 * names it */
	FILTER_FIELD,
	/* a control that does as the paper describes what its twin does in a better way: timed beside the twin */
	FILTER_DESCRIBED,
};

/* One shape that a comparison of sizes tries (harness/filters/candidates.h). Either fp_bits of a cuckoo filter, in
 * buckets of four; or `bits` bits a key and `hashes` hashes, 0: the filter's own k, of one without entries. Of a filter
 * that its number of keys sizes, as all static ones are: fp_bits, and about how many bits a key they make of many
 * keys. */
struct filter_shape {
	unsigned fp_bits, bits, hashes;
	unsigned near; /* its rate is within half a bit of 2^-near, 8, 12 or 16: where rates are compared; 0: of none */
	bool field;    /* only where rates are compared */
	bool usual;    /* the paper's, or as good as that */
	bool few;      /* of a filter that its keys size: also where only few of those are tried */
	double lines;  /* that a lookup touches, on average, where they depend on fp_bits; 0: facts.lines */
};

/* Facts that experiments need and that no call reveals. */
struct filter_facts {
	/* the file that implements it: __FILE__. S1 counts its lines, and those of its includes */
	const char *source;
	const char *inside;          /* the filter that it wraps; NULL: none */
	struct filter_params params; /* those of section 7.1 of the paper; without a size */
	/* sets its number of items: bits divided by this; 0: filled until a key is refused */
	double bits_per_item;
	struct filter_lines lines;
	bool stops; /* a lookup ends at the first clear bit: lines.absent applies to a full filter */
	/* Nanoseconds an operation takes in a table beyond the caches, seen on one server of 2021: only a plan's first
	 * estimate. 0: 300, 150, 200. */
	struct {
		double insert, lookup, remove;
	} ns;
	enum filter_part part;
	unsigned full;                     /* the share of its slots, in per cent, to which the paper fills it; 0: 95 */
	unsigned fp_saved;                 /* number of bits by which an entry is shorter than its fingerprint */
	unsigned slot_bits;                /* bits of an entry, if fp_bits does not determine them */
	unsigned block;                    /* a table has a multiple of so many bytes; 0: any number, or not known */
	const struct filter_shape *shapes; /* ends with one that is all 0; NULL: its twin's, or none */
};

struct filter_ops {
	const char *name;  /* as on the command line and in the data: "ss-cf" */
	const char *title; /* as in the paper's legends: "ss-CF" */
	const char *about; /* one line: what it is, and where it was published */
	/* the filter that gives the same answers, key by key, from the same items and parameters; NULL: none */
	const char *twin;
	/* its entries may lie in other places than in its twin's table; otherwise the two tables are equal byte for
	 * byte */
	bool rearranges;
	unsigned caps; /* enum filter_caps */
	enum isa isa;  /* the instructions it requires; ISA_ANY: none */
	/* the best instructions above those that it uses where there are any, and works without; ISA_ANY: none */
	enum isa chooses;
	/* keys a call should have for full speed; 0: 256 suffice, as for any filter that processes one key after the
	 * other */
	unsigned batch;
	unsigned uses;                      /* enum filter_uses */
	const void *kind;                   /* private data of the functions that it shares with its family */
	const struct filter_family *family; /* if its life is that of core/family.h: where its parts are; else NULL */
	size_t size;                        /* bytes of its struct, if it is larger than the family's; else 0 */
	struct filter_facts facts;

	/*
	 * create, load and view receive the ops of the filter to make, because a family may share them: call
	 * filter_create, filter_load and filter_view below.
	 *
	 * On failure *out is NULL and *why is a static sentence that names the parameter.
	 */
	enum filter_status (*create)(const struct filter_ops *self, const struct filter_params *, struct filter **out,
	                             const char **why); /* NULL with FILTER_STATIC, as insert is */
	/* Resolves *p in place, sizes and defaults, as create and build do, and says how many bytes the table has. No
	 * memory is taken. items are the keys of a static filter; where the keys themselves decide (gcs,
	 * ribbon-bumped), the bytes are those that random keys take on average. Returns NULL, or the reason for
	 * refusing. NULL itself: of a filter from elsewhere. Call filter_size below. */
	const char *(*settle)(const struct filter_ops *self, struct filter_params *p, size_t *bytes);
	/* Makes a filter of n keys. Errors as of create, and FILTER_ESEED. With FILTER_STATIC there is no other way to
	 * make one. Another filter has it if it fills a table sooner with all keys at once, by params.threads threads;
	 * a key that does not fit is FILTER_EINVAL. NULL: it is created, and filled by insert. */
	enum filter_status (*build)(const struct filter_ops *self, const struct filter_params *, const uint64_t *keys,
	                            size_t n, struct filter **out, const char **why);
	void (*destroy)(struct filter *); /* NULL is allowed */
	/* Returns the number of accepted keys; if it is less than n, keys[returned] was refused. */
	size_t (*insert)(struct filter *, const uint64_t *keys, size_t n);
	/* hit[i] = 1 if keys[i] may be present, 0 if it certainly is not. Returns the sum of hit. */
	size_t (*contains)(const struct filter *, const uint64_t *keys, size_t n, uint8_t *hit);
	/* As contains; where hit[i] is 1, value[i] is the value of keys[i], if that key is in. NULL without
	 * FILTER_VALUES. */
	size_t (*value)(const struct filter *, const uint64_t *keys, size_t n, uint8_t *hit, uint32_t *value);
	/* Changes the values of keys that are in. Those of others are void afterwards. NULL: values are fixed. */
	void (*set_value)(struct filter *, const uint64_t *keys, size_t n, const uint32_t *value);
	/* Removes one copy of each key. Returns the number found. NULL without FILTER_REMOVE. */
	size_t (*remove)(struct filter *, const uint64_t *keys, size_t n);
	void (*info)(const struct filter *, struct filter_info *);
	/* NULL if every invariant of the table holds, otherwise a static sentence that says what is broken. */
	const char *(*check)(const struct filter *);
	/* Both NULL: the filter cannot be saved. Those of filters.def can. */
	enum filter_status (*save)(const struct filter *, FILE *);
	enum filter_status (*load)(const struct filter_ops *self, FILE *, const struct placement *,
	                           struct filter **out);
	/*
	 * Makes a second filter, with these ops, on the table of `of`, to compare lookups on the very same memory. `of`
	 * is this filter's twin, or has the same twin. The view only looks keys up. It allocates its own struct and, if
	 * lookups need it, their scratch. Nothing else may be done to it except destroy it, before `of` is changed or
	 * destroyed. NULL: tables cannot be shared. Errors: FILTER_ENOMEM, FILTER_EISA (of->params.isa and the
	 * processor).
	 */
	enum filter_status (*view)(const struct filter_ops *self, const struct filter *of, struct filter **out);
	/*
	 * Makes f, which is this filter's twin or has the same twin, a filter with these ops. Table and items stay. So
	 * one table can be filled by whoever does it fastest, and then measured as another's. f is no view. NULL: it
	 * cannot. Errors leave f as it was: FILTER_ENOMEM, FILTER_EISA.
	 */
	enum filter_status (*become)(const struct filter_ops *self, struct filter *f);
};

/* ops->create and ops->build; parameters that are not used are refused here, for all filters at once. */
enum filter_status filter_create(const struct filter_ops *, const struct filter_params *, struct filter **out,
                                 const char **why);
enum filter_status filter_build(const struct filter_ops *, const struct filter_params *, const uint64_t *keys, size_t n,
                                struct filter **out, const char **why);
/* How large the table of these parameters is (filter_info.bytes), and what they are once defaults and sizes are
 * resolved, before any memory is taken. A static filter gets its number of keys as items. Refuses what filter_create
 * and filter_build refuse, except for memory and instructions. NULL, or the reason. */
const char *filter_size(const struct filter_ops *, struct filter_params *, size_t *bytes);

static inline enum filter_status
filter_load(const struct filter_ops *ops, FILE *file, const struct placement *place, struct filter **out)
{
	return ops->load(ops, file, place, out);
}

static inline enum filter_status
filter_view(const struct filter_ops *ops, const struct filter *of, struct filter **out)
{
	return ops->view(ops, of, out);
}

static inline enum filter_status
filter_become(const struct filter_ops *ops, struct filter *f)
{
	return ops->become(ops, f);
}

static inline struct filter_info
filter_told(const struct filter *f)
{
	struct filter_info info = {0};

	f->ops->info(f, &info);
	return info;
}

/* What contains returns, and sets, where there is no key in. hit may be NULL if n is 0, as everywhere. */
static inline size_t
filter_has_none(uint8_t *hit, size_t n)
{
	if (n)
		memset(hit, 0, n);
	return 0;
}

/* Registry (registry.c): every filter of filters.def, in legend order, then the added ones; NULL at the end. */
extern const struct filter_ops *filter_all[];
/* Adds a filter. It has no traced build, and must outlive its use. False if its name is taken, or the list is full. */
enum { FILTERS_ADDED = 16 };
bool filter_add(const struct filter_ops *);
/* The filters of filters.def compiled with line counting (core/probe.h); registry_traced.c. */
extern const struct filter_ops *const filter_all_traced[];

/* A filter of this name, or NULL: in the registry; among the traced builds; in a list that ends with NULL. */
const struct filter_ops *filter_find(const char *name);
const struct filter_ops *filter_find_traced(const char *name);
const struct filter_ops *filter_find_in(const struct filter_ops *const *list, const char *name);

/* The name of a way to make room: "walk" or "bfs"; "default". */
const char *filter_kicks_name(enum filter_kicks);
/* By name, except the default. False if there is none. */
bool filter_kicks_find(const char *name, enum filter_kicks *);

/* "out of memory" and the like, for messages. Never NULL. */
const char *filter_status_text(enum filter_status);

#endif
