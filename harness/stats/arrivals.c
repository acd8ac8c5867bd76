/* SPDX-License-Identifier: MIT */
/* arrivals.c - see arrivals.h. */
#include "harness/stats/arrivals.h"

#include "core/rng.h"

#include <math.h>

/* Draws an exponential with mean 1, by inversion of 53 random bits, never of 0. At most 53 ln 2 = 36.8. */
static double
exponential(uint64_t *random)
{
	return -log((double)((rng_next(random) >> 11) + 1) * 0x1p-53);
}

void
arrivals_poisson(uint32_t *gap, size_t n, double mean, uint64_t seed)
{
	uint64_t random = seed, before = 0;
	double sum = 0, at = 0;

	for (size_t i = 0; i < n; i++)
		sum += exponential(&random);
	random = seed;
	for (size_t i = 0; i < n; i++) {
		uint64_t now;

		at += exponential(&random);
		/* Rounds times, not gaps, so that errors do not add up. */
		now = (uint64_t)(at / sum * (double)n * mean + 0.5);
		gap[i] = (uint32_t)(now - before);
		before = now;
	}
}
