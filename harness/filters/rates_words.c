/* SPDX-License-Identifier: MIT */
/*
 * rates_words.c - the false positive rates of rb-BF and cs-BF, and how much they differ from table to table.
 *
 *      items of a block      Poisson
 *      of those, in a word   all (rb-BF); binomial with 1/4, in each of two groups (cs-BF)
 *      bits of the word set  one draw at a time: U becomes U + 1 with probability 1 - U / 64
 */
#include "harness/filters/rates.h"

#include <math.h>

enum { WORD = 64, ITEMS = 800 };

/* E[(U / 64)^power] for each number of items, of which each draws `draws` bits. */
static void
moments(unsigned draws, unsigned power, unsigned most, double moment[ITEMS])
{
	double set[WORD + 1] = {1};

	for (unsigned items = 0; items <= most; items++) {
		moment[items] = 0;
		for (unsigned u = 0; u <= WORD; u++)
			moment[items] += set[u] * pow((double)u / WORD, power);
		for (unsigned i = 0; i < draws; i++)
			for (unsigned u = WORD + 1; u-- > 0;)
				set[u] = set[u] * u / WORD + (u ? set[u - 1] * (WORD + 1 - u) / WORD : 0);
	}
}

/* The mean of moment[i], where i of `items` items choose a word, each with probability 1/4. */
static double
quarter(const double *moment, unsigned items)
{
	double mean = 0;

	for (unsigned i = 0; i <= items; i++)
		mean += moment[i] * exp(lgamma(items + 1.0) - lgamma(i + 1.0) - lgamma(items - i + 1.0) - i * log(4) +
		                        (items - i) * log(0.75));
	return mean;
}

struct rate
rates_words(bool sectors, unsigned k, double blocks, double n)
{
	double once[ITEMS], twice[ITEMS], rate = 0, square = 0;
	const double mean = n / blocks, most = mean + 12 * sqrt(mean) + 20;

	if (most >= ITEMS) /* of so many, practically every bit is set */
		return (struct rate){1, 0};
	moments(sectors ? k / 2 : k, sectors ? k / 2 : k, (unsigned)most, once);
	moments(sectors ? k / 2 : k, sectors ? k : 2 * k, (unsigned)most, twice);
	for (unsigned items = 0; items <= (unsigned)most; items++) {
		const double share = exp(items * log(mean) - mean - lgamma(items + 1.0));

		rate += share * (sectors ? pow(quarter(once, items), 2) : once[items]);
		/* of one pair of words, at least that of the mean over all pairs of a line */
		square += share * (sectors ? pow(quarter(twice, items), 2) : twice[items]);
	}
	return (struct rate){rate, (square - rate * rate) / blocks};
}
