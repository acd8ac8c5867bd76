/* SPDX-License-Identifier: MIT */
/*
 * accuracy_theory.h - the false positive rate that a filter should have in its present state: that of
 * harness/filters/rates.h, except for blk-BF. Its formula is an approximation, so its blocks are simulated here, bit by
 * bit.
 */
#ifndef CUCKOOBENCH_TEST_ACCURACY_THEORY_H
#define CUCKOOBENCH_TEST_ACCURACY_THEORY_H

#include "harness/filters/plugin.h"
#include "harness/filters/rates.h"
#include "tests/test.h"

#include <math.h>

/* Are the k bits (h1 + i*h2) mod 512, h2 odd, of an item all set? Sets them if `set`. */
static bool
block_item(uint64_t random, unsigned k, unsigned char bits[512], bool set)
{
	unsigned at = random & 511, step = (random >> 9 & 511) | 1, all = 1;

	for (unsigned i = 0; i < k; i++, at = (at + step) & 511) {
		all &= bits[at];
		bits[at] |= set;
	}
	return all;
}

/* How many of n items fall into a block that gets each with a small probability: Poisson's law, by the inverse of its
 * distribution. Where that starts below what a double can hold: the normal law. */
static unsigned
items_of_block(double mean, uint64_t *random)
{
	double p = exp(-mean), total = p, u = ldexp((double)(rng_next(random) >> 11), -53);
	unsigned items = 0;

	if (mean < 100) {
		while (total < u && p > 1e-300)
			total += p *= mean / ++items;
		return items;
	}
	u = -6; /* twelve uniform numbers have variance 1 */
	for (unsigned i = 0; i < 12; i++)
		u += ldexp((double)(rng_next(random) >> 11), -53);
	return (unsigned)(mean + u * sqrt(mean) + 0.5);
}

/* A blocked filter with double hashing, simulated on blocks of its own. */
static struct rate
blocked_rate(unsigned k, double blocks, double n, uint64_t random)
{
	enum { BLOCKS = 8000, ASKED = 64 };
	double sum = 0, squares = 0, mean;

	for (unsigned b = 0; b < BLOCKS; b++) {
		unsigned char bits[512] = {0};
		unsigned hits = 0;

		for (unsigned items = items_of_block(n / blocks, &random); items; items--)
			block_item(rng_next(&random), k, bits, true);
		for (unsigned q = 0; q < ASKED; q++)
			hits += block_item(rng_next(&random), k, bits, false);
		sum += (double)hits / ASKED;
		squares += (double)hits / ASKED * hits / ASKED;
	}
	mean = sum / BLOCKS;
	/* The spread of the blocks counts twice: for the simulated blocks, and for those in the filter. */
	return (struct rate){mean, (squares / BLOCKS - mean * mean) * (1.0 / BLOCKS + 1 / blocks) + 1e-12};
}

static bool
is_nodelete(const char *name)
{
	return !strcmp(name, "cf-nodelete") || !strcmp(name, "ss-cf-nodelete");
}

static bool
is_words(const char *name)
{
	return !strcmp(name, "rb-bf") || !strcmp(name, "cs-bf");
}

/* The rate that theory gives for this filter in its present state. expected < 0: none. */
static struct rate
theory(const struct filter *f, const struct filter_params *given, uint64_t stream)
{
	const double n = (double)test_items(f);
	struct filter_params p = *given;
	const char *why;
	size_t bytes;

	why = filter_size(f->ops, &p, &bytes);
	require(!why, "its size is not known: %s", why);
	if (!strcmp(test_twin(f->ops, NULL), "blk-bf")) {
		const struct rate simulated = blocked_rate(p.hashes, (double)bytes / 64, n, stream);
		const double formula = rates_blocked(p.hashes, (double)bytes / 64, n).expected;

		require(fabs(formula - simulated.expected) <= 0.06 * simulated.expected + 5 * sqrt(simulated.variance),
		        "by formula %.6f, simulated %.6f", formula, simulated.expected);
		return simulated;
	}
	return rates_theory(f->ops, &p, bytes, n);
}

#endif
