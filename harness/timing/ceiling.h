/* SPDX-License-Identifier: MIT */
/*
 * ceiling.h - what no operation on a table can beat, whatever filter does it: kernels that only compute the same hash
 * of each key and touch as many random lines of the same memory.
 *
 *      hash     0123456701234567                    hash(keys[i])
 *               |______||______|
 *                  |       '---- line lines * low / 2^32     the second of two
 *                  '------------ line lines * high / 2^32    the first, or the only one
 *
 *      READ     the line's first word is loaded
 *      UPDATE   and stored again as it was: the line is had for writing, and a real table's memory is the same afterwards (one thread)
 *      SHARED   its first word is counted up by an atomic operation, for several threads on memory of their own
 *  How a machine reaches its limit depends on the machine and on which cache holds the table, so there are several
 * styles; all of them touch the same lines in the same order. The ceiling is the fastest one, measured in the same
 * round as what it is compared with (measure.h).
 *
 *      LOADS    one key after the other; how many are under way is the out-of-order window's affair
 *      AHEAD    each line is asked for long before it is needed
 *      SECOND   so, but into the second cache, where more can be under way (core/cache.h)
 *      GATHER   lines of several keys by one vector instruction
 *
 * Keys are hashed by the widest vectors there are, where the hash has a vector form (core/hash_vector.h).
 */
#ifndef CUCKOOBENCH_CEILING_H
#define CUCKOOBENCH_CEILING_H

#include "core/hash.h"
#include "core/isa.h"

enum ceiling { CEILING_READ_1, CEILING_READ_2, CEILING_UPDATE_1, CEILING_UPDATE_2, CEILING_SHARED_1, CEILINGS };
enum ceiling_style { CEILING_LOADS, CEILING_AHEAD, CEILING_SECOND, CEILING_GATHER, CEILING_STYLES };

/* The names of their series in the data: "ceiling-1", "ceiling-2", "ceiling-1-update" ...; "loads" ... */
extern const char *const ceiling_series[CEILINGS], *const ceiling_style_names[CEILING_STYLES];

/* What a ceiling is measured on. */
struct ceiling_memory {
	const struct hash *hash;
	void *table;          /* 64-byte aligned: memory of its own, or a filter's (filter_info.table) */
	size_t lines;         /* 64 bytes each, fewer than 2^32 */
	const uint64_t *keys; /* gone through again and again */
	size_t n, at;
	enum isa isa; /* widest vectors used; ISA_PORTABLE: none */
	uint64_t sum; /* of the words loaded: the same for every style */
};

/* On the `bytes` of a table, with the widest vectors that there are for the hash and that may be used. */
struct ceiling_memory ceiling_memory(const struct hash *, void *table, size_t bytes, const uint64_t *keys, size_t n);
bool ceiling_has(const struct ceiling_memory *, enum ceiling, enum ceiling_style);
/* The next `most` keys, or as many as are left before the first comes round again: how many. The style must be there. A
 * call waits for the last of its lines at its end, so calls should be long. */
size_t ceiling_pass(struct ceiling_memory *, enum ceiling, enum ceiling_style, size_t most);

#endif
