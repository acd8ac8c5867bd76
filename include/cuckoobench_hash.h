/* SPDX-License-Identifier: MIT */
/*
 * cuckoobench_hash.h - the hash of a key, inlined, for plug-ins in C or C++ (needs libxxhash's header).
 *
 * Every built-in filter inlines XXH3, and calls any other hash through a pointer. A plug-in that keeps this struct and
 * calls cuckoobench_hash_key has the same cost, so that comparisons are between filters, not hashes.
 */
#ifndef CUCKOOBENCH_PUBLIC_HASH_H
#define CUCKOOBENCH_PUBLIC_HASH_H

#include <cuckoobench.h>

#ifndef XXH_INLINE_ALL
#define XXH_INLINE_ALL
#endif
#include <xxhash.h>

struct cuckoobench_hash {
	uint64_t (*other)(uint64_t key, uint64_t seed); /* NULL: XXH3 */
	uint64_t seed;
};

static inline struct cuckoobench_hash
cuckoobench_hash_of(const struct cuckoobench_params *params)
{
	struct cuckoobench_hash h;

	h.other = params->hash_is_xxh3 ? NULL : params->hash;
	h.seed = params->seed;
	return h;
}

static inline uint64_t
cuckoobench_hash_key(const struct cuckoobench_hash *h, uint64_t key)
{
	if (__builtin_expect(h->other != NULL, 0))
		return h->other(key, h->seed);
	return XXH3_64bits_withSeed(&key, sizeof key, h->seed);
}

#endif
