/* SPDX-License-Identifier: MIT */
/* streams.c - see streams.h. */
#include "datasets/streams.h"

#include "core/rng.h"
#include "datasets/keys.h"

#include <string.h>

enum { SHARED_BITS = 32, RUN_BITS = 6 };
_Static_assert(STREAM_RUN == 1 << RUN_BITS, "the low bits of an index count within a run");

static uint64_t
uniform(const struct stream_keys *s, uint64_t i)
{
	return key_at(s->seed, i);
}

static uint64_t
sequential(const struct stream_keys *s, uint64_t i)
{
	return s->base + i;
}

/* Runs begin at multiples of their length from a random integer on, so that no run overlaps another. */
static uint64_t
clustered(const struct stream_keys *s, uint64_t i)
{
	return s->base + (permute(&s->place, i >> RUN_BITS) << RUN_BITS) + (i & (STREAM_RUN - 1));
}

static uint64_t
shared_low(const struct stream_keys *s, uint64_t i)
{
	return (s->base & UINT32_MAX) | permute(&s->place, i) << SHARED_BITS;
}

static uint64_t
shared_high(const struct stream_keys *s, uint64_t i)
{
	return (s->base & ~(uint64_t)UINT32_MAX) | permute(&s->place, i);
}

const struct stream stream_all[] = {
	{"uniform", "random integers of 64 bits: the paper's keys", 62, 0, uniform},
	{"sequential", "consecutive integers from a random one on", 62, 0, sequential},
	{"clustered", "runs of 64 consecutive integers at random places", 62, 64 - RUN_BITS, clustered},
	{"shared-low", "the low 32 bits are the same in all keys, the high 32 are random", 31, 64 - SHARED_BITS,
         shared_low},
	{"shared-high", "the high 32 bits are the same in all keys, the low 32 are random", 31, SHARED_BITS,
         shared_high},
	{NULL, NULL, 0, 0, NULL},
};

const struct stream *
stream_find(const char *name)
{
	for (const struct stream *s = stream_all; s->name; s++)
		if (strcmp(s->name, name) == 0)
			return s;
	return NULL;
}

struct stream_keys
stream_keys_of(const struct stream *of, uint64_t seed)
{
	const uint64_t own =
		rng_derive(seed, 0x73747265616d /* "stream" */); /* differs from what others derive from the seed */

	return (struct stream_keys){
		.of = of,
		.seed = seed,
		.base = rng_derive(own, 0),
		.coin = rng_derive(own, 1),
		.place = permutation_of(UINT64_C(1) << (of->place_bits ? of->place_bits : 1), rng_derive(own, 2))};
}

/* Which key of pair j is inserted. */
static uint64_t
coin(const struct stream_keys *s, uint64_t j)
{
	return rng_derive(s->coin, j) >> 63;
}

uint64_t
stream_present(const struct stream_keys *s, uint64_t j)
{
	return s->of->key == uniform ? uniform(s, j) : s->of->key(s, 2 * j + coin(s, j));
}

uint64_t
stream_absent(const struct stream_keys *s, uint64_t j)
{
	return s->of->key == uniform ? uniform(s, KEYS_ABSENT + j) : s->of->key(s, 2 * j + 1 - coin(s, j));
}
