/* SPDX-License-Identifier: MIT */
/* rates.c - see rates.h. */
#include "harness/filters/rates.h"

#include <math.h>
#include <string.h>

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

static bool
is_one_of(const char *name, const char *const *names)
{
	while (*names && strcmp(*names, name) != 0)
		names++;
	return *names;
}

static struct rate
bloom_family_rate(const char *name, const struct filter_params *p, size_t bytes, double n)
{
	const double m = (double)bytes;

	if (!strcmp(name, "bf"))
		return bloom_rate(p->hashes, 8 * m, n);
	if (!strcmp(name, "cbf"))
		return bloom_rate(p->hashes, 2 * m, n);
	if (!strcmp(name, "sb-bf"))
		return split_rate(m / 32, n);
	if (!strcmp(name, "rb-bf") || !strcmp(name, "cs-bf"))
		return rates_words(*name == 'c', p->hashes, m / (*name == 'c' ? 64 : 8), n);
	if (!strcmp(name, "blk-bf"))
		return rates_blocked(p->hashes, m / 64, n);
	return (struct rate){-1, 0};
}

/* Whose keys are fingerprints of p bits; p < 0: none of these. */
static double
fingerprint_bits(const char *name, const struct filter_params *p)
{
	const double m = (double)p->buckets;

	if (!strcmp(name, "cf-2hash"))
		return 64;
	if (!strcmp(name, "qf"))
		return log2(m) + p->fp_bits;
	if (!strcmp(name, "rsqf") || !strcmp(name, "cqf"))
		return log2(64 * m) + p->fp_bits; /* a block has 64 slots */
	if (!strcmp(name, "dl-cbf"))
		return log2(m / (p->tables ? p->tables : 4)) + p->fp_bits;
	if (!strcmp(name, "rih"))
		return log2(m * 256) + p->fp_bits;
	if (!strcmp(name, "vqf"))
		return log2(m * (p->fp_bits == 8 ? 80 : 36) / 2) + p->fp_bits;
	return -1;
}

/* Keys of a Golomb-compressed sequence that have one value are one. A homogeneous ribbon has rows that are sums of
 * others': 5 and 8 per cent more, with 8 and 12 bits, in the reference run `field-full` (docs/design/ribbon.md). */
static double
static_rate(const char *name, unsigned r)
{
	const double rate = ldexp(1, -(int)r);

	return !strcmp(name, "gcs") ? -expm1(-rate) : !strcmp(name, "ribbon") ? 1.07 * rate : rate;
}

struct rate
rates_theory(const struct filter_ops *ops, const struct filter_params *p, size_t bytes, double n)
{
	static const char *const cuckoos[] = {"cf",          "ss-cf",       "cf-nohash",      "cf-inline", "cf-any",
	                                      "cf-counters", "cf-nodelete", "ss-cf-nodelete", "vacuum",    NULL};
	const char *name = ops->twin ? ops->twin : ops->name;
	const double m = (double)p->buckets, fingerprint = fingerprint_bits(name, p);

	/* a key that is not stored because it is found already changes nothing that a lookup sees */
	if (is_one_of(name, cuckoos) || ops->caps & FILTER_GROWS)
		return cuckoo_rate(p->fp_bits, m, n);
	if (fingerprint >= 0)
		return fingerprint_rate(fingerprint, n);
	if (!strcmp(name, "prefix"))
		return prefix_rate(m, (double)(bytes - 32 * p->buckets) / 6, n);
	if (ops->caps & FILTER_STATIC)
		return (struct rate){static_rate(name, p->fp_bits), 0};
	return bloom_family_rate(name, p, bytes, n);
}
