/* SPDX-License-Identifier: MIT */
/*
 * flight.h - lookups with an exact number of keys in flight. Each lane starts a key when the lines of its last key have
 * arrived, and the width is the number of lanes.
 *
 *      lane 0     | prefetch key 0 . . . . arrived | prefetch key 4 . . . . arrived | prefetch key 8 ...       width 4
 *      lane 1       | prefetch key 1 . . . . arrived | prefetch key 5 . . . . arrived | ...
 *      lane 2         | prefetch key 2 . . . . arrived | ...
 *      lane 3           | prefetch key 3 . . . . arrived | ...
 *
 * A loop that looks up one key after the other also has more than one in flight: the number that the processor's window
 * holds, which no program can find out. Here a key is xor-ed with the words loaded for the key before it in its lane.
 * They are masked by a zero that the compiler does not know. So the processor cannot hash the key sooner, however far
 * it looks ahead, and the program sets the number of lookups in flight.
 *
 * The ceiling works likewise: one or two random lines of the same memory for each key, by the same hash (ceiling.h), in
 * the same number of lanes. Both ask for lines into the cache that can wait for more of them (core/cache.h). In memory
 * that is the second one of most servers: into the first one a Zen 4 has some 15 lines in flight, whatever the width,
 * and reads less than half as many a second (style `ahead` of the ceilings against `second`).
 */
#ifndef CUCKOOBENCH_FLIGHT_H
#define CUCKOOBENCH_FLIGHT_H

#include "core/filter.h"
#include "harness/timing/ceiling.h"

/* More lanes than any core has outstanding misses (10 to 100). FLIGHT_WIDTHS counts the powers of two up to it. */
enum { FLIGHT_MOST = 128, FLIGHT_WIDTHS = 8 };

/* Returns whether there is such a lookup for the filter: it is cf (f = 12), ss-cf (f = 13) or blk-bf (k = 9), or it
 * shares a table of one of theirs. */
bool flight_has(const struct filter *);
/* Looks up as the filter's contains does, with `width` keys in flight. `width` is a power of two up to FLIGHT_MOST. */
size_t flight_contains(const struct filter *, const uint64_t *keys, size_t n, uint8_t *hit, unsigned width);
/* Reads one line for each key, or two. hit[i] is whether the bitwise or of their first words is odd: this uses the
 * values, so the loads are not left out. */
size_t flight_read(const struct ceiling_memory *, bool two, const uint64_t *keys, size_t n, uint8_t *hit,
                   unsigned width);

#endif
