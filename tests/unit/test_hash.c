/* SPDX-License-Identifier: MIT */
/*
 * test_hash.c - the hashes of core/hash.h are the published functions, and they spread keys.
 *
 * XXH3 and XXH64 are compared with the library's own compiled functions. CityHash64 has no library here; its known
 * values are
 *
 *  - those of Fingerprint64 of FarmHash, which for 8 bytes is CityHash64 of version 1.1: "1footrue" from the
 *    documentation of BigQuery's FARM_FINGERPRINT, "alphabet" as computed by Guava's and Python's FarmHash;
 *  - for the step that adds a seed, those of the test suite of Perl's String::CityHash (whose strings have other
 *    lengths, so only that step can be compared).
 *
 * MurmurHash3's finaliser is undone with inverses computed here. Multiply-shift is computed again with 32-bit digits.
 */
#include "tests/test.h"

#include "core/bits.h"
#include "core/hash.h"

#include <math.h>

/* The library's own functions. */
extern uint64_t library_xxh3(const void *data, size_t size, uint64_t seed) __asm__("XXH3_64bits_withSeed");
extern uint64_t library_xxh64(const void *data, size_t size, uint64_t seed) __asm__("XXH64");

static uint64_t
hash_of(const char *name, uint64_t key, uint64_t seed)
{
	struct hash h;

	require(hash_init(&h, name, seed), "there is no %s", name);
	return hash_key(&h, key);
}

TEST(xxhash)
{
	uint64_t random = test_stream("xxhash");

	for (unsigned i = 0; i < 20000; i++) {
		uint64_t key = i < 64 ? UINT64_C(1) << i : rng_next(&random), seed = i % 3 ? rng_next(&random) : 0;

		require(hash_of("xxh3", key, seed) == library_xxh3(&key, 8, seed), "xxh3 of 0x%llx",
		        (unsigned long long)key);
		require(hash_of("xxh64", key, seed) == library_xxh64(&key, 8, seed), "xxh64 of 0x%llx",
		        (unsigned long long)key);
	}
}

/* The last step of CityHash64WithSeed, for a hash without a seed. */
static uint64_t
city_seeded(uint64_t hash, uint64_t seed)
{
	const uint64_t mul = UINT64_C(0x9ddfea08eb382d69);
	uint64_t low = hash - UINT64_C(0x9ae16a3b2f90404f), a = (low ^ seed) * mul, b;

	a ^= a >> 47;
	b = (seed ^ a) * mul;
	return (b ^ b >> 47) * mul;
}

TEST(cityhash)
{
	static const struct {
		const char *text;
		uint64_t hash;
	} known[] = {{"1footrue", UINT64_C(16905089972579912905)}, {"alphabet", UINT64_C(16019578149073203093)}};

	require(city_seeded(UINT64_C(17703940110308125106), 12345) == UINT64_C(14900027982776226655),
	        "seed of \"test\"");
	require(city_seeded(UINT64_C(3122603809047816403), 12345) == UINT64_C(16308842577497931009),
	        "seed of a sentence");
	for (size_t i = 0; i < COUNT_OF(known); i++)
		for (uint64_t seed = 0; seed < 100; seed++) {
			uint64_t key, s = seed * seed * seed * RNG_STEP;

			memcpy(&key, known[i].text, 8);
			require(hash_of("city", key, s) == city_seeded(known[i].hash, s), "%s", known[i].text);
		}
}

/* 1/a modulo 2^64 for odd a: a is right in 3 bits, and each step of Newton's method doubles them. */
static uint64_t
inverse(uint64_t a)
{
	uint64_t x = a;

	for (unsigned i = 0; i < 5; i++)
		x *= 2 - a * x;
	return x;
}

TEST(murmur)
{
	const uint64_t one = inverse(UINT64_C(0xff51afd7ed558ccd)), two = inverse(UINT64_C(0xc4ceb9fe1a85ec53));
	uint64_t random = test_stream("murmur");

	require(hash_of("murmur", 1, 0) == UINT64_C(0xb456bcfc34c2cb2c), "fmix64(1)");
	require(hash_of("murmur", 0, 0) == 0, "fmix64(0)");
	for (unsigned i = 0; i < 10000; i++) {
		uint64_t key = rng_next(&random), seed = rng_next(&random), h = hash_of("murmur", key, seed);

		h = (h ^ h >> 33) * two; /* a shift by more than half a word undoes itself */
		h = (h ^ h >> 33) * one;
		require((h ^ h >> 33) == (key ^ seed), "murmur of 0x%llx", (unsigned long long)key);
	}
}

/* Bits 64..127 of a * x + b, a and b of four 32-bit digits. */
static uint64_t
multiply_shift(const uint64_t a[4], uint64_t x, const uint64_t b[4])
{
	uint64_t digit[4], carry = 0;

	for (unsigned i = 0; i < 4; i++) {
		uint64_t low = a[i] * (uint32_t)x, high = i ? a[i - 1] * (x >> 32) : 0;
		uint64_t sum = (uint32_t)low + (high & UINT32_MAX) + b[i] + (uint32_t)carry;

		digit[i] = (uint32_t)sum;
		carry = (carry >> 32) + (low >> 32) + (high >> 32) + (sum >> 32);
	}
	return digit[3] << 32 | digit[2];
}

TEST(mulshift)
{
	uint64_t random = test_stream("mulshift");

	for (unsigned i = 0; i < 10000; i++) {
		uint64_t key = rng_next(&random), seed = rng_next(&random), a[4], b[4];

		for (unsigned w = 0; w < 4; w++) { /* the first of each pair of words is the high one */
			a[w] = (uint32_t)(rng_derive(seed, 2 - w / 2) >> w % 2 * 32);
			b[w] = (uint32_t)(rng_derive(seed, 4 - w / 2) >> w % 2 * 32);
		}
		require(hash_of("mulshift", key, seed) == multiply_shift(a, key, b), "mulshift of 0x%llx",
		        (unsigned long long)key);
	}
}

/* By every way to call a hash: through its pointer, for one key, and with a constant in a loop of its own. */
TEST(ways)
{
	const struct hash_entry *const lists[] = {hash_all, hash_controls};
	uint64_t random = test_stream("ways");

	for (unsigned l = 0; l < 2; l++)
		for (const struct hash_entry *e = lists[l]; e->name; e++)
			for (unsigned i = 0; i < 1000; i++) {
				const uint64_t key = rng_next(&random), seed = i ? rng_next(&random) : 0;
				uint64_t by_kind;
				struct hash h;

				require(hash_init(&h, e->name, seed), "there is no %s", e->name);
				require(hash_key(&h, key) == e->fn(key, seed), "%s is not its function", e->name);
				by_kind = HASH_BY_KIND(&h, hash_key_by, &h, key);
				require(by_kind == hash_key(&h, key), "%s is another hash by its kind", e->name);
			}
}

/* One bit of the key changes every bit of the hash half of the time, within 6 sigma, 64 * 64 times over. Multiply-shift
 * is linear, and makes no such promise. */
TEST(avalanche)
{
	enum { TRIES = 2048 };
	const double slack = 6 * sqrt(0.25 * TRIES);
	uint64_t random = test_stream("avalanche");

	for (const struct hash_entry *e = hash_all; e->name; e++)
		for (unsigned in = 0; in < 64 && strcmp(e->name, "mulshift"); in++) {
			unsigned changed[64] = {0};

			for (unsigned t = 0; t < TRIES; t++) {
				uint64_t key = rng_next(&random), seed = rng_next(&random);
				uint64_t h = e->fn(key, seed) ^ e->fn(key ^ UINT64_C(1) << in, seed);

				for (unsigned out = 0; out < 64; out++)
					changed[out] += (unsigned)(h >> out & 1);
			}
			for (unsigned out = 0; out < 64; out++)
				require(fabs(changed[out] - TRIES / 2.0) < slack,
				        "%s: key bit %u changes bit %u %u times of %d", e->name, in, out, changed[out],
				        TRIES);
		}
}

/* One bit of the seed makes another function: many bits of every hash change, though not always half of them (CityHash
 * adds the seed last, and its high bits reach the low ones only weakly). */
TEST(seeds)
{
	enum { TRIES = 500 };
	uint64_t random = test_stream("seeds");

	for (const struct hash_entry *e = hash_all; e->name; e++)
		for (unsigned in = 0; in < 64; in++) {
			unsigned changed = 0;

			for (unsigned t = 0; t < TRIES; t++) {
				uint64_t key = rng_next(&random), seed = rng_next(&random);
				uint64_t h = e->fn(key, seed) ^ e->fn(key, seed ^ UINT64_C(1) << in);

				require(h != 0, "%s: bit %u of the seed does not matter", e->name, in);
				changed += (unsigned)__builtin_popcountll(h);
			}
			require(changed > 16 * TRIES && changed < 48 * TRIES,
			        "%s: bit %u of the seed changes %u bits in %d tries", e->name, in, changed, TRIES);
		}
}

/* All hashes, on keys that differ little. Filters use halves and low bits of the hash as addresses, so these must
 * spread. */
TEST(spread)
{
	enum { KEYS = 1 << 14, CELLS = 1 << 10 };
	static unsigned cell[CELLS];

	for (const struct hash_entry *e = hash_all; e->name; e++)
		for (unsigned shift = 0; shift < 64; shift += 27) {
			double squares = 0;

			memset(cell, 0, sizeof cell);
			for (uint64_t k = 0; k < KEYS; k++)
				cell[e->fn(rng_mix(k), test_seed()) >> shift & (CELLS - 1)]++;
			for (unsigned c = 0; c < CELLS; c++)
				squares += (cell[c] - 16.0) * (cell[c] - 16.0) / 16;
			/* chi-squared with CELLS - 1 degrees of freedom: mean 1023, deviation 45 */
			require(fabs(squares - (CELLS - 1)) < 8 * sqrt(2.0 * CELLS),
			        "%s, bits from %u: chi squared %.0f", e->name, shift, squares);
		}
}

/* Strings: against the library where it has a function for them, else word by word, the length last. */
TEST(strings)
{
	char bytes[64];
	uint64_t random = test_stream("strings"), words[8];
	struct hash h;

	for (size_t n = 0; n <= sizeof bytes; n++) {
		const uint64_t seed = rng_next(&random);
		uint64_t chained = 0;

		memset(words, 0, sizeof words);
		for (size_t i = 0; i < n; i++) {
			bytes[i] = (char)rng_next(&random);
			words[i / 8] |= (uint64_t)(unsigned char)bytes[i] << i % 8 * 8;
		}
		require(hash_init(&h, "xxh3", seed) && hash_bytes(&h, bytes, n) == library_xxh3(bytes, n, seed),
		        "xxh3 of %zu bytes", n);
		require(hash_init(&h, "xxh64", seed) && hash_bytes(&h, bytes, n) == library_xxh64(bytes, n, seed),
		        "xxh64 of %zu bytes", n);
		for (size_t i = 0; i < (n + 7) / 8; i++)
			chained = hash_of("city", chained ^ words[i], rng_derive(seed, i));
		require(hash_init(&h, "city", seed) && hash_bytes(&h, bytes, n) == hash_of("city", chained ^ n, seed),
		        "city of %zu bytes", n);
	}
}

TEST(names)
{
	struct hash h;

	require(hash_init(&h, NULL, 3) && h.seed == 3 && h.kind == HASH_XXH3, "the default is not the inlined one");
	require(hash_key(&h, 5) == hash_all[0].fn(5, 3), "the default is not the first of the list");
	require(!hash_init(&h, "xxh", 0) && !hash_init(&h, "", 0) && !hash_init(&h, "xxh33", 0), "a wrong name");
	require(hash_of("identity", 77, 99) == 77, "the control is no identity");
	for (const struct hash_entry *c = hash_controls; c->name; c++)
		for (const struct hash_entry *e = hash_all; e->name; e++)
			require(strcmp(c->name, e->name) != 0, "a campaign could choose the control %s", c->name);
	for (const struct hash_entry *e = hash_all; e->name; e++) {
		require(e->about && *e->about, "%s is not described", e->name);
		require(hash_of(e->name, 77, 99) == e->fn(77, 99), "%s is another hash by name", e->name);
		require(strlen(e->name) < 16, "%s is too long for a saved filter", e->name);
		for (const struct hash_entry *other = hash_all; other != e; other++)
			require(strcmp(other->name, e->name) && other->fn(77, 99) != e->fn(77, 99), "%s twice",
			        e->name);
	}
}
