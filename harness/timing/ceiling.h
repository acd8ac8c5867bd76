/* SPDX-License-Identifier: MIT */
/*
 * ceiling.h - the rate that no operation on a table can exceed, whatever the filter: kernels that only compute the same
 * hash of each key and touch the same number of random lines of the same memory. (Others call such a limit a roofline.)
 *
 *      hash     0123456701234567                    hash(keys[i])
 *               |______||______|
 *                  |       '---- line lines * low / 2^32     the second of two
 *                  '------------ line lines * high / 2^32    the first, or the only one
 *
 *      READ     the line's first word is loaded
 *      UPDATE   and stored again unchanged (one thread): the line is fetched for writing, yet the table keeps its value
 *      SHARED   its first word is incremented by an atomic operation, for several threads on memory of their own
 *  How a machine reaches its limit depends on the machine and on the cache that holds the table. So there are several
 * styles, and all of them touch the same lines in the same order. The ceiling is the fastest style, measured in the
 * same round as the operation that is compared with it (measure.h).
 *
 *      LOADS    one key after the other; the out-of-order window decides how many are in flight
 *      AHEAD    each line is prefetched long before it is needed
 *      SECOND   as AHEAD, but into the second-level cache, where more can be in flight (core/cache.h)
 *      GATHER   lines of several keys by one vector instruction
 *
 * Keys are hashed by the widest vectors available, if the hash has a vector form (core/hash_vector.h).
 */
#ifndef CUCKOOBENCH_CEILING_H
#define CUCKOOBENCH_CEILING_H

#include "core/hash.h"
#include "core/isa.h"

enum ceiling { CEILING_READ_1, CEILING_READ_2, CEILING_UPDATE_1, CEILING_UPDATE_2, CEILING_SHARED_1, CEILINGS };
enum ceiling_style { CEILING_LOADS, CEILING_AHEAD, CEILING_SECOND, CEILING_GATHER, CEILING_STYLES };

/* The names of their series in the data, such as "ceiling-1", "ceiling-2", "ceiling-1-update", and of styles, such as
 * "loads". */
extern const char *const ceiling_series[CEILINGS], *const ceiling_style_names[CEILING_STYLES];

/* The memory and the keys that a ceiling is measured with. */
struct ceiling_memory {
	const struct hash *hash;
	void *table;          /* 64-byte aligned: memory of its own, or a filter's (filter_info.table) */
	size_t lines;         /* 64 bytes each, fewer than 2^32 */
	const uint64_t *keys; /* used in order, again and again */
	size_t n, at;
	enum isa isa; /* widest vectors to use; ISA_PORTABLE: none */
	uint64_t sum; /* of the words loaded: the same for every style */
};

/* Returns a ceiling's memory on the `bytes` of a table. It uses the widest vectors that the hash has and the ISA mask
 * admits. */
struct ceiling_memory ceiling_memory(const struct hash *, void *table, size_t bytes, const uint64_t *keys, size_t n);
bool ceiling_has(const struct ceiling_memory *, enum ceiling, enum ceiling_style);
/* Processes the next keys: `most`, or fewer up to the end of the keys, where the next call starts again. Returns how
 * many. The style must exist (ceiling_has). A call ends by waiting for the last of its lines, so calls should be
 * long. */
size_t ceiling_pass(struct ceiling_memory *, enum ceiling, enum ceiling_style, size_t most);

#endif
