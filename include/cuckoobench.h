/* SPDX-License-Identifier: MIT */
/*
 * cuckoobench.h - the public interface: for programs that use the filters of this suite, and for plug-ins that bring
 * filters to it.
 *
 *      your program --- cuckoobench_create, _insert, _contains ... ---> libcuckoobench (.so, .a): every filter of the suite
 *
 *      cuckoobench --plugin yours.so --- cuckoobench_plugin() ---> struct cuckoobench_plugin ---> your filters, in every fitting
 *                                                                                               table, figure and test
 *  Both sides of it are plain C structs of fixed-width numbers and pointers, without bit fields, enumerations or
 * variable arguments, so that C++, Rust or any language that can call C can be on either. Two things keep old and new
 * together:
 *
 *   abi    CUCKOOBENCH_ABI of the header a plug-in was built with. It rises only when something here changes its meaning; another one is
 *          refused.
 *   size   the first member of every struct that crosses: sizeof, as whoever fills it knows it. Members are only ever added at the end,
 *          and those beyond `size` count as 0. So a plug-in of today works with a later program, and the other way round.
 *
 * The contract of a filter, which `cuckoobench verify --plugin FILE` tries (docs/adding-a-filter.md):
 *
 *   - A key is any 64-bit number. A call with n keys means n single operations in order.
 *   - No accepted key is ever reported absent until it is removed. Removing a key that was never inserted voids this
 *     promise.
 *   - insert's only failure is refusal (the filter is full): it stops at the first refused key, and the filter goes on
 *     answering as if that key had never been offered.
 *   - The same parameters and calls give the same answers: every random choice comes from params->seed.
 *   - Memory is taken in create and load alone, and given back in destroy. Nothing is printed, and nothing exits.
 *   - contains may run beside contains. Anything else is the caller's to serialise, unless the filter is
 *     CUCKOOBENCH_SHARED: then insert, contains and remove may run in any number of threads at once.
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

/* What create and load return (int32_t). */
#define CUCKOOBENCH_OK 0       /* done */
#define CUCKOOBENCH_EINVAL 1   /* a parameter cannot work, or is not used; the reason says which */
#define CUCKOOBENCH_ENOMEM 2   /* no memory for the table */
#define CUCKOOBENCH_ECORRUPT 3 /* a saved filter that is not one, or is damaged */
#define CUCKOOBENCH_EIO 4      /* reading or writing failed */
#define CUCKOOBENCH_EISA 5     /* the processor lacks instructions it needs; the reason says which */

/* What a filter can do (caps). */
#define CUCKOOBENCH_REMOVE 1u   /* delete; else remove is NULL */
#define CUCKOOBENCH_FILLS 2u    /* refuses keys when full; else it takes any number, and grows less accurate */
#define CUCKOOBENCH_MULTISET 4u /* stores every copy of a key inserted twice, up to some number */
#define CUCKOOBENCH_SHARED 8u   /* insert, contains and remove may run beside each other */

/* How a cuckoo filter makes room (kicks): by a random walk, Algorithm 1's; by breadth-first search. */
#define CUCKOOBENCH_KICKS_WALK 1u
#define CUCKOOBENCH_KICKS_BFS 2u

/* Instructions (isa): plain C; AVX2, BMI1 and BMI2; and AVX-512 F, BW, DQ and VL. */
#define CUCKOOBENCH_ISA_PORTABLE 1u
#define CUCKOOBENCH_ISA_AVX2 2u
#define CUCKOOBENCH_ISA_AVX512 3u

/* Memory for tables, on the pages and memory nodes that the run asks for: zeroed, aligned to 64 bytes (to 2 MiB from 2
 * MiB up), with 16 bytes behind it that may be read and written. */
struct cuckoobench_memory {
	size_t size;
	void *host;
	void *(*take)(void *host, size_t bytes);             /* NULL: there is none */
	void (*give)(void *host, void *table, size_t bytes); /* what take gave, with the same bytes */
};

/*
 * What to build. The letters are the paper's (section 4). 0 means the filter's own default. One of bytes, buckets and
 * items sizes the table. A filter refuses, with CUCKOOBENCH_EINVAL, what it cannot do and any parameter it would not
 * use.
 */
struct cuckoobench_params {
	size_t size;
	uint64_t bytes;        /* of the table at most; tables of 2^x buckets take the largest that fits */
	uint64_t buckets;      /* m, exactly */
	uint64_t items;        /* n that must fit */
	uint32_t fp_bits;      /* f, bits of a fingerprint */
	uint32_t slots;        /* b, entries of a bucket */
	uint32_t hashes;       /* k, of Bloom filters */
	uint32_t tables;       /* d, of d-left tables */
	uint32_t counter_bits; /* of a counter */
	uint32_t max_kicks;    /* MaxNumKicks */
	uint32_t max_load;     /* refuse beyond this many per mille of the slots */
	uint32_t stripes;      /* of locks, of a filter for many threads */
	uint32_t doublings;    /* how often a growing filter may double */
	/* for plug-ins: not 0: hash is XXH3_64bits_withSeed of the key's 8 bytes, which may be inlined
	 * (cuckoobench_hash.h) */
	uint32_t hash_is_xxh3;
	uint32_t kicks; /* how a cuckoo filter makes room: CUCKOOBENCH_KICKS_... */
	/* no instructions above CUCKOOBENCH_ISA_...; 0: whatever the processor has. Any filter takes this one */
	uint32_t isa;
	uint64_t seed; /* of the hash and of every other random choice */
	/* The hash of this run, the same for every filter. For plug-ins, to which it is never NULL. Programs leave it
	 * NULL, and hash_is_xxh3 0, and set hash_name: one of `cuckoobench list`; NULL is the default, XXH3. */
	uint64_t (*hash)(uint64_t key, uint64_t seed);
	const char *hash_name;
	/* For plug-ins, to which it is never NULL: where tables should come from. Outlives the filter. Programs leave
	 * it NULL. */
	const struct cuckoobench_memory *memory;
};

/* What was built, and how it stands. Sizes in bytes, counts in entries or operations. */
struct cuckoobench_info {
	size_t size;
	uint64_t bytes; /* of the table as the paper counts it, without padding */
	uint64_t items; /* accepted minus removed */
	uint64_t slots; /* entries the table has; 0 for bit arrays */
	uint64_t buckets;
	uint64_t kicks; /* entries relocated since create */
	uint32_t fp_bits, slots_per_bucket, hashes, reserved;
	/* its first byte, for ceilings on the very memory; NULL where there is not one table that stays */
	const void *table;
	const char *kernel; /* which code runs, a few letters; NULL: there is but one */
};

/* --- a plug-in ---------------------------------------------------------------------------------------------------- */

/* One filter of a plug-in. Pointers are to things that live as long as the plug-in is loaded. */
struct cuckoobench_plugin_filter {
	size_t size;
	/* in data and on the command line: a letter, then letters of a to z, digits and '-'; 23 at most */
	const char *name;
	const char *title; /* in legends; 31 at most. NULL: the name */
	const char *about; /* one line: what it is, and where it was published; 199 at most */
	uint32_t caps;
	uint32_t batch; /* keys a call should have for full speed; 0: 256 do */
	/* of the paper's set-up, which fills a table of given size: 0, until it refuses (CUCKOOBENCH_FILLS); else bytes
	 * * 8 / this */
	double bits_per_item;
	/* Random cache lines that a lookup of an absent key, one of a present key, an insertion and a removal touch:
	 * from them follows the ceiling it is compared with. 0: taken for one. */
	double lines_absent, lines_present, lines_insert, lines_remove;

	/* On failure *filter is NULL and *why a static sentence that names the parameter. */
	int32_t (*create)(const struct cuckoobench_params *params, void **filter, const char **why);
	void (*destroy)(void *filter);
	/* How many of the n keys were accepted; less than n: keys[returned] was refused. */
	size_t (*insert)(void *filter, const uint64_t *keys, size_t n);
	/* hit[i] = 1 if keys[i] may be present, 0 if it certainly is not. Returns the sum of hit. */
	size_t (*contains)(const void *filter, const uint64_t *keys, size_t n, uint8_t *hit);
	/* Removes one copy of each key; returns how many were found. NULL without CUCKOOBENCH_REMOVE. */
	size_t (*remove)(void *filter, const uint64_t *keys, size_t n);
	/* Fills in what it knows of *info, whose size is set and whose rest is 0. */
	void (*info)(const void *filter, struct cuckoobench_info *info);
	/* The rest may be NULL. */
	/* NULL if every invariant of the table holds, else a static sentence that says what is broken. */
	const char *(*check)(const void *filter);
	/* Writes the filter into buffer if it has room for all of it; returns how many bytes that takes. */
	size_t (*save)(const void *filter, void *buffer, size_t room);
	/* Makes a filter from what save wrote; the parameters are those it was created with. */
	int32_t (*load)(const struct cuckoobench_params *params, const void *saved, size_t bytes, void **filter);
};

struct cuckoobench_plugin {
	size_t size;
	uint32_t abi;   /* CUCKOOBENCH_ABI */
	uint32_t count; /* of filters */
	const struct cuckoobench_plugin_filter *const *filters;
	const char *version; /* of the plug-in, for the run's manifest; may be NULL */
};

/* The one symbol a plug-in exports. What it returns lives as long as the plug-in is loaded. */
CUCKOOBENCH_API const struct cuckoobench_plugin *cuckoobench_plugin(void);

/* --- the library -------------------------------------------------------------------------------------------------- */

/*
 * A filter of the library. All threads may create, load and destroy filters of their own; which operations may run
 * beside each other on one filter says the contract above. Names are those of `cuckoobench list`: "cf", "ss-cf", "bf"
 * ... without the controls, which are built to explain the cost of another filter, some by leaving out what makes it
 * right.
 *  "cf-best" is none of them, but stands for one: the fastest of the family cf whose instructions may be used, by the
 * processor, params.isa and CUCKOOBENCH_ISA: cf-avx512, else cf-avx2, cf-batch, cf. So with any other name: "qf-best"
 * is qf. All of a family answer alike; a saved filter names the one that it is, and is loaded where that one can run.
 */
struct cuckoobench_filter;

/* CUCKOOBENCH_ABI of the library, and its version ("0.1.0"). */
CUCKOOBENCH_API uint32_t cuckoobench_abi(void);
CUCKOOBENCH_API const char *cuckoobench_version(void);
/* The name of filter i of the library, from 0; NULL beyond the last. */
CUCKOOBENCH_API const char *cuckoobench_name(size_t i);
/* The line on what it is; NULL if there is no filter of that name. */
CUCKOOBENCH_API const char *cuckoobench_about(const char *name);
/* Its caps; 0 if there is no filter of that name, too. */
CUCKOOBENCH_API uint32_t cuckoobench_caps(const char *name);

/* CUCKOOBENCH_OK; or a status, with *filter NULL and *why, which may be NULL itself, a static sentence. */
CUCKOOBENCH_API int32_t cuckoobench_create(const char *name, const struct cuckoobench_params *params,
                                           struct cuckoobench_filter **filter, const char **why);
CUCKOOBENCH_API void cuckoobench_destroy(struct cuckoobench_filter *filter); /* NULL is fine */
CUCKOOBENCH_API size_t cuckoobench_insert(struct cuckoobench_filter *filter, const uint64_t *keys, size_t n);
CUCKOOBENCH_API size_t cuckoobench_contains(const struct cuckoobench_filter *filter, const uint64_t *keys, size_t n,
                                            uint8_t *hit);
/* 0, and nothing removed, of a filter without CUCKOOBENCH_REMOVE. */
CUCKOOBENCH_API size_t cuckoobench_remove(struct cuckoobench_filter *filter, const uint64_t *keys, size_t n);
/* info->size is set by the caller; as many bytes are written at most. */
CUCKOOBENCH_API void cuckoobench_get_info(const struct cuckoobench_filter *filter, struct cuckoobench_info *info);
/* NULL if every invariant of the table holds, else a static sentence that says what is broken. */
CUCKOOBENCH_API const char *cuckoobench_check(const struct cuckoobench_filter *filter);
/*
 * To and from a file. It names its filter and hash, holds the parameters, is the same on every machine, and is replaced
 * as a whole: a save that fails leaves what was there. Nothing in it is trusted: what is damaged is
 * CUCKOOBENCH_ECORRUPT. CUCKOOBENCH_EIO: errno says more.
 */
CUCKOOBENCH_API int32_t cuckoobench_save(const struct cuckoobench_filter *filter, const char *path);
CUCKOOBENCH_API int32_t cuckoobench_load(const char *path, struct cuckoobench_filter **filter);
/* "out of memory" and the like. Never NULL. */
CUCKOOBENCH_API const char *cuckoobench_status_text(int32_t status);

#ifdef __cplusplus
}
#endif

#endif
