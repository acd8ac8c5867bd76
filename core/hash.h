/* SPDX-License-Identifier: MIT */
/*
 * hash.h - the one hash of a key, the same for every filter.
 *
 *      name, seed  -- hash_init -->  struct hash: the kind, and all that depends only on the seed, computed once
 *      key         -- hash_key_by(HASH_XXH3, ...) -->  64 bits        in a loop of its own for each kind: no test a key
 *                  -- hash_key -->                                    where one test a key does not matter
 *
 * The paper hashes each 64-bit key once with CityHash64 and lets each filter partition the 64 bits "as it needed"
 * (section 7). The default here is XXH3 of libxxhash. The paper's hash and that of the authors' later code are inlined
 * as well; the others are called through a pointer. A campaign chooses one by name.
 */
#ifndef CUCKOOBENCH_HASH_H
#define CUCKOOBENCH_HASH_H

#include "core/bits.h"

/* The inlined ones, and all others. */
enum hash_kind { HASH_XXH3, HASH_CITY, HASH_MULSHIFT, HASH_OTHER };

struct hash {
	enum hash_kind kind;
	uint64_t (*fn)(uint64_t key, uint64_t seed); /* for every kind */
	uint64_t seed;
	uint64_t flip;       /* XXH3: hash_flip(seed) */
	uint64_t a[2], b[2]; /* multiply-shift: high and low halves */
};

/* A name and what it stands for. The list below ends with a NULL name. */
struct hash_entry {
	const char *name, *about;
	uint64_t (*fn)(uint64_t key, uint64_t seed);
	enum hash_kind kind;
};
extern const struct hash_entry hash_all[];
/* Hashes that no campaign can choose: only the key itself ("identity"), to show what an experiment on hashes measures
 * without one. Ends likewise. */
extern const struct hash_entry hash_controls[];

/* By name (NULL: the default), controls too; NULL if there is no such hash. */
const struct hash_entry *hash_find(const char *name);
/* NULL if it finds one. Otherwise the reason to refuse the name, one static sentence. */
const char *hash_refuses(const char *name);
/* Resolves a name in the same way and binds the seed. False if there is no such hash. */
bool hash_init(struct hash *, const char *name, uint64_t seed);

/*
 * A string of bytes as a key of 64 bits. xxh3 and xxh64 use the library's own functions for strings. Any other hash H
 * takes one word, and is applied word by word:
 *
 *      h = 0;  h = H(h xor w0, s0);  h = H(h xor w1, s1);  ...  H(h xor length, seed)
 *
 *      w: 8 bytes each, low byte first, the last padded with zeros, which the length sets apart from the string's own;
 *      s0, s1, ...: derived from the seed
 *
 * Words that differ go through H as two keys do, and so do lengths that differ: strings collide as often as keys would.
 * For a 2-independent family (mulshift) and at most n words, the probability is at most (n + 1) / 2^64.
 */
uint64_t hash_bytes(const struct hash *, const void *bytes, size_t n);

/* the constant of XXH3's mixer for keys of 4 to 8 bytes ("rrmxmx", after Evensen) */
#define HASH_MIX UINT64_C(0x9fb21c651e98df25)

/* The value that keys are xor-ed with: words 1 and 2 of XXH3's default secret, xor-ed, minus the seed. Before that, the
 * seed's low half, with its bytes reversed, is xor-ed into its high half. */
ALWAYS_INLINE uint64_t
hash_flip(uint64_t seed)
{
	return (UINT64_C(0x1cad21f72c81017c) ^ UINT64_C(0xdb979083e96dd4de)) -
	       (seed ^ (uint64_t)__builtin_bswap32((uint32_t)seed) << 32);
}

ALWAYS_INLINE uint64_t
hash_rotate(uint64_t v, unsigned left)
{
	return v << left | v >> (64 - left);
}

/* XXH3_64bits_withSeed of the key's 8 bytes, with all that depends on the seed computed before. core/hash_vector.h has
 * the picture. */
ALWAYS_INLINE uint64_t
hash_xxh3_by(const struct hash *h, uint64_t key)
{
	uint64_t v = hash_rotate(key, 32) ^ h->flip;

	v ^= hash_rotate(v ^ hash_rotate(v, 25), 24); /* v's rotations by 49 and 24, with one instruction less */
	v *= HASH_MIX;
	v ^= (v >> 35) + sizeof key;
	v *= HASH_MIX;
	return v ^ v >> 28;
}

/* 2-independent multiply-shift (Dietzfelbinger 1996): the high half of a*x + b over 128 bits. The authors' published
 * code has used it since 2016; only its pairwise collisions are provably random. */
ALWAYS_INLINE uint64_t
hash_mulshift_by(const struct hash *h, uint64_t key)
{
	const uint128 a = (uint128)h->a[0] << 64 | h->a[1], b = (uint128)h->b[0] << 64 | h->b[1];

	return (uint64_t)((a * key + b) >> 64);
}

#define HASH_CITY_K2 UINT64_C(0x9ae16a3b2f90404f)
#define HASH_CITY_MUL (HASH_CITY_K2 + 8 * 2) /* the length is 8 */
#define HASH_CITY_SEEDED UINT64_C(0x9ddfea08eb382d69)

ALWAYS_INLINE uint64_t
hash_city_mix(uint64_t low, uint64_t high, uint64_t mul)
{
	uint64_t a = (low ^ high) * mul, b;

	a ^= a >> 47;
	b = (high ^ a) * mul;
	b ^= b >> 47;
	return b * mul;
}

/* CityHash64 of one 8-byte string (Pike, Alakuijala 2011), the paper's hash: for this length the function is
 * Hash128to64 of two rotated sums. The seed is mixed in as CityHash64WithSeed does. */
ALWAYS_INLINE uint64_t
hash_city_by(const struct hash *h, uint64_t key)
{
	const uint64_t a = key + HASH_CITY_K2; /* first and last 8 bytes are the same word */
	const uint64_t c = hash_rotate(key, 64 - 37) * HASH_CITY_MUL + a,
		       d = (hash_rotate(a, 64 - 25) + key) * HASH_CITY_MUL;

	return hash_city_mix(hash_city_mix(c, d, HASH_CITY_MUL) - HASH_CITY_K2, h->seed, HASH_CITY_SEEDED);
}

/* The hash of a key, by h->kind, which the caller passes as a constant. */
ALWAYS_INLINE uint64_t
hash_key_by(enum hash_kind kind, const struct hash *h, uint64_t key)
{
	return kind == HASH_XXH3       ? hash_xxh3_by(h, key)
	       : kind == HASH_CITY     ? hash_city_by(h, key)
	       : kind == HASH_MULSHIFT ? hash_mulshift_by(h, key)
	                               : h->fn(key, h->seed);
}

/* hash_key_by for functions of TARGET_AVX2 (core/isa.h): XXH3 in 13 instructions, where compilers take 15. */
ALWAYS_INLINE uint64_t
hash_key_bmi2(enum hash_kind kind, const struct hash *h, uint64_t key)
{
	uint64_t v;

	if (kind != HASH_XXH3)
		return hash_key_by(kind, h, key);
	v = hash_rotate(key, 32) ^ h->flip;
	/* where a rotation is one instruction, this is a cycle faster than hash_xxh3_by's way */
	v ^= hash_rotate(v, 49) ^ hash_rotate(v, 24);
	v *= HASH_MIX;
	v ^= shift_bmi2(v, 35) + sizeof key;
	v *= HASH_MIX;
	return v ^ shift_bmi2(v, 28);
}

/*
 * One instance of a loop for each kind of hash: LOOP(kind, ...), with h's kind as a constant. LOOP is a function or a
 * macro, and takes the kind first.
 *
 *      return HASH_BY_KIND(&f->hash, look_up, f, keys, n, hit);
 */
#if defined(FILTER_TRACED) || defined(FILTER_HOOKED)
/* nothing is timed in these builds: one instance suffices, and compiles in a third of the time */
#define HASH_BY_KIND(h, LOOP, ...) LOOP((h)->kind, __VA_ARGS__)
#else
#define HASH_BY_KIND(h, LOOP, ...)                                       \
	((h)->kind == HASH_XXH3       ? LOOP(HASH_XXH3, __VA_ARGS__)     \
	 : (h)->kind == HASH_CITY     ? LOOP(HASH_CITY, __VA_ARGS__)     \
	 : (h)->kind == HASH_MULSHIFT ? LOOP(HASH_MULSHIFT, __VA_ARGS__) \
	                              : LOOP(HASH_OTHER, __VA_ARGS__))
#endif

/* hash_key for kinds other than the default. */
uint64_t hash_key_other(const struct hash *, uint64_t key);

static inline uint64_t
hash_key(const struct hash *h, uint64_t key)
{
	return __builtin_expect(h->kind == HASH_XXH3, 1) ? hash_xxh3_by(h, key) : hash_key_other(h, key);
}

#endif
