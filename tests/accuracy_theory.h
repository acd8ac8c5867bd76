/* SPDX-License-Identifier: MIT */
/*
 * accuracy_theory.h - the false positive rate that the theory of each family predicts for n random keys.
 *
 *   cuckoo    x hits iff its fingerprint and its pair of buckets are those of a stored key. Fingerprint v has weight
 *             w(v) = 2^-f, and 2 * 2^-f for v = 1, which also replaces 0; a pair has weight 2/m. So
 *             rate = sum over v of w(v) * (1 - (1 - 2 w(v) / m)^n). It does not depend on b.
 *   quotient, x hits iff its p-bit fingerprint is that of a stored key, p = q + r, and log2(B) + r for d-left with B
 *   d-left    buckets a subtable: rate = 1 - (1 - 2^-p)^n.
 *             rank-indexed hashing with M bundles has p = log2(256 M) + f.
 *   prefix    The bin and the pair are a fingerprint: p = log2(6400 m). The spare adds its own rate, as a cuckoo
 *             filter, for the share of lookups that ask it. With a Poisson number x > 25 of keys in a bin, 25 of which
 *             are kept, x - 25 keys and a share of (x - 25) / (x + 1) of other keys go to the spare.
 *   vector    as these, with the bits of a tag and of one of m / 2 pairs of blocks: p = log2(80 m / 2) + 8 for
 *   quotient  remainders of 8 bits, log2(36 m / 2) + 16 for those of 16.
 *   Bloom     k bits of m are 1 with probability s = 1 - (1 - 1/m)^(kn): rate = s^k, and the same with counters.
 *   split     n items of a block set a bit of each of its 8 words, and leave any one 0 with probability (31/32)^n: the
 *             mean of (1 - (31/32)^n)^8 over Poisson's law of n.
 *   words     rb-BF and cs-BF: tests/words_rate.h.
 *   blocked   has no closed form once the bits of a block come from double hashing: simulated below, block by block.
 */
#ifndef CUCKOOBENCH_TEST_ACCURACY_THEORY_H
#define CUCKOOBENCH_TEST_ACCURACY_THEORY_H

#include "harness/filters/plugin.h"
#include "tests/test.h"
#include "tests/words_rate.h"

#include <math.h>

struct rate {
	double expected, variance;
};

/* 1 - (1 - p)^n without losing small p. */
static double
some_of(double n, double p)
{
	return -expm1(n * log1p(-p));
}

static struct rate
cuckoo_rate(unsigned f, double m, double n)
{
	const double w = ldexp(1, -(int)f), w1 = 2 * w; /* of one fingerprint, and of fingerprint 1 */
	struct rate r;

	r.expected = w1 * some_of(n, 2 * w1 / m) + (1 - w1) * some_of(n, 2 * w / m);
	r.variance = 2 * w1 / m * r.expected;
	return r;
}

static struct rate
fingerprint_rate(double p, double n)
{
	const double rate = some_of(n, exp2(-p));

	return (struct rate){rate, exp2(-p) * rate};
}

static struct rate
bloom_rate(double k, double m, double n)
{
	const double zero = exp(k * n * log1p(-1 / m)), one = 1 - zero, load = k * n / m;
	const double variance = zero * (1 - (1 + load) * zero) / m; /* of the share of ones */
	const double slope = k * pow(one, k - 1);

	return (struct rate){pow(one, k), slope * slope * variance};
}

static struct rate
prefix_rate(double bins, double spare_buckets, double n)
{
	const double mean = n / bins;
	struct rate r = fingerprint_rate(log2(6400 * bins), n), spare;
	double asked = 0, kept_there = 0;

	for (unsigned items = 26; items < mean + 40 * sqrt(mean) + 40; items++) {
		const double share = exp(items * log(mean) - mean - lgamma(items + 1.0));

		asked += share * (items - 25) / (items + 1);
		kept_there += share * (items - 25) * bins;
	}
	spare = cuckoo_rate(12, spare_buckets, kept_there);
	r.expected += asked * spare.expected;
	return r;
}

/* From the theory of one block, which every other block repeats. The bits that a key reads are independent of each
 * other. They are independent of the bits set only in the mean over all keys, because multiplication by fixed numbers
 * makes eight hashes of one. The tests see no difference. */
static struct rate
split_rate(double blocks, double n)
{
	const double mean = n / blocks;
	double rate = 0, square = 0;

	for (unsigned items = 0; items < mean + 40 * sqrt(mean) + 40; items++) {
		const double share = exp(items * log(mean) - mean - lgamma(items + 1.0)),
			     hit = pow(some_of(items, 1.0 / 32), 8);

		rate += share * hit;
		square += share * hit * hit;
	}
	return (struct rate){rate, (square - rate * rate) / blocks};
}

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
theory(const struct filter *f, const struct filter_params *p, uint64_t stream)
{
	const struct filter_info i = test_info(f);
	const char *name = test_twin(f->ops, NULL);
	const double n = (double)i.items;

	/* a key that is not stored because it is found already changes nothing that a lookup sees */
	if (is_nodelete(name))
		return cuckoo_rate(i.fp_bits, (double)i.buckets, n);
	if (!strcmp(name, "cf") || !strcmp(name, "ss-cf") || !strcmp(name, "cf-nohash") || !strcmp(name, "cf-inline") ||
	    !strcmp(name, "cf-counters"))
		return cuckoo_rate(i.fp_bits, (double)i.buckets, n);
	/* the pairs of a key are those of the first table, however far the filter has grown */
	if (f->ops->caps & FILTER_GROWS)
		return cuckoo_rate(i.fp_bits, (double)p->buckets, n);
	if (!strcmp(name, "cf-2hash"))
		return fingerprint_rate(64, n);
	if (!strcmp(name, "qf") || !strcmp(name, "rsqf") || !strcmp(name, "cqf"))
		return fingerprint_rate(log2((double)i.slots) + i.fp_bits, n);
	if (!strcmp(name, "dl-cbf"))
		return fingerprint_rate(log2((double)i.buckets / (p->tables ? p->tables : 4)) + i.fp_bits, n);
	if (!strcmp(name, "rih"))
		return fingerprint_rate(log2((double)i.buckets * 256) + i.fp_bits, n);
	if (!strcmp(name, "prefix"))
		return prefix_rate((double)i.buckets, (double)(i.bytes - 32 * i.buckets) / 6, n);
	if (!strcmp(name, "vqf"))
		return fingerprint_rate(log2((double)i.buckets * (i.fp_bits == 8 ? 80 : 36) / 2) + i.fp_bits, n);
	if (!strcmp(name, "bf"))
		return bloom_rate(i.hashes, 8 * (double)i.bytes, n);
	if (!strcmp(name, "cbf"))
		return bloom_rate(i.hashes, 2 * (double)i.bytes, n);
	if (!strcmp(name, "sb-bf"))
		return split_rate((double)i.buckets, n);
	if (is_words(name)) {
		const struct words_rate r = words_rate(!strcmp(name, "cs-bf"), i.hashes, (double)i.buckets, n);

		return (struct rate){r.mean, r.variance};
	}
	if (!strcmp(name, "blk-bf"))
		return blocked_rate(i.hashes, (double)i.buckets, n, stream);
	return (struct rate){-1, 0};
}

#endif
