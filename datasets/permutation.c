/* SPDX-License-Identifier: MIT */
/* permutation.c - see permutation.h. */
#include "datasets/permutation.h"

#include "core/rng.h"

enum { ROUNDS = 6, LEAST_BITS = 8 };

struct permutation
permutation_of(uint64_t n, uint64_t seed)
{
	struct permutation p = {.n = n};
	unsigned bits = LEAST_BITS;

	while (bits < 64 && (n - 1) >> bits)
		bits++;
	p.mask = UINT64_MAX >> (64 - bits);
	p.shift = (bits + 1) / 2;
	for (unsigned r = 0; r < ROUNDS; r++) {
		p.key[r] = rng_derive(seed, 2 * r);
		p.odd[r] = rng_derive(seed, 2 * r + 1) | 1;
	}
	return p;
}

uint64_t
permute(const struct permutation *p, uint64_t i)
{
	do {
		for (unsigned r = 0; r < ROUNDS; r++) {
			i = ((i ^ p->key[r]) * p->odd[r]) & p->mask;
			i ^= i >> p->shift;
		}
	} while (i >= p->n);
	return i;
}
