/* SPDX-License-Identifier: MIT */
/*
 * cache.h - how large this machine's caches are, for choices between ways that give the same answers.
 *
 *      a table of   | second cache |          last cache            | memory
 *      1 key        |  asks not    |  asks for lines ahead of their use
 *      4 keys       |  asks not                | asks                        keys that a loop deals with at once: their loads are
 *      8 keys       |  asks not                            | asks            under way together even where nothing is asked for
 *
 * And where lines that are asked for should go:
 *
 *      into the    | first cache                      | second cache
 *      under way   | as many as the first waits for   | as many as the second waits for, which are more
 *      asked twice | the second request is free       | it takes another place
 *      used        | at once                          | a second cache's latency later, that other keys hide
 *  And how much of a loop a core has room for, which is how many keys' lines it has under way by itself where nothing
 * is asked for: instructions that wait to retire, and, of fewer places, registers that they write
 * (cache_spares_registers).
 *
 * Nothing that decides what is in a table may depend on it, or results would differ from machine to machine.
 */
#ifndef CUCKOOBENCH_CACHE_H
#define CUCKOOBENCH_CACHE_H

#include "core/bits.h"

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the data or unified cache of this level that the first processor uses; 0 if the system does not tell. */
size_t cache_size(unsigned level);
/* From here on the second and the last cache are taken to have so many bytes; 0, 0: as many as they have. For tests,
 * before there are threads. */
void cache_pretend(size_t second, size_t last);
/* The largest table, in bytes, whose lines a loop that deals with so many keys at once need not ask for ahead. */
size_t cache_near(unsigned keys);

/* Are lines of a table of so many bytes that are asked for ahead of lookups, so many in a row, to go into the second
 * cache? Else into the first. */
bool cache_asks_second(size_t bytes, unsigned in_a_row);

/* Is a loop over keys one after the other, in a table of so many bytes, to write as few registers as it can, at the
 * price of instructions? */
bool cache_spares_registers(size_t bytes);

/* Asks for the line of an address, into the second cache or into both. */
ALWAYS_INLINE void
cache_ask(const void *address, bool second)
{
	if (second)
		__builtin_prefetch(address, 0, 2);
	else
		__builtin_prefetch(address);
}

#endif
