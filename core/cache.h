/* SPDX-License-Identifier: MIT */
/*
 * cache.h - the sizes of this machine's caches, for choices among methods that give the same answers.
 *
 *      a table of   | second cache |          last cache            | memory
 *      1 key        | no prefetch  |  prefetch                                the keys that a loop processes at once:
 *      4 keys       | no prefetch             | prefetch                      their loads are in flight together even
 *      8 keys       | no prefetch                         | prefetch          without prefetches
 *
 * And where prefetches should go:
 *
 *      into the         | first cache                    | second cache
 *      in flight        | what the first can wait for    | what the second can wait for, which is more
 *      fetched twice    | the second request is free     | it takes another place
 *      used             | at once                        | a second cache's latency later, which other keys hide
 *
 * And how much of a loop a core has room for. That is the number of keys whose lines it has in flight by itself,
 * without prefetches. The limits are instructions that wait to retire and, with fewer places, registers that they write
 * (cache_spares_registers).
 *
 * No decision about the content of a table may depend on this file, or results would differ from machine to machine.
 */
#ifndef CUCKOOBENCH_CACHE_H
#define CUCKOOBENCH_CACHE_H

#include "core/bits.h"

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the data or unified cache of this level that the first processor uses; 0 if the system does not report
 * it. */
size_t cache_size(unsigned level);
/* Overrides the sizes of the second and the last cache from here on; 0, 0: the real sizes again. For tests, before
 * there are threads. */
void cache_pretend(size_t second, size_t last);
/* The largest table, in bytes, whose lines need no prefetches by a loop that processes `keys` keys at once. */
size_t cache_near(unsigned keys);

/* Should lookups in a table of `bytes` prefetch into the second-level cache, `in_a_row` lines in a row? Otherwise into
 * the first. */
bool cache_asks_second(size_t bytes, unsigned in_a_row);
/* The same of cuckoo filters, whose lookups gain from it in larger tables only, and whose insertions lose. */
bool cache_asks_second_of_buckets(size_t bytes, unsigned in_a_row);

/* For a table of `bytes`, should a loop over keys one after the other write as few registers as it can? The price is
 * more instructions. */
bool cache_spares_registers(size_t bytes);

/* Prefetches the line of an address, into the second-level cache or into both. */
ALWAYS_INLINE void
cache_ask(const void *address, bool second)
{
	if (second)
		__builtin_prefetch(address, 0, 2);
	else
		__builtin_prefetch(address);
}

#endif
