/* SPDX-License-Identifier: MIT */
/*
 * rates_blocked.c - the false positive rate of blk-BF, whose k bits of a block of 512 are start + i * step (mod 512),
 * with an odd step.
 *
 *      items of a block    Poisson
 *      bits that are set   each item has k different ones: k draws, of which the i-th is new to its item
 *      a key's k bits      different, too: U (U - 1) ... (U - k + 1) / 512 (511) ...
 *      and beside that     its bits are those of an item that has the same step, or the opposite one
 *
 * A step has 256 values and a start 512. So an item has all bits of a key with probability 2 / (256 512), once each
 * way. Moved by j < k steps, it lacks j of them, on either side, and these are set anyway with probability s:
 *
 *      2 x / 131072 (1 + 2 s + 2 s^2 + ... + 2 s^(k-1))     for x items, s = (U - k) / (512 - k)
 *
 * With 13 bits an item and k = 9 that is half of the rate: why a blocked Bloom filter with double hashing errs more
 * often than the theory of independent hashes says. Of the other keys fewer hit than k random bits would, because bits
 * of one item are spread: by counting all 131072 keys of 300 blocks, at rates from 0.1 to 10 %, 0.96 times as many for
 * k = 4, and 0.92 to 0.94 for k from 6 to 12. With `others` the formula is within 3 % of these counts.
 */
#include "harness/filters/rates.h"

#include <math.h>

enum { BLOCK = 512, ITEMS = 4096 };

/* Lets one item more set its k bits. */
static void
add_item(double set[BLOCK + 1], unsigned k)
{
	for (unsigned i = 0; i < k; i++)
		for (unsigned u = BLOCK + 1; u-- > 0;) {
			/* of the bits that are not this item's so far, u - i are set */
			const double old = u > i ? (double)(u - i) / (BLOCK - i) : 0,
				     before = u && u - 1 >= i ? (double)(u - 1 - i) / (BLOCK - i) : 0;

			set[u] = set[u] * old + (u ? set[u - 1] * (1 - before) : 0);
		}
}

static double
others(unsigned k)
{
	return 1 - 0.07 * fmin(1, (k - 1) / 5.0);
}

/* The probability that all bits of a key are set, by the distribution of how many are, with x items. */
static double
key_hits(const double set[BLOCK + 1], unsigned k, double x)
{
	double hits = 0;

	for (unsigned u = 0; u <= BLOCK; u++) {
		const double s = u > k ? (double)(u - k) / (BLOCK - k) : 0;
		double all = 1, moved = 1, beside = 1;

		for (unsigned i = 0; i < k; i++) {
			all *= u > i ? (double)(u - i) / (BLOCK - i) : 0;
			moved *= s;
			beside += i + 1 < k ? 2 * moved : 0;
		}
		hits += set[u] * fmin(1, u < BLOCK ? others(k) * all + x / 65536 * beside : 1);
	}
	return hits;
}

struct rate
rates_blocked(unsigned k, double blocks, double n)
{
	const double mean = n / blocks, most = mean + 12 * sqrt(mean) + 20;
	double set[BLOCK + 1] = {1}, rate = 0;

	if (most >= ITEMS)
		return (struct rate){1, 0};
	for (unsigned items = 0; items <= (unsigned)most; items++) {
		rate += exp(items * log(mean) - mean - lgamma(items + 1.0)) * key_hits(set, k, items);
		add_item(set, k);
	}
	return (struct rate){rate, 0};
}
