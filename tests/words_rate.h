/* SPDX-License-Identifier: MIT */
/*
 * words_rate.h - the false positive rates of rb-BF and cs-BF, by the formulas in the heads of rb_bf.c and cs_bf.c, and
 * how much they differ from table to table.
 *
 *      items of a block      Poisson
 *      of those, in a word   all (rb-BF); binomial with 1/4, in each of two groups (cs-BF)
 *      bits of the word set  one draw at a time: U becomes U + 1 with probability 1 - U / 64
 */
#ifndef CUCKOOBENCH_TESTS_WORDS_RATE_H
#define CUCKOOBENCH_TESTS_WORDS_RATE_H

#include "tests/test.h"

#include <math.h>

enum { WORDS_RATE_BITS = 64, WORDS_RATE_ITEMS = 800 };

struct words_rate {
	double mean, variance; /* of a table's rate */
};

/* E[(U / 64)^power] for each number of items, of which each draws `draws` bits. */
static inline void
words_rate_moments(unsigned draws, unsigned power, unsigned most, double moment[WORDS_RATE_ITEMS])
{
	double set[WORDS_RATE_BITS + 1] = {1};

	for (unsigned items = 0; items <= most; items++) {
		moment[items] = 0;
		for (unsigned u = 0; u <= WORDS_RATE_BITS; u++)
			moment[items] += set[u] * pow((double)u / WORDS_RATE_BITS, power);
		for (unsigned i = 0; i < draws; i++)
			for (unsigned u = WORDS_RATE_BITS + 1; u-- > 0;)
				set[u] = set[u] * u / WORDS_RATE_BITS +
				         (u ? set[u - 1] * (WORDS_RATE_BITS + 1 - u) / WORDS_RATE_BITS : 0);
	}
}

/* The mean of moment[i], where i of `items` items choose a word, each with probability 1/4. */
static inline double
words_rate_quarter(const double *moment, unsigned items)
{
	double mean = 0;

	for (unsigned i = 0; i <= items; i++)
		mean += moment[i] * exp(lgamma(items + 1.0) - lgamma(i + 1.0) - lgamma(items - i + 1.0) - i * log(4) +
		                        (items - i) * log(0.75));
	return mean;
}

/* For n items in so many blocks: of one word (sectors == false), or of a line */
static inline struct words_rate
words_rate(bool sectors, unsigned k, double blocks, double n)
{
	static double once[WORDS_RATE_ITEMS], twice[WORDS_RATE_ITEMS];
	const double mean = n / blocks;
	const unsigned most = (unsigned)(mean + 12 * sqrt(mean) + 20);
	double rate = 0, square = 0;

	require(most < WORDS_RATE_ITEMS, "%g items a block", mean);
	words_rate_moments(sectors ? k / 2 : k, sectors ? k / 2 : k, most, once);
	words_rate_moments(sectors ? k / 2 : k, sectors ? k : 2 * k, most, twice);
	for (unsigned items = 0; items <= most; items++) {
		const double share = exp(items * log(mean) - mean - lgamma(items + 1.0));

		rate += share * (sectors ? pow(words_rate_quarter(once, items), 2) : once[items]);
		/* of one pair of words, at least that of the mean over all pairs of a line */
		square += share * (sectors ? pow(words_rate_quarter(twice, items), 2) : twice[items]);
	}
	return (struct words_rate){rate, (square - rate * rate) / blocks};
}

#endif
