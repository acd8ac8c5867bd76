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
/*
 * Those that no campaign can choose: the key itself, and nothing else ("identity"), to show what an experiment on hashes sees where there
 * is none. Ends likewise.
 */
extern const struct hash_entry hash_controls[];

/* By name (NULL: the default), controls too; NULL if there is no such hash. */
const struct hash_entry *hash_find(const char *name);
/* Resolves a name likewise and binds seed. False if there is no such hash. */
bool hash_init(struct hash *, const char *name, uint64_t seed);

/*
 * A string of bytes as a key of 64 bits: xxh3 and xxh64 by the library's own functions of strings; any other hash H, which takes one word,
 * word by word:
 *
 *      h = 0;  h = H(h xor w0, s0);  h = H(h xor w1, s1);  ...  H(h xor length, seed)
 *
 *      w: 8 bytes each, low byte first, the last filled up with zeros, which the length tells from zeros of the string's own;
 *      s0, s1, ...: derived from the seed
 *
 * Words that differ go through H as two keys do, and so do lengths that differ: strings collide as often as keys would. For a family that
 * is 2-independent (mulshift) and n words at most, with a probability of (n + 1) / 2^64 at most.
 */
uint64_t hash_bytes(const struct hash *, const void *bytes, size_t n);

static inline uint64_t
hash_key(const struct hash *h, uint64_t key)
{
	if (__builtin_expect(h->other != NULL, 0))
		return h->other(key, h->seed);
	return XXH3_64bits_withSeed(&key, sizeof key, h->seed);
}

#endif
