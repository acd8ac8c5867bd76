/* SPDX-License-Identifier: MIT */
/*
 * permutation.h - a seeded permutation of 0..n-1 that is computed, not stored: which keys of a set are inserted, which
 * rank of a Zipf distribution falls on which key.
 *
 *      i -> i xor k, times odd, xor-shifted; six times, on the b bits that n - 1 needs -> again, while the result is not below n
 *  Each step is a bijection of b bits, so their sequence is one; walking along its cycle until it is below n again
 * keeps that for any n (Black and Rogaway, CT-RSA 2002). 2^b < 2n, so two walks are enough on average, of n above 256:
 * fewer than eight bits mix badly, and so b is never less.
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
/* Where i < n goes. */
uint64_t permute(const struct permutation *, uint64_t i);

#endif
