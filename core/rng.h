/* SPDX-License-Identifier: MIT */
/*
 * rng.h - the project's only random numbers: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
 *
 * A counter is stepped by an odd constant and mixed by a bijection. So a stream is reproducible on every machine, can
 * be entered anywhere, and never repeats a value within 2^64 steps.
 */
#ifndef CUCKOOBENCH_RNG_H
#define CUCKOOBENCH_RNG_H

#include <stdint.h>

#define RNG_STEP UINT64_C(0x9e3779b97f4a7c15) /* 2^64 / golden ratio, made odd */

/* SplitMix64's output function ("variant 13" of Stafford's mixers): a bijection on 64 bits. */
static inline uint64_t
rng_mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

/* Next value of the stream whose state is *state. */
static inline uint64_t
rng_next(uint64_t *state)
{
	return rng_mix(*state += RNG_STEP);
}

/* An independent seed for purpose `stream` under `seed`: the tree of seeds under one master seed. */
static inline uint64_t
rng_derive(uint64_t seed, uint64_t stream)
{
	return rng_mix(rng_mix(seed + RNG_STEP) + stream * RNG_STEP);
}

#endif
