/* SPDX-License-Identifier: MIT */
/*
 * hash.h - the one hash of a key, the same for every filter.
 *
 * The paper hashes each 64-bit key once with CityHash64 and lets each filter partition the 64 bits "as it
 * needed" (section 7). The default here is XXH3 of libxxhash, inlined; the others are called through a
 * pointer, the same for all filters, and chosen by name for a whole campaign.
 */
#ifndef CUCKOOBENCH_HASH_H
#define CUCKOOBENCH_HASH_H

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash {
	uint64_t (*other)(uint64_t key, uint64_t seed); /* NULL: xxh3 */
	uint64_t seed;
};

/* A name of the list below and what it is; the list ends with a NULL name. */
struct hash_entry {
	const char *name, *about;
	uint64_t (*fn)(uint64_t key, uint64_t seed);
};
extern const struct hash_entry hash_all[];

/* Resolves name (NULL: the default) and binds seed. False if there is no such hash. */
bool hash_init(struct hash *, const char *name, uint64_t seed);

static inline uint64_t
hash_key(const struct hash *h, uint64_t key)
{
	if (__builtin_expect(h->other != NULL, 0))
		return h->other(key, h->seed);
	return XXH3_64bits_withSeed(&key, sizeof key, h->seed);
}

#endif
