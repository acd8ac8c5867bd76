/* SPDX-License-Identifier: MIT */
/* hash.c - the hashes a campaign can choose from. */
#include "core/hash.h"

#include "core/bits.h"
#include "core/rng.h"

#include <string.h>

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

/* 2-independent multiply-shift (Dietzfelbinger 1996): the high half of a*x + b over 128 bits. It is what the
 * authors' published code uses since 2016; only its pairwise collisions are provably random. */
static uint64_t
hash_mulshift(uint64_t key, uint64_t seed)
{
	uint128 a = ((uint128)rng_derive(seed, 1) << 64) | rng_derive(seed, 2);
	uint128 b = ((uint128)rng_derive(seed, 3) << 64) | rng_derive(seed, 4);

	return (uint64_t)((a * key + b) >> 64);
}

/* CityHash64 of one 8-byte string (Pike, Alakuijala 2011), the paper's hash: for this length the function is
 * Hash128to64 of two rotated sums. The seed is mixed in as CityHash64WithSeed does. */
static uint64_t
city_128_to_64(uint64_t low, uint64_t high, uint64_t mul)
{
	uint64_t a = (low ^ high) * mul, b;

	a ^= a >> 47;
	b = (high ^ a) * mul;
	b ^= b >> 47;
	return b * mul;
}

static uint64_t
rotate_right(uint64_t v, unsigned by)
{
	return (v >> by) | (v << (64 - by));
}

static uint64_t
hash_city(uint64_t key, uint64_t seed)
{
	const uint64_t k2 = UINT64_C(0x9ae16a3b2f90404f), k_mul = UINT64_C(0x9ddfea08eb382d69);
	const uint64_t mul = k2 + 8 * 2; /* the length is 8 */
	uint64_t a = key + k2;           /* first and last 8 bytes are the same word */
	uint64_t c = rotate_right(key, 37) * mul + a;
	uint64_t d = (rotate_right(a, 25) + key) * mul;

	return city_128_to_64(city_128_to_64(c, d, mul) - k2, seed, k_mul);
}

const struct hash_entry hash_all[] = {
	{"xxh3", "XXH3 64-bit of libxxhash, inlined (default)", hash_xxh3},
	{"city", "CityHash64, the paper's hash", hash_city},
	{"xxh64", "XXH64 of libxxhash", hash_xxh64},
	{"murmur", "finaliser of MurmurHash3", hash_murmur},
	{"mulshift", "2-independent multiply-shift, the authors' later code", hash_mulshift},
	{NULL, NULL, NULL},
};

static uint64_t
hash_identity(uint64_t key, uint64_t seed)
{
	(void)seed;
	return key;
}

const struct hash_entry hash_controls[] = {
	{"identity", "control: the key itself", hash_identity},
	{NULL, NULL, NULL},
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

bool
hash_init(struct hash *h, const char *name, uint64_t seed)
{
	const struct hash_entry *e = hash_find(name);

	h->other = !e || e == hash_all ? NULL : e->fn; /* the first is the one hash_key inlines */
	h->seed = seed;
	return e != NULL;
}

uint64_t
hash_bytes(const struct hash *h, const void *bytes, size_t n)
{
	const unsigned char *at = bytes;
	uint64_t digest = 0, word = 0;

	if (!h->other)
		return XXH3_64bits_withSeed(bytes, n, h->seed);
	if (h->other == hash_xxh64)
		return XXH64(bytes, n, h->seed);
	for (size_t done = 0; done < n; done += 8)
		digest = h->other(digest ^ load_bytes(at + done, n - done < 8 ? n - done : 8), rng_derive(h->seed, word++));
	return h->other(digest ^ n, h->seed);
}
