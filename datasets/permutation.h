/* SPDX-License-Identifier: MIT */
/*
 * permutation.h - a seeded permutation of 0..n-1 that is computed, not stored. It chooses which keys of a set are
 * inserted, and which key has which rank of a Zipf distribution.
 *
 *      i -> six times, on the b bits that n - 1 needs: xor k, times odd, xor-shift -> again, until the result is < n
 *
 * Each step is a bijection of b bits, so their sequence is one. Walking along its cycle until the value is below n
 * again keeps it a bijection for any n (Black and Rogaway, CT-RSA 2002). For n above 256, 2^b < 2n, so two walks are
 * enough on average. b is never less than eight, because fewer bits mix badly.
 */
#ifndef CUCKOOBENCH_PERMUTATION_H
#define CUCKOOBENCH_PERMUTATION_H

#include <stdint.h>

struct permutation {
	uint64_t n, mask, key[6], odd[6];
	unsigned shift;
};

/* n > 0. */
struct permutation permutation_of(uint64_t n, uint64_t seed);
/* The image of i < n. */
uint64_t permute(const struct permutation *, uint64_t i);

#endif
