/* SPDX-License-Identifier: MIT */
/* hash.c - the hashes that a campaign can choose. */
#include "core/hash.h"

#include "core/rng.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static uint64_t
hash_xxh3(uint64_t key, uint64_t seed)
{
	return XXH3_64bits_withSeed(&key, sizeof key, seed);
}

static uint64_t
hash_xxh64(uint64_t key, uint64_t seed)
{
	return XXH64(&key, sizeof key, seed);
}

/* The 64-bit finaliser of MurmurHash3 (Appleby), a bijection; the seed is xor-ed in first. */
static uint64_t
hash_murmur(uint64_t key, uint64_t seed)
{
	key ^= seed;
	key = (key ^ (key >> 33)) * UINT64_C(0xff51afd7ed558ccd);
	key = (key ^ (key >> 33)) * UINT64_C(0xc4ceb9fe1a85ec53);
	return key ^ (key >> 33);
}

static void
draw_mulshift(struct hash *h)
{
	for (unsigned i = 0; i < 2; i++) {
		h->a[i] = rng_derive(h->seed, 1 + i);
		h->b[i] = rng_derive(h->seed, 3 + i);
	}
}

static uint64_t
hash_mulshift(uint64_t key, uint64_t seed)
{
	struct hash h = {.seed = seed};

	draw_mulshift(&h);
	return hash_mulshift_by(&h, key);
}

static uint64_t
hash_city(uint64_t key, uint64_t seed)
{
	return hash_city_by(&(const struct hash){.seed = seed}, key);
}

const struct hash_entry hash_all[] = {
	{"xxh3", "XXH3 64-bit of libxxhash, inlined (default)", hash_xxh3, HASH_XXH3},
	{"city", "CityHash64, the paper's hash", hash_city, HASH_CITY},
	{"xxh64", "XXH64 of libxxhash", hash_xxh64, HASH_OTHER},
	{"murmur", "finaliser of MurmurHash3", hash_murmur, HASH_OTHER},
	{"mulshift", "2-independent multiply-shift, the authors' later code", hash_mulshift, HASH_MULSHIFT},
	{NULL, NULL, NULL, HASH_OTHER},
};

static uint64_t
hash_identity(uint64_t key, uint64_t seed)
{
	(void)seed;
	return key;
}

const struct hash_entry hash_controls[] = {
	{"identity", "control: the key itself", hash_identity, HASH_OTHER},
	{NULL, NULL, NULL, HASH_OTHER},
};

static const struct hash_entry *
find(const struct hash_entry *e, const char *name)
{
	while (e->name && strcmp(e->name, name) != 0)
		e++;
	return e->name ? e : NULL;
}

const struct hash_entry *
hash_find(const char *name)
{
	const struct hash_entry *e = name ? find(hash_all, name) : hash_all;

	return e ? e : find(hash_controls, name);
}

const char *
hash_refuses(const char *name)
{
	return hash_find(name) ? NULL : "hash is not a known hash";
}

bool
hash_init(struct hash *h, const char *name, uint64_t seed)
{
	const struct hash_entry *e = hash_find(name);

	*h = (struct hash){
		.kind = e ? e->kind : HASH_XXH3, .fn = e ? e->fn : hash_xxh3, .seed = seed, .flip = hash_flip(seed)};
	draw_mulshift(h);
	return e != NULL;
}

uint64_t
hash_key_other(const struct hash *h, uint64_t key)
{
	return h->kind == HASH_CITY       ? hash_city_by(h, key)
	       : h->kind == HASH_MULSHIFT ? hash_mulshift_by(h, key)
	                                  : h->fn(key, h->seed);
}

uint64_t
hash_bytes(const struct hash *h, const void *bytes, size_t n)
{
	const unsigned char *at = bytes;
	uint64_t digest = 0, word = 0;

	if (h->kind == HASH_XXH3)
		return XXH3_64bits_withSeed(bytes, n, h->seed);
	if (h->fn == hash_xxh64)
		return XXH64(bytes, n, h->seed);
	for (size_t done = 0; done < n; done += 8)
		digest =
			h->fn(digest ^ load_bytes(at + done, n - done < 8 ? n - done : 8), rng_derive(h->seed, word++));
	return h->fn(digest ^ n, h->seed);
}
