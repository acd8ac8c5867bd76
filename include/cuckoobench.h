/* SPDX-License-Identifier: MIT */
/*
 * cuckoobench.h - the public interface: for programs that use the filters of this suite, and for plug-ins that bring
 * filters to it.
 *
 *      your program --- cuckoobench_create, _insert, _contains ... ---> libcuckoobench (.so, .a): all its filters
 *
 *      cuckoobench --plugin yours.so --- cuckoobench_plugin() ---> struct cuckoobench_plugin ---> your filters, in
 *                                                                          every table, figure and test that they fit
 *
 * Both interfaces are plain C structs of fixed-width numbers and pointers, without bit fields, enumerations or variable
 * arguments. So C++, Rust or any language that can call C can be on either side. Two things keep old and new
 * compatible:
 *
 *   abi    CUCKOOBENCH_ABI of the header that a plug-in was built with. It rises only when something here changes its
 *          meaning. A plug-in with another number is refused.
 *   size   the first member of every struct that crosses the interface: its sizeof, as the side that fills it knows it.
 *          Members are only ever added at the end, and members beyond `size` count as 0. So a plug-in of today works
 *          with a later program, and a later plug-in works with a program of today.
 *
 * The contract of a filter, which `cuckoobench verify --plugin FILE` checks (docs/adding-a-filter.md):
 *
 *  - A key is any 64-bit number. A call with n keys means n single operations in order.
 *  - No accepted key is ever reported absent until it is removed. Removing a key that was never inserted voids this
 *    promise.
 *  - insert's only failure is refusal (the filter is full). It stops at the first refused key, and the filter continues
 *    to answer as if that key had never been offered.
 *  - A filter that is CUCKOOBENCH_STATIC has build instead of create and insert: it is made of all of its keys at once,
 *    which may be equal, or none, and has the size that so many take. The keys remain the caller's, who may free them
 *    when build has returned. With CUCKOOBENCH_ESEED build refuses a seed with which these keys cannot be laid out. It
 *    is then called with others.
 *  - The same parameters and calls give the same answers: every random choice comes from params->seed.
 *  - Only create, build and load allocate memory, and destroy frees it. No function prints anything, and none exits.
 *  - contains may run concurrently with contains. The caller must serialise everything else, unless the filter is
 *    CUCKOOBENCH_SHARED: then insert, contains and remove may run in any number of threads at once.
 */
#ifndef CUCKOOBENCH_PUBLIC_H
#define CUCKOOBENCH_PUBLIC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CUCKOOBENCH_ABI 1u
#define CUCKOOBENCH_API __attribute__((visibility("default")))

/* What create, build and load return (int32_t). */
#define CUCKOOBENCH_OK 0       /* done */
#define CUCKOOBENCH_EINVAL 1   /* a parameter cannot work, or this filter does not use it; the reason names it */
#define CUCKOOBENCH_ENOMEM 2   /* no memory for the table */
#define CUCKOOBENCH_ECORRUPT 3 /* not a saved filter, or a damaged one */
#define CUCKOOBENCH_EIO 4      /* reading or writing failed */
#define CUCKOOBENCH_EISA 5     /* the processor lacks instructions that the filter needs; the reason names them */
#define CUCKOOBENCH_ESEED 6    /* build: these keys cannot be laid out with this seed; they may be with another */

/* What a filter can do (caps). */
#define CUCKOOBENCH_REMOVE 1u   /* has deletion; else remove is NULL */
#define CUCKOOBENCH_FILLS 2u    /* refuses keys when full; else it takes any number of keys, and its accuracy falls */
#define CUCKOOBENCH_MULTISET 4u /* stores every copy of a key inserted more than once, up to some number */
#define CUCKOOBENCH_SHARED 8u   /* insert, contains and remove may run concurrently */
#define CUCKOOBENCH_STATIC 64u  /* built once, of all of its keys: has build; create and insert are NULL */

/* How a cuckoo filter makes room (kicks): by a random walk, as in Algorithm 1; by breadth-first search. */
#define CUCKOOBENCH_KICKS_WALK 1u
#define CUCKOOBENCH_KICKS_BFS 2u

/* Instructions (isa): plain C; AVX2, BMI1 and BMI2; and AVX-512 F, BW, DQ and VL; NEON. */
#define CUCKOOBENCH_ISA_PORTABLE 1u
#define CUCKOOBENCH_ISA_AVX2 2u
#define CUCKOOBENCH_ISA_AVX512 3u
#define CUCKOOBENCH_ISA_NEON 4u

/* Memory for tables, on the pages and memory nodes that the run asks for. It is zeroed, aligned to 64 bytes (to 2 MiB
 * from 2 MiB up), and followed by 16 bytes that may be read and written. */
struct cuckoobench_memory {
	size_t size;
	void *host;
	void *(*take)(void *host, size_t bytes);             /* NULL: memory is short */
	void (*give)(void *host, void *table, size_t bytes); /* frees what take returned, with the same bytes */
};

/*
 * What to build. The letters are the paper's (section 4). 0 means the filter's own default. One of bytes, buckets and
 * items sizes the table. A filter refuses, with CUCKOOBENCH_EINVAL, what it cannot do and any parameter it would not
 * use.
 */
struct cuckoobench_params {
	size_t size;
	uint64_t bytes;   /* of the table at most (tables of 2^x buckets take the largest that fits) */
	uint64_t buckets; /* m, the exact number of buckets */
	/* n, the number of items that must fit: n random distinct keys are all accepted, by all but one seed of 10^6.
	 * Beyond 10^6 items it is all but n of 10^12. Where no sensible table does that, create refuses */
	uint64_t items;
	uint32_t fp_bits;      /* f, bits of a fingerprint */
	uint32_t slots;        /* b, entries of a bucket */
	uint32_t hashes;       /* k, of Bloom filters */
	uint32_t tables;       /* d, of d-left tables */
	uint32_t counter_bits; /* bits of a counter */
	uint32_t max_kicks;    /* MaxNumKicks */
	uint32_t max_load;     /* the load, in slots per mille, beyond which insert refuses */
	uint32_t stripes;      /* locks of a filter for many threads */
	uint32_t doublings;    /* how many times a growing filter may double */
	/* For plug-ins. Not 0: hash is XXH3_64bits_withSeed of the key's 8 bytes, which a plug-in may inline
	 * (cuckoobench_hash.h) */
	uint32_t hash_is_xxh3;
	uint32_t kicks; /* how a cuckoo filter makes room: CUCKOOBENCH_KICKS_... */
	/* No instructions above CUCKOOBENCH_ISA_... 0: all that the processor has. Every filter takes this parameter */
	uint32_t isa;
	uint64_t seed; /* of the hash and of every other random choice */
	/* The hash of this run, the same for every filter. For plug-ins; they never get NULL. Programs leave it NULL
	 * and hash_is_xxh3 0, and set hash_name: one of those in `cuckoobench list`. NULL is the default, XXH3. */
	uint64_t (*hash)(uint64_t key, uint64_t seed);
	const char *hash_name;
	/* For plug-ins; they never get NULL: the memory that tables should come from. Outlives the filter. Programs
	 * leave it NULL. */
	const struct cuckoobench_memory *memory;
	/* that build may use; 0: one. It uses no more than there are processors for it. Every static filter takes this
	 * parameter */
	uint32_t threads;
	uint32_t reserved; /* 0, until a later version gives it a meaning; anything else is refused */
};

/* What was built, and its present state. Sizes in bytes, counts in entries or operations. */
struct cuckoobench_info {
	size_t size;
	uint64_t bytes; /* of the table as the paper counts it, without padding */
	uint64_t items; /* accepted minus removed */
	uint64_t slots; /* entries of the table (0 for bit arrays) */
	uint64_t buckets;
	uint64_t kicks; /* entries relocated since create */
	uint32_t fp_bits, slots_per_bucket, hashes;
	uint32_t reserved; /* stays 0 */
	/* the table's first byte, for ceilings on the same memory; NULL if there is no single table that stays */
	const void *table;
	const char *kernel; /* which code runs, a few letters (NULL: there is only one) */
	/* the most memory taken beyond the table while it was built or filled, and given back since */
	uint64_t scratch;
};

/* --- a plug-in ---------------------------------------------------------------------------------------------------- */

/* One filter of a plug-in. The pointers must stay valid as long as the plug-in is loaded. */
struct cuckoobench_plugin_filter {
	size_t size;
	/* in data and on the command line: a letter, then letters a to z, digits and '-'; at most 23 characters */
	const char *name;
	const char *title; /* in legends, at most 31 characters. NULL: the name */
	const char *about; /* one line, at most 199 characters: what it is, and where it was published */
	uint32_t caps;
	uint32_t batch; /* how many keys a call should have for full speed. 0: 256 are enough */
	/* of the paper's set-up, which fills a table of a given size. 0: until the filter refuses a key
	 * (CUCKOOBENCH_FILLS). Else with bytes * 8 / this number of items */
	double bits_per_item;
	/* How many random cache lines four operations touch: a lookup of an absent key, a lookup of a present key, an
	 * insertion and a removal. They give the ceiling that the filter is compared with. 0: counts as 1. */
	double lines_absent, lines_present, lines_insert, lines_remove;

	/* On failure *filter is NULL, and *why is a static sentence that names the parameter. NULL with
	 * CUCKOOBENCH_STATIC, as insert is. */
	int32_t (*create)(const struct cuckoobench_params *params, void **filter, const char **why);
	void (*destroy)(void *filter);
	/* Returns how many of the n keys were accepted. If less than n, keys[returned] was refused. */
	size_t (*insert)(void *filter, const uint64_t *keys, size_t n);
	/* hit[i] = 1 if keys[i] may be present, 0 if it certainly is not. Returns the sum of hit. */
	size_t (*contains)(const void *filter, const uint64_t *keys, size_t n, uint8_t *hit);
	/* Removes one copy of each key; returns how many were found. NULL without CUCKOOBENCH_REMOVE. */
	size_t (*remove)(void *filter, const uint64_t *keys, size_t n);
	/* Fills in the members of *info that it knows. The caller has set size, and all else to 0. */
	void (*info)(const void *filter, struct cuckoobench_info *info);
	/* Those below may be NULL. */
	/* NULL if every invariant of the table holds, else a static sentence that says what is broken. */
	const char *(*check)(const void *filter);
	/* Writes the filter into buffer if room is enough for all of it. Returns the number of bytes that it takes. */
	size_t (*save)(const void *filter, void *buffer, size_t room);
	/* Makes a filter from what save wrote. The parameters are those that the saved filter was created with. */
	int32_t (*load)(const struct cuckoobench_params *params, const void *saved, size_t bytes, void **filter);
	/* With CUCKOOBENCH_STATIC: makes a filter of n keys. params says nothing of the size. On failure as create, or
	 * CUCKOOBENCH_ESEED. */
	int32_t (*build)(const struct cuckoobench_params *params, const uint64_t *keys, size_t n, void **filter,
	                 const char **why);
};

struct cuckoobench_plugin {
	size_t size;
	uint32_t abi;   /* CUCKOOBENCH_ABI */
	uint32_t count; /* number of filters */
	const struct cuckoobench_plugin_filter *const *filters;
	const char *version; /* of the plug-in, for the run's manifest (may be NULL) */
};

/* The only symbol that a plug-in exports. The result must stay valid as long as the plug-in is loaded. */
CUCKOOBENCH_API const struct cuckoobench_plugin *cuckoobench_plugin(void);

/* --- the library -------------------------------------------------------------------------------------------------- */

/*
 * A filter of the library. All threads may create, load and destroy filters of their own. The contract above says which
 * operations may run concurrently on one filter. Names are those of `cuckoobench list`: "cf", "ss-cf", "bf" ... The
 * library leaves out the controls. They exist to explain the cost of another filter, and some leave out what would make
 * them correct.
 *
 * "cf-best" names no filter of its own. It means the filter of the family cf with the widest instructions that are
 * allowed by the processor, params.isa and CUCKOOBENCH_ISA: cf-avx512, else cf-avx2, cf-batch, cf. In a cache it is the
 * fastest one. The same holds for any other name: "qf-best" is qf. All filters of a family give the same answers. A
 * saved filter has the name of the filter that it is, and can be loaded where that filter can run.
 */
struct cuckoobench_filter;

/* CUCKOOBENCH_ABI of the library, and its version ("0.1.0"). */
CUCKOOBENCH_API uint32_t cuckoobench_abi(void);
CUCKOOBENCH_API const char *cuckoobench_version(void);
/* The name of filter i of the library, from 0; NULL beyond the last. */
CUCKOOBENCH_API const char *cuckoobench_name(size_t i);
/* One line about the filter; NULL if there is no filter of that name. */
CUCKOOBENCH_API const char *cuckoobench_about(const char *name);
/* Its caps; also 0 if there is no filter of that name. */
CUCKOOBENCH_API uint32_t cuckoobench_caps(const char *name);

/* CUCKOOBENCH_OK; or a status, with *filter NULL and *why a static sentence. `why` itself may be NULL. */
CUCKOOBENCH_API int32_t cuckoobench_create(const char *name, const struct cuckoobench_params *params,
                                           struct cuckoobench_filter **filter, const char **why);
/*
 * A filter of n keys, static or not: a static one is built, with the first seed that works of a hundred that follow
 * from params->seed; any other is created and filled. A static filter takes no bytes, buckets or items, because its
 * keys size it. CUCKOOBENCH_EINVAL: the filter is too small for the keys. CUCKOOBENCH_ESEED: no seed works.
 */
CUCKOOBENCH_API int32_t cuckoobench_build(const char *name, const struct cuckoobench_params *params,
                                          const uint64_t *keys, size_t n, struct cuckoobench_filter **filter,
                                          const char **why);
/*
 * How large a filter is, before any memory is taken: *bytes is cuckoobench_info.bytes of what cuckoobench_create makes
 * with these parameters. Of a static filter it is that of cuckoobench_build with params->items keys. Where the keys
 * decide (gcs, ribbon-bumped), it is what random keys take on average. CUCKOOBENCH_EINVAL, with *bytes 0 and the reason
 * in *why: what these would refuse, too. `cuckoobench size` tells which filters and parameters give a rate.
 */
CUCKOOBENCH_API int32_t cuckoobench_size(const char *name, const struct cuckoobench_params *params, uint64_t *bytes,
                                         const char **why);
CUCKOOBENCH_API void cuckoobench_destroy(struct cuckoobench_filter *filter); /* NULL is fine */
/* A static filter takes no key: returns 0. */
CUCKOOBENCH_API size_t cuckoobench_insert(struct cuckoobench_filter *filter, const uint64_t *keys, size_t n);
CUCKOOBENCH_API size_t cuckoobench_contains(const struct cuckoobench_filter *filter, const uint64_t *keys, size_t n,
                                            uint8_t *hit);
/* For a filter without CUCKOOBENCH_REMOVE: removes nothing and returns 0. */
CUCKOOBENCH_API size_t cuckoobench_remove(struct cuckoobench_filter *filter, const uint64_t *keys, size_t n);
/* The caller sets info->size; at most that many bytes are written. */
CUCKOOBENCH_API void cuckoobench_get_info(const struct cuckoobench_filter *filter, struct cuckoobench_info *info);
/* NULL if every invariant of the table holds, else a static sentence that says what is broken. */
CUCKOOBENCH_API const char *cuckoobench_check(const struct cuckoobench_filter *filter);
/*
 * To and from a file. The file names its filter and hash, holds the parameters, and is the same on every machine. It is
 * replaced as a whole: a save that fails leaves the old file. Nothing in a file is trusted: a damaged one is
 * CUCKOOBENCH_ECORRUPT, and none gets more memory for a table than it has bytes. CUCKOOBENCH_EIO: errno has the cause.
 */
CUCKOOBENCH_API int32_t cuckoobench_save(const struct cuckoobench_filter *filter, const char *path);
CUCKOOBENCH_API int32_t cuckoobench_load(const char *path, struct cuckoobench_filter **filter);
/* A text such as "out of memory". Never NULL. */
CUCKOOBENCH_API const char *cuckoobench_status_text(int32_t status);

#ifdef __cplusplus
}
#endif

#endif
