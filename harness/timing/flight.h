/* SPDX-License-Identifier: MIT */
/*
 * flight.h - lookups of which so many are in flight, no more and no fewer: in as many lanes, each of which begins a
 * key when the lines of its last one have come.
 *
 *      lane 0     | ask for key 0 . . . . come | ask for key 4 . . . . come | ask for key 8 ...       width 4
 *      lane 1       | ask for key 1 . . . . come | ask for key 5 . . . . come | ...
 *      lane 2         | ask for key 2 . . . . come | ...
 *      lane 3           | ask for key 3 . . . . come | ...
 *
 * A loop that looks up one key after the other has more than one in flight, too: as many as the processor's window
 * holds, which no program can tell. Here a key is xor-ed with what was loaded for the one before it in its lane,
 * masked by a zero that the compiler does not know. So the processor cannot hash it sooner, however far it looks
 * ahead, and the number of lookups in flight is the program's.
 *
 * The ceiling likewise: one or two random lines of the same memory for each key, by the same hash (ceiling.h), in as
 * many lanes.
 */
#ifndef CUCKOOBENCH_FLIGHT_H
#define CUCKOOBENCH_FLIGHT_H

#include "core/filter.h"
#include "harness/timing/ceiling.h"

/* More lanes than any core has misses outstanding (10 to 100). Widths are the powers of two up to it. */
enum { FLIGHT_MOST = 128, FLIGHT_WIDTHS = 8 };

/* Is there such a lookup for it? For cf (f = 12), ss-cf (f = 13) and blk-bf (k = 9), and those that share a table
 * of theirs. */
bool flight_has(const struct filter *);
/* As its contains, with `width` keys in flight. */
size_t flight_contains(const struct filter *, const uint64_t *keys, size_t n, uint8_t *hit, unsigned width);
/* Reads one line for each key, or two. hit[i] says whether their first words or-ed are odd, so that something is
 * done with them. */
size_t flight_read(const struct ceiling_memory *, bool two, const uint64_t *keys, size_t n, uint8_t *hit,
                   unsigned width);

#endif
