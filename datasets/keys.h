/* SPDX-License-Identifier: MIT */
/*
 * keys.h - the paper's keys: random 64-bit integers (section 7), made from a counter.
 *
 *      key(i) = mix(seed' + i * step)            a bijection of i for a fixed seed
 *
 *      i:  0 ........... 2^62 ............ 2^63 ............ 2^64
 *          | keys to insert              | keys never inserted |
 *
 * So no key repeats, and lookups of absent keys really are for absent keys. Any key can be made again from its index. A
 * table of 4 billion items needs no array of keys.
 */
#ifndef CUCKOOBENCH_KEYS_H
#define CUCKOOBENCH_KEYS_H

#include "core/rng.h"

#include <stddef.h>

#define KEYS_ABSENT (UINT64_C(1) << 63) /* index of the first key that is never inserted */

static inline uint64_t
key_at(uint64_t seed, uint64_t index)
{
	return rng_mix(rng_derive(seed, 0x6b657973 /* "keys" */) + index * RNG_STEP);
}

/* keys[0..n) = the keys of index first, first + 1, ... */
static inline void
keys_fill(uint64_t *keys, size_t n, uint64_t seed, uint64_t first)
{
	for (size_t i = 0; i < n; i++)
		keys[i] = key_at(seed, first + i);
}

#endif
