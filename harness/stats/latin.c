/* SPDX-License-Identifier: MIT */
/* latin.c - see latin.h. */
#include "harness/stats/latin.h"

#include "core/bits.h"
#include "core/rng.h"

/* Draws a random order of 0..n-1 (Fisher-Yates). */
static void
shuffle(unsigned *order, unsigned n, uint64_t seed)
{
	for (unsigned i = 0; i < n; i++) {
		unsigned j = (unsigned)fast_range(rng_next(&seed), i + 1);

		order[i] = i;
		order[i] = order[j];
		order[j] = i;
	}
}

void
latin_order(unsigned n, unsigned round, uint64_t seed, unsigned order[])
{
	const uint64_t square = rng_derive(seed, round / n);
	unsigned row[LATIN_MOST], name[LATIN_MOST];

	shuffle(row, n, square);
	shuffle(name, n, rng_mix(square));
	for (unsigned place = 0; place < n; place++) {
		unsigned first = place % 2 ? (place + 1) / 2 : (n - place / 2) % n;

		order[place] = name[(first + row[round % n]) % n];
	}
}
